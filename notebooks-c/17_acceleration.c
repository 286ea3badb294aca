// %% [markdown]
// # 17 Acceleration
//
// One matrix product in six steps, all of which give the same numbers:
//
// $$c_{ij} \mathrel{+}= \sum_p a_{ip} b_{pj}$$
//
// Below: what a cache on paper sees of two orders, what a packed panel looks like, how many operations in a second each
// step does on this machine, equal bits for any number of parts, and a fused operation.

// %%
#include <math.h>
#include <string.h>
#include <time.h>
#include "gemm_steps.h"
#include "notebook.h"
#include "vector.h"

enum { WIDTH = 8, LINES = 32 };

static Matrix matrix(const Tensor *t)
{
    return (Matrix){t->data, t->stride[0], t->stride[1]};
}

static Product product(const Tensor *a, const Tensor *b, Tensor *c)
{
    return (Product){a->shape[0], b->shape[1], a->shape[1], matrix(a),
                     matrix(b),   c->data,     c->shape[1]};
}

static real *scratch_for(long n, long parts)
{
    return scope_alloc(scope_current(), (size_t)(parts * gemm_packed_scratch(n)) * sizeof(real));
}

// %% [markdown]
// ## Down or along
//
// A cache of 32 lines of 8 numbers looks at B, 48 rows of 40 numbers, while 24 rows of C are made. The walks are written
// down here, since only the builds of the tests count what your functions read.

// %%
static Tensor *b_of_walk;

static void look(long p, long j)
{
    cache_model_read(b_of_walk->data + p * b_of_walk->shape[1] + j);
}

static long lines_of(int way, long m)
{
    long k = b_of_walk->shape[0], n = b_of_walk->shape[1];
    CacheModel cache = cache_model_new(LINES, WIDTH);
    cache_model_watch(&cache, b_of_walk->data, k * n);
    cache_model_open(&cache);
    if (way == 0)
        for (long i = 0; i < m; i++)
            for (long j = 0; j < n; j++)
                for (long p = 0; p < k; p++)
                    look(p, j);
    if (way == 1)
        for (long i = 0; i < m; i++)
            for (long p = 0; p < k; p++)
                for (long j = 0; j < n; j++)
                    look(p, j);
    cache_model_open(NULL);
    return cache.misses;
}

CELL
{
    const char *const name[] = {"ijk", "ikj"};
    const long m = 24, k = 48, n = 40;
    b_of_walk = tensor_zeros(SHAPE(k, n));
    long lines[2];
    table_begin("order|lines of B fetched|for each product");
    for (int way = 0; way < 2; way++) {
        lines[way] = lines_of(way, m);
        table_row("%s|%ld|1/%.0f", name[way], lines[way], (double)(m * n * k) / (double)lines[way]);
    }
    table_end();
    gate(lines[0] == m * n * k, "ijk fetches a line for every product");
    gate(lines[1] == m * n * k / WIDTH, "ikj one for every line's worth of products");
}

// %% [markdown]
// ## In the order of use
//
// Three rows of four numbers, packed into a panel that is four wide: step after step, with zeros where a row is missing.

// %%
CELL
{
    Tensor *x = tensor_from(SHAPE(3, 4), VALUES(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    Tensor *panel = tensor_new(SHAPE(4, 4));
    pack_panel(panel->data, 4, matrix(x), 3, 4);
    table_begin("step|row 0|row 1|row 2|missing");
    for (long p = 0; p < 4; p++) {
        const real *step = panel->data + 4 * p;
        table_row("%ld|%g|%g|%g|%g", p, (double)step[0], (double)step[1], (double)step[2],
                  (double)step[3]);
    }
    table_end();
    gate(panel->data[4] == 2 && panel->data[5] == 6 && panel->data[7] == 0,
         "step 1 is 2, 6, 10, 0");
}

// %% [markdown]
// ## Every step gives the same numbers
//
// Sizes that are multiples of nothing.

// %%
static void ladder_step(int s, Product x)
{
    if (s == 0)
        gemm_ijk(x);
    else if (s == 1)
        gemm_ikj(x);
    else if (s == 2)
        gemm_tiled(x, 128);
    else if (s == 3)
        gemm_packed(x, micro_tile, scratch_for(x.n, 1));
    else if (s == 4)
        gemm_packed(x, vector_tile, scratch_for(x.n, 1));
    else
        gemm_threads(x, 3, scratch_for(x.n, 3));
}
static const char *const step_names[] = {
    "ijk", "ikj", "tiles of 128", "packed micro-panels", "vectors", "three parts"};

CELL
{
    Rng rng = rng_seed(17);
    Tensor *a = tensor_normal(SHAPE(77, 301), 0, 1, &rng),
           *b = tensor_normal(SHAPE(301, 45), 0, 1, &rng);
    Tensor *first = NULL;
    double far = 0;
    for (int s = 0; s < 6; s++) {
        Tensor *c = tensor_zeros(SHAPE(77, 45));
        ladder_step(s, product(a, b, c));
        if (s == 0)
            first = c;
        for (long i = 0; i < 77 * 45; i++)
            far = fmax(far, fabs((double)c->data[i] - (double)first->data[i]));
    }
    printf("largest difference between two steps: %.1e\n", far);
    gate(far < 1e-3, "all steps give the same numbers, but for the last bits");
}

// %% [markdown]
// ## How fast
//
// 2 m n k operations over the time, for 384 x 384 numbers; beside it what a vector of this machine has. `make measure-17` does it at length,
// with the peak, and with your predictions.

// %%
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

CELL
{
    const long n = 384;
    Rng rng = rng_seed(18);
    Tensor *a = tensor_normal(SHAPE(n, n), 0, 1, &rng), *b = tensor_normal(SHAPE(n, n), 0, 1, &rng);
    Tensor *c = tensor_zeros(SHAPE(n, n));
    double speed[6];
    table_begin("step|GFLOP/s");
    for (int s = 0; s < 6; s++) {
        double best = INFINITY;
        for (int run = 0; run < 3; run++) {
            double start = now();
            ladder_step(s, product(a, b, c));
            best = fmin(best, now() - start);
        }
        speed[s] = 2e-9 * (double)(n * n * n) / best;
        table_row("%s|%.1f", step_names[s], speed[s]);
    }
    table_end();
    printf("%d numbers of %zu bytes in a vector\n", (int)LANES, sizeof(real));
    gate(speed[4] > speed[0], "packed, with vectors, is faster than the definition");
}

// %% [markdown]
// ## The same bits
//
// The rows of C in 1 to 8 parts, on as many threads as there are.

// %%
CELL
{
    Rng rng = rng_seed(19);
    Tensor *a = tensor_normal(SHAPE(50, 300), 0, 1, &rng),
           *b = tensor_normal(SHAPE(300, 70), 0, 1, &rng);
    Tensor *alone = tensor_zeros(SHAPE(50, 70));
    long other = 0;
    gemm_threads(product(a, b, alone), 1, scratch_for(70, 1));
    for (long parts = 2; parts <= 8; parts++) {
        Tensor *c = tensor_zeros(SHAPE(50, 70));
        gemm_threads(product(a, b, c), parts, scratch_for(70, parts));
        other += memcmp(c->data, alone->data, 50 * 70 * sizeof(real)) != 0;
    }
    printf("of 7 ways to cut the rows, %ld give other bits\n", other);
    gate(other == 0, "no bit depends on the number of parts");
}

// %% [markdown]
// ## Fused
//
// A bias and a GELU, as two operations and as one: the same result, the same gradients, one tensor less.

// %%
CELL
{
    Rng rng = rng_seed(20);
    Tensor *x = tensor_requires_grad(tensor_normal(SHAPE(64, 96), 0, 1, &rng));
    Tensor *bias = tensor_requires_grad(tensor_normal(SHAPE(96), 0, 1, &rng));
    Tensor *dy = tensor_normal(SHAPE(64, 96), 0, 1, &rng), *kept = tensor_new(SHAPE(96));
    Tensor *two = composed_bias_gelu(x, bias);
    tensor_backward_from(two, dy, false);
    copy_kernel(kept, bias->grad);
    tensor_zero_grad(x);
    tensor_zero_grad(bias);
    Tensor *one = tensor_bias_gelu(x, bias);
    tensor_backward_from(one, dy, false);
    double far = 0;
    for (long i = 0; i < 64 * 96; i++)
        far = fmax(far, fabs((double)one->data[i] - (double)two->data[i]));
    for (long i = 0; i < 96; i++)
        far = fmax(far, fabs((double)bias->grad->data[i] - (double)kept->data[i]));
    printf("largest difference, forward and in the bias's gradient: %.1e\n", far);
    gate(far < 1e-4, "the fused one gives what the two give");
}

// %% [markdown]
// Next: `make break-17`, to see which of these mistakes a training run would tell you.
