/* graph_fold.c - draw a stack of equal regions once.
 *
 * "block 0", "block 1", ... one beside the other with the same operations, shapes and wiring become
 * "block x6". What comes from outside a copy (an external) must be the same tensor in every copy,
 * as a mask is, or the same place in the copy before, as in a chain. The first copy is drawn; every
 * node of the others is same_as its twin there, so edges into the stack enter the drawn copy and
 * edges out of it leave from there. Invariant: twins have the same position in their regions.
 */
#include "graph.h"
#include <string.h>

enum { DEEPEST = 8 }; /* regions nested deeper than this are not compared */

static bool is_candidate(const GraphRegion *r)
{
    return r->region && r->region->index >= 0 && r->level <= DEEPEST;
}

/* Each candidate gets the list of the nodes in and below it, producers first. */
static void list_members(Graph *graph)
{
    for (GraphNode *node = graph->first; node; node = node->next)
        for (GraphRegion *r = node->region; r; r = r->parent) {
            if (!is_candidate(r))
                continue;
            if (r->members == NULL)
                r->members = graph_alloc(graph, (size_t)r->n_nodes * sizeof *r->members);
            r->members[r->n_members++] = node;
        }
}

static void number_members(const GraphRegion *r)
{
    for (long i = 0; i < r->n_members; i++) {
        r->members[i]->member_of = r;
        r->members[i]->position = i;
    }
}

static uint64_t hash_node(const GraphNode *node, const GraphRegion *within)
{
    const Tensor *t = node->tensor;
    uint64_t h = graph_hash(0, 2 * (uint64_t)node->kind + tensor_made_in_no_grad(t));
    h = graph_hash(h, node->reached);
    for (int d = 0; d < t->ndim; d++)
        h = graph_hash(h, (uint64_t)t->shape[d]);
    if (node->closure) {
        char text[64] = "";
        if (node->closure->op->describe)
            node->closure->op->describe(node->closure, text, sizeof text);
        h = graph_hash_text(graph_hash_text(h, node->closure->op->name), text);
    }
    for (const GraphRegion *r = node->region; r != within; r = r->parent)
        h = graph_hash(graph_hash_text(h, r->region->name), (uint64_t)r->region->index);
    return h;
}

/* Externals are numbered in the order in which they are first used. */
static uint64_t external_number(Graph *graph, GraphTable *numbers, GraphRegion *r, GraphNode *node)
{
    void **place = graph_table_at(numbers, (uintptr_t)node);
    if (*place == NULL) {
        uint64_t *number = graph_alloc(graph, sizeof *number);
        *number = (uint64_t)r->n_externals;
        *place = number;
        r->externals[r->n_externals++] = node;
    }
    return *(uint64_t *)*place;
}

static void sign(Graph *graph, GraphRegion *r)
{
    long n_edges = 0;
    for (long i = 0; i < r->n_members; i++)
        n_edges += r->members[i]->n_in;
    r->externals = graph_alloc(graph, (size_t)n_edges * sizeof *r->externals + 1);
    GraphTable numbers = graph_table(graph->scope);
    number_members(r);
    for (long i = 0; i < r->n_members; i++) {
        GraphNode *node = r->members[i];
        r->signature = graph_hash(r->signature, hash_node(node, r));
        for (int k = 0; k < node->n_in; k++) {
            GraphNode *in = node->in[k];
            bool inside = in->member_of == r;
            uint64_t which =
                inside ? (uint64_t)in->position : external_number(graph, &numbers, r, in);
            r->signature = graph_hash(r->signature, 2 * which + inside);
        }
    }
}

static bool is_next_copy(const GraphRegion *a, const GraphRegion *b)
{
    return is_candidate(a) && is_candidate(b) && b->region->index == a->region->index + 1 &&
           strcmp(a->region->name, b->region->name) == 0 && a->signature == b->signature &&
           a->n_members == b->n_members && a->n_externals == b->n_externals;
}

/* Where copy b gets external k from, seen from copy a before it: -1 the same tensor, else a
 * position in a; -2 neither. The members of a are numbered. */
static long external_origin(const GraphRegion *a, const GraphRegion *b, long k)
{
    if (a->externals[k] == b->externals[k])
        return -1;
    return b->externals[k]->member_of == a ? b->externals[k]->position : -2;
}

static bool is_connected_alike(const GraphRegion *a, const GraphRegion *b, long *origin, bool first)
{
    number_members(a);
    for (long k = 0; k < a->n_externals; k++) {
        long from = external_origin(a, b, k);
        if (from == -2 || (!first && from != origin[k]))
            return false;
        origin[k] = from;
    }
    return true;
}

/* Folds the copies that follow r into it, and returns the last of them. */
static GraphRegion *fold_run(Graph *graph, GraphRegion *r)
{
    long *origin = graph_alloc(graph, (size_t)r->n_externals * sizeof *origin + 1);
    GraphRegion *last = r;
    while (last->next_sibling && is_next_copy(last, last->next_sibling) &&
           is_connected_alike(last, last->next_sibling, origin, last == r)) {
        last = last->next_sibling;
        last->same_as = r;
        r->repeats++;
        for (long i = 0; i < r->n_members; i++)
            last->members[i]->same_as = r->members[i];
    }
    return last;
}

/* Outer regions come first in the list. A stack inside a copy that is not drawn is folded too: its
 * nodes then lead to the first of the stack, and from there to the drawn copy. */
void graph_fold(Graph *graph)
{
    list_members(graph);
    for (GraphRegion *r = graph->top->next; r; r = r->next)
        if (is_candidate(r))
            sign(graph, r);
    for (GraphRegion *r = graph->top; r; r = r->next)
        for (GraphRegion *child = r->first_child; child; child = child->next_sibling)
            if (is_candidate(child))
                child = fold_run(graph, child);
}
