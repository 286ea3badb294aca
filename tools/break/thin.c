/* thin.c - trained, pruned, trained on; made smaller; taught: what compressing leaves of a network. */
#include "thin.h"

enum {
    IN = 16,
    HIDDEN = 48,
    KINDS = 8,
    ROWS = 32,
    STEPS = 250,
    MORE = 150,
    TESTED = 600,
    KEEP = 24
};

/* A kind is a corner of a cube of three numbers, each seen five times through noise. */
static void draw_point(Rng *rng, int kind, real *x)
{
    for (int i = 0; i < IN; i++)
        x[i] = (real)(rng_normal(rng) + (kind >> i % 3 & 1 ? 0.9 : -0.9) * (i < 15));
}

static void draw_batch(uint64_t seed, long step, Tensor *x, IntTensor *y)
{
    Rng rng = rng_stream(seed, (uint64_t)step);
    for (long row = 0; row < x->shape[0]; row++) {
        y->data[row] = (int)rng_below(&rng, KINDS);
        draw_point(&rng, y->data[row], x->data + row * IN);
    }
}

static Module *network_new(long hidden, uint64_t seed)
{
    Rng rng = rng_seed(seed);
    return sequential_new(LAYERS(&linear_new(IN, hidden, true, &rng)->module, relu_new(),
                                 &linear_new(hidden, KINDS, true, &rng)->module));
}

/* Steps of AdamW on labels, or, with a teacher, on its logits alone. */
static void train(Module *network, Module *teacher, const Pruning *pruning, uint64_t seed,
                  long steps)
{
    ParameterList *list = parameters_of(network);
    Optimizer *adamw = adamw_new(list, (OptimizerOptions){.lr = 5e-3, .weight_decay = 0.01});
    for (long step = 0; step < steps; step++) {
        Scope *scope = scope_open();
        Tensor *x = tensor_zeros(SHAPE(ROWS, IN));
        IntTensor *y = int_tensor_new(SHAPE(ROWS));
        draw_batch(seed, step, x, y);
        Tensor *logits = module_forward(network, x);
        Tensor *loss = teacher != NULL
                           ? distillation_loss(logits, module_forward(teacher, x), y, 3, 1)
                           : tensor_cross_entropy(logits, y, NO_IGNORE_INDEX, 0);
        tensor_backward(loss);
        optimizer_step(adamw);
        if (pruning != NULL)
            pruning_apply(pruning);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    optimizer_free(adamw);
    parameters_free(list);
}

static double percent_right(Module *network, uint64_t seed)
{
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *x = tensor_zeros(SHAPE(TESTED, IN));
    IntTensor *y = int_tensor_new(SHAPE(TESTED));
    draw_batch(seed, 1000000, x, y);
    IntTensor *told = tensor_argmax(module_forward(network, x), -1, false);
    long right = 0;
    for (long row = 0; row < TESTED; row++)
        right += told->data[row] == y->data[row];
    scope_close(scope);
    return 100.0 * (double)right / TESTED;
}

static double percent_zeros(const ParameterList *list)
{
    double zeros = 0;
    for (long i = 0; i < list->count; i++)
        zeros += tensor_sparsity(list->tensor[i]) * (double)tensor_numel(list->tensor[i]);
    return 100 * zeros / (double)parameters_numel(list);
}

static void halve(Module *network)
{
    Linear *first = (Linear *)network->children[0].module,
           *second = (Linear *)network->children[2].module;
    double norm[HIDDEN];
    long which[HIDDEN];
    linear_output_norms(norm, first);
    channels_largest(which, norm, HIDDEN, KEEP);
    linear_keep_outputs(first, KEEP, which);
    linear_keep_inputs(second, KEEP, which);
}

ThinNumbers thin_trained(uint64_t seed)
{
    ThinNumbers numbers;
    Module *network = network_new(HIDDEN, seed), *other = network_new(HIDDEN, seed);
    Module *student = network_new(6, seed);
    ParameterList *list = prune_candidates(network);
    Pruning *pruning = pruning_new(list);
    train(network, NULL, NULL, seed, STEPS);
    train(other, NULL, NULL, seed, STEPS);
    pruning_by_magnitude(pruning, 0.7);
    train(network, NULL, pruning, seed + 1, MORE);
    numbers.zeros = percent_zeros(list);
    numbers.pruned = percent_right(network, seed);
    train(student, other, NULL, seed, STEPS);
    numbers.taught = percent_right(student, seed);
    halve(other);
    numbers.shrunk = percent_right(other, seed);
    pruning_free(pruning);
    parameters_free(list);
    module_free(network);
    module_free(other);
    module_free(student);
    return numbers;
}
