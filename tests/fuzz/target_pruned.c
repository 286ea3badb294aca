/* target_pruned.c - weights out of a file, of any numbers, pruned in all ways: masks, channels, ranks, sparse forms. */
#include "fuzz.h"

enum { IN = 8, OUT = 6 };

typedef struct {
    Linear *layer;
    long keep;
} Pruned;

static void by_magnitude(void *context)
{
    const Pruned *p = context;
    ParameterList *list = prune_candidates(&p->layer->module);
    Pruning *pruning = pruning_new(list);
    pruning_by_magnitude(pruning, (double)p->keep / OUT);
    long zeros = 0;
    for (long i = 0; i < IN * OUT; i++)
        zeros += pruning->mask[0]->data[i] == 0;
    fuzz_check(zeros == p->keep * IN, "%ld weights went, and %ld were asked for", zeros,
               p->keep * IN);
    pruning_free(pruning);
    parameters_free(list);
}

static void by_fours(void *context)
{
    const Pruned *p = context;
    Tensor *w = tensor_new_view(p->layer->weight), *mask = tensor_new(SHAPE(IN, OUT));
    grad_mode(false);
    prune_mask_2_4(mask, w);
    Sparse24 *s =
        sparse24_from(tensor_transpose(tensor_where(mask, w, tensor_zeros(SHAPE(IN, OUT))), 0, 1));
    real y[OUT], x[IN] = {1};
    sparse24_matvec(y, s, x);
    csr_matvec(y, csr_from(tensor_transpose(w, 0, 1)), x);
}

static void by_channels(void *context)
{
    const Pruned *p = context;
    double norm[OUT];
    long *which = scope_alloc(scope_current(), (size_t)(p->keep + 1) * sizeof *which);
    which[p->keep] = -1;
    linear_output_norms(norm, p->layer);
    channels_largest(which, norm, OUT, p->keep);
    fuzz_check(which[p->keep] == -1, "more channels than were asked for");
    linear_keep_outputs(p->layer, p->keep, which);
}

static void by_rank(void *context)
{
    const Pruned *p = context;
    Svd d = svd_of(p->layer->weight);
    for (long k = 1; k < d.s->shape[0]; k++)
        fuzz_check(d.s->data[k] >= 0 && d.s->data[k] <= d.s->data[k - 1],
                   "singular values are in no order");
}

FUZZ_TARGET(pruned)
{
    Rng rng = rng_seed(1);
    Linear *l = linear_new(IN, OUT, true, &rng);
    int status = module_load(&l->module, fuzz_file("w.safetensors", bytes, size));
    fuzz_told(status == 0);
    Pruned p = {l, size > 0 ? bytes[size - 1] % (OUT + 1) : 0};
    bool was = grad_mode(false);
    fuzz_may_fail(by_rank, &p);
    fuzz_may_fail(by_fours, &p);
    fuzz_may_fail(by_channels, &p);
    module_free(&l->module);
    l = linear_new(IN, OUT, true, &rng);
    p.layer = l;
    by_magnitude(&p);
    grad_mode(was);
    module_free(&l->module);
}
