/* prune.c - the smallest weights become 0, and stay 0: masks for a list of parameters.
 *
 * Invariant: exactly as many go as were asked for, also where magnitudes are equal.
 */
#include <math.h>
#include "compress_check.h"

/* ---- what a caller can do wrong -------------------------------------------------------------- */

void prune_cut_check(const ParameterList *list, double fraction)
{
    if (!(fraction >= 0 && fraction <= 1))
        fail("prune_cut: fraction is %g, expected 0 to 1. hint: 90 percent are 0.9", fraction);
    for (long k = 0; k < list->count; k++) {
        const Tensor *w = list->tensor[k];
        for (long number = 0; number < tensor_numel(w); number++)
            if (isnan(w->data[number]))
                fail("prune_cut: number %ld of \"%s\" is NaN, which is neither small nor large",
                     number, list->name[k]);
    }
}

void prune_mask_check(const char *operation, const Tensor *mask, const Tensor *w)
{
    if (!shape_equal(mask->ndim, mask->shape, w->ndim, w->shape))
        fail("%s: the mask is %s, expected the weight's shape %s", operation,
             tensor_shape_text(mask), tensor_shape_text(w));
    if (!tensor_is_contiguous(mask) || !tensor_is_contiguous(w))
        fail("%s: mask and weight must be contiguous. hint: tensor_contiguous(w)", operation);
}

void prune_mask_2_4_check(const Tensor *mask, const Tensor *w)
{
    prune_mask_check("prune_mask_2_4", mask, w);
    if (w->ndim != 2 || w->shape[0] % 4 != 0)
        fail("prune_mask_2_4: the weight is %s, expected (in, out) with in a multiple of 4",
             tensor_shape_text(w));
    for (long i = 0; i < tensor_numel(w); i++)
        if (isnan(w->data[i]))
            fail(
                "prune_mask_2_4: number %ld of the weight is NaN, which is neither small nor large",
                i);
}

/* ---- masks: who owns them -------------------------------------------------------------------- */

ParameterList *prune_candidates(Module *m)
{
    UNDO_ON_FAIL;
    ParameterList *all = parameters_of(m), *matrices = parameters_new();
    for (long i = 0; i < all->count; i++)
        if (all->tensor[i]->ndim >= 2)
            parameters_add(matrices, all->name[i], all->tensor[i]);
    parameters_free(all);
    return matrices;
}

Pruning *pruning_new(const ParameterList *list)
{
    UNDO_ON_FAIL;
    Pruning *p = owned_alloc(sizeof *p);
    p->list = list;
    p->n = list->count;
    p->mask = owned_alloc(((size_t)p->n + 1) * sizeof(Tensor *));
    for (long k = 0; k < p->n; k++) {
        p->mask[k] = tensor_new_in(NULL, list->tensor[k]->ndim, list->tensor[k]->shape);
        tensor_fill(p->mask[k], 1);
    }
    return p;
}

void pruning_free(Pruning *p)
{
    if (p == NULL)
        return;
    for (long k = 0; k < p->n; k++)
        tensor_free(p->mask[k]);
    owned_free(p->mask);
    owned_free(p);
}

EXERCISE
void pruning_apply(const Pruning *p)
{
    for (long i = 0; i < p->n; i++) {
        Tensor *w = p->list->tensor[i];
        for (long j = 0; j < tensor_numel(w); j++)
            if (p->mask[i]->data[j] == 0)
                w->data[j] = 0;
    }
}

double tensor_sparsity(const Tensor *t)
{
    Scope *scope = scope_open();
    Tensor *numbers = tensor_contiguous(tensor_new_view(t));
    long n = tensor_numel(t), zeros = 0;
    for (long i = 0; i < n; i++)
        zeros += numbers->data[i] == 0;
    scope_close(scope);
    return n == 0 ? 0 : (double)zeros / (double)n;
}

/* ---- by magnitude ---------------------------------------------------------------------------- */

double *prune_room(long n)
{
    double *room = scope_alloc(scope_current(), ((size_t)n + 1) * sizeof *room);
    room[0] = NAN; /* in front: who reads it has counted wrong */
    return room + 1;
}

EXERCISE
PruneCut prune_cut(const ParameterList *list, double fraction)
{
    prune_cut_check(list, fraction);
    long n = parameters_numel(list), count = (long)floor(fraction * (double)n + 0.5), next = 0;
    if (count == 0)
        return (PruneCut){0, 0};
    double *magnitude = prune_room(n);
    for (long i = 0; i < list->count; i++)
        for (long j = 0; j < tensor_numel(list->tensor[i]); j++)
            magnitude[next++] = fabs((double)list->tensor[i]->data[j]);
    sort_numbers(magnitude, n);
    PruneCut cut = {.threshold = magnitude[count - 1], .ties = 0};
    for (long i = count; i > 0 && magnitude[i - 1] == cut.threshold; i--)
        cut.ties++;
    return cut;
}

EXERCISE
void prune_mask(Tensor *mask, const Tensor *w, PruneCut *cut)
{
    prune_mask_check("prune_mask", mask, w);
    for (long i = 0; i < tensor_numel(w); i++) {
        double magnitude = fabs((double)w->data[i]);
        bool tie = magnitude == cut->threshold && cut->ties > 0;
        mask->data[i] = magnitude < cut->threshold || tie ? 0 : 1;
        cut->ties -= tie;
    }
}

void pruning_by_magnitude(Pruning *p, double fraction)
{
    Scope *scope = scope_open();
    PruneCut cut = prune_cut(p->list, fraction);
    for (long k = 0; k < p->n; k++)
        prune_mask(p->mask[k], p->list->tensor[k], &cut);
    scope_close(scope);
    pruning_apply(p);
}

/* ---- two of four neighbours stay ------------------------------------------------------------- */

/* How many of the four weights are larger than number i, or as large and in front of it. */
static int before(const real *four, long stride, int i)
{
    int count = 0;
    for (int k = 0; k < 4; k++) {
        double other = fabs((double)four[k * stride]), own = fabs((double)four[i * stride]);
        count += other > own || (other == own && k < i);
    }
    return count;
}

/*     W (in, out)      inputs 0 1 2 3 of output j are one four, 4 5 6 7 the next
 *
 * Invariant: each four keeps exactly two. */
void prune_mask_2_4(Tensor *mask, const Tensor *w)
{
    prune_mask_2_4_check(mask, w);
    long in = w->shape[0], out = w->shape[1];
    for (long first = 0; first < in; first += 4)
        for (long j = 0; j < out; j++)
            for (int i = 0; i < 4; i++)
                mask->data[(first + i) * out + j] =
                    before(w->data + first * out + j, out, i) < 2 ? 1 : 0;
}

void pruning_2_4(Pruning *p)
{
    for (long k = 0; k < p->n; k++)
        prune_mask_2_4_check(p->mask[k], p->list->tensor[k]);
    for (long k = 0; k < p->n; k++)
        prune_mask_2_4(p->mask[k], p->list->tensor[k]);
    pruning_apply(p);
}
