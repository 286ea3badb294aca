/* shares.c - training as ranks do it, one after the other: shares, sums along the tree, one division. */
#include "shares.h"
#include "share.h"

enum { S = 8, ROWS = 30, IN = 8, HIDDEN = 24, KINDS = 4, STEPS = 300, TESTED = 400, IGNORED = -1 };

/* The kind of a point is where its first numbers are the largest, seen through noise. */
static void draw_point(Rng *rng, int kind, real *x)
{
    for (int i = 0; i < IN; i++)
        x[i] = (real)(rng_normal(rng) + (i % KINDS == kind ? 1.5 : 0));
}

static void draw_batch(uint64_t seed, long step, Tensor *x, IntTensor *y)
{
    Rng rng = rng_stream(seed, (uint64_t)step);
    for (long row = 0; row < ROWS; row++) {
        int kind = (int)(row * KINDS / ROWS);
        draw_point(&rng, kind, x->data + row * IN);
        y->data[row] = rng_below(&rng, 3) == 0 ? IGNORED : kind;
    }
}

/* One share: the gradient of its summed loss into leaf. */
static ShareSum work_on(Module *network, ParameterList *list, Tensor *x, const IntTensor *y,
                        Share rows, real *leaf)
{
    Scope *scope = scope_open();
    ShareSum sum = {.loss = 0, .targets = 0};
    for (long i = 0; i < rows.count; i++)
        sum.targets += y->data[rows.first + i] != IGNORED;
    parameters_zero_grad(list);
    Tensor *logits =
        module_forward(network, tensor_slice(x, 0, rows.first, rows.first + rows.count, 1));
    IntTensor *targets = int_tensor_from(SHAPE(rows.count), rows.count, y->data + rows.first);
    Tensor *loss = loss_cross_entropy(logits, targets, IGNORED, 0, NULL, REDUCTION_SUM);
    sum.loss = (double)tensor_item(loss);
    tensor_backward(loss);
    for (long p = 0; p < list->count; p++)
        for (long j = 0; j < tensor_numel(list->tensor[p]); j++)
            *leaf++ = list->tensor[p]->grad->data[j];
    scope_close(scope);
    return sum;
}

static void step_down(ParameterList *list, const real *gradient)
{
    for (long p = 0; p < list->count; p++)
        for (long j = 0; j < tensor_numel(list->tensor[p]); j++)
            list->tensor[p]->data[j] -= (real)0.1 * *gradient++;
}

Module *shares_trained(long ranks, uint64_t seed)
{
    Rng rng = rng_seed(seed);
    Module *network = sequential_new(LAYERS(&linear_new(IN, HIDDEN, true, &rng)->module, relu_new(),
                                            &linear_new(HIDDEN, KINDS, true, &rng)->module));
    ParameterList *list = parameters_of(network);
    long n = parameters_numel(list);
    Scope *scope = scope_open();
    Tensor *x = tensor_zeros(SHAPE(ROWS, IN)), *leaves = tensor_zeros(SHAPE(S, n));
    IntTensor *y = int_tensor_new(SHAPE(ROWS));
    for (long step = 0; step < STEPS; step++) {
        ShareSum share[S];
        real *leaf[S], *top[S];
        draw_batch(seed, step, x, y);
        for (long i = 0; i < S; i++) {
            leaf[i] = leaves->data + i * n;
            share[i] = work_on(network, list, x, y, share_of(ROWS, i, S), leaf[i]);
        }
        for (long r = 0; r < ranks; r++) {
            tree_sum(leaf + r * (S / ranks), S / ranks, n);
            top[r] = leaf[r * (S / ranks)];
        }
        tree_sum(top, ranks, n);
        global_mean(top[0], n, share, S);
        step_down(list, top[0]);
    }
    scope_close(scope);
    parameters_free(list);
    return network;
}

double shares_right(Module *network, uint64_t seed)
{
    Rng rng = rng_stream(seed, 1000000);
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *x = tensor_zeros(SHAPE(TESTED, IN));
    for (long row = 0; row < TESTED; row++)
        draw_point(&rng, (int)(row % KINDS), x->data + row * IN);
    Tensor *logits = module_forward(network, x);
    long right = 0;
    for (long row = 0; row < TESTED; row++) {
        const real *of = logits->data + row * KINDS;
        int best = 0;
        for (int k = 1; k < KINDS; k++)
            best = of[k] > of[best] ? k : best;
        right += best == (int)(row % KINDS);
    }
    scope_close(scope);
    return (double)right / TESTED;
}

double shares_differing(Module *a, Module *b)
{
    ParameterList *list = parameters_of(a), *other = parameters_of(b);
    double differing = 0, all = (double)parameters_numel(list);
    for (long p = 0; p < list->count; p++)
        for (long j = 0; j < tensor_numel(list->tensor[p]); j++)
            differing += list->tensor[p]->data[j] != other->tensor[p]->data[j];
    parameters_free(list);
    parameters_free(other);
    return differing / all;
}
