/* test_cross_entropy.c - the loss from logits: values, smoothing, ignored rows, extremes. */
#include "test.h"

#define TOLERANCE (IS_DOUBLE ? 1e-12 : 2e-6)
#define INF ((real)INFINITY)
#define IGNORE (-100)

typedef struct {
    Tensor *losses, *lse;
    long counted;
} Result;

static Result forward(const Tensor *logits, const int *targets, real smoothing)
{
    Result r = {tensor_full(SHAPE(logits->shape[0]), 77), tensor_new(1, logits->shape), 0};
    r.counted = cross_entropy_kernel(r.losses, r.lse, logits, targets, IGNORE, smoothing);
    return r;
}

/* Of the sum over all rows that count. */
static Tensor *gradients(const Tensor *logits, const int *targets, real smoothing)
{
    Tensor *leaf = tensor_requires_grad(tensor_new_view(logits));
    long rows = shape_numel(logits->ndim - 1, logits->shape);
    IntTensor *ids = int_tensor_from(logits->ndim - 1, logits->shape, rows, targets);
    Tensor *loss = tensor_cross_entropy(leaf, ids, IGNORE, smoothing);
    long counted = 0;
    for (long i = 0; i < rows; i++)
        counted += targets[i] != IGNORE;
    tensor_backward(tensor_mul_scalar(loss, (real)counted));
    return leaf->grad;
}

static void test_values(void **state)
{
    (void)state;
    const int targets[] = {2, 0, IGNORE};
    Tensor *logits = tensor_from(SHAPE(3, 3), VALUES(1, 2, 3, 0, 0, -1, 5, 6, 7));
    Result r = forward(logits, targets, 0);
    assert_int_equal(r.counted, 2);
    assert_values(r.losses, SHAPE(3), VALUES((real)0.40760596444, (real)0.861994804058, 0), 2e-7);
    assert_values(r.lse, SHAPE(3),
                  VALUES((real)3.40760596444, (real)0.861994804058, (real)7.40760596444), 1e-6);
}

static void test_label_smoothing(void **state)
{
    (void)state;
    const int targets[] = {2};
    Tensor *logits = tensor_from(SHAPE(1, 3), VALUES(1, 2, 3));
    Result r = forward(logits, targets, (real)0.1); /* .9 (lse - 3) + .1 (lse - 2) */
    assert_values(r.losses, SHAPE(1), VALUES((real)0.50760596444), 5e-7);
    r = forward(logits, targets, 1);
    assert_values(r.losses, SHAPE(1), VALUES((real)1.40760596444), 5e-7);
}

static void test_large_logits(void **state)
{
    (void)state;
    const int targets[] = {0, 1, 1};
    Tensor *logits = tensor_from(SHAPE(3, 2), VALUES((real)1e5, (real)1e5, (real)1e4, -(real)1e4,
                                                     (real)-3e4, (real)-3e4 - 1));
    Result r = forward(logits, targets, 0);
    assert_values(r.losses, SHAPE(3), VALUES((real)0.69314718056, 20000, (real)1.313261687518),
                  1e-6);
}

static void test_masked_logits(void **state)
{
    (void)state;
    const int targets[] = {1, 0};
    Tensor *logits = tensor_from(SHAPE(2, 3), VALUES(-INF, 2, 2, -INF, 1, 1));
    Result r = forward(logits, targets, 0);
    assert_values(r.losses, SHAPE(2), VALUES((real)0.69314718056, INF), 1e-6);
    Tensor *d = gradients(logits, targets, 0);
    assert_values(d, SHAPE(2, 3), VALUES(0, (real)-0.5, (real)0.5, -1, (real)0.5, (real)0.5), 1e-6);
}

static void test_nan_shows_in_its_row(void **state)
{
    (void)state;
    const int targets[] = {1, 0};
    Tensor *logits = tensor_from(SHAPE(2, 3), VALUES((real)NAN, 2, -INF, 0, 1, 1));
    Result r = forward(logits, targets, 0);
    assert_true(isnan(r.losses->data[0]) && isnan(r.lse->data[0]));
    assert_false(isnan(r.losses->data[1]));
}

/* Against the plain formula, for rows of many lengths. */
static void test_gradient_formula(void **state)
{
    (void)state;
    for (long v = 1; v < 90; v += 11)
        for (int smooth = 0; smooth < 2; smooth++) {
            const int targets[] = {0, (int)v - 1, IGNORE, (int)v / 2};
            double s = 0.25 * smooth;
            Tensor *logits = random_tensor(SHAPE(4, v)), *d = gradients(logits, targets, (real)s);
            for (long row = 0; row < 4; row++) {
                double sum = 0;
                for (long i = 0; i < v; i++)
                    sum += exp((double)logits->data[row * v + i]);
                for (long i = 0; i < v; i++) {
                    double wish = (1 - s) * (i == targets[row]) + s / (double)v;
                    double expected = exp((double)logits->data[row * v + i]) / sum - wish;
                    assert_close(d->data[row * v + i], row == 2 ? 0 : expected, TOLERANCE);
                }
            }
        }
}

static void test_views(void **state)
{
    (void)state;
    const int targets[] = {1, 0, 3, 2};
    Tensor *a = random_tensor(SHAPE(6, 4)), logits = {0};
    transpose_view(&logits, a, 0, 1);
    Tensor *copy = tensor_new_like(&logits);
    copy_kernel(copy, &logits);
    Result r = forward(&logits, targets, (real)0.1);
    assert_tensor_close(r.losses, forward(copy, targets, (real)0.1).losses, 0, 0);
    assert_tensor_close(gradients(&logits, targets, (real)0.1), gradients(copy, targets, (real)0.1),
                        1e-7, 1e-7);
}

static void test_edge_sizes(void **state)
{
    (void)state;
    const int ignored[] = {IGNORE, IGNORE};
    assert_int_equal(forward(tensor_zeros(SHAPE(0, 5)), (int[]){0}, 0).counted, 0);
    Result r = forward(tensor_zeros(SHAPE(2, 5)), ignored, 0);
    assert_int_equal(r.counted, 0);
    assert_values(r.losses, SHAPE(2), VALUES(0, 0), 0);
    assert_tensor_close(gradients(tensor_zeros(SHAPE(2, 5)), ignored, 0), tensor_zeros(SHAPE(2, 5)),
                        0, 0);
    const int only[] = {0};
    assert_values(forward(tensor_full(SHAPE(1, 1), 3), only, 0).losses, SHAPE(1), VALUES(0), 0);
}

static void test_mistakes_change_nothing(void **state)
{
    (void)state;
    const int high[] = {0, 64, IGNORE, 65}, low[] = {0, -1, 0, 0}, fine[] = {0, 1, 2, 3};
    Tensor *logits = tensor_zeros(SHAPE(4, 65)), *losses = tensor_full(SHAPE(4), 7);
    Tensor *lse = tensor_zeros(SHAPE(4)), *three = tensor_zeros(SHAPE(3));
    assert_fails_with("tensor_cross_entropy: target 65 at position 3 is outside [0, 65)",
                      cross_entropy_kernel(losses, lse, logits, high, IGNORE, 0));
    assert_fails_with("tensor_cross_entropy: target -1 at position 1 is outside [0, 65)",
                      cross_entropy_kernel(losses, lse, logits, low, IGNORE, 0));
    assert_fails_with("tensor_cross_entropy: label smoothing 1.5 is outside [0, 1]",
                      cross_entropy_kernel(losses, lse, logits, fine, IGNORE, (real)1.5));
    assert_fails_with("tensor_cross_entropy: lse has shape (3,), logits (4, 65) have 4 rows",
                      cross_entropy_kernel(losses, three, logits, fine, IGNORE, 0));
    assert_fails_with("tensor_cross_entropy: losses have shape (3,), logits (4, 65) have 4 rows",
                      cross_entropy_kernel(three, lse, logits, fine, IGNORE, 0));
    assert_fails_with("tensor_cross_entropy: logits are a scalar",
                      cross_entropy_kernel(losses, lse, tensor_scalar(1), fine, IGNORE, 0));
    assert_values(losses, SHAPE(4), VALUES(7, 7, 7, 7), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values),
        UNIT_TEST(test_label_smoothing),
        UNIT_TEST(test_large_logits),
        UNIT_TEST(test_masked_logits),
        UNIT_TEST(test_nan_shows_in_its_row),
        UNIT_TEST(test_gradient_formula),
        UNIT_TEST(test_views),
        UNIT_TEST(test_edge_sizes),
        UNIT_TEST(test_mistakes_change_nothing),
    };
    return run_tests("tensor/kernels/cross_entropy", tests);
}
