/* graph_edges.c - the arrows: from box to box, each way once.
 *
 * A tensor used twice by one node gives two arrows; ways that folding or collapsing made equal are
 * one.
 */
#include "graph.h"

static GraphEnd end_of(GraphNode *node)
{
    GraphNode *drawn = graph_drawn(node);
    return (GraphEnd){drawn, graph_collapsed_around(drawn)};
}

static uint64_t end_key(GraphEnd end)
{
    return end.box ? 2 * (uint64_t)end.box->number + 1 : 2 * (uint64_t)end.node->number;
}

/* Does an edge come out of a region that stands for several? Then each copy has one like it. */
static bool leaves_stack(const GraphNode *from, const GraphNode *to)
{
    for (const GraphRegion *r = from->region; r; r = r->parent) {
        const GraphRegion *around = to->region;
        while (around && around != r)
            around = around->parent;
        if (r->repeats > 1 && around == NULL)
            return true;
    }
    return false;
}

static GraphEdge *add_edge(const Graph *graph, GraphTable *known, GraphNode *from, GraphNode *to)
{
    GraphEdge edge = {.from = end_of(from), .to = end_of(to), .count = 1, .one_shape = true};
    edge.carries_gradient = !to->closure || to->reached;
    edge.cut = graph_is_cut(from, to);
    if (edge.from.box && edge.from.box == edge.to.box)
        return NULL;
    bool merge = edge.from.box || edge.to.box || leaves_stack(edge.from.node, edge.to.node);
    uint64_t ends = graph_hash(graph_hash(0, end_key(edge.from)), end_key(edge.to));
    uint64_t way = graph_hash(ends, (uint64_t)edge.from.node->number);
    GraphEdge *same = merge ? *graph_table_at(known, ends) : NULL;
    if (same) {
        void **tensor_seen = graph_table_at(known, way);
        same->count += *tensor_seen == NULL;
        *tensor_seen = same;
        same->one_shape &= tensor_same_shape(same->from.node->tensor, edge.from.node->tensor);
        same->carries_gradient |= edge.carries_gradient;
        same->cut &= edge.cut;
        return NULL;
    }
    GraphEdge *added = graph_alloc(graph, sizeof *added);
    *added = edge;
    if (merge)
        *graph_table_at(known, ends) = *graph_table_at(known, way) = added;
    return added;
}

/* What leaves a box is said in it, as in any other, where it is one shape: beside an arrow that
 * leans, a word may come under it. */
static void note_out(const GraphEdge *e)
{
    GraphRegion *box = e->from.box;
    const Tensor *t = e->from.node->tensor;
    if (box == NULL)
        return;
    if (box->out == NULL)
        box->out = t;
    box->many_out |= e->count > 1 || !tensor_same_shape(box->out, t);
}

void graph_find_edges(Graph *graph)
{
    GraphTable known = graph_table(graph->scope);
    GraphEdge **end = &graph->edges;
    for (GraphNode *to = graph->first; to; to = to->next)
        for (int i = 0; i < to->n_in && !to->same_as; i++) {
            *end = add_edge(graph, &known, to->in[i], to);
            if (*end)
                end = &(*end)->next;
        }
    for (const GraphEdge *e = graph->edges; e; e = e->next)
        note_out(e);
}
