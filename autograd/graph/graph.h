/* graph.h - what the files that draw the graph share. Not part of the public interface.
 *
 * A picture is made in six steps: graph_collect.c walks from the root and makes one GraphNode per
 * tensor, graph_reach.c marks where gradients arrive, graph_tree.c hangs the nodes into a tree of regions, graph_collapse.c chooses which
 * regions become one box, graph_fold.c which of several equal regions is drawn, and graph_dot.c
 * writes it all, with labels from graph_text.c. Everything lives in a scope of graph_dump.
 */
#ifndef KINDLING_GRAPH_H
#define KINDLING_GRAPH_H

#include "autograd.h"

typedef enum { NODE_INPUT, NODE_PARAMETER, NODE_CONSTANT, NODE_OPERATION, NODE_LOSS } NodeKind;

typedef struct GraphNode GraphNode;
typedef struct GraphRegion GraphRegion;

/* Sums over all the tensors that one drawn box stands for. */
typedef struct {
    bool has_gradient;
    double squared_gradient; /* sum of g^2 */
    long dead_ends;          /* parameters that no gradient reaches */
    double bytes, forward_seconds, backward_seconds;
} GraphCost;

struct GraphNode {
    const Tensor *tensor;
    const Closure *closure; /* NULL: a leaf */
    NodeKind kind;
    bool reached; /* by the gradient of the root */
    long number;  /* in the order of the list, producers first */
    int n_in;
    GraphNode **in;  /* what it was made from */
    GraphNode *next; /* list of all nodes, producers before consumers */
    GraphRegion *region;
    GraphNode *next_in_region;
    GraphNode *same_as; /* its twin in the drawn copy of a folded region */
    GraphCost cost;
    /* for the walks */
    int next_in;                  /* the input to look at next */
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
    GraphRegion *same_as;    /* a copy that is not drawn, and the one drawn in its place */
    long repeats;            /* how many copies the drawn one stands for */
    GraphCost cost;
    /* for folding */
    uint64_t signature;
    long n_members, n_externals;
    GraphNode **members, **externals;
};

typedef struct {
    Scope *scope;
    GraphOptions options;
    GraphNode *first, *last; /* all nodes */
    long n_nodes;
    GraphRegion *top, *last_region; /* all regions, the whole graph first */
    long n_regions;
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

void graph_collect(Graph *graph, const Tensor *root);
/* Where the gradient of the root arrives; with options.only_gradient all else is dropped. */
void graph_reach(Graph *graph);
/* Wants a gradient and gets none; and an arrow across which a gradient could flow, but does not. */
bool graph_is_dead_end(const GraphNode *node);
bool graph_is_cut(const GraphNode *from, const GraphNode *to);
void graph_build_tree(Graph *graph);
void graph_collapse(Graph *graph);
void graph_fold(Graph *graph);

/* The node that is drawn for this one, and the outermost collapsed region around that, or NULL. */
GraphNode *graph_drawn(GraphNode *node);
GraphRegion *graph_collapsed_around(const GraphNode *node);
/* Adds up what each drawn box stands for, copies that are not drawn included. */
void graph_sum_costs(Graph *graph);

void graph_write_dot(FILE *stream, const Graph *graph);

/* Text inside an HTML-like label: < > & " \ and control characters are escaped, bytes that are not
 * UTF-8 replaced, long texts cut. */
void graph_write_text(FILE *stream, const char *text);
void graph_write_node_label(FILE *stream, const GraphNode *node, const GraphOptions *options);
void graph_write_region_title(FILE *stream, const GraphRegion *region); /* "block x6" */
void graph_write_region_label(FILE *stream, const GraphRegion *region, const GraphOptions *options);

#endif
