/* graph_copy.c - a constant is drawn at each of its uses, and so is a parameter of many.
 *
 * A mask that every layer reads would drag long arrows across the picture, and every layer out of
 * its column. So each use but the first gets a copy of the node, in front of the user. A parameter
 * stays one box: that two places share it is what the picture has to say. But where it is read at
 * more than MANY, as the weights of a recurrent net are, its arrows would hide everything, and
 * Graphviz would take minutes for them: then each box says how many uses there are. Invariant:
 * producers stand before consumers, numbered from 0.
 */
#include "graph.h"

enum { MANY = 8 };

static bool is_copied(const GraphNode *node)
{
    return node->kind == NODE_CONSTANT ? !tensor_made_in_no_grad(node->tensor) : node->n_uses > 0;
}

static bool are_in_one_box(const GraphNode *a, const GraphNode *b)
{
    const GraphRegion *box = graph_collapsed_around(a);
    return box != NULL && box == graph_collapsed_around(b);
}

/* Memory and gradients are those of the first. */
static GraphNode *copy_for(const Graph *graph, GraphNode *constant, const GraphNode *user)
{
    GraphNode *copy = graph_alloc(graph, sizeof *copy);
    *copy = *constant;
    copy->copy_of = constant;
    copy->user = user;
    copy->cost.bytes = 0;
    copy->next = copy->next_in_region = NULL;
    return copy;
}

/* The node that user sees as its input i: the same one for two arrows from one constant. */
static GraphNode *input_of(const Graph *graph, const GraphNode *user, int i)
{
    GraphNode *in = user->in[i];
    if (!is_copied(in) || are_in_one_box(in, user))
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

static long depth_of(const GraphNode *node)
{
    long depth = 0;
    for (int i = 0; i < node->n_in; i++)
        depth = node->in[i]->depth < depth ? depth : node->in[i]->depth + 1;
    return depth;
}

static void copy_to_uses(Graph *graph, void (*hang)(GraphNode *copy))
{
    GraphNode **place = &graph->first; /* what points at the user */
    graph->n_nodes = 0;
    for (GraphNode *user = graph->first; user; place = &user->next, user = user->next) {
        for (int i = 0; i < user->n_in && !user->same_as; i++) {
            GraphNode *in = input_of(graph, user, i);
            bool is_new = in != user->in[i] && in->next == NULL;
            user->in[i] = in;
            if (!is_new)
                continue;
            in->next = user;
            in->number = graph->n_nodes++;
            *place = in;
            place = &in->next;
            if (hang)
                hang(in);
        }
        user->number = graph->n_nodes++;
        user->depth = depth_of(user);
    }
}

void graph_copy_constants(Graph *graph)
{
    copy_to_uses(graph, NULL);
}

/* ---- parameters, in a graph that is a tree of regions already -------------------------------- */

/* A use is a box that is drawn and reads it. */
static void count_uses(const Graph *graph)
{
    for (GraphNode *user = graph->first; user; user = user->next)
        for (int i = 0; i < user->n_in && !user->same_as; i++)
            user->in[i]->n_uses += user->in[i]->kind == NODE_PARAMETER;
    for (GraphNode *node = graph->first; node; node = node->next)
        if (node->n_uses <= MANY)
            node->n_uses = 0;
}

/* Beside the user, but in no closed box. */
static void hang(GraphNode *copy)
{
    GraphRegion *box = graph_collapsed_around(copy->user);
    GraphRegion *r = copy->region = box ? box->parent : copy->user->region;
    if (r->last)
        r->last->next_in_region = copy;
    else
        r->first = copy;
    r->last = copy;
    for (; r; r = r->parent)
        r->n_nodes++;
}

void graph_copy_parameters(Graph *graph)
{
    count_uses(graph);
    copy_to_uses(graph, hang);
}
