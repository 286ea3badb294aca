/* graph_order.c - what was recorded side by side stands side by side, in that order: Q, K, V.
 *
 * Graphviz orders boxes by crossings alone, another way at each level of detail. Siblings are
 * operations of one kind, in the same region and at the same depth, so that none is made from
 * another, whose first inputs are the same tensor or siblings. Invariant: an order is asked for
 * among boxes that are drawn.
 */
#include "graph.h"

static bool is_drawn(const GraphNode *node)
{
    return node->closure && !node->same_as && !graph_collapsed_around(node);
}

static uint64_t siblings_key(GraphNode *node)
{
    const GraphNode *in = graph_drawn(node->in[0]);
    uint64_t h = (uintptr_t)(in->eldest ? in->eldest : in);
    h = graph_hash_text(h, node->closure->op->name);
    return graph_hash(graph_hash(h, (uintptr_t)node->region), (uint64_t)node->depth) | 1;
}

void graph_order(Graph *graph)
{
    GraphTable last = graph_table(graph->scope);
    for (GraphNode *node = graph->first; node; node = node->next) {
        if (!is_drawn(node) || node->n_in == 0)
            continue;
        void **place = graph_table_at(&last, siblings_key(node));
        node->left = *place;
        node->eldest = node->left ? node->left->eldest : node;
        *place = node;
        graph->ordered |= node->left != NULL;
    }
}
