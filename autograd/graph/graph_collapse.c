/* graph_collapse.c - how much to show: which regions become one box.
 *
 * Overview collapses every outermost region; the default collapses those that were opened as what
 * everybody knows, and are made of several operations; full shows all. Either way regions nested
 * deeper than the asked depth are collapsed. Invariant: collapsing hides nodes, it never moves them
 * to another region, so the tree stays as it was.
 */
#include "graph.h"
#include <ctype.h>

/* "layer norm" and "layer_norm", "ReLU" and "relu" */
static bool same_words(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (tolower((unsigned char)*a) != *b && !(*a == ' ' && *b == '_'))
            return false;
    return *a == *b;
}

/* A frame around one operation of the same name would say everything twice; so would a box for a
 * single, fused operation. */
static bool adds_nothing(const GraphRegion *r, GraphLevel level)
{
    if (r->n_nodes != 1 || r->first == NULL || r->first->closure == NULL)
        return false;
    return same_words(r->region->name, r->first->closure->op->name) ||
           (level == GRAPH_DEFAULT && r->region->collapsed);
}

void graph_collapse(Graph *graph)
{
    const GraphOptions *o = &graph->options;
    for (GraphRegion *r = graph->top->next; r; r = r->next) {
        r->frameless = adds_nothing(r, o->level);
        if (r->frameless || r->collapsed)
            continue;
        r->collapsed = (o->level == GRAPH_OVERVIEW && r->level == 1) ||
                       (o->level == GRAPH_DEFAULT && r->region->collapsed) ||
                       (o->depth > 0 && r->level > o->depth);
    }
}

bool graph_is_copy(const Closure *c)
{
    return c != NULL && c->op->copies;
}

GraphNode *graph_drawn(GraphNode *node)
{
    while (node->same_as)
        node = node->same_as;
    return node;
}

GraphRegion *graph_collapsed_around(const GraphNode *node)
{
    GraphRegion *outermost = NULL;
    for (GraphRegion *r = node->region; r; r = r->parent)
        if (r->collapsed)
            outermost = r;
    return outermost;
}

static void add_values(GraphCost *sum, const GraphCost *more)
{
    bool first = sum->n_values == sum->n_strange;
    if (more->n_values > more->n_strange) {
        sum->low = first || more->low < sum->low ? more->low : sum->low;
        sum->high = first || more->high > sum->high ? more->high : sum->high;
    }
    sum->value = more->value;
    sum->n_values += more->n_values;
    sum->n_strange += more->n_strange;
}

static void add_cost(GraphCost *sum, const GraphCost *more)
{
    add_values(sum, more);
    sum->n_gradients += more->n_gradients;
    sum->squared_gradient += more->squared_gradient;
    sum->gradient += more->gradient;
    sum->dead_ends += more->dead_ends;
    sum->bytes += more->bytes;
    sum->forward_seconds += more->forward_seconds;
    sum->backward_seconds += more->backward_seconds;
}

void graph_sum_costs(Graph *graph)
{
    for (GraphNode *node = graph->first; node; node = node->next) {
        GraphNode *drawn = graph_drawn(node);
        GraphRegion *box = graph_collapsed_around(drawn);
        if (box)
            add_cost(&box->cost, &node->cost);
        else if (drawn != node)
            add_cost(&drawn->cost, &node->cost);
    }
}
