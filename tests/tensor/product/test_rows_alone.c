/* test_rows_alone.c - a row does not know how many rows there are.
 *
 * The row of a product, of a norm, of a softmax, of an activation has the same bits whatever stands above and
 * below it, for any number of rows and of threads: then a cached step of decoding equals the uncached
 * one, and a batch of one equals a row of many. Our own products only: a BLAS promises nothing.
 * tests/attention/test_prefix_alone.c is about attention.
 */
#include "gemm_task.h"
#include "test.h"

enum { ALL = 24, MOST = 9, MOST_THREADS = 4 };

/* f of some rows of x must be the same rows of f of all of x. */
typedef Tensor *(*RowWise)(Tensor *x, void *context);

static void assert_rows_stand_alone(RowWise f, Tensor *x, void *context, const char *what)
{
    int before = kindling_threads();
    grad_mode(false);
    kindling_set_threads(1);
    Tensor *all = f(x, context);
    for (int threads = 1; threads <= MOST_THREADS; threads++) {
        kindling_set_threads(threads);
        for (long m = 1; m <= MOST; m++)
            for (long first = 0; first + m <= ALL; first += 7) {
                Scope *scope = scope_open();
                Tensor *some =
                    f(tensor_contiguous(tensor_slice(x, 0, first, first + m, 1)), context);
                Tensor *wish = tensor_contiguous(tensor_slice(all, 0, first, first + m, 1));
                if (memcmp(some->data, wish->data, (size_t)tensor_numel(wish) * sizeof(real)) !=
                    0) {
                    kindling_set_threads(before);
                    print_error("%s: %ld rows from %ld on, %d threads, differ\n", what, m, first,
                                threads);
                    assert_true(false);
                }
                scope_close(scope);
            }
    }
    kindling_set_threads(before);
    grad_mode(true);
}

typedef struct {
    Tensor *weight, *bias;
} Weights;

static Tensor *product(Tensor *x, void *context)
{
    return tensor_matmul(x, ((Weights *)context)->weight);
}

static Tensor *linear(Tensor *x, void *context)
{
    Weights *w = context;
    return tensor_linear(x, w->weight, w->bias);
}

static Tensor *tied(Tensor *x, void *context)
{
    return tensor_tied_linear(
        x, tensor_contiguous(tensor_transpose(((Weights *)context)->weight, 0, 1)));
}

static bool products_are_ours(void)
{
    if (strncmp(gemm_backend(), "built-in", 8) == 0)
        return true;
    printf("skipped: products here are %s's, which promises nothing\n", gemm_backend());
    return false;
}

static void test_products(void **state)
{
    (void)state;
    static const long size[][2] = {
        {1, 1},      {3, 5},     {16, 16},    {64, 64},    {64, 192},   {64, 65},    {128, 512},
        {512, 128},  {384, 384}, {384, 65},   {400, 17},   {768, 64},   {1536, 384}, {2304, 8},
        {768, 1024}, {7000, 20}, {384, 1536}, {768, 2304}, {3072, 768}, {768, 4096}, {40, 9000}};
    if (!products_are_ours())
        skip_without("our own products");
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        Scope *scope = scope_open();
        char what[64];
        Tensor *x = random_tensor(SHAPE(ALL, size[i][0]));
        Weights w = {random_tensor(SHAPE(size[i][0], size[i][1])),
                     random_tensor(SHAPE(size[i][1]))};
        snprintf(what, sizeof what, "matmul (%ld, %ld)", size[i][0], size[i][1]);
        assert_rows_stand_alone(product, x, &w, what);
        snprintf(what, sizeof what, "linear (%ld, %ld)", size[i][0], size[i][1]);
        assert_rows_stand_alone(linear, x, &w, what);
        snprintf(what, sizeof what, "tied (%ld, %ld)", size[i][0], size[i][1]);
        assert_rows_stand_alone(tied, x, &w, what);
        scope_close(scope);
    }
}

/* ---- every kernel of a portable build ------------------------------------------------------------ */

static void check_kernel(const GemmKernel *kernel)
{
    static const long size[][2] = {{1, 1},    {5, 3},    {16, 16},  {64, 65},
                                   {400, 17}, {770, 96}, {7000, 5}, {40, 9000}};
    for (size_t s = 0; s < 2 * sizeof size / sizeof *size; s++) {
        Scope *scope = scope_open();
        long k = size[s / 2][0], n = size[s / 2][1];
        Tensor *a = random_tensor(SHAPE(ALL, k)), *b = random_tensor(SHAPE(k, n));
        Tensor *bias = random_tensor(SHAPE(n)), *all = tensor_new(SHAPE(ALL, n));
        Tensor *some = tensor_new(SHAPE(MOST, n));
        Gemm whole = {ALL,       n, k, 1, {a->data, k, 1}, {b->data, n, 1}, 0, {all->data, n, 1},
                      bias->data};
        if (s % 2 == 1) /* columns of B lie in rows, as those of a tied head */
            whole.b = (Matrix){b->data, 1, k};
        gemm_with(kernel, &whole, false);
        for (long m = 1; m <= MOST; m++) {
            Gemm part = whole;
            part.m = m;
            part.a.data += (ALL - m) * k;
            part.c.data = some->data;
            const real *wish = all->data + (ALL - m) * n;
            for (int few_rows = 0; few_rows < 2; few_rows++) {
                gemm_with(kernel, &part, few_rows);
                assert_memory_equal(some->data, wish, (size_t)(m * n) * sizeof(real));
            }
        }
        scope_close(scope);
    }
}

static void test_every_kernel(void **state)
{
    (void)state;
    check_kernel(&gemm_native);
#ifdef GEMM_HAS_VERSIONS
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        check_kernel(&gemm_avx2);
    if (__builtin_cpu_supports("avx512f"))
        check_kernel(&gemm_avx512);
#endif
}

/* ---- row by row ------------------------------------------------------------------------------------ */

static Tensor *norm(Tensor *x, void *context)
{
    Weights *w = context;
    return tensor_layer_norm(x, w->weight, w->bias, (real)1e-5);
}

static Tensor *softmax(Tensor *x, void *context)
{
    (void)context;
    return tensor_softmax(x, -1);
}

static Tensor *log_softmax(Tensor *x, void *context)
{
    (void)context;
    return tensor_log_softmax(x, -1);
}

static Tensor *logsumexp(Tensor *x, void *context)
{
    (void)context;
    return tensor_logsumexp(x, -1, false);
}

/* The target is another in every row; here, the place of the row's largest number. */
static Tensor *losses(Tensor *x, void *context)
{
    (void)context;
    long rows = x->shape[0];
    IntTensor *targets = tensor_argmax(x, -1, false);
    Tensor *out = tensor_new(SHAPE(2, rows));
    Tensor loss = *out, lse = *out;
    slice_view(&loss, out, 0, 0, 1, 1);
    slice_view(&lse, out, 0, 1, 2, 1);
    cross_entropy_kernel(&loss, &lse, x, targets->data, -1, (real)0.1);
    return tensor_contiguous(tensor_transpose(out, 0, 1));
}

typedef void (*Kernel)(Tensor *out, const Tensor *a);

static Tensor *element_wise(Tensor *x, void *context)
{
    Tensor *y = tensor_new_like(x);
    (*(const Kernel *)context)(y, x);
    return y;
}

static void test_rows_of_norms_and_probabilities(void **state)
{
    (void)state;
    static const long size[] = {1, 7, 16, 33, 64, 65, 384, 768, 1000, 4096};
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        Tensor *x = random_tensor(SHAPE(ALL, size[i]));
        Weights w = {random_tensor(SHAPE(size[i])), random_tensor(SHAPE(size[i]))};
        assert_rows_stand_alone(norm, x, &w, "layer_norm");
        assert_rows_stand_alone(softmax, x, NULL, "softmax");
        assert_rows_stand_alone(log_softmax, x, NULL, "log_softmax");
        assert_rows_stand_alone(logsumexp, x, NULL, "logsumexp");
        assert_rows_stand_alone(losses, x, NULL, "cross_entropy");
    }
}

static void test_activations(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        Kernel kernel;
    } list[] = {{"gelu", gelu_kernel}, {"gelu_tanh", gelu_tanh_kernel},
                {"silu", silu_kernel}, {"sigmoid", sigmoid_kernel},
                {"tanh", tanh_kernel}, {"relu", relu_kernel},
                {"exp", exp_kernel},   {"log", log_kernel}};
    static const long size[] = {1, 3, 7, 16, 33, 65, 256, 1536, 3072};
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        Tensor *x = random_tensor(SHAPE(ALL, size[i]));
        for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
            Kernel kernel = list[k].kernel;
            assert_rows_stand_alone(element_wise, x, &kernel, list[k].name);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_products),
        UNIT_TEST(test_every_kernel),
        UNIT_TEST(test_rows_of_norms_and_probabilities),
        UNIT_TEST(test_activations),
    };
    return run_tests("tensor/product/rows_alone", tests);
}
