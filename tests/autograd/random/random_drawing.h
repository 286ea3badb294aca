/* random_drawing.h - a graph while it is being drawn: its nodes so far, and what they gave. */
#ifndef RANDOM_DRAWING_H
#define RANDOM_DRAWING_H

#include "random_graph.h"

enum { LARGEST_RESULT = 36 };

typedef struct {
    Graph *g;
    Tensor *made[MAX_NODES];
    Rng rng;
    int favourite; /* the node that picks prefer; -1: the latest ones */
    int leaves;    /* how many more may be made */
} Drawing;

typedef struct {
    int n;
    long size[TENSOR_MAX_AXES];
} Shape;

/* ---- random_graph_draw.c: inputs -------------------------------------------------------------- */

long draw_below(Drawing *d, long n); /* 0 .. n-1 */
long draw_size(Drawing *d);          /* of an axis, 0 .. 3: random_size */
bool draw_coin(Drawing *d, int percent);
double draw_between(Drawing *d, double low, double high); /* two decimals */
/* A node, rather a late one; with at least and at most so many axes; -1: none was found. */
int draw_pick(Drawing *d);
int draw_pick_axes(Drawing *d, int least, int most);
int draw_leaf(Drawing *d, int ndim, const long *shape, bool wants_grad); /* -1: no more */
/* A node of this shape, one that is there or a new leaf. */
int draw_want(Drawing *d, int ndim, const long *shape);
/* Appends the node if its result is sane. */
bool draw_append(Drawing *d, const Node *node);

/* count_draw of what each operation is given. */
void draw_count(const Drawing *d);

/* ---- random_graph_params.c, random_graph_pairs.c, random_graph_products.c: operations -------------- */

/* Appends one operation, and leaves for it; false, and nothing appended, if this draw did not fit. */
bool draw_operation(Drawing *d, int op);

/* Each fills node->in and the parameters; false: draw again. */
typedef bool DrawFunction(Drawing *d, Node *node);
/* What they share: sets the inputs, and says whether all were found (-1: not). */
bool draw_inputs(Node *node, int n, int a, int b, int c);
Shape draw_shape_of(const Drawing *d, int k);
int draw_shape(Drawing *d, Shape s); /* draw_want */
/* A shape that broadcasts to s: some sizes 1, some leading axes missing. */
Shape draw_narrowed(Drawing *d, Shape s);
void draw_mask(Drawing *d, Node *node, Shape s);
/* random_graph_params.c */
DrawFunction draw_one_input, draw_one_scalar, draw_bounds, draw_chance, draw_two_axes,
    draw_all_axes, draw_new_shape, draw_larger_shape, draw_unit_axis, draw_gap, draw_frame,
    draw_piece, draw_piece_backwards, draw_backwards, draw_one_index, draw_pieces, draw_one_axis,
    draw_some_axes, draw_full_axes, draw_three_axes, draw_best;
/* random_graph_pairs.c, random_graph_products.c */
DrawFunction draw_joinable, draw_joinable3, draw_stackable, draw_broadcast_pair, draw_factors,
    draw_layer, draw_tied_layer, draw_layer_without_bias, draw_masked, draw_masked_pair, draw_rows,
    draw_picked, draw_steps, draw_scattered, draw_norm, draw_norm_scale, draw_norm_plain,
    draw_turns, draw_gated, draw_targets, draw_alike, draw_alike_numbers, draw_attention,
    draw_attention_masked, draw_attention_fused, draw_convolution, draw_pool, draw_batch_norm;

#endif
