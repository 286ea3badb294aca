/* graph_reach.c - where the gradients of the roots arrive, and where it is cut off.
 *
 * The marks follow the backward walk, consumers before producers: whatever a reached operation was
 * made from is reached if it requires a gradient. Invariant: a parameter is reached if, and only
 * if, tensor_backward of a root would give it a gradient.
 */
#include "graph.h"

bool graph_is_dead_end(const GraphNode *node)
{
    return node->kind == NODE_PARAMETER && !node->reached;
}

bool graph_is_cut(const GraphNode *from, const GraphNode *to)
{
    return from->tensor->requires_grad && !to->tensor->requires_grad;
}

/* The list runs from producers to consumers; the walk needs the other direction. */
static GraphNode **as_array(const Graph *graph)
{
    GraphNode **array = graph_alloc(graph, (size_t)graph->n_nodes * sizeof *array);
    for (GraphNode *node = graph->first; node; node = node->next)
        array[node->number] = node;
    return array;
}

static void drop_inputs(GraphNode *node)
{
    int kept = 0;
    for (int i = 0; i < node->n_in; i++)
        if (node->in[i]->reached)
            node->in[kept++] = node->in[i];
    node->n_in = kept;
}

/* A root stays in any case: a picture of nothing would be no picture. */
static void drop_unreached(Graph *graph)
{
    GraphNode **end = &graph->first;
    graph->n_nodes = 0;
    for (GraphNode *node = graph->first; node; node = node->next)
        if (node->reached || node->is_root) {
            drop_inputs(node);
            node->number = graph->n_nodes++;
            *end = node;
            end = &node->next;
        }
    *end = NULL;
}

void graph_reach(Graph *graph)
{
    GraphNode **node = as_array(graph);
    for (GraphNode *root = graph->first; root; root = root->next)
        root->reached = root->is_root && root->tensor->requires_grad;
    for (long n = graph->n_nodes - 1; n >= 0; n--) {
        for (int i = 0; i < node[n]->n_in && node[n]->reached; i++)
            node[n]->in[i]->reached |= node[n]->in[i]->tensor->requires_grad;
        node[n]->cost.dead_ends = graph_is_dead_end(node[n]);
    }
    if (graph->options.only_gradient)
        drop_unreached(graph);
}
