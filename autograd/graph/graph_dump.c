/* graph_dump.c - the graph behind a tensor, as a picture.
 *
 * Collect, mark what gradients reach, hang into regions, collapse, fold, write: each step is a file of its own (graph.h). The
 * graph is only looked at. Invariant: nothing of it is changed and no memory is kept.
 */
#include "graph.h"
#include <errno.h>
#include <string.h>

int graph_dump(FILE *stream, Tensor *root, const GraphOptions *options)
{
    Graph graph = {.scope = scope_open()};
    if (options)
        graph.options = *options;
    else
        graph.options.level = GRAPH_DEFAULT;
    graph_collect(&graph, root);
    graph_reach(&graph);
    graph_build_tree(&graph);
    graph_collapse(&graph);
    if (!graph.options.no_fold)
        graph_fold(&graph);
    graph_sum_costs(&graph);
    graph_write_dot(stream, &graph);
    scope_close(graph.scope);
    if (fflush(stream) != 0 || ferror(stream)) {
        kindling_set_error("graph_dump: cannot write: %s", strerror(errno));
        return -1;
    }
    return 0;
}
