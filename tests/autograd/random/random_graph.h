/* random_graph.h - graphs of operations as data: drawn at random, built as often as wanted, checked
 * against central differences, shrunk while they still fail, and printed as a C program.
 *
 * Only the public interface is used: what an operation remembers and where gradients live is the
 * engine's own affair, and may change. Invariant: a graph is all its data; built twice it gives the
 * same bits.
 */
#ifndef RANDOM_GRAPH_H
#define RANDOM_GRAPH_H

#include "test.h"

enum { MAX_NODES = 128, MAX_NUMBERS = 48, MAX_INPUTS = 3, LEAF = -1 };

enum {
#define OP(name, care, draw, ...) OP_##name,
#include "random_graph_ops.h"
#undef OP
    OPERATIONS = OP_forgetful_square, /* the others are drawn */
    VIEWS = OP_contiguous + 1         /* 0 .. VIEWS - 1 look at their input in another way */
};

/* What a central difference has to be kept away from. */
typedef enum {
    SMOOTH,
    KINK_AT_0,
    KINK_AT_BOUNDS,
    KINK_AT_EQUAL, /* where both inputs are */
    KINK_AT_TIES,
    KINK_AT_LOW_TIES,
    KINK_AT_ORDER, /* where two numbers of a line change places */
    POSITIVE,
    POSITIVE_DIVISOR,
    POSITIVE_RESULT
} Care;

typedef struct {
    int op;                   /* OP_..., or LEAF */
    int n_in, in[MAX_INPUTS]; /* earlier nodes */
    long number[4];           /* axis, start, ... */
    double scalar[2];         /* slope, bounds, ... */
    int n_list;               /* sizes or axes */
    long list[TENSOR_MAX_AXES];
    int ndim; /* numbers of its own: of a leaf, a mask, ids */
    long shape[TENSOR_MAX_AXES];
    double value[MAX_NUMBERS];
    bool wants_grad; /* a leaf that is not a constant */
    bool retained;   /* an intermediate that keeps its gradient */
} Node;

typedef struct {
    uint64_t seed;
    int n;     /* nodes; the last is the root, a scalar or not */
    int inner; /* from this node on they can be made in a scope of their own, which ends first */
    Node node[MAX_NODES];
} Graph;

/* ---- random_graph_build.c ------------------------------------------------------------------- */

const char *node_name(const Node *node);
/* The call as C text with X(0), I(0), ... where inputs and numbers go. */
const char *node_text(const Node *node);
Tensor *node_build(const Node *node, Tensor *const made[]);
/* Can central differences be trusted there: domains kept, kinks far, numbers of moderate size? */
bool node_is_sane(const Node *node, Tensor *const made[], const Tensor *result);
/* Fills made[0 .. n-1]. cut >= 0: that node's result is detached and made a leaf. */
void graph_build(const Graph *g, Tensor *made[], int cut);
/* The same, with a scope opened before node g->inner, which is returned. */
Scope *graph_build_inner(const Graph *g, Tensor *made[]);
bool graph_is_sane(const Graph *g);
void graph_copy(Graph *to, const Graph *from); /* only the nodes that are there */
/* The loss is sum(seed root): a fixed seed of the root's shape. */
Tensor *root_seed(const Tensor *root);
double graph_loss(const Graph *g);

/* ---- random_graph_draw.c, random_graph_params.c, random_graph_pairs.c: see random_drawing.h  */

/* 8 to 21 operations on random leaves, and what it takes to make one result of their ends. */
void graph_random(Graph *g, uint64_t seed);

/* ---- random_graph_check.c ------------------------------------------------------------------------ */

typedef enum { RIGHT, UNDECIDED, WRONG } Verdict;
/* Every leaf gradient against central differences (in double), retained gradients against those of
 * the graph cut there, a second walk against twice the first, a third after tensor_zero_grad, and
 * what is left after a walk when a scope ends that holds the later part of the graph. */
typedef struct {
    Verdict verdict; /* UNDECIDED: too curved for central differences */
    int node;        /* where it is wrong */
    bool cut;        /* compared with the graph cut at node */
    int walks;       /* after how many walks */
    bool inner;      /* with an inner scope, closed after the walk */
    char message[200];
} Check;
Check graph_check(const Graph *g);

/* ---- random_graph_shrink.c, random_graph_print.c ------------------------------------------------ */

/* Takes away what is not needed for graph_check to find it wrong. */
void graph_shrink(Graph *g);
/* A program that shows the mistake: exit status 0 only if all is well. */
void graph_print(FILE *stream, const Graph *g, const Check *check);
/* Check; if wrong, shrink and print. Returns the verdict. */
Verdict graph_examine(Graph *g, bool print);

#endif
