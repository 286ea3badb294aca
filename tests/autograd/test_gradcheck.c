/* test_gradcheck.c - the judge of all other gradients must itself see what is wrong. */
#include "test.h"

/* One operation, y = 3 x + 0 b, with one wrong backward function for each usual mistake. */
static void right(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], tensor_mul_scalar(dy, 3));
}

static void missing_factor(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], dy);
}

static void factor_two(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], tensor_mul_scalar(dy, 6));
}

static void wrong_sign(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], tensor_mul_scalar(dy, -3));
}

static void assigned(Closure *c, Tensor *dy)
{
    real beta;
    scale_kernel(grad_buffer(c->in[0], &beta), dy, 3);
}

static void not_a_number(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], tensor_mul_scalar(dy, (real)NAN));
}

static void infinite(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], tensor_mul_scalar(dy, (real)INFINITY));
}

static void forgotten(Closure *c, Tensor *dy)
{
    (void)c, (void)dy;
}

static void one_element_wrong(Closure *c, Tensor *dy)
{
    real beta;
    right(c, dy);
    Tensor *grad = grad_buffer(c->in[0], &beta);
    grad->data[tensor_numel(grad) - 1] *= (real)1.05;
}

/* As if dy were all ones: right for sum(y), wrong for anything else. */
static void blind_to_dy(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], tensor_full(dy->ndim, dy->shape, 3));
}

static Tensor *triple(Tensor *a, const Operation *op)
{
    Tensor *out = tensor_new_like(a);
    scale_kernel(out, a, 3);
    return closure_record(out, op, INPUTS(a), NO_CAPTURE);
}

static Tensor *once(Tensor *const in[], void *op)
{
    return triple(in[0], op);
}

static Tensor *twice(Tensor *const in[], void *op)
{
    return tensor_add(triple(in[0], op), triple(in[0], op));
}

static bool accepts(Tensor *(*f)(Tensor *const in[], void *op),
                    void (*backward)(Closure *c, Tensor *dy))
{
    Operation op = {.name = "triple", .backward = backward};
    Tensor *x = random_leaf(SHAPE(2, 3));
    GradcheckResult result = gradcheck(f, INPUTS(x), &op, NULL);
    assert_true(strlen(result.message) > 0);
    if (!result.ok) {
        assert_int_equal(result.input, 0);
        assert_true(!(result.worst_error <= 1e-2));
        assert_non_null(strstr(result.message, "wrong at input 0, element "));
    }
    return result.ok;
}

static void test_right_is_right(void **state)
{
    (void)state;
    assert_true(accepts(once, right));
    assert_true(accepts(twice, right));
}

static void test_wrong_is_wrong(void **state)
{
    (void)state;
    assert_false(accepts(once, missing_factor));
    assert_false(accepts(once, factor_two));
    assert_false(accepts(once, wrong_sign));
    assert_false(accepts(once, not_a_number));
    assert_false(accepts(once, infinite));
    assert_false(accepts(once, forgotten));
    assert_false(accepts(once, one_element_wrong));
    assert_false(accepts(once, blind_to_dy));
}

static void test_assigning_is_seen_where_an_input_is_used_twice(void **state)
{
    (void)state;
    assert_true(accepts(once, assigned)); /* nothing to see yet */
    assert_false(accepts(twice, assigned));
}

/* A broadcast sum whose backward keeps one repetition instead of summing all. */
static void not_summed(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], dy);
    grad_add(c->in[1], tensor_select(dy, 0, 0));
}

static Tensor *add_a_row(Tensor *const in[], void *op)
{
    Tensor *out = tensor_new_like(in[0]);
    add_kernel(out, in[0], in[1]);
    return closure_record(out, op, INPUTS(in[0], in[1]), NO_CAPTURE);
}

static void test_an_unsummed_broadcast_is_seen(void **state)
{
    (void)state;
    Operation op = {.name = "add", .backward = not_summed};
    GradcheckResult result =
        gradcheck(add_a_row, INPUTS(random_leaf(SHAPE(3, 2)), random_leaf(SHAPE(2))), &op, NULL);
    assert_false(result.ok);
    assert_int_equal(result.input, 1);
}

static Tensor *forward_nan(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_mul_scalar(in[0], (real)NAN);
}

static void test_nan_forward_is_seen(void **state)
{
    (void)state;
    assert_false(gradcheck(forward_nan, INPUTS(random_leaf(SHAPE(2))), NULL, NULL).ok);
    GradcheckResult result = /* the first input says it: the others are not asked */
        gradcheck(forward_nan, INPUTS(random_leaf(SHAPE(2)), random_leaf(SHAPE(3))), NULL, NULL);
    assert_int_equal(result.input, 0);
    assert_non_null(strstr(result.message, "nan"));
}

static Tensor *of_nothing(Tensor *const in[], void *context)
{
    (void)in, (void)context;
    return tensor_full(SHAPE(2), 3);
}

/* A function that looks at none of its inputs has the slope 0 and no backward: that is right. */
static void test_a_constant_is_right(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(3));
    GradcheckResult result = gradcheck(of_nothing, INPUTS(x), NULL, NULL);
    assert_true(result.ok);
    assert_string_equal(result.message, "every gradient is exactly right");
    assert_null(x->grad);
}

static Tensor *product(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_mul(in[0], in[1]);
}

/* gradients, numbers, scopes and recording are as they were, also if one tensor is two inputs. */
static void test_inputs_are_left_as_they_were(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(3)), *k = random_tensor(SHAPE(3)), *copy = tensor_keep(x);
    Tensor *owned = tensor_requires_grad(tensor_keep(x)), *grad = tensor_ones(SHAPE(3));
    x->grad = grad;
    assert_true(gradcheck(product, INPUTS(x, x), NULL, NULL).ok);
    assert_true(gradcheck(product, INPUTS(x, k), NULL, NULL).ok);
    assert_true(gradcheck(product, INPUTS(owned, owned), NULL, NULL).ok);
    assert_tensor_identical(x, copy);
    assert_ptr_equal(x->grad, grad);
    assert_tensor_identical(grad, tensor_ones(SHAPE(3)));
    assert_ptr_equal(x->scope, scope_current());
    assert_null(owned->grad);
    assert_null(k->grad);
    assert_true(grad_mode_is_on());
    tensor_free(owned);
    tensor_free(copy);
}

static void test_options(void **state)
{
    (void)state;
    Operation op = {.name = "triple", .backward = one_element_wrong};
    Tensor *x = random_leaf(SHAPE(2));
    assert_true(gradcheck(once, INPUTS(x), &op, &(GradcheckOptions){.rtol = 0.1}).ok);
    assert_false(gradcheck(once, INPUTS(x), &op, &(GradcheckOptions){.seed = 99}).ok);
}

static void test_no_elements(void **state)
{
    (void)state;
    assert_true(
        gradcheck(product, INPUTS(random_leaf(SHAPE(0)), random_leaf(SHAPE(1))), NULL, NULL).ok);
    GradcheckResult result =
        gradcheck(product, INPUTS(random_leaf(SHAPE(0)), random_leaf(SHAPE(0))), NULL, NULL);
    assert_true(result.ok);
    assert_string_equal(result.message, "every gradient is exactly right");
}

static void test_what_cannot_be_checked_is_told(void **state)
{
    (void)state;
    static const Operation op = {.name = "triple", .backward = right};
    Tensor *x = random_tensor(SHAPE(2)), *made = tensor_exp(random_leaf(SHAPE(2)));
    assert_fails_with("gradcheck: none of the 1 inputs requires a gradient",
                      gradcheck(once, 1, &x, (void *)&op, NULL));
    assert_fails_with("gradcheck: input 0 was made by exp, and only a leaf",
                      gradcheck(once, 1, &made, (void *)&op, NULL));
    assert_fails_with("gradcheck: there is no function to check",
                      gradcheck(NULL, 1, &x, NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_right_is_right),
        UNIT_TEST(test_wrong_is_wrong),
        UNIT_TEST(test_assigning_is_seen_where_an_input_is_used_twice),
        UNIT_TEST(test_an_unsummed_broadcast_is_seen),
        UNIT_TEST(test_nan_forward_is_seen),
        UNIT_TEST(test_a_constant_is_right),
        UNIT_TEST(test_inputs_are_left_as_they_were),
        UNIT_TEST(test_options),
        UNIT_TEST(test_no_elements),
        UNIT_TEST(test_what_cannot_be_checked_is_told),
    };
    return run_tests("autograd/gradcheck", tests);
}
