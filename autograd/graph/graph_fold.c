/* graph_fold.c - draw a stack of equal regions once.
 *
 * "block 0", "block 1", ... one beside the other with the same operations, shapes and wiring become
 * "block x6". What comes from outside a copy (an external) must be the same tensor in every copy,
 * as a mask is, or the same place in the copy before, as in a chain, or an input that no other copy
 * reads, which then stands for all of them. The first copy is drawn; every
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

/* A view that takes a part says nothing of which part: each round of a loop has its own. */
static bool takes_part(const Closure *c)
{
    return c->op->view && tensor_numel(c->out) < tensor_numel(c->in[0]);
}

uint64_t graph_hash_node(const GraphNode *node)
{
    const Tensor *t = node->tensor;
    uint64_t h = graph_hash(0, 2 * (uint64_t)node->kind + tensor_made_in_no_grad(t));
    h = graph_hash(h, node->reached);
    for (int d = 0; d < t->ndim; d++)
        h = graph_hash(h, (uint64_t)t->shape[d]);
    if (node->closure) {
        char text[64] = "";
        if (node->closure->op->describe && !takes_part(node->closure))
            node->closure->op->describe(node->closure, text, sizeof text);
        h = graph_hash_text(graph_hash_text(h, node->closure->op->name), text);
    }
    return h;
}

static uint64_t hash_member(const GraphNode *node, const GraphRegion *within)
{
    uint64_t h = graph_hash_node(node);
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
        r->signature = graph_hash(r->signature, hash_member(node, r));
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

enum { THE_SAME = -1, AN_OWN_INPUT = -2, OF_ANOTHER_KIND = -3 };

static bool is_own_input(const GraphRegion *r, long k)
{
    const GraphRegion *at = r->externals[k]->read_in;
    while (at && at != r)
        at = at->parent;
    return at == r && r->externals[k]->kind == NODE_INPUT;
}

/* Where copy b gets external k from, seen from copy a before it: one of those above, else a
 * position in a. The members of a are numbered. */
static long external_origin(const GraphRegion *a, const GraphRegion *b, long k)
{
    if (a->externals[k] == b->externals[k])
        return THE_SAME;
    if (b->externals[k]->member_of == a)
        return b->externals[k]->position;
    bool alike = graph_hash_node(a->externals[k]) == graph_hash_node(b->externals[k]);
    return is_own_input(a, k) && is_own_input(b, k) && alike ? AN_OWN_INPUT : OF_ANOTHER_KIND;
}

static bool is_connected_alike(const GraphRegion *a, const GraphRegion *b, long *origin, bool first)
{
    number_members(a);
    for (long k = 0; k < a->n_externals; k++) {
        long from = external_origin(a, b, k);
        if (from == OF_ANOTHER_KIND || (!first && from != origin[k]))
            return false;
        origin[k] = from;
    }
    return true;
}

static void fold_copy(GraphRegion *copy, GraphRegion *drawn, const long *origin)
{
    copy->same_as = drawn;
    drawn->repeats++;
    for (long i = 0; i < drawn->n_members; i++)
        copy->members[i]->same_as = drawn->members[i];
    for (long k = 0; k < drawn->n_externals; k++)
        if (origin[k] == AN_OWN_INPUT) {
            copy->externals[k]->same_as = drawn->externals[k];
            drawn->externals[k]->stands_for = drawn->repeats;
        }
}

/* Folds the copies that follow r into it, and returns the last of them. */
static GraphRegion *fold_run(Graph *graph, GraphRegion *r)
{
    long *origin = graph_alloc(graph, (size_t)r->n_externals * sizeof *origin + 1);
    GraphRegion *last = r;
    while (last->next_sibling && is_next_copy(last, last->next_sibling) &&
           is_connected_alike(last, last->next_sibling, origin, last == r)) {
        last = last->next_sibling;
        fold_copy(last, r, origin);
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
