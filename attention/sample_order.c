/* sample_order.c - which token is the most likely one, which comes next, and so on.
 *
 * Tokens that cannot come are not sorted: after top-k, a vocabulary of 50,257 is a list of k.
 */
#include "attention_shared.h"
#include <stdlib.h>

typedef struct {
    long id;
    double p;
} Candidate;

/* Most likely first; among equals, the lower id first. */
static int by_likelihood(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;
    if (x->p != y->p)
        return x->p < y->p ? 1 : -1;
    return (x->id > y->id) - (x->id < y->id);
}

const long *sample_order(const double *p, long V)
{
    long *order = scope_alloc(scope_current(), (size_t)V * sizeof *order);
    Scope *scratch = scope_open();
    Candidate *c = scope_alloc(scratch, (size_t)V * sizeof *c);
    long n = 0, last = V;
    for (long i = V - 1; i >= 0; i--)
        if (p[i] <= 0)
            order[--last] = i;
        else
            c[n++] = (Candidate){i, p[i]};
    qsort(c, (size_t)n, sizeof *c, by_likelihood);
    for (long i = 0; i < n; i++)
        order[i] = c[i].id;
    scope_close(scratch);
    return order;
}
