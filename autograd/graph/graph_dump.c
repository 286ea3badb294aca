/* graph_dump.c - the graph behind a tensor, as a picture.
 *
 * Each step is a file of its own (graph.h). The graph is only looked at. Invariant: nothing of it
 * is changed and no memory is kept.
 */
#include "graph.h"
#include "c_locale.h"
#include <errno.h>
#include <string.h>

static void check_roots(const GraphOptions *o)
{
    if (o->n_roots < 0 || (o->n_roots > 0 && o->roots == NULL))
        fail("graph_dump: n_roots is %d and roots %s, expected as many tensors. hint: "
             ".n_roots = 1, .roots = (Tensor *[]){t}",
             o->n_roots, o->roots ? "is an array" : "is NULL");
    for (int i = 0; i < o->n_roots; i++)
        if (o->roots[i] == NULL)
            fail("graph_dump: roots[%d] is NULL, expected a tensor", i);
}

static void check_names(const GraphOptions *o)
{
    if (o->n_names < 0 || (o->n_names > 0 && (o->named == NULL || o->names == NULL)))
        fail("graph_dump: n_names is %ld and %s, expected as many tensors and names. hint: "
             ".n_names = p->count, .named = p->tensor, .names = p->name, with "
             "p = parameters_of(&model->module)",
             o->n_names,
             o->n_names < 0     ? "less than 0"
             : o->named == NULL ? "named is NULL"
                                : "names is NULL");
}

static void check_options(const GraphOptions *o)
{
    if (o->level != GRAPH_DEFAULT && o->level != GRAPH_OVERVIEW && o->level != GRAPH_FULL)
        fail("graph_dump: level is %d, expected GRAPH_DEFAULT, GRAPH_OVERVIEW or GRAPH_FULL",
             (int)o->level);
    if (o->depth < 0)
        fail("graph_dump: depth is %d, expected 0 (no limit) or more", o->depth);
    if (o->most < GRAPH_ALL)
        fail("graph_dump: most is %ld, expected a number of boxes, 0 (which is %d) or GRAPH_ALL",
             o->most, GRAPH_MOST);
    check_roots(o);
    check_names(o);
}

/* Everything but the arrows. */
static void arrange(Graph *graph, const Tensor *root, bool with_steps)
{
    graph_collect(graph, root);
    graph_reach(graph);
    graph_copy_constants(graph);
    if (with_steps && !graph->options.no_fold)
        graph->steps = graph_find_steps(graph);
    graph_build_tree(graph);
    graph_collapse(graph);
    if (!graph->options.no_fold)
        graph_fold(graph);
    graph_copy_parameters(graph);
}

/* Steps that are not alike after all say less than none. */
static bool steps_fold(const Graph *graph)
{
    long found = 0, drawn = 0;
    for (const GraphRegion *r = graph->top; r; r = r->next)
        if (r->region && r->region->name == graph_step_name) {
            found++;
            drawn += r->same_as == NULL;
        }
    return 2 * drawn <= found;
}

int graph_dump(FILE *stream, Tensor *root, const GraphOptions *options)
{
    static const GraphOptions plain = {0};
    options = options ? options : &plain;
    check_options(options);
    const Graph empty = {.scope = scope_open(), .options = *options};
    Graph graph = empty;
    arrange(&graph, root, true);
    bool with_steps = steps_fold(&graph);
    if (!with_steps) {
        graph = empty;
        arrange(&graph, root, false);
    }
    long hidden = graph_limit(&graph);
    if (hidden > 0) { /* once more: hidden nodes are in no region of their own */
        graph = empty;
        graph.hidden = hidden;
        arrange(&graph, root, with_steps);
        graph_limit(&graph);
    }
    graph_sum_costs(&graph);
    graph_find_edges(&graph);
    graph_order(&graph);
    c_locale_begin();
    graph_write_dot(stream, &graph);
    c_locale_end();
    scope_close(graph.scope);
    if (fflush(stream) != 0 || ferror(stream)) {
        kindling_set_error("graph_dump: cannot write: %s", strerror(errno));
        return -1;
    }
    return 0;
}
