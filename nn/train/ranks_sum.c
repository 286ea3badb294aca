/* ranks_sum.c - tree_sum, where the leaves lie on several ranks.
 *
 *     shares    0   1   2   3   4   5   6   7
 *     2 ranks   (0 + 1) + (2 + 3) | (4 + 5) + (6 + 7)   each has one node; a part's owner adds both
 *     3 ranks   (0 + 1)  2 | 3  (4 + 5) | (6 + 7)       two, two and one node
 *
 * A rank adds what is complete in its own shares. Each part of the numbers then has one owner, to
 * which the others send their nodes, and which finishes the tree. All ranks know all nodes, for
 * they follow from S and ranks.
 *
 * Invariant: every addition is one of tree_sum(leaf, S, n), whoever does it.
 */
#include <string.h>
#include "nn.h"

enum { MOST_NODES = 128 }; /* a run of shares falls into at most 2 log2(S) complete nodes */

/* The sum of the shares first .. first + leaves - 1. */
typedef struct {
    long first, leaves;
    real *sum; /* (n) */
} Node;

struct RanksSum {
    Ranks *ranks;
    long shares, n;
    Share mine;
    long added;
    int count; /* of nodes, in the order of their shares */
    Node node[MOST_NODES];
    real *spare[MOST_NODES]; /* arrays of n that no node uses */
    int spares;
    real *arrived; /* the nodes of the other ranks, for my part */
};

/* ---- nodes of a rank ----------------------------------------------------------------------- */

/* Can the last two be added? Then they are, but for their numbers. */
static bool join_last(Node *node, int *count)
{
    if (*count < 2)
        return false;
    Node *left = &node[*count - 2], *right = &node[*count - 1];
    if (left->leaves != right->leaves || left->first % (2 * left->leaves) != 0)
        return false;
    left->leaves *= 2;
    --*count;
    return true;
}

/* The nodes that are left of these shares: places only. */
static int nodes_of(Share mine, Node *node)
{
    int count = 0;
    for (long i = 0; i < mine.count; i++) {
        node[count++] = (Node){.first = mine.first + i, .leaves = 1};
        while (join_last(node, &count))
            continue;
    }
    return count;
}

RanksSum *ranks_sum_new(Ranks *r, long shares, long n)
{
    UNDO_ON_FAIL;
    RanksSum *s = owned_alloc(sizeof *s);
    s->ranks = r;
    s->shares = shares;
    s->n = n;
    s->mine = share_of(shares, ranks_rank(r), ranks_size(r));
    return s;
}

real *ranks_sum_next(RanksSum *s)
{
    if (s->added == s->mine.count) { /* of the sum before */
        for (int i = 0; i < s->count; i++)
            s->spare[s->spares++] = s->node[i].sum;
        s->count = 0;
        s->added = 0;
    }
    real *sum =
        s->spares > 0 ? s->spare[--s->spares] : owned_alloc((size_t)(s->n + 1) * sizeof(real));
    s->node[s->count] = (Node){.first = s->mine.first + s->added, .leaves = 1, .sum = sum};
    return sum;
}

void ranks_sum_add(RanksSum *s)
{
    s->added++;
    s->count++;
    for (;;) {
        real *pair[2] = {s->count > 1 ? s->node[s->count - 2].sum : NULL,
                         s->node[s->count - 1].sum};
        if (!join_last(s->node, &s->count))
            return;
        tree_sum(pair, 2, s->n);
        s->spare[s->spares++] = pair[1];
    }
}

/* ---- the rest of the tree ------------------------------------------------------------------ */

/* tree_sum, where some of its additions have been done: inside of a node only the first leaf is
 * there. */
static real *finish(Node *node, int count, long shares, long n)
{
    Scope *scope = scope_open();
    real **leaf = scope_alloc(scope, (size_t)shares * sizeof *leaf);
    for (long i = 0; i < shares; i++)
        leaf[i] = NULL;
    for (int i = 0; i < count; i++)
        leaf[node[i].first] = node[i].sum;
    for (long reach = 1; reach < shares; reach *= 2)
        for (long i = 0; i + reach < shares; i += 2 * reach)
            if (leaf[i + reach] != NULL)
                tree_sum((real *[]){leaf[i], leaf[i + reach]}, 2, n);
    real *sum = leaf[0];
    scope_close(scope);
    return sum;
}

/* Each rank's nodes for the part of rank `owner`, one message per node; those that come go behind
 * `all`. */
static int scatter(RanksSum *s, Node *all, int *count)
{
    Ranks *r = s->ranks;
    Share mine = share_of(s->n, r->rank, r->size);
    real *arrived = s->arrived;
    for (int d = 1; d < r->size; d++) {
        int to = (r->rank + d) % r->size, from = (r->rank - d + r->size) % r->size;
        Share theirs = share_of(s->n, to, r->size);
        Node *incoming = all + *count;
        int n_in = nodes_of(share_of(s->shares, from, r->size), incoming);
        for (int i = 0; i < n_in || i < s->count; i++) {
            bool sends = i < s->count, receives = i < n_in;
            if (receives)
                incoming[i].sum = arrived;
            if (ranks_exchange(r, sends ? to : -1, sends ? s->node[i].sum + theirs.first : NULL,
                               (size_t)theirs.count * sizeof(real), receives ? from : -1, arrived,
                               (size_t)mine.count * sizeof(real)) != 0)
                return -1;
            arrived += receives ? mine.count : 0;
        }
        *count += n_in;
    }
    return 0;
}

/* How many nodes the other ranks have, all together. */
static long nodes_elsewhere(const RanksSum *s)
{
    Node node[MOST_NODES];
    long count = 0;
    for (int i = 0; i < s->ranks->size; i++)
        count += i == s->ranks->rank ? 0 : nodes_of(share_of(s->shares, i, s->ranks->size), node);
    return count;
}

static real *sum_across(RanksSum *s, Scope *scope)
{
    Ranks *r = s->ranks;
    Share part = share_of(s->n, r->rank, r->size);
    long elsewhere = nodes_elsewhere(s);
    if (s->arrived == NULL)
        s->arrived = owned_alloc((size_t)(elsewhere * part.count + 1) * sizeof(real));
    Node *all = scope_alloc(scope, (size_t)(elsewhere + s->count + MOST_NODES) * sizeof *all);
    int count = s->count;
    for (int i = 0; i < count; i++)
        all[i] = (Node){s->node[i].first, s->node[i].leaves, s->node[i].sum + part.first};
    if (scatter(s, all, &count) != 0)
        return NULL;
    real *whole = s->node[0].sum, *sum = finish(all, count, s->shares, part.count);
    if (sum != whole + part.first)
        memcpy(whole + part.first, sum, (size_t)part.count * sizeof(real));
    size_t *first = scope_alloc(scope, (size_t)(r->size + 1) * sizeof *first);
    for (int i = 0; i < r->size; i++)
        first[i] = (size_t)share_of(s->n, i, r->size).first * sizeof(real);
    first[r->size] = (size_t)s->n * sizeof(real);
    return ranks_gather(r, whole, first) == 0 ? whole : NULL;
}

real *ranks_sum_end(RanksSum *s)
{
    if (s->added != s->mine.count)
        fail("ranks_sum_end: %ld shares were added, expected %ld, those of rank %d of %d", s->added,
             s->mine.count, ranks_rank(s->ranks), ranks_size(s->ranks));
    if (ranks_size(s->ranks) == 1)
        return finish(s->node, s->count, s->shares, s->n);
    Scope *scope = scope_open();
    real *sum = sum_across(s, scope);
    scope_close(scope);
    return sum;
}

void ranks_sum_free(RanksSum *s)
{
    if (s == NULL)
        return;
    for (int i = 0; i < s->count; i++)
        owned_free(s->node[i].sum);
    for (int i = 0; i < s->spares; i++)
        owned_free(s->spare[i]);
    owned_free(s->arrived);
    owned_free(s);
}
