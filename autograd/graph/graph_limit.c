/* graph_limit.c - no more boxes than Graphviz can place and a reader can look at.
 *
 * Where there are too many, regions are closed, the innermost first. If all regions are closed and
 * there still are, the nodes that come first in the list, producers, are to become one box:
 * whatever they were made from is among them, so no arrow leads back into that box.
 * Invariant: at most options.most boxes.
 */
#include "graph.h"

/* Each node is looked for where it is drawn. */
static long count_boxes(const Graph *graph)
{
    long n = 0;
    for (GraphRegion *r = graph->top; r; r = r->next)
        r->counted = false;
    for (GraphNode *node = graph->first; node; node = node->next) {
        GraphRegion *box = graph_collapsed_around(graph_drawn(node));
        n += box ? !box->counted : node->same_as == NULL;
        if (box)
            box->counted = true;
    }
    return n;
}

static int deepest_level(const Graph *graph)
{
    int level = 0;
    for (const GraphRegion *r = graph->top; r; r = r->next)
        level = r->level > level ? r->level : level;
    return level;
}

static void close_level(Graph *graph, int level)
{
    for (GraphRegion *r = graph->top; r; r = r->next)
        if (r->level == level && !r->frameless)
            r->collapsed = true;
    graph->closed = true;
}

long graph_limit(Graph *graph)
{
    long most = graph->options.most == 0 ? GRAPH_MOST : graph->options.most;
    if (most == GRAPH_ALL)
        return 0;
    long n = count_boxes(graph);
    for (int level = deepest_level(graph); level > 0 && n > most; level--) {
        close_level(graph, level);
        n = count_boxes(graph);
    }
    return n > most && graph->n_nodes > most ? graph->n_nodes - most + 1 : 0;
}
