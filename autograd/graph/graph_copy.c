/* graph_copy.c - a constant is drawn at each of its uses.
 *
 * A mask that every layer reads would drag long arrows across the picture, and every layer out of
 * its column. So each use but the first gets a copy of the node, in front of the user. A parameter
 * stays one box: that two places share it is what the picture has to say. Invariant: producers
 * stand before consumers, numbered from 0.
 */
#include "graph.h"

static bool is_copied(const GraphNode *node)
{
    return node->kind == NODE_CONSTANT && !tensor_made_in_no_grad(node->tensor);
}

/* Memory and gradients are those of the first. */
static GraphNode *copy_for(const Graph *graph, GraphNode *constant, const GraphNode *user)
{
    GraphNode *copy = graph_alloc(graph, sizeof *copy);
    *copy = *constant;
    copy->copy_of = constant;
    copy->user = user;
    copy->cost.bytes = 0;
    copy->next = NULL;
    return copy;
}

/* The node that user sees as its input i: the same one for two arrows from one constant. */
static GraphNode *input_of(const Graph *graph, const GraphNode *user, int i)
{
    GraphNode *in = user->in[i];
    if (!is_copied(in))
        return in;
    if (in->user == NULL)
        in->user = user;
    if (in->user == user)
        return in;
    for (int k = 0; k < i; k++)
        if (user->in[k]->copy_of == in)
            return user->in[k];
    return copy_for(graph, in, user);
}

void graph_copy_constants(Graph *graph)
{
    GraphNode **place = &graph->first; /* what points at the user */
    graph->n_nodes = 0;
    for (GraphNode *user = graph->first; user; place = &user->next, user = user->next) {
        for (int i = 0; i < user->n_in; i++) {
            GraphNode *in = input_of(graph, user, i);
            bool is_new = in != user->in[i] && in->next == NULL;
            user->in[i] = in;
            if (!is_new)
                continue;
            in->next = user;
            in->number = graph->n_nodes++;
            *place = in;
            place = &in->next;
        }
        user->number = graph->n_nodes++;
    }
}
