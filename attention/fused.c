/* fused.c - attention as one operation of the graph.
 *
 * The same numbers as scaled_dot_product_attention, its plain twin, without the (Tq, Tk) squares
 * between the steps: the graph keeps the output and two numbers per query (see flash.c). Where q, k
 * and v come out of one projection, they are read, and their gradients written, in place: a head is
 * a stride, not a copy.
 * Invariant: element (b, h, q, k) draws the same random number here as from tensor_dropout on the
 * weights, and the stream moves on by as many draws.
 */
#include <math.h>
#include "flash.h"

/* ---- options ----------------------------------------------------------------------------------- */

static void check_options(const char *operation, const Flash *f, FusedAttentionOptions o)
{
    if (o.causal && f->Tq != f->Tk)
        fail("%s: causal needs as many queries as keys, got Tq = %ld and Tk = %ld. hint: a mask "
             "(Tq, Tk) can say which query may see which key",
             operation, f->Tq, f->Tk);
    if (!(o.dropout >= 0 && o.dropout < 1))
        fail("%s: dropout is %g, expected 0 <= dropout < 1", operation, (double)o.dropout);
    if (o.training && o.dropout > 0 && o.rng == NULL)
        fail("%s: rng is NULL, but dropout %g needs random numbers", operation, (double)o.dropout);
    if (!(o.scale >= 0 && isfinite(o.scale)))
        fail("%s: scale is %g, expected a positive number, or 0 for 1 / sqrt(D)", operation,
             o.scale);
}

/* Is it key j <= query i and nothing else, the same for all heads? The flag says that faster. */
static bool is_causal(const Tensor *mask, long T)
{
    const long *s = mask->stride;
    if (s[0] != 0 || s[1] != 0)
        return false;
    for (long i = 0; i < T; i++)
        for (long j = 0; j < T; j++)
            if (mask->data[i * s[2] + j * s[3]] != (j <= i))
                return false;
    return true;
}

/* The mask as a view of shape (B, H, Tq, Tk); three axes, (B, Tq, Tk), mean all heads. */
static Tensor *full_mask(const char *operation, const Flash *f, const Tensor *mask, int axes)
{
    Tensor scores = {.ndim = 4, .shape = {f->B, f->H, f->Tq, f->Tk}}, heads = *mask;
    if (mask->ndim == 3)
        unsqueeze_forward(&heads, mask, 1);
    if (axes == 4)
        mask_check(operation, &heads, &scores);
    else
        mask_check(operation, mask, &(Tensor){.ndim = 3, .shape = {f->B, f->Tq, f->Tk}});
    Tensor *full = tensor_new_view(mask);
    broadcast_view(full, &heads, 4, scores.shape);
    return full;
}

/* axes: how many the scores have, 4 or, without heads, 3. */
static void take_options(const char *operation, Flash *f, FusedAttentionOptions o, int axes)
{
    check_options(operation, f, o);
    f->scale = (real)(o.scale > 0 ? o.scale : 1 / sqrt((double)f->D));
    f->causal = o.causal;
    if (o.mask != NULL) {
        Tensor *mask = full_mask(operation, f, o.mask, axes);
        if (f->Tq == f->Tk && is_causal(mask, f->Tk))
            f->causal = true;
        else
            f->mask = mask;
    }
    if (o.training && o.dropout > 0) {
        f->dropout = o.dropout;
        f->rng = *o.rng;
        o.rng->state += (uint64_t)(f->B * f->H * f->Tq * f->Tk) * SPLITMIX_GAMMA;
    }
}

/* ---- the operation ----------------------------------------------------------------------------- */

/* Where gradients go, laid out like x (a Heads of t) in t's gradient, which is contiguous. */
static Heads gradient(Closure *c, int input, real *beta)
{
    Tensor *t = c->in[input], *g = grad_buffer(t, beta);
    for (int i = input + 1; i < c->n_in && *beta == 0; i++)
        if (c->in[i] == t) { /* self-attention: every share is added, so there must be a zero */
            tensor_fill(g, 0);
            *beta = 1;
        }
    return (Heads){.data = g->data};
}
