/* drawing.h - named parts of the graph, and the graph as text for pictures. */
#ifndef KINDLING_DRAWING_H
#define KINDLING_DRAWING_H

#include "../closure.h"

#pragma GCC visibility push(default)

/* ---- region.c: named parts of the graph --------------------------------------------------------- */

/* Operations recorded between open and close belong to a region, drawn as a box. Regions nest. A
 * number >= 0 tells repeated parts apart: region_open("block", i). name is not copied. */
struct Region {
    const char *name;
    int index; /* -1: none */
    Region *parent;
};
void region_open(OR_NULL const char *name, int index);
void region_close(void);

/* ---- graph_dump.c: the graph as Graphviz DOT ------------------------------------------------------ */

typedef enum { GRAPH_OVERVIEW, GRAPH_DEFAULT, GRAPH_FULL } GraphLevel;
typedef struct {
    GraphLevel level;   /* OVERVIEW: regions only; DEFAULT: softmax, norm, loss collapsed; FULL */
    int depth;          /* collapse regions nested deeper than this; 0: no limit */
    const char *title;  /* NULL: none */
    bool gradients;     /* print norms of the gradients that are there */
    bool memory;        /* print bytes of outputs and saved tensors */
    bool times;         /* print forward and backward time, recorded while graph_timing is on */
    bool no_fold;       /* draw repeated regions one by one instead of once with "x6" */
    bool only_gradient; /* leave out what no gradient of root reaches */
    const char *link;   /* where a click on a collapsed region leads, in SVG; NULL: nowhere */
} GraphOptions;
/* Writes DOT for everything that root depends on; options may be NULL. 0, or -1 if writing failed. */
int graph_dump(FILE *stream, Tensor *root, OR_NULL const GraphOptions *options);
void graph_timing(bool on);

/* ---- graph_json.c: the graph with its numbers, for programs that show it ---------------------------- */

/* Writes one JSON object: regions, nodes with shapes, strides, values, gradients, saved tensors and
 * where they were made, and the order of the backward walk. Of each tensor at most `limit` numbers
 * are written, whole rows from the first on. 0, or -1 if writing failed. */
int graph_json(FILE *stream, Tensor *root, long limit);
/* A string with its quotes, free of '<'; NULL is "". What is not UTF-8 becomes U+FFFD. */
void graph_json_text(FILE *stream, OR_NULL const char *text);

#pragma GCC visibility pop
#endif
