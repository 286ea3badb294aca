/* test_record.c - what is remembered, what is not, and how to get out of being remembered. */
#include "test.h"

static void test_a_constant_has_no_past(void **state)
{
    (void)state;
    size_t bytes = scope_bytes(scope_current());
    Tensor *x = tensor_zeros(SHAPE(4));
    size_t one = scope_bytes(scope_current()) - bytes;
    Tensor *y = tensor_mul(x, x);
    assert_int_equal(scope_bytes(scope_current()) - bytes, 2 * one); /* nothing but the numbers */
    assert_false(y->requires_grad || tensor_made_in_no_grad(y));
    assert_null(y->closure);
}

static void test_a_closure_has_operation_inputs_and_place(void **state)
{
    (void)state;
    Tensor *a = random_leaf(SHAPE(2, 3)), *b = random_tensor(SHAPE(3));
    int line = __LINE__ + 1;
    Tensor *y = tensor_mul(a, b);
    assert_true(y->requires_grad);
    Closure *c = y->closure;
    assert_non_null(c);
    assert_string_equal(c->op->name, "mul");
    assert_int_equal(c->n_in, 2);
    assert_ptr_equal(c->in[0], a);
    assert_ptr_equal(c->in[1], b);
    assert_ptr_equal(c->out, y);
    assert_int_equal(c->origin.where.line, line);
    assert_non_null(strstr(c->origin.where.file, "test_record.c"));
    assert_false(c->flags & CLOSURE_RELEASED);
    assert_null(a->grad);
}

static void test_grad_mode(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2));
    assert_true(grad_mode(false));
    Tensor *y = tensor_mul(x, x), *z = tensor_add_scalar(y, 1);
    assert_false(grad_mode(true));
    assert_false(y->requires_grad);
    assert_null(tensor_closure(y));
    assert_true(tensor_made_in_no_grad(y) && tensor_made_in_no_grad(z));
    assert_true(tensor_made_in_no_grad(tensor_add(z, z))); /* it is passed on */
    assert_false(tensor_made_in_no_grad(tensor_add(z, x)));
    assert_false(tensor_made_in_no_grad(tensor_requires_grad(y))); /* a leaf from here on */
    assert_fails_with("hint: call tensor_requires_grad on the leaves; this one was computed while "
                      "grad_mode was off",
                      tensor_backward(tensor_sum(z, ALL_AXES, false)));
}

static void test_detach(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(2), VALUES(2, 3)));
    Tensor *y = tensor_mul(x, x), *cut = tensor_detach(y);
    assert_false(cut->requires_grad);
    assert_ptr_equal(cut->data, y->data);
    tensor_backward(tensor_sum(tensor_mul(y, cut), ALL_AXES, false)); /* x^2 c, not x^4 */
    assert_values(x->grad, SHAPE(2), VALUES(16, 54), 1e-5);
    assert_false(tensor_detach(tensor_zeros(SHAPE(2)))->requires_grad);
}

/* The start of a new graph on the numbers of another: gradients stop here, and stay here. */
static void test_a_detached_tensor_can_become_a_leaf(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2)), *y = tensor_mul_scalar(x, 3);
    Tensor *leaf = tensor_requires_grad(tensor_detach(y));
    tensor_backward(tensor_sum(tensor_mul_scalar(leaf, 5), ALL_AXES, false));
    assert_values(leaf->grad, SHAPE(2), VALUES(5, 5), 0);
    assert_null(x->grad);
    tensor_backward_from(y, leaf->grad, false); /* y's own graph was not touched */
    assert_values(x->grad, SHAPE(2), VALUES(15, 15), 0);
}

static void test_only_leaves_ask(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2)), *y = tensor_exp(x);
    assert_ptr_equal(tensor_requires_grad(x), x);
    assert_fails_with("tensor_requires_grad: this tensor of shape (2,) was made by exp; only a "
                      "leaf can ask",
                      tensor_requires_grad(y));
    assert_non_null(y->closure);
    assert_fails_with("tensor_retain_grad: this tensor of shape (3,) requires no gradient",
                      tensor_retain_grad(tensor_zeros(SHAPE(3))));
}

typedef struct {
    int axis;
    real factor;
    const char *text;
} Captured;

static void nothing(Closure *c, Tensor *dy)
{
    (void)c, (void)dy;
}

static void test_a_closure_copies_what_it_captures(void **state)
{
    (void)state;
    static const Operation op = {.name = "hoarder", .backward = nothing},
                           without = {.name = "bare"};
    Tensor *x = random_leaf(SHAPE(2)), *y = tensor_zeros(SHAPE(2)), *z = tensor_zeros(SHAPE(2));
    Captured mine = {3, (real)0.5, "kept"};
    assert_ptr_equal(closure_record(y, &op, INPUTS(x, x, x), sizeof mine, &mine), y);
    closure_record(z, &op, INPUTS(y), CAPTURE(Captured, 1, 2, "other"));
    mine = (Captured){0};
    const Captured *captured = y->closure->capture, *other = z->closure->capture;
    assert_true(captured->axis == 3 && captured->factor == (real)0.5);
    assert_string_equal(captured->text, "kept");
    assert_true(other->axis == 1 && other->factor == 2);
    assert_int_equal(y->closure->n_in, 3);
    for (int n = 1; n <= 4; n++) { /* behind all inputs, and where any type may begin */
        Tensor *t = closure_record(tensor_zeros(SHAPE(2)), &op, n, (Tensor *[]){x, x, x, x},
                                   CAPTURE(Captured, n, 1, ""));
        captured = t->closure->capture;
        assert_int_equal((uintptr_t)captured % _Alignof(max_align_t), 0);
        assert_true((const char *)captured >= (const char *)(t->closure->in + n));
    }
    Tensor *constant =
        closure_record(tensor_zeros(SHAPE(2)), &op, INPUTS(tensor_zeros(SHAPE(2))), NO_CAPTURE);
    assert_null(constant->closure);
    assert_fails_with("closure_record: operation bare has no backward function. hint: .backward = "
                      "bare_backward",
                      closure_record(tensor_zeros(SHAPE(2)), &without, INPUTS(x), NO_CAPTURE));
}

static void test_a_closure_lives_with_its_result(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2)), *y = tensor_mul_scalar(x, 2);
    Scope *inner = scope_open();
    Tensor *z = tensor_mul_scalar(y, 2);
    tensor_backward(tensor_sum(z, ALL_AXES, false));
    scope_close(inner);
    assert_values(x->grad, SHAPE(2), VALUES(4, 4), 0);
    assert_true(y->closure->flags & CLOSURE_RELEASED);
}

static void test_what_follows_a_detach_keeps_its_past_but_needs_no_gradient(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2));
    Tensor *y = tensor_relu(tensor_detach(tensor_mul_scalar(x, 2)));
    assert_false(y->requires_grad);
    assert_string_equal(y->closure->op->name, "relu");
    Tensor *w = random_leaf(SHAPE(2));
    tensor_backward(tensor_sum(tensor_mul(y, w), ALL_AXES, false));
    assert_null(x->grad);
    assert_null(y->grad);
    assert_tensor_close(w->grad, y, 0, 0);
}

static void test_zero_grad(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2));
    tensor_zero_grad(x);
    assert_null(x->grad);
    tensor_backward(tensor_sum(x, ALL_AXES, false));
    tensor_zero_grad(x);
    assert_null(x->grad);
    tensor_zero_grad(x); /* twice is fine */
    tensor_backward(tensor_sum(tensor_mul_scalar(x, 3), ALL_AXES, false));
    assert_values(x->grad, SHAPE(2), VALUES(3, 3), 0); /* nothing of the first is left */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_a_constant_has_no_past),
        UNIT_TEST(test_a_closure_has_operation_inputs_and_place),
        UNIT_TEST(test_grad_mode),
        UNIT_TEST(test_detach),
        UNIT_TEST(test_a_detached_tensor_can_become_a_leaf),
        UNIT_TEST(test_only_leaves_ask),
        UNIT_TEST(test_a_closure_copies_what_it_captures),
        UNIT_TEST(test_a_closure_lives_with_its_result),
        UNIT_TEST(test_what_follows_a_detach_keeps_its_past_but_needs_no_gradient),
        UNIT_TEST(test_zero_grad),
    };
    return run_tests("autograd/record", tests);
}
