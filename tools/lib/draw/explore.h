/* explore.h - a graph as one HTML page in which it can be walked through. */
#ifndef EXPLORE_H
#define EXPLORE_H

#include "kindling.h"

typedef struct {
    const char *title; /* NULL: "A graph" */
    const char *intro; /* a sentence or two; NULL: none */
    /* What rows and columns of attention weights are: as many labels as there are, or NULL. */
    long n_rows, n_columns;
    const char *const *row_labels, *const *column_labels;
    long limit; /* numbers of each tensor that the page holds; 0: 4096, fewer in large graphs */
} ExploreOptions;

/* Writes the page: every tensor that root depends on, with numbers, gradients, saved tensors and
 * source lines. It needs no server, no network and no other file. If no backward has been through
 * the graph yet, this one goes, keeps all gradients and the graph, and adds to the gradients of the
 * leaves as any backward does. options may be NULL. 0, or -1 and kindling_error(). */
int graph_explore(const char *path, Tensor *root, const ExploreOptions *options);
/* The same page from a file that any program wrote with graph_json. Of the source files that it names the page
 * shows those below the current folder. */
int graph_explore_file(const char *path, const char *json, const ExploreOptions *options);

#endif
