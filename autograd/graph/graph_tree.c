/* graph_tree.c - hang the nodes into a tree of regions.
 *
 * An operation belongs to the region it was recorded in. A leaf was recorded nowhere: it goes to
 * the innermost region that holds everything that uses it, so that a weight stands beside its
 * product and a tensor shared by two regions outside of both. Inputs come from outside and stay
 * there. Invariant: every node is in exactly one region, and parents come before children in the
 * list.
 */
#include "graph.h"
#include <string.h>

static GraphRegion *new_region(Graph *graph, const Region *region, GraphRegion *parent)
{
    GraphRegion *r = graph_alloc(graph, sizeof *r);
    r->region = region;
    r->parent = parent;
    r->number = graph->n_regions++;
    r->repeats = 1;
    if (graph->last_region)
        graph->last_region->next = r;
    graph->last_region = r;
    if (parent == NULL)
        return r;
    r->level = parent->level + 1;
    if (parent->last_child)
        parent->last_child->next_sibling = r;
    else
        parent->first_child = r;
    parent->last_child = r;
    return r;
}

/* Ancestors that are not in the tree yet are added first, from the outside in, one per round. */
static GraphRegion *find_region(Graph *graph, GraphTable *table, const Region *region)
{
    if (region == NULL)
        return graph->top;
    void **place = graph_table_at(table, (uintptr_t)region);
    while (*place == NULL) {
        const Region *outermost = region;
        GraphRegion *parent = graph->top;
        for (; outermost->parent; outermost = outermost->parent) {
            parent = *graph_table_at(table, (uintptr_t)outermost->parent);
            if (parent != NULL)
                break;
        }
        GraphRegion *added = new_region(graph, outermost, parent ? parent : graph->top);
        *graph_table_at(table, (uintptr_t)outermost) = added;
        place = graph_table_at(table, (uintptr_t)region);
    }
    return *place;
}

static GraphRegion *common_region(GraphRegion *a, GraphRegion *b)
{
    while (a != b) {
        if (a->level >= b->level)
            a = a->parent;
        else
            b = b->parent;
    }
    return a;
}

/* Consumers come later in the list than their inputs, but a leaf's inputs are none: one pass. */
static void place_leaves(Graph *graph)
{
    for (GraphNode *node = graph->first; node; node = node->next)
        for (int i = 0; i < node->n_in; i++) {
            GraphNode *leaf = node->in[i];
            if (leaf->closure == NULL)
                leaf->region =
                    leaf->region ? common_region(leaf->region, node->region) : node->region;
        }
    for (GraphNode *node = graph->first; node; node = node->next) {
        node->read_in = node->region;
        if (node->region == NULL || node->kind == NODE_INPUT || node->begins)
            node->region = graph->top;
    }
}

/* What is hidden stands in one box, whatever region it was recorded in. */
static void hide_first(Graph *graph)
{
    static const Region earlier = {.name = "all that came before", .index = -1};
    if (graph->hidden == 0)
        return;
    GraphRegion *box = new_region(graph, &earlier, graph->top);
    box->collapsed = true;
    for (GraphNode *node = graph->first; node && node->number < graph->hidden; node = node->next)
        node->region = box;
}

static void list_nodes(Graph *graph)
{
    for (GraphNode *node = graph->first; node; node = node->next) {
        GraphRegion *r = node->region;
        if (r->last)
            r->last->next_in_region = node;
        else
            r->first = node;
        r->last = node;
        for (; r; r = r->parent)
            r->n_nodes++;
    }
}

static bool counts_down(const GraphRegion *a, const GraphRegion *b)
{
    return b != NULL && b->region->index >= 0 && a->region->index == b->region->index + 1 &&
           strcmp(a->region->name, b->region->name) == 0;
}

/* A walk that goes down a chain meets its last link first: step 2, 1, 0 become 0, 1, 2. */
static void put_in_order(GraphRegion *parent)
{
    GraphRegion **link = &parent->first_child;
    while (*link) {
        GraphRegion *turned = NULL, *first = *link, *at = first, *next;
        for (bool goes_on = true; goes_on; at = next) {
            next = at->next_sibling;
            goes_on = counts_down(at, next);
            at->next_sibling = turned;
            turned = at;
        }
        *link = turned;
        first->next_sibling = at;
        link = &first->next_sibling;
        parent->last_child = first;
    }
}

void graph_build_tree(Graph *graph)
{
    GraphTable table = graph_table(graph->scope);
    graph->top = new_region(graph, NULL, NULL);
    for (GraphNode *node = graph->first; node; node = node->next)
        if (node->closure)
            node->region = find_region(graph, &table, node->recorded);
    place_leaves(graph);
    hide_first(graph);
    for (GraphRegion *r = graph->top; r; r = r->next)
        put_in_order(r);
    list_nodes(graph);
}
