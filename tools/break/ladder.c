/* ladder.c - points of four kinds, told apart by a network of two products and a fused activation. */
#include "ladder.h"

enum { ROWS = 40, HIDDEN = 40, KINDS = 4, STEPS = 300, TESTED = 400 };

/* The kind is how far a point lies along the diagonal of its first numbers: at 2, 4, 6 or 8. */
static void draw_points(Rng *rng, Tensor *x, IntTensor *y)
{
    long n = x->shape[1];
    for (long row = 0; row < x->shape[0]; row++) {
        int kind = (int)rng_below(rng, KINDS);
        for (long i = 0; i < n; i++) {
            double noise = rng_normal(rng);
            x->data[row * n + i] =
                (real)(i < LADDER_FEW ? 0.5 * (kind + 1) + 0.4 * noise : 0.3 * noise);
        }
        y->data[row] = kind;
    }
}

static Tensor *logits_of(ParameterList *list, Tensor *x)
{
    Tensor *const *w = list->tensor;
    Tensor *hidden = tensor_bias_gelu(tensor_matmul(x, w[0]), w[1]);
    return tensor_linear(hidden, w[2], w[3]);
}

static double right(ParameterList *list, long n, uint64_t seed)
{
    Rng rng = rng_stream(seed, 1000000);
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *x = tensor_new(SHAPE(TESTED, n));
    IntTensor *y = int_tensor_new(SHAPE(TESTED));
    draw_points(&rng, x, y);
    Tensor *logits = logits_of(list, x);
    long count = 0;
    for (long row = 0; row < TESTED; row++) {
        const real *of = logits->data + row * KINDS;
        int best = 0;
        for (int k = 1; k < KINDS; k++)
            best = of[k] > of[best] ? k : best;
        count += best == y->data[row];
    }
    scope_close(scope);
    return (double)count / TESTED;
}

double ladder_right(long numbers, uint64_t seed)
{
    Rng rng = rng_seed(seed);
    Module *network = sequential_new(LAYERS(&linear_new(numbers, HIDDEN, true, &rng)->module,
                                            &linear_new(HIDDEN, KINDS, true, &rng)->module));
    ParameterList *list = parameters_of(network);
    Optimizer *adam = adam_new(list, (OptimizerOptions){.lr = (real)0.003});
    for (long step = 0; step < STEPS; step++) {
        Rng batch = rng_stream(seed, (uint64_t)step);
        Scope *scope = scope_open();
        Tensor *x = tensor_new(SHAPE(ROWS, numbers));
        IntTensor *y = int_tensor_new(SHAPE(ROWS));
        draw_points(&batch, x, y);
        tensor_backward(tensor_cross_entropy(logits_of(list, x), y, NO_IGNORE_INDEX, 0));
        optimizer_step(adam);
        optimizer_zero_grad(adam);
        scope_close(scope);
    }
    double share = right(list, numbers, seed);
    optimizer_free(adam);
    parameters_free(list);
    module_free(network);
    return share;
}
