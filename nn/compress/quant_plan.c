/* quant_plan.c - which scheme for which matrix, if all of them have so many bytes.
 *
 * Of plans for the first matrices only those can become the best that no other one beats in both:
 * fewer bytes and less error. They are a front, and each matrix more makes the next front of it.
 *
 * Invariant: plans of a front have more and more bytes, and less and less error.
 */
#include "quantize_parts.h"
#include <stdlib.h>

typedef struct {
    size_t bytes;
    double error;
    int choice;  /* of the last matrix */
    long before; /* which plan of the front before has the others */
} Plan;

typedef struct {
    long count;
    Plan *plan;
} Front;

void quant_plan_check(long n, Tensor *const w[], Tensor *const x[])
{
    if (n < 0)
        fail("quant_plan: n is %ld, expected at least 0", n);
    for (long i = 0; i < n; i++)
        if (w[i]->ndim != 2 || x[i]->ndim != 2 || x[i]->shape[1] != w[i]->shape[0] ||
            w[i]->shape[0] % QUANT_BLOCK != 0)
            fail(
                "quant_plan: matrix %ld is %s and its inputs are %s, expected (in, out) and (rows, "
                "in), in a multiple of %d",
                i, tensor_shape_text(w[i]), tensor_shape_text(x[i]), QUANT_BLOCK);
}

/* Codes of w by this scheme: what they take, and how far x times them is off, in squares. */
static Plan cost_of(const Tensor *w, Tensor *x, int choice)
{
    UNDO_ON_FAIL;
    const long in = w->shape[0], out = w->shape[1];
    QuantizedMatrix *q = quantized_matrix_new(in, out, quant_scheme(choice));
    matrix_quantize(q, w);
    Tensor *off = tensor_new(SHAPE(in, out));
    int8_t *codes = scope_alloc(scope_current(), (size_t)in + 1);
    for (long j = 0; j < out; j++) {
        quantized_column(q, j, codes);
        for (long i = 0; i < in; i++)
            off->data[i * out + j] = (real)quantized_scale(q, j, i) * (real)codes[i] -
                                     w->data[i * w->stride[0] + j * w->stride[1]];
    }
    Plan cost = {.bytes = quantized_matrix_bytes(q), .choice = choice};
    quantized_matrix_free(q);
    Tensor *y = tensor_matmul(x, off);
    for (long i = 0; i < tensor_numel(y); i++)
        cost.error += (double)y->data[i] * (double)y->data[i];
    return cost;
}

static int fewer_bytes_first(const void *a, const void *b)
{
    const Plan *x = a, *y = b;
    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? -1 : 1;
    return (x->error > y->error) - (x->error < y->error);
}

/* Each plan of f with one more matrix, in each scheme; what fits, and is beaten by none. */
static Front with_one_more(Front f, const Tensor *w, Tensor *x, size_t most)
{
    Front next = {0};
    next.plan = scope_alloc(scope_current(), (size_t)(f.count * QUANT_SCHEMES + 1) * sizeof(Plan));
    long all = 0;
    for (int choice = 0; choice < QUANT_SCHEMES; choice++) {
        const Plan cost = cost_of(w, x, choice);
        for (long i = 0; i < f.count; i++) {
            Plan p = {f.plan[i].bytes + cost.bytes, f.plan[i].error + cost.error, choice, i};
            if (p.bytes <= most)
                next.plan[all++] = p;
        }
    }
    qsort(next.plan, (size_t)all, sizeof(Plan), fewer_bytes_first);
    for (long i = 0; i < all; i++)
        if (next.count == 0 || next.plan[i].error < next.plan[next.count - 1].error)
            next.plan[next.count++] = next.plan[i];
    return next;
}

EXERCISE
bool quant_plan(QuantScheme *scheme, long n, Tensor *const w[], Tensor *const x[], size_t bytes)
{
    quant_plan_check(n, w, x);
    Scope *scope = scope_open();
    grad_mode(false);
    Front *front = scope_alloc(scope, (size_t)(n + 1) * sizeof *front);
    front[0] = (Front){.count = 1, .plan = &(Plan){0}};
    for (long i = 0; i < n; i++)
        front[i + 1] = with_one_more(front[i], w[i], x[i], bytes);
    const bool fits = front[n].count > 0;
    for (long i = n, at = front[n].count - 1; fits && i > 0; i--) { /* the last has least error */
        const Plan *p = &front[i].plan[at];
        scheme[i - 1] = quant_scheme(p->choice);
        at = p->before;
    }
    scope_close(scope);
    return fits;
}
