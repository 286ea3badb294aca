/* drawing.h - named parts of the graph, and the graph as text for pictures. */
#ifndef KINDLING_DRAWING_H
#define KINDLING_DRAWING_H

#include "../closure.h"

#pragma GCC visibility push(default)

/* ---- region.c (06): named parts of the graph ------------------------------------------------- */

/* Operations recorded between begin and close belong to a region, drawn as a box. Regions nest.
 * name is not copied. */
struct Region {
    const char *name;
    int index;      /* -1: none */
    bool collapsed; /* one box in pictures, unless all is asked for */
    Region *parent;
};
void region_begin(OR_NULL const char *name); /* in this thread; name NULL fails */
/* The same for what everybody knows, such as a softmax: GRAPH_DEFAULT draws it as one closed
 * box. */
void region_begin_collapsed(OR_NULL const char *name);
/* The same with a number >= 0, which tells repeated parts apart: region_open("block", i). -1 is
 * region_begin. */
void region_open(OR_NULL const char *name, int index);
void region_close(void); /* the innermost one, as the end of its scope does; none open fails */

/* ---- graph_dump.c (06): the graph as Graphviz DOT -------------------------------------------- */

/* DEFAULT: what region_begin_collapsed opened is a closed box; OVERVIEW: all outermost regions are;
 * FULL: none. */
typedef enum { GRAPH_DEFAULT, GRAPH_OVERVIEW, GRAPH_FULL } GraphLevel;
/* What the picture shows; {0} is a good start. */
typedef struct {
    GraphLevel level;
    int depth;         /* collapse regions nested deeper than this; 0: no limit */
    const char *title; /* NULL: none */
    bool values;       /* print the number of a tensor of one element, else lowest and highest */
    bool gradients; /* the same of gradients that are there: "grad -3", else "|grad| 5", the norm */
    bool strides;   /* print strides, and what is a view, dotted, and what a reshape had to copy */
    bool memory;    /* print bytes of outputs and saved tensors */
    bool saved;     /* print what an operation keeps for the way back: "keeps q, 1 of its own" */
    bool times;     /* print forward and backward time, recorded while graph_timing is on */
    /* Draw repeated regions, and the rounds of a loop, one by one instead of once with "x6". */
    bool no_fold;
    bool no_legend;     /* without the line that says what the colours of this picture mean */
    bool left_to_right; /* instead of top to bottom */
    bool only_gradient; /* leave out what no gradient of a root reaches */
    const char *link;   /* where a click on a collapsed region leads, in SVG; NULL: nowhere */
    /* More boxes than this, and regions are closed from the inside out; if that is not enough, what
     * was computed first becomes one box. The picture says so. 0: GRAPH_MOST; GRAPH_ALL: no
     * limit. */
    long most;
    /* More roots beside the one given: all that they depend on is in the picture. */
    int n_roots;
    Tensor *const *roots;
    /* Names for leaves, instead of their own. Of a module: ParameterList *p = parameters_of(m),
     * then .n_names = p->count, .named = p->tensor, .names = p->name. */
    long n_names;
    Tensor *const *named;
    char *const *names;
} GraphOptions;
enum { GRAPH_MOST = 1000, GRAPH_ALL = -1 }; /* for GraphOptions.most */
/* Writes DOT for everything that root depends on; options NULL is {0}. A tensor that
 * has a name shows it: "c = add". A constant used in several places is drawn at each, and so is a
 * parameter used in more than 8. Four equal rounds of a loop or more are drawn once. Each box has
 * plain attributes for tools: kind, op, name, shape_ ("shape" is Graphviz's own). 0, or -1 if
 * writing failed. */
int graph_dump(FILE *stream, Tensor *root, OR_NULL const GraphOptions *options);

/* ---- observe.c (06): the seconds of operations ----------------------------------------------- */

void graph_timing(bool on); /* measure operations from here on, in this thread, for .times */

/* ---- graph_json.c (06): the graph with its numbers, for programs that show it ---------------- */

/* Writes one JSON object: regions, nodes with shapes, strides, values, gradients, saved tensors and
 * where they were made, and the order of the backward walk. Of each tensor at most `limit` numbers
 * are written, whole rows from the first on. 0, or -1 if writing failed. */
int graph_json(FILE *stream, Tensor *root, long limit);
/* Words for matrices of attention, query x key: rows are the tokens of the queries, columns those
 * of the keys, as many as the weights have of each. */
typedef struct {
    long n_rows, n_columns;
    const char *const *rows, *const *columns;
} GraphTokens;
/* graph_json with these words on the axes; tokens NULL: with positions. */
int graph_json_tokens(FILE *stream, Tensor *root, long limit, OR_NULL const GraphTokens *tokens);
/* A string with its quotes, free of '<'; NULL is "". What is not UTF-8 becomes U+FFFD. */
void graph_json_text(FILE *stream, OR_NULL const char *text);

#pragma GCC visibility pop
#endif
