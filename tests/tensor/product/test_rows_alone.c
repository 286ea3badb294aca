/* test_rows_alone.c - a row does not know how many rows there are.
 *
 * The row of a product, of a norm, of a softmax has the same bits whatever stands above and
 * below it, for any number of rows and of threads: then a cached step of decoding equals the uncached
 * one, and a batch of one equals a row of many. Our own products only: a BLAS promises nothing, and a
 * portable build has loops with and without fused multiply-add side by side.
 */
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

#ifdef KINDLING_PORTABLE
#define IS_PORTABLE true
#else
#define IS_PORTABLE false
#endif

static void skip_if_portable(void)
{
    if (!IS_PORTABLE)
        return;
    printf("skipped: a portable build fuses multiplication and addition in some loops only\n");
    skip();
}

static void test_products(void **state)
{
    (void)state;
    skip_if_portable();
    static const long size[][2] = {{1, 1},      {3, 5},    {16, 16},    {64, 64},
                                   {64, 192},   {64, 65},  {128, 512},  {512, 128},
                                   {384, 384},  {384, 65}, {400, 17},   {768, 64},
                                   {1536, 384}, {2304, 8}, {768, 1024}, {7000, 20}};
    if (!products_are_ours())
        skip();
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

static Tensor *gelu(Tensor *x, void *context)
{
    (void)context;
    return tensor_gelu_tanh(x);
}

static void test_rows_of_norms_and_probabilities(void **state)
{
    (void)state;
    skip_if_portable();
    static const long size[] = {1, 7, 16, 64, 65, 384, 1000};
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        Tensor *x = random_tensor(SHAPE(ALL, size[i]));
        Weights w = {random_tensor(SHAPE(size[i])), random_tensor(SHAPE(size[i]))};
        assert_rows_stand_alone(norm, x, &w, "layer_norm");
        assert_rows_stand_alone(softmax, x, NULL, "softmax");
        assert_rows_stand_alone(log_softmax, x, NULL, "log_softmax");
        assert_rows_stand_alone(gelu, x, NULL, "gelu_tanh");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_products),
        UNIT_TEST(test_rows_of_norms_and_probabilities),
    };
    return run_tests("tensor/product/rows_alone", tests);
}
