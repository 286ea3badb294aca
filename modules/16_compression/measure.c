/* measure.c - what zeros, channels, ranks and a teacher are worth: make measure-16.
 *
 * A network learns points of eight kinds; it is pruned and trained on. Then products of a large matrix are timed:
 * with zeros in it, as CSR, in 2:4, with half of its channels, of low rank. Times are the processor's, on one thread, the
 * best of a few runs.
 */
#include <math.h>
#include <string.h>
#include <time.h>
#include "kindling.h"
#include "predict.h"

enum { BEFORE, AFTER, DENSE, PAYS, CHANNELS, RANKED };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* ---- 1. accuracy ------------------------------------------------------------------------------------- */

enum {
    IN = 32,
    HIDDEN = 96,
    KINDS = 8,
    ROWS = 64,
    STEPS = 300,
    MORE = 150,
    TESTED = 2000,
    STEPS_OF_F = 6
};

static void draw_batch(uint64_t stream, Tensor *x, IntTensor *y)
{
    Rng rng = rng_stream(16, stream);
    for (long row = 0; row < x->shape[0]; row++) {
        y->data[row] = (int)rng_below(&rng, KINDS);
        for (int i = 0; i < IN; i++) /* a kind is three bits, each seen through noise */
            x->data[row * IN + i] = (real)(rng_normal(&rng) + (i >= 30                     ? 0
                                                               : y->data[row] >> i % 3 & 1 ? 0.7
                                                                                           : -0.7));
    }
}

static Module *network_new(void)
{
    Rng rng = rng_seed(16);
    return sequential_new(LAYERS(&linear_new(IN, HIDDEN, true, &rng)->module, relu_new(),
                                 &linear_new(HIDDEN, HIDDEN, true, &rng)->module, relu_new(),
                                 &linear_new(HIDDEN, KINDS, true, &rng)->module));
}

static void train(Module *network, const Pruning *pruning, long steps, uint64_t stream)
{
    ParameterList *all = parameters_of(network);
    Optimizer *adamw = adamw_new(all, (OptimizerOptions){.lr = 2e-3, .weight_decay = 0.01});
    for (long step = 0; step < steps; step++) {
        Scope *scope = scope_open();
        Tensor *x = tensor_zeros(SHAPE(ROWS, IN));
        IntTensor *y = int_tensor_new(SHAPE(ROWS));
        draw_batch(stream + (uint64_t)step, x, y);
        tensor_backward(tensor_cross_entropy(module_forward(network, x), y, NO_IGNORE_INDEX, 0));
        optimizer_step(adamw);
        if (pruning != NULL)
            pruning_apply(pruning);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    optimizer_free(adamw);
    parameters_free(all);
}

static double percent_right(Module *network)
{
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *x = tensor_zeros(SHAPE(TESTED, IN));
    IntTensor *y = int_tensor_new(SHAPE(TESTED));
    draw_batch(1000000, x, y);
    IntTensor *told = tensor_argmax(module_forward(network, x), -1, false);
    long right = 0;
    for (long row = 0; row < TESTED; row++)
        right += told->data[row] == y->data[row];
    scope_close(scope);
    return 100.0 * (double)right / TESTED;
}

static long zeros_in(const ParameterList *list)
{
    double zeros = 0;
    for (long i = 0; i < list->count; i++)
        zeros += tensor_sparsity(list->tensor[i]) * (double)tensor_numel(list->tensor[i]);
    return lround(zeros);
}

static void accuracy(void)
{
    const double fraction[STEPS_OF_F] = {0.5, 0.7, 0.8, 0.9, 0.95, 0.98};
    bool exact = true;
    Module *network = network_new();
    ParameterList *list = prune_candidates(network);
    double n = (double)parameters_numel(list);
    train(network, NULL, STEPS, 0);
    printf("1. A network of %.0f weights tells %.1f %% of the points rightly. Pruned, and trained "
           "on for %d steps:\n\n"
           "   zeros          at once     trained on\n",
           n, percent_right(network), MORE);
    for (int k = 0; k < STEPS_OF_F; k++) { /* each goes on from the one before */
        Pruning *pruning = pruning_new(list);
        pruning_by_magnitude(pruning, fraction[k]);
        double before = percent_right(network);
        train(network, pruning, MORE, (uint64_t)(10000 * (k + 1)));
        double after = percent_right(network);
        exact = exact && zeros_in(list) == lround(floor(fraction[k] * n + 0.5));
        printf("   %5.0f %%     %7.1f %%      %7.1f %%\n", 100 * fraction[k], before, after);
        if (fraction[k] == 0.95) {
            measured(BEFORE, before);
            measured(AFTER, after);
        }
        pruning_free(pruning);
    }
    contract(exact, "16.1: exactly so many weights are 0, after the last step of AdamW, too");
    parameters_free(list);
    module_free(network);
}

/* ---- 2. one vector, one matrix ------------------------------------------------------------------------ */

enum { N = 1536, RUNS = 7, LEVELS = 7 };

/* Mask by the fraction of its own weights; all zeros are exact. */
static Tensor *with_zeros(const Tensor *w, double fraction)
{
    ParameterList *list = parameters_new();
    Tensor *copy = tensor_new_like(w), *mask = tensor_new_like(w);
    memcpy(copy->data, w->data, (size_t)tensor_numel(w) * sizeof(real));
    parameters_add(list, "w", copy);
    PruneCut cut = prune_cut(list, fraction);
    prune_mask(mask, copy, &cut);
    for (long i = 0; i < tensor_numel(w); i++)
        copy->data[i] *= mask->data[i];
    parameters_free(list);
    return copy;
}

static double time_of_dense(Tensor *x, Tensor *w)
{
    double least = INFINITY;
    for (int run = 0; run < RUNS; run++) {
        Scope *scope = scope_open();
        double start = now();
        tensor_matmul(x, w);
        least = fmin(least, now() - start);
        scope_close(scope);
    }
    return least;
}

static double time_of_csr(real *y, const Csr *w, const real *x)
{
    double least = INFINITY;
    for (int run = 0; run < RUNS; run++) {
        double start = now();
        csr_matvec(y, w, x);
        least = fmin(least, now() - start);
    }
    return least;
}

static double distance(const real *a, const real *b, long n)
{
    double worst = 0;
    for (long i = 0; i < n; i++)
        worst = fmax(worst, fabs((double)(a[i] - b[i])));
    return worst;
}

static void two_of_four(const Tensor *w, const real *x, real *y, double dense)
{
    Tensor *mask = tensor_new_like(w), *half = tensor_new_like(w);
    prune_mask_2_4(mask, w);
    for (long i = 0; i < tensor_numel(w); i++)
        half->data[i] = w->data[i] * mask->data[i];
    Sparse24 *s = sparse24_from(tensor_transpose(half, 0, 1));
    double least = INFINITY;
    for (int run = 0; run < RUNS; run++) {
        double start = now();
        sparse24_matvec(y, s, x);
        least = fmin(least, now() - start);
    }
    printf("   2:4, without an instruction for it: %.2f ms, %.2f of the dense time, %.2f of its "
           "bytes\n",
           least, least / dense, (double)sparse24_bytes(s) / ((double)N * N * sizeof(real)));
}

static void zeros(void)
{
    const double fraction[LEVELS] = {0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99};
    Scope *scope = scope_open();
    Rng rng = rng_seed(17);
    Tensor *w = tensor_normal(SHAPE(N, N), 0, 1, &rng), *x = tensor_normal(SHAPE(1, N), 0, 1, &rng);
    Tensor *many = tensor_normal(SHAPE(64, N), 0, 1, &rng), *y = tensor_zeros(SHAPE(N));
    double first = 0, pays = 100, worst = 0, times = 0;
    printf("\n2. A matrix of %d x %d and one vector; dense also 64 vectors at once\n\n"
           "   zeros      dense       CSR     CSR bytes    dense, 64   CSR, 64 times\n",
           N, N);
    for (int k = 0; k < LEVELS; k++) {
        Tensor *pruned = with_zeros(w, fraction[k]);
        Csr *csr = csr_from(tensor_transpose(pruned, 0, 1));
        double dense = time_of_dense(x, pruned), compressed = time_of_csr(y->data, csr, x->data);
        double dense_many = time_of_dense(many, pruned);
        Tensor *product = tensor_matmul(x, pruned);
        worst = fmax(worst, distance(product->data, y->data, N));
        if (k == 0)
            first = dense;
        if (fraction[k] == 0.9)
            times = first / dense;
        if (compressed < dense && pays == 100)
            pays = 100 * fraction[k];
        printf("   %3.0f %%   %6.2f ms %6.2f ms  %6.0f %%    %8.2f ms %10.2f ms\n",
               100 * fraction[k], dense, compressed,
               100 * (double)csr_bytes(csr) / ((double)N * N * sizeof(real)), dense_many,
               64 * compressed);
    }
    printf("\n");
    two_of_four(w, x->data, y->data, first);
    measured(DENSE, times);
    measured(PAYS, pays);
    contract(worst < 1e-2, "16.3: CSR has the product of the dense matrix");
    scope_close(scope);
}

/* ---- 3. channels --------------------------------------------------------------------------------------- */

static double time_of(Module *m, Tensor *x)
{
    double least = INFINITY;
    for (int run = 0; run < RUNS; run++) {
        Scope *scope = scope_open();
        grad_mode(false);
        double start = now();
        module_forward(m, x);
        least = fmin(least, now() - start);
        scope_close(scope);
    }
    return least;
}

static void zero_columns(Linear *l, long keep, const long *which)
{
    long out = l->weight->shape[1], next = 0;
    for (long j = 0; j < out; j++) {
        if (next < keep && which[next] == j) {
            next++;
            continue;
        }
        for (long i = 0; i < l->weight->shape[0]; i++)
            l->weight->data[i * out + j] = 0;
        l->bias->data[j] = 0;
    }
}

static void channels(void)
{
    enum { WIDE = 384, KEEP = 192 };
    Scope *scope = scope_open();
    Rng rng = rng_seed(18);
    Linear *a = linear_new(64, WIDE, true, &rng), *b = linear_new(WIDE, WIDE, true, &rng),
           *c = linear_new(WIDE, 16, true, &rng);
    Module *m = sequential_new(LAYERS(&a->module, relu_new(), &b->module, relu_new(), &c->module));
    Tensor *x = tensor_normal(SHAPE(256, 64), 0, 1, &rng);
    double norm[WIDE], full = time_of(m, x);
    long first[WIDE], second[WIDE];
    linear_output_norms(norm, a);
    channels_largest(first, norm, WIDE, KEEP);
    linear_output_norms(norm, b);
    channels_largest(second, norm, WIDE, KEEP);
    zero_columns(a, KEEP, first);
    zero_columns(b, KEEP, second);
    double with_zeros_in = time_of(m, x);
    Tensor *zeroed = tensor_keep(module_forward(m, x));
    linear_keep_outputs(a, KEEP, first);
    linear_keep_inputs(b, KEEP, first);
    linear_keep_outputs(b, KEEP, second);
    linear_keep_inputs(c, KEEP, second);
    double small = time_of(m, x);
    Tensor *smaller = module_forward(m, x);
    bool same =
        memcmp(smaller->data, zeroed->data, (size_t)tensor_numel(zeroed) * sizeof(real)) == 0;
    printf("\n3. Two hidden layers of %d, 256 rows: %.2f ms. Half of the channels zeroed: %.2f ms; "
           "removed: %.2f ms,\n"
           "   with %s bits as the zeroed one\n",
           WIDE, full, with_zeros_in, small, same ? "the same" : "other");
    measured(CHANNELS, full / small);
    contract(same || strncmp(gemm_backend(), "built-in", 8) != 0,
             "16.2: the smaller network has the bits of the zeroed one");
    module_free(m);
    scope_close(scope);
}

/* ---- 4. ranks ------------------------------------------------------------------------------------------- */

static void ranks(void)
{
    enum { BIG = 192 };
    Scope *scope = scope_open();
    Rng rng = rng_seed(19);
    Linear *l = linear_new(BIG, BIG, true, &rng);
    Svd d = svd_of(l->weight);
    double all = low_rank_error(d.s, 0), worst = 0;
    printf("\n4. A weight of %d x %d, drawn at random, by its singular values; rank %ld saves, %ld "
           "does not\n\n"
           "   rank    numbers    what is lost, of its length\n",
           BIG, BIG, low_rank_limit(BIG, BIG), low_rank_limit(BIG, BIG) + 1);
    for (long rank = 24; rank <= BIG; rank *= 2) {
        Module *thin = linear_low_rank(l, rank);
        Tensor *product = tensor_matmul(((Linear *)thin->children[0].module)->weight,
                                        ((Linear *)thin->children[1].module)->weight);
        Tensor *off = tensor_sub(product, l->weight);
        double lost = sqrt((double)tensor_item(tensor_sum(tensor_mul(off, off), ALL_AXES, false)));
        worst = fmax(worst, fabs(lost - low_rank_error(d.s, rank)));
        printf("   %4ld   %6.0f %%   %6.1f %%\n", rank, 200.0 * (double)rank / BIG,
               100 * lost / all);
        if (rank == 48)
            measured(RANKED, 100 * lost / all);
        module_free(thin);
    }
    contract(worst < 1e-4 * all, "16.5: what is lost are the singular values that were left out");
    printf("\n");
    module_free(&l->module);
    scope_close(scope);
}

int main(void)
{
    kindling_set_threads(1);
    predict(BEFORE, "rightly told with 95 % zeros, at once", "%");
    predict(AFTER, "the same, trained on", "%");
    predict(DENSE, "a dense product with 90 % zeros: times as fast as with none", "times");
    predict(PAYS, "CSR is faster for one vector from so many zeros on", "%");
    predict(CHANNELS, "half of the channels of two layers removed: times as fast", "times");
    predict(RANKED, "a random weight at a quarter of its rank loses, of its length", "%");
    printf("products: %s, %zu-byte numbers\n\n", gemm_backend(), sizeof(real));
    accuracy();
    zeros();
    channels();
    ranks();
    return conclude();
}
