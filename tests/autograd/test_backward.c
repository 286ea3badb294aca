/* test_backward.c - the walk back: who gets which gradient, and what is left of the graph. */
#include "core.h"
#include "test.h"
#include <time.h>

static Tensor *leaf(real value)
{
    return tensor_requires_grad(tensor_scalar(value));
}

static Tensor *sum(Tensor *t)
{
    return tensor_sum(t, ALL_AXES, false);
}

/* y = x W, loss y^2, x = 2, W = 3: y = 6, dy = 12. */
static void test_the_smallest_network(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_full(SHAPE(1, 1), 2));
    Tensor *W = tensor_requires_grad(tensor_full(SHAPE(1, 1), 3)), *y = tensor_matmul(x, W);
    tensor_backward(tensor_mul(y, y));
    assert_values(W->grad, SHAPE(1, 1), VALUES(24), 0);
    assert_values(x->grad, SHAPE(1, 1), VALUES(36), 0);
}

static void test_shares_are_added(void **state)
{
    (void)state;
    Tensor *x = leaf(1), *y = tensor_mul_scalar(x, 3);
    tensor_backward(tensor_add(tensor_mul_scalar(y, 2), tensor_mul_scalar(y, 5)));
    assert_values(x->grad, SCALAR, VALUES(21), 0);
    Tensor *z = leaf(4);
    tensor_backward(tensor_add(tensor_mul(z, z), z)); /* 2 z + 1 */
    assert_values(z->grad, SCALAR, VALUES(9), 0);
    Tensor *w = leaf(4);
    tensor_backward(tensor_div(w, w));
    assert_values(w->grad, SCALAR, VALUES(0), 1e-6);
}

/* In a diamond of diamonds the number of paths doubles at each step, the work does not. */
static void test_diamonds_are_walked_once(void **state)
{
    (void)state;
    Tensor *x = leaf(1), *y = x;
    for (int i = 0; i < 60; i++)
        y = tensor_add(tensor_mul_scalar(y, (real)0.5), tensor_mul_scalar(y, (real)0.5));
    int count = 0;
    for (Closure *c = backward_order(y); c != NULL; c = c->next)
        count++;
    assert_int_equal(count, 180);
    tensor_backward(y);
    assert_values(x->grad, SCALAR, VALUES(1), 0);
}

static void test_consumers_come_before_producers(void **state)
{
    (void)state;
    Tensor *x = leaf(2), *t[30];
    for (int i = 0; i < 30; i++)
        t[i] = i == 0 ? x : tensor_mul(t[rng_below(&test_rng, i)], t[rng_below(&test_rng, i)]);
    for (Closure *c = backward_order(t[29]); c != NULL; c = c->next)
        for (Closure *later = c->next; later != NULL; later = later->next)
            for (int i = 0; i < later->n_in; i++)
                assert_ptr_not_equal(later->in[i], c->out);
}

static void test_unused_branches_cost_and_lose_nothing(void **state)
{
    (void)state;
    Tensor *x = leaf(3), *unused = tensor_exp(tensor_mul_scalar(x, 2)),
           *used = tensor_mul_scalar(x, 4);
    int count = 0;
    for (Closure *c = backward_order(used); c != NULL; c = c->next)
        count++;
    assert_int_equal(count, 1);
    tensor_backward(used);
    assert_values(x->grad, SCALAR, VALUES(4), 0);
    assert_false(unused->closure->flags & CLOSURE_RELEASED);
    tensor_backward(tensor_log(unused)); /* its own turn: 2 more */
    assert_values(x->grad, SCALAR, VALUES(6), 1e-5);
}

static void test_constants_get_no_gradient(void **state)
{
    (void)state;
    Tensor *x = leaf(3), *k = tensor_scalar(5);
    tensor_backward(tensor_mul(tensor_mul(x, k), k));
    assert_values(x->grad, SCALAR, VALUES(25), 0);
    assert_null(k->grad);
}

static void test_a_deep_chain(void **state)
{
    (void)state;
    enum { DEPTH = 100000 };
    clock_t start = clock();
    Tensor *x = leaf(1), *y = x;
    for (int i = 0; i < DEPTH; i++)
        y = i % 2 ? tensor_add_scalar(y, 1) : tensor_neg(y);
    tensor_backward(y);
    assert_values(x->grad, SCALAR, VALUES(1), 0);
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 5);
}

static void test_backward_from_a_leaf(void **state)
{
    (void)state;
    Tensor *x = leaf(3), *v = random_leaf(SHAPE(2));
    tensor_backward(x);
    tensor_backward(x);
    assert_values(x->grad, SCALAR, VALUES(2), 0);
    tensor_backward_from(v, tensor_from(SHAPE(2), VALUES(5, 7)), false);
    assert_values(v->grad, SHAPE(2), VALUES(5, 7), 0);
}

static void test_seeds(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(2), VALUES(3, 4))), *y = tensor_mul(x, x);
    assert_fails_with("backward: a tensor of shape (2,), made by mul at ", tensor_backward(y));
    assert_non_null(strstr(last_failure, ", has 2 elements, and only a scalar needs no seed"));
    assert_ptr_equal(strstr(last_failure, "backward"),
                     last_failure); /* not tensor_backward_from's */
    assert_fails_with("tensor_backward_from: the seed has shape (1,), expected (2,)",
                      tensor_backward_from(y, tensor_ones(SHAPE(1)), false));
    assert_null(x->grad);
    Tensor *seed = tensor_select(tensor_from(SHAPE(2, 2), VALUES(1, 0, 10, 0)), 1, 0);
    tensor_backward_from(y, seed, false);
    assert_values(x->grad, SHAPE(2), VALUES(6, 80), 0);
    Tensor *one = random_leaf(SHAPE(1, 1));
    tensor_backward(tensor_mul_scalar(one, 2)); /* one element needs no seed, whatever its axes */
    assert_values(one->grad, SHAPE(1, 1), VALUES(2), 0);
    assert_fails_with("input of shape (2,) does not require a gradient",
                      tensor_backward(tensor_named(tensor_zeros(SHAPE(2)), "input")));
}

static void test_a_released_graph_is_told_and_left_alone(void **state)
{
    (void)state;
    Tensor *x = leaf(2), *y = tensor_named(tensor_mul(x, x), "squares"),
           *z = tensor_mul_scalar(y, 3);
    tensor_backward(z);
    assert_fails_with("backward: the graph behind a tensor of shape (), made by mul at ",
                      tensor_backward(z));
    assert_non_null(strstr(last_failure, "hint: tensor_backward_from(t, seed, true) keeps it"));
    Tensor *again = tensor_mul_scalar(y, 5);
    assert_fails_with("the graph behind squares of shape (), made by mul at ",
                      tensor_backward(again));
    assert_non_null(strstr(last_failure, "test_backward.c:"));
    assert_values(x->grad, SCALAR, VALUES(12), 0);
    assert_null(again->grad);
    assert_null(y->grad);
}

static void test_a_retained_graph_adds_up(void **state)
{
    (void)state;
    Tensor *x = leaf(2), *y = tensor_mul(x, x), *z = tensor_mul(y, y); /* 4 x^3 = 32 */
    tensor_backward_from(z, NULL, true);
    assert_values(x->grad, SCALAR, VALUES(32), 0);
    tensor_backward_from(z, NULL, true);
    assert_values(x->grad, SCALAR, VALUES(64), 0);
    tensor_backward(z);
    assert_values(x->grad, SCALAR, VALUES(96), 0);
    assert_fails_with("released", tensor_backward(z));
}

static void test_gradients_of_intermediates_are_gone_unless_retained(void **state)
{
    (void)state;
    Tensor *x = leaf(2), *y = tensor_mul(x, x), *z = tensor_retain_grad(tensor_mul_scalar(y, 3));
    Tensor *loss = tensor_mul(z, z);
    tensor_backward_from(loss, NULL, true);
    assert_null(loss->grad);
    assert_null(y->grad);
    assert_values(z->grad, SCALAR, VALUES(24), 0);
    assert_values(x->grad, SCALAR, VALUES(288), 0);
    tensor_backward_from(loss, NULL, true); /* the retained one must not flow twice */
    assert_values(z->grad, SCALAR, VALUES(48), 0);
    assert_values(x->grad, SCALAR, VALUES(576), 0);
}

/* An operation may change a gradient in place only when nobody can ask for it any more. */
static void test_gradients_taken_over_are_nobody_elses(void **state)
{
    (void)state;
    Tensor *x = leaf(2), *y = tensor_mul_scalar(x, 5);
    Tensor *kept = tensor_retain_grad(tensor_mul_scalar(y, 3)), *z = tensor_mul_scalar(kept, 7);
    Tensor *mask = tensor_zeros(SCALAR), *shown = tensor_masked_fill(z, mask, 0);
    Tensor *seed = tensor_scalar(2);
    tensor_backward_from(tensor_add(tensor_mul_scalar(shown, 11), y), seed, false);
    assert_values(seed, SCALAR, VALUES(2), 0);
    assert_values(kept->grad, SCALAR, VALUES(2 * 11 * 7), 0);
    assert_values(x->grad, SCALAR, VALUES((2 * 11 * 7 * 3 + 2) * 5), 0);
}

static void test_a_retained_root(void **state)
{
    (void)state;
    Tensor *x = leaf(2), *loss = tensor_retain_grad(tensor_mul_scalar(x, 3));
    tensor_backward_from(loss, NULL, true);
    tensor_backward_from(loss, NULL, true);
    assert_values(loss->grad, SCALAR, VALUES(2), 0);
    assert_values(x->grad, SCALAR, VALUES(6), 0);
}

static void test_leaves_of_outer_scopes_accumulate(void **state)
{
    (void)state;
    Tensor *x = leaf(2), *owned = tensor_requires_grad(tensor_keep(tensor_scalar(5)));
    for (int step = 1; step <= 4; step++) {
        Scope *scope = scope_open();
        tensor_backward(tensor_mul(tensor_mul(x, x), owned));
        scope_close(scope);
        assert_values(x->grad, SCALAR, VALUES((real)(20 * step)), 0);
        assert_values(owned->grad, SCALAR, VALUES((real)(4 * step)), 0);
    }
    assert_null(owned->grad->scope);
    tensor_free(owned);
}

static void test_views_of_leaves(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3)), *turned = tensor_transpose(x, 0, 1);
    Tensor *w = tensor_from(SHAPE(3, 2), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *part = tensor_slice(x, 1, 2, SLICE_END, -2); /* columns 2 and 0 */
    Tensor *v = tensor_from(SHAPE(2), VALUES(10, 100));
    tensor_backward(tensor_add(sum(tensor_mul(turned, w)), sum(tensor_mul(part, v))));
    assert_values(x->grad, SHAPE(2, 3), VALUES(101, 3, 15, 102, 4, 16), 1e-5);
}

static void test_backward_leaves_recording_on(void **state)
{
    (void)state;
    Tensor *x = leaf(2);
    Scope *scope = scope_current();
    tensor_backward(tensor_mul(x, x));
    assert_true(grad_mode_is_on());
    assert_ptr_equal(scope_current(), scope);
    assert_null(x->grad->closure);
    assert_false(x->grad->requires_grad);
}

/* ---- operations that give nothing, and those who watch ----------------------------------------- */

static void nothing_backward(Closure *c, Tensor *dy)
{
    (void)c, (void)dy;
}

static void test_no_turn_without_a_gradient(void **state)
{
    (void)state;
    static const Operation op = {.name = "nothing", .backward = nothing_backward};
    Tensor *x = leaf(2), *y = tensor_mul(x, x);
    tensor_backward(closure_record(tensor_zeros(SCALAR), &op, INPUTS(y), NO_CAPTURE));
    assert_null(x->grad);
}

static char turns[16];

static void note_before(Closure *c)
{
    strcat(turns, c->op->name[0] == 'm' ? "(m" : "(a");
}

static void note_after(Closure *c)
{
    strcat(turns, c->op->name[0] == 'm' ? "m)" : "a)");
}

static void test_observers_see_each_turn(void **state)
{
    (void)state;
    Observer watch = {.before = note_before, .after = note_after};
    Tensor *x = leaf(2), *y = tensor_add(tensor_mul(x, x), x);
    observer_add(&watch);
    tensor_backward(y);
    observer_remove(&watch);
    assert_string_equal(turns, "(aa)(mm)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_no_turn_without_a_gradient),
        UNIT_TEST(test_observers_see_each_turn),
        UNIT_TEST(test_the_smallest_network),
        UNIT_TEST(test_shares_are_added),
        UNIT_TEST(test_diamonds_are_walked_once),
        UNIT_TEST(test_consumers_come_before_producers),
        UNIT_TEST(test_unused_branches_cost_and_lose_nothing),
        UNIT_TEST(test_constants_get_no_gradient),
        UNIT_TEST(test_a_deep_chain),
        UNIT_TEST(test_backward_from_a_leaf),
        UNIT_TEST(test_seeds),
        UNIT_TEST(test_a_released_graph_is_told_and_left_alone),
        UNIT_TEST(test_a_retained_graph_adds_up),
        UNIT_TEST(test_gradients_of_intermediates_are_gone_unless_retained),
        UNIT_TEST(test_gradients_taken_over_are_nobody_elses),
        UNIT_TEST(test_a_retained_root),
        UNIT_TEST(test_leaves_of_outer_scopes_accumulate),
        UNIT_TEST(test_views_of_leaves),
        UNIT_TEST(test_backward_leaves_recording_on),
    };
    return run_tests("autograd/backward", tests);
}
