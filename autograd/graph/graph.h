/* graph.h - what the files that draw the graph share. Not part of the public interface.
 *
 * A picture is made in steps: graph_collect.c walks from the roots and makes one GraphNode per
 * tensor, graph_reach.c marks where gradients arrive, graph_copy.c gives every use of a constant a
 * node of its own, graph_steps.c finds loops without regions, graph_tree.c hangs the nodes into a
 * tree of regions, graph_collapse.c chooses which regions become one box, graph_fold.c which of
 * several equal regions is drawn, graph_limit.c closes more where that are too many boxes,
 * graph_edges.c finds the arrows, graph_order.c says what stands left of what, and graph_dot.c
 * writes it all, with labels from graph_text.c and a legend from graph_legend.c. Everything lives
 * in a scope of graph_dump.
 */
#ifndef KINDLING_GRAPH_H
#define KINDLING_GRAPH_H

#include "autograd.h"

typedef enum { NODE_INPUT, NODE_PARAMETER, NODE_CONSTANT, NODE_OPERATION, NODE_LOSS } NodeKind;

typedef struct GraphNode GraphNode;
typedef struct GraphRegion GraphRegion;

/* Sums over all the tensors that one drawn box stands for. */
typedef struct {
    long n_gradients; /* elements of gradients that are there */
    double squared_gradient,
        gradient;             /* sums of g^2 and of g, which is g where there is one element */
    long n_values, n_strange; /* elements; those that are not finite */
    double value, low, high;  /* the last element; of those that are finite */
    long dead_ends;           /* parameters that no gradient reaches */
    double bytes, forward_seconds, backward_seconds;
} GraphCost;

struct GraphNode {
    const Tensor *tensor;
    const Closure *closure; /* NULL: a leaf */
    NodeKind kind;
    const char *name; /* the tensor's, or the one in the options */
    bool reached;     /* by the gradient of a root */
    bool is_root;
    bool begins;                    /* a leaf that a loop starts from */
    long number;                    /* in the order of the list, producers first */
    long depth;                     /* arrows on the longest way to it */
    const GraphNode *left, *eldest; /* its like, which stands left of it, and the first of them */
    int n_in;
    GraphNode **in;         /* what it was made from */
    GraphNode *next;        /* list of all nodes, producers before consumers */
    const Region *recorded; /* where, steps included */
    GraphRegion *region;
    const GraphRegion *read_in; /* of a leaf: the innermost one that holds all its readers */
    GraphNode *next_in_region;
    GraphNode *same_as; /* its twin in the drawn copy of a folded region */
    long stands_for;    /* so many inputs, one of each copy; 0: itself */
    GraphNode *copy_of; /* what is drawn at each use: the first */
    long n_uses;        /* of a parameter that is drawn at each */
    GraphCost cost;
    /* for the walks */
    int next_in;                  /* the input to look at next */
    const GraphNode *user;        /* the first one met */
    GraphNode *below;             /* stack of nodes that wait for an input */
    const GraphRegion *member_of; /* position is valid for this region */
    long position;
};

struct GraphRegion {
    const Region *region; /* NULL: the whole graph */
    int level;            /* 0: the whole graph, 1: a region in no other, ... */
    long number;
    GraphRegion *parent, *first_child, *last_child, *next_sibling;
    GraphRegion *next;       /* list of all regions, parents before children */
    GraphNode *first, *last; /* nodes directly in it */
    long n_nodes;            /* nodes in it and below */
    bool collapsed;          /* drawn as one box */
    bool frameless;          /* adds nothing to the one node inside: drawn as that node */
    bool counted;
    GraphRegion *same_as; /* a copy that is not drawn, and the one drawn in its place */
    long repeats;         /* how many copies the drawn one stands for */
    const Tensor *out;    /* of a box: the first tensor that leaves it, or NULL */
    bool many_out;        /* not all that leaves it is alike: its arrows say what takes each */
    GraphCost cost;
    /* for folding */
    uint64_t signature;
    long n_members, n_externals;
    GraphNode **members, **externals;
};

/* An arrow from box to box. */
typedef struct {
    const GraphNode *node;
    GraphRegion *box; /* the collapsed region that hides it, or NULL */
} GraphEnd;
typedef struct GraphEdge GraphEdge;
struct GraphEdge {
    GraphEnd from, to;
    long count; /* tensors that take this way */
    bool carries_gradient, cut, one_shape;
    GraphEdge *next;
};

typedef struct {
    Scope *scope;
    GraphOptions options;
    GraphNode *first, *last; /* all nodes */
    long n_nodes;
    GraphRegion *top, *last_region; /* all regions, the whole graph first */
    long n_regions;
    GraphEdge *edges;
    long hidden;  /* so many nodes, the first, are one box */
    bool closed;  /* regions were closed because there were too many boxes */
    bool steps;   /* rounds of loops were found */
    bool ordered; /* some boxes have an order from left to right */
} Graph;

/* An open-addressing hash table from 64-bit keys (not 0) to pointers. */
typedef struct {
    Scope *scope;
    struct TableEntry {
        uint64_t key;
        void *value;
    } * entry;
    long capacity, used;
} GraphTable;
GraphTable graph_table(Scope *scope);
/* The place for key's value; a new key starts with NULL. Valid until the next call. */
void **graph_table_at(GraphTable *table, uint64_t key);
uint64_t graph_hash(uint64_t hash, uint64_t word);
uint64_t graph_hash_text(uint64_t hash, const char *text); /* NULL is like "" */

/* The tensors that c->op saved: the first of its capture. */
Tensor *const *graph_saved(const Closure *c);

void *graph_alloc(const Graph *graph, size_t bytes); /* zeroed */

/* The numbers of a tensor, whatever its strides. */
typedef struct {
    long n, strange; /* elements; those that are not finite, which the others leave out */
    double last, low, high, sum, squares; /* without a finite number: low 0, high 0 */
} GraphNumbers;
GraphNumbers graph_numbers(const Tensor *t);
double graph_element(const Tensor *t, long i); /* in the order of the shape */

void graph_collect(Graph *graph, const Tensor *root);
/* Where the gradients of the roots arrive; with options.only_gradient all else is dropped. */
void graph_reach(Graph *graph);
/* A node of its own for each use of a constant, in front of it. */
void graph_copy_constants(Graph *graph);
/* And for each use of a parameter that many boxes read. The graph is folded. */
void graph_copy_parameters(Graph *graph);
/* Gives the rounds of loops regions of their own; false: there are none. */
bool graph_find_steps(Graph *graph);
extern const char graph_step_name[];
/* Kind, shape, operation and what describes it. */
uint64_t graph_hash_node(const GraphNode *node);
/* A reshape whose numbers no strides could say, and contiguous(). */
bool graph_is_copy(const Closure *c);
/* Wants a gradient and gets none; and an arrow across which a gradient could flow, but does not. */
bool graph_is_dead_end(const GraphNode *node);
bool graph_is_cut(const GraphNode *from, const GraphNode *to);
void graph_build_tree(Graph *graph);
void graph_collapse(Graph *graph);
/* Closes regions, the innermost first, until there are at most options.most boxes. Returns how many
 * nodes must be hidden on top of that. */
long graph_limit(Graph *graph);
void graph_fold(Graph *graph);

/* The node that is drawn for this one, and the outermost collapsed region around that, or NULL. */
GraphNode *graph_drawn(GraphNode *node);
GraphRegion *graph_collapsed_around(const GraphNode *node);
/* Adds up what each drawn box stands for, copies that are not drawn included. */
void graph_sum_costs(Graph *graph);

void graph_find_edges(Graph *graph);
/* From left to right as it was recorded: Q, K, V. */
void graph_order(Graph *graph);
void graph_write_dot(FILE *stream, const Graph *graph);

/* What a kind of box looks like. */
typedef struct {
    const char *fill, *border;
} GraphColours;
extern const GraphColours graph_colours[], graph_colours_behind_cut, graph_colours_of_collapsed;
extern const char graph_red[], graph_thick[];
/* Title, legend, and a warning where not all is drawn: the label of the whole picture. */
void graph_write_heading(FILE *stream, const Graph *graph);

/* Text inside an HTML-like label: < > & " \ and control characters are escaped, bytes that are not
 * UTF-8 replaced, long texts cut. */
void graph_write_text(FILE *stream, const char *text);
extern const char *const graph_kind_name[]; /* "input": what stands where a box has no name */
void graph_write_node_label(FILE *stream, const GraphNode *node, const GraphOptions *options);
void graph_write_region_title(FILE *stream, const GraphRegion *region); /* "block x6" */
void graph_write_region_label(FILE *stream, const GraphRegion *region, const GraphOptions *options);

#endif
