/* measure.c - how signals grow and fade, and what a layer costs: make measure-03.
 *
 * Three tables of the lesson: the size of the numbers after ten layers, the bytes of a network, and
 * the time of a layer for batches of different sizes.
 */
#include <math.h>
#include "kindling.h"
#include "predict.h"

enum { NORMAL, KAIMING, XAVIER_RELU, COUNT, ROWS_512 };

/* ---- 1. ten layers --------------------------------------------------------------------------- */

enum { WIDTH = 256, ROWS = 64, DEPTH = 10 };

static void standard_normal(Tensor *weight, Rng *rng)
{
    init_normal(weight, 0, 1, rng);
}

/* He et al. 2015: twice the variance, since relu throws half of it away. */
static void for_relu(Tensor *weight, Rng *rng)
{
    init_normal(weight, 0, (real)sqrt(2 / (double)weight->shape[0]), rng);
}

static double size_of(const Tensor *x)
{
    double square = 0;
    long n = tensor_numel(x);
    for (long i = 0; i < n; i++)
        square += (double)x->data[i] * (double)x->data[i];
    return sqrt(square / (double)n);
}

/* The measured size, as a part of the predicted one. */
static double ten_layers(const char *name, void (*start)(Tensor *weight, Rng *rng), bool relu,
                         double predicted)
{
    Scope *scope = scope_open();
    bool was = grad_mode(false);
    Rng rng = rng_seed(3);
    Tensor *x = tensor_normal(SHAPE(ROWS, WIDTH), 0, 1, &rng);
    Linear *l = linear_new(WIDTH, WIDTH, false, &rng);
    for (int layer = 0; layer < DEPTH; layer++) {
        start(l->weight, &rng);
        x = linear_forward(l, x);
        x = relu ? tensor_relu(x) : x;
    }
    double size = size_of(x);
    printf("  %-28s %-6s %12.3g %12.3g\n", name, relu ? "relu" : "none", predicted, size);
    module_free(&l->module);
    grad_mode(was);
    scope_close(scope);
    return size / predicted;
}

static bool within(double ratio)
{
    return ratio > 0.7 && ratio < 1.4;
}

static void signals(void)
{
    double n = WIDTH, d = DEPTH;
    printf("1. Numbers of size 1 through %d layers of width %d: how large are they then?\n\n",
           DEPTH, WIDTH);
    printf("  %-28s %-6s %12s %12s\n", "weights start as", "bend", "predicted", "measured");
    double normal = ten_layers("N(0, 1)", standard_normal, false, pow(n, d / 2));
    double kaiming =
        ten_layers("03.1, variance 1/(3 in)", init_kaiming_uniform, false, pow(3, -d / 2));
    double xavier = ten_layers("normal, variance 2/(in + out)", init_xavier_normal, false, 1);
    double relu =
        ten_layers("normal, variance 2/(in + out)", init_xavier_normal, true, pow(2, -d / 2));
    measured(NORMAL, normal * pow(n, d / 2));
    measured(KAIMING, kaiming * pow(3, -d / 2));
    measured(XAVIER_RELU, relu * pow(2, -d / 2));
    contract(within(normal), "03.3 linear_forward adds up all of its inputs, times the weights");
    contract(within(kaiming), "03.1 init_kaiming_uniform has the variance 1 / (3 in)");
    contract(within(xavier), "init_xavier_normal has the variance 2 / (in + out)");
    ten_layers("He, variance 2/in", for_relu, true, 1);
}

/* ---- 2. bytes -------------------------------------------------------------------------------- */

static void bytes(void)
{
    printf("\n2. Parameters of an MLP 784, h, h, 10\n\n");
    printf("  %6s %12s %12s %14s\n", "h", "predicted", "counted", "bytes in float");
    for (long h = 128; h <= 2048; h *= 4) {
        Rng rng = rng_seed(3);
        Module *m = mlp_new(SHAPE(784, h, h, 10), ACT_RELU, &rng);
        ParameterList *list = parameters_of(m);
        contract(parameters_numel(list) == 784 * h + h + h * h + h + h * 10 + 10,
                 "03.7 collect finds every weight and bias that 03.6 mlp_new makes, once");
        if (h == 512)
            measured(COUNT, (double)parameters_numel(list));
        printf("  %6ld %12ld %12ld %14ld\n", h, 784 * h + h + h * h + h + h * 10 + 10,
               parameters_numel(list), 4 * parameters_numel(list));
        parameters_free(list);
        module_free(m);
    }
}

/* ---- 3. time --------------------------------------------------------------------------------- */

/* Microseconds of one call, the best of many. */
static double time_of(Linear *l, Tensor *x)
{
    double best = INFINITY;
    for (int run = 0; run < 200; run++) {
        Scope *scope = scope_open();
        double started = kindling_seconds();
        linear_forward(l, x);
        best = fmin(best, 1e6 * (kindling_seconds() - started));
        scope_close(scope);
    }
    return best;
}

static void times_of_batches(void)
{
    Scope *scope = scope_open();
    bool was = grad_mode(false);
    Rng rng = rng_seed(3);
    Linear *l = linear_new(784, 256, true, &rng);
    printf("\n3. Linear 784 -> 256: 200,704 multiplications for each row\n\n");
    printf("  %6s %12s %16s %24s\n", "rows", "us a call", "us a row", "multiplications per ns");
    double one = 0;
    for (long rows = 1; rows <= 512; rows *= 8) {
        Tensor *x = tensor_normal(SHAPE(rows, 784), 0, 1, &rng);
        double us = time_of(l, x);
        one = rows == 1 ? us : one;
        measured(ROWS_512, us / one);
        printf("  %6ld %12.1f %16.2f %24.1f\n", rows, us, us / (double)rows,
               (double)rows * 784 * 256 / (1e3 * us));
    }
    module_free(&l->module);
    grad_mode(was);
    scope_close(scope);
}

int main(void)
{
    predict(NORMAL, "size after ten layers that start as N(0, 1)", "");
    predict(KAIMING, "size after ten layers that start as in 03.1", "");
    predict(XAVIER_RELU, "size after ten layers of init_xavier_normal, with relu", "");
    predict(COUNT, "parameters of an MLP 784, 512, 512, 10", "");
    predict(ROWS_512, "512 rows take how many times one row", "");
    signals();
    bytes();
    times_of_batches();
    return conclude();
}
