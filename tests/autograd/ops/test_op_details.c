/* test_op_details.c - corners of operations: half of the inputs constant, rows that are masked throughout, shapes that
 * only just do not fit. */
#include "core.h"
#include "test.h"

static Tensor *of(int ndim, const long *shape)
{
    return tensor_ones(ndim, shape);
}

static void test_linear_refuses(void **state)
{
    (void)state;
    Tensor *x = of(SHAPE(2, 3)), *w = of(SHAPE(3, 4));
    assert_fails_with("the bias has shape (3,), expected (4,)", tensor_linear(x, w, of(SHAPE(3))));
    assert_fails_with("the bias has shape (1, 4)", tensor_linear(x, w, of(SHAPE(1, 4))));
    assert_fails_with("tensor_tied_linear: x has shape (3,)", tensor_tied_linear(of(SHAPE(3)), w));
    assert_fails_with("the table (3,)", tensor_tied_linear(x, of(SHAPE(3))));
    assert_shape(tensor_linear(of(SHAPE(3)), w, of(SHAPE(4))), SHAPE(4));
    assert_fails_with("hint", tensor_matmul(of(SHAPE(3, 2)), of(SHAPE(3, 4))));
}

/* Of x E^T each may be a constant: the other's gradient is as if both were not. */
static void test_one_half_is_constant(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3)), *table = random_leaf(SHAPE(4, 3));
    tensor_backward(tensor_sum(tensor_tied_linear(x, table), ALL_AXES, false));
    Tensor *dx = tensor_keep(x->grad), *dtable = tensor_keep(table->grad);
    tensor_zero_grad(x);
    tensor_zero_grad(table);
    Tensor *constant = tensor_detach(table);
    tensor_backward(tensor_sum(tensor_tied_linear(x, constant), ALL_AXES, false));
    assert_tensor_identical(x->grad, dx);
    assert_null(constant->grad);
    constant = tensor_detach(x);
    tensor_backward(tensor_sum(tensor_tied_linear(constant, table), ALL_AXES, false));
    assert_tensor_identical(table->grad, dtable);
    assert_null(constant->grad);
    tensor_free(dx);
    tensor_free(dtable);
}

static void test_loss_of_a_row_without_hope(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(2, 2), VALUES(-INFINITY, -INFINITY, 0, 0));
    int targets[] = {0, 1};
    Tensor *losses = of(SHAPE(2)), *lse = of(SHAPE(2));
    assert_int_equal(cross_entropy_kernel(losses, lse, x, targets, -100, 0), 2);
    assert_true(lse->data[0] == (real)-INFINITY);
    assert_close(lse->data[1], log(2), 1e-6);
    assert_close(losses->data[1], log(2), 1e-6);
}

static void test_kernels_of_pools_refuse(void **state)
{
    (void)state;
    Tensor *x = of(SHAPE(1, 1, 4, 4)), *out = of(SHAPE(1, 1, 2, 2));
    Window two = {.kernel = {2, 2}};
    assert_fails_with("index has 3 numbers, expected 4",
                      max_pool2d_kernel(out, int_tensor_new(SHAPE(3)), x, two));
    assert_fails_with("out", max_pool2d_kernel(x, int_tensor_new(SHAPE(4)), x, two));
}

/* ---- those who watch ------------------------------------------------------------------------------------ */

static int made, before, after;

static void see_made(Tensor *out, const Operation *op, int n, Tensor *const in[])
{
    (void)out, (void)op, (void)n, (void)in;
    made++;
}

static void see_before(Closure *c)
{
    (void)c;
    before++;
}

static void see_after(Closure *c)
{
    (void)c;
    after++;
}

static void test_several_watch(void **state)
{
    (void)state;
    Observer makes = {.made = see_made}, begins = {.before = see_before},
             ends = {.after = see_after};
    Observer stranger = {.made = see_made};
    made = before = after = 0;
    observer_add(&makes);
    observer_add(&begins);
    observer_add(&ends);
    tensor_backward(tensor_sum(tensor_exp(random_leaf(SHAPE(3))), ALL_AXES, false));
    int first = made;
    assert_true(first >= 2);
    assert_int_equal(before, 2);
    assert_int_equal(after, 2);
    observer_remove(&stranger);
    observer_remove(&makes); /* which is not the first */
    tensor_backward(tensor_sum(tensor_exp(random_leaf(SHAPE(3))), ALL_AXES, false));
    assert_int_equal(made, first);
    assert_int_equal(before, 4);
    observer_remove(&ends);
    observer_remove(&begins);
    tensor_backward(tensor_sum(tensor_exp(random_leaf(SHAPE(3))), ALL_AXES, false));
    assert_int_equal(before, 4);
    assert_int_equal(after, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_linear_refuses),
        UNIT_TEST(test_one_half_is_constant),
        UNIT_TEST(test_loss_of_a_row_without_hope),
        UNIT_TEST(test_kernels_of_pools_refuse),
        UNIT_TEST(test_several_watch),
    };
    return run_tests("autograd/ops/details", tests);
}
