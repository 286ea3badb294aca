/* test_gradient_memory.c - which share is moved, copied or added never shows in a gradient. */
#include "test.h"

/* ---- one tensor in several places ---- */

static void test_one_share_for_several_inputs(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(2), VALUES(3, 5)));
    Tensor *y = tensor_mul_scalar(x, 1); /* an intermediate: its gradients may be moved */
    Tensor *(*const op[])(Tensor *, Tensor *) = {tensor_add, tensor_sub, tensor_mul, tensor_div};
    const real want[][2] = {{2, 2}, {0, 0}, {6, 10}, {0, 0}};
    for (int i = 0; i < 4; i++) {
        tensor_zero_grad(x);
        Tensor *loss = tensor_sum(op[i](y, y), ALL_AXES, false);
        tensor_backward_from(loss, NULL, true);
        assert_values(x->grad, SHAPE(2), 2, want[i], 1e-6);
    }
}

/* Gives one temporary to all its inputs, then dy to the first, then reads both again. */
static void generous_backward(Closure *c, Tensor *dy)
{
    Tensor *before = tensor_keep(dy), *gift = tensor_mul_scalar(dy, 10), *same = tensor_keep(gift);
    for (int i = 0; i < c->n_in; i++)
        grad_add(c->in[i], gift);
    grad_add(c->in[0], dy);
    grad_add(c->in[1], tensor_reshape(dy, dy->ndim, dy->shape));
    assert_tensor_identical(dy, before);
    assert_tensor_identical(gift, same);
    tensor_free(before);
    tensor_free(same);
}

static Tensor *generous(Tensor *a, Tensor *b, Tensor *c)
{
    static const Operation op = {.name = "generous", .backward = generous_backward};
    return closure_record(tensor_zeros(a->ndim, a->shape), &op, INPUTS(a, b, c), NO_CAPTURE);
}

static void test_shares_given_twice_and_read_afterwards(void **state)
{
    (void)state;
    const real want[][3] = {{11, 11, 10}, {22, 0, 10}, {21, 11, 0}, {11, 21, 0}, {32, 0, 0}};
    const int who[][3] = {{0, 1, 2}, {0, 0, 2}, {0, 1, 0}, {0, 1, 1}, {0, 0, 0}};
    for (int i = 0; i < 5; i++) {
        Tensor *leaf[3], *y[3];
        for (int j = 0; j < 3; j++) {
            leaf[j] = random_leaf(SHAPE(4));
            y[j] = tensor_mul_scalar(leaf[j], 1);
        }
        Tensor *out = generous(y[who[i][0]], y[who[i][1]], y[who[i][2]]);
        tensor_backward(tensor_sum(out, ALL_AXES, false));
        for (int j = 0; j < 3; j++)
            assert_tensor_identical(leaf[j]->grad != NULL ? leaf[j]->grad : tensor_zeros(SHAPE(4)),
                                    tensor_full(SHAPE(4), want[i][j]));
    }
}

/* A share may be a header on the stack, and may be made in a scope that ends before the turn does. */
static void passing_backward(Closure *c, Tensor *dy)
{
    Tensor flat = *dy;
    reshape_view(&flat, dy, SHAPE(2, 2));
    grad_add(c->in[0], &flat);
    Scope *scope = scope_open();
    grad_add(c->in[0], tensor_reshape(tensor_mul_scalar(dy, 2), SHAPE(2, 2)));
    scope_close(scope);
    memset(&flat, 0, sizeof flat);
}

static void test_shares_that_do_not_last(void **state)
{
    (void)state;
    static const Operation op = {.name = "passing", .backward = passing_backward};
    Tensor *x = random_leaf(SHAPE(2, 2)), *y = tensor_mul_scalar(x, 1);
    Tensor *out = closure_record(tensor_zeros(SHAPE(4)), &op, INPUTS(y), NO_CAPTURE);
    tensor_backward_from(out, tensor_from(SHAPE(4), VALUES(1, 2, 3, 4)), false);
    assert_values(x->grad, SHAPE(2, 2), VALUES(3, 6, 9, 12), 0);
}

/* dy turned is dy's numbers in another order; a gradient is another tensor's already. */
static void turning_backward(Closure *c, Tensor *dy)
{
    Tensor *other = grad_buffer(c->in[1], NULL);
    axpy_kernel(other, 5, dy);
    grad_add(c->in[2], other);
    grad_add(c->in[1], dy);
    grad_add(c->in[0], tensor_transpose(dy, 0, 1));
}

static void test_shares_that_are_somebody_elses(void **state)
{
    (void)state;
    static const Operation op = {.name = "turning", .backward = turning_backward};
    Tensor *x[3], *y[3], *seed = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4));
    for (int i = 0; i < 3; i++)
        y[i] = tensor_mul_scalar(x[i] = random_leaf(SHAPE(2, 2)), 1);
    tensor_backward_from(
        closure_record(tensor_zeros(SHAPE(2, 2)), &op, INPUTS(y[0], y[1], y[2]), NO_CAPTURE), seed,
        false);
    assert_values(x[0]->grad, SHAPE(2, 2), VALUES(1, 3, 2, 4), 0);
    assert_values(x[1]->grad, SHAPE(2, 2), VALUES(6, 12, 18, 24), 0);
    assert_values(x[2]->grad, SHAPE(2, 2), VALUES(5, 10, 15, 20), 0);
}

/* ---- empty shares ---- */

/* New tensors, each full of its own number: two of them in one place would show. */
static void assert_blocks_are_apart(void)
{
    Tensor *t[64];
    for (int i = 0; i < 64; i++)
        t[i] = tensor_full(SHAPE(4), (real)i);
    for (int i = 0; i < 64; i++)
        assert_tensor_identical(t[i], tensor_full(SHAPE(4), (real)i));
}

static void test_empty_shares(void **state)
{
    (void)state;
    const long shapes[][3] = {{0, 3, 2}, {2, 0, 3}, {0, 1, 0}};
    for (int i = 0; i < 3; i++) {
        Tensor *a = random_leaf(3, shapes[i]), *b = random_leaf(3, shapes[i]);
        Tensor *results[] = {tensor_add(tensor_mul_scalar(a, 2), tensor_mul_scalar(b, 2)),
                             tensor_sub(tensor_neg(a), tensor_neg(b)),
                             tensor_stack(INPUTS(a, b), 1),
                             tensor_concat(INPUTS(tensor_neg(a), tensor_neg(b), a), 2)};
        for (int j = 0; j < 4; j++) {
            tensor_zero_grad(a);
            tensor_zero_grad(b);
            tensor_backward(tensor_sum(results[j], ALL_AXES, false));
            assert_shape(a->grad, 3, shapes[i]);
            assert_shape(b->grad, 3, shapes[i]);
            assert_blocks_are_apart();
        }
    }
}

/* ---- views ---- */

static void test_a_tensor_and_its_views(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4)));
    Tensor *turned = tensor_transpose(x, 0, 1), *back = tensor_transpose(turned, 0, 1);
    Tensor *flat = tensor_reshape(turned, SHAPE(4));
    Tensor *sum = tensor_sum(tensor_abs(turned), ALL_AXES, false);
    Tensor *all[] = {x, back, flat};
    for (int i = 0; i < 3; i++)
        sum = tensor_add(sum, tensor_sum(all[i], ALL_AXES, false));
    tensor_backward(sum);
    assert_values(x->grad, SHAPE(2, 2), VALUES(4, 4, 4, 4), 0);

    Tensor *row = random_leaf(SHAPE(5));
    Tensor *first = tensor_slice(row, 0, 0, 3, 1), *second = tensor_slice(row, 0, 1, SLICE_END, -1);
    tensor_backward(tensor_add(tensor_sum(first, ALL_AXES, false),
                               tensor_sum(tensor_mul_scalar(second, 10), ALL_AXES, false)));
    assert_values(row->grad, SHAPE(5), VALUES(11, 11, 1, 0, 0), 0);
}

static void test_retained_gradients_are_blocks_of_their_own(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3)), *y = tensor_retain_grad(tensor_mul_scalar(x, 1));
    Tensor *turned = tensor_retain_grad(tensor_transpose(y, 0, 1));
    Tensor *flat = tensor_retain_grad(tensor_reshape(turned, SHAPE(6)));
    Scope *around = scope_open();
    Tensor *seed = random_tensor(SHAPE(6)), *before = tensor_keep(seed);
    tensor_backward_from(flat, seed, true);
    assert_tensor_identical(seed, before);
    scope_close(around);
    tensor_zeros(SHAPE(1000));
    Tensor *grads[] = {flat->grad, turned->grad, y->grad, x->grad};
    for (int i = 0; i < 4; i++) {
        assert_tensor_identical(
            tensor_reshape(i < 2 ? grads[i] : tensor_transpose(grads[i], 0, 1), SHAPE(6)), before);
        assert_true(grads[i]->scope == x->scope && tensor_owns_numbers(grads[i]));
        for (int j = 0; j < i; j++)
            assert_ptr_not_equal(grads[i]->data, grads[j]->data);
    }
    tensor_backward_from(flat, before, false); /* a retained gradient adds up, and flows once */
    assert_tensor_identical(y->grad, x->grad);
    assert_tensor_identical(flat->grad, tensor_mul_scalar(before, 2));
    assert_fails_with("was released by an earlier backward",
                      tensor_backward_from(flat, before, false));
    assert_tensor_identical(flat->grad, tensor_mul_scalar(before, 2));
    tensor_free(before);
}

static void test_deep_chains_of_views(void **state)
{
    (void)state;
    enum { DEPTH = 100000 };
    Tensor *x = random_leaf(SHAPE(2, 2)), *y = x;
    for (int i = 0; i < DEPTH; i++)
        switch (i % 5) {
        case 0:
            y = tensor_transpose(y, 0, 1);
            break;
        case 1:
            y = tensor_reshape(y, SHAPE(4));
            break;
        case 2:
            y = tensor_slice(y, 0, 0, 4, 1);
            break;
        case 3:
            y = tensor_reshape(y, SHAPE(2, 2));
            break;
        case 4:
            y = tensor_permute(y, AXES(1, 0));
            break;
        }
    tensor_backward(tensor_sum(y, ALL_AXES, false));
    assert_tensor_identical(x->grad, tensor_ones(SHAPE(2, 2)));
    Tensor *z = x;
    for (int i = 0; i < DEPTH; i++)
        z = tensor_transpose(z, 0, 1);
    tensor_backward(tensor_sum(z, ALL_AXES, false));
    assert_tensor_identical(x->grad, tensor_full(SHAPE(2, 2), 2));
}

/* ---- a walk inside a walk ---- */

/* y = tanh(x) that keeps no result: backward computes it once more, with a graph of its own, between two
 * shares. Activation checkpointing, as in torch.utils.checkpoint. */
static void checkpoint_backward(Closure *c, Tensor *dy)
{
    Tensor *before = tensor_keep(dy);
    grad_add(c->in[0], dy);
    Scope *scope = scope_open();
    grad_mode(true);
    Tensor *again = tensor_requires_grad(tensor_detach(c->in[0]));
    tensor_backward_from(tensor_tanh(again), dy, false);
    grad_add(c->in[0], again->grad);
    scope_close(scope);
    assert_tensor_identical(dy, before);
    tensor_free(before);
}

static void test_a_walk_inside_a_walk(void **state)
{
    (void)state;
    static const Operation op = {.name = "checkpoint", .backward = checkpoint_backward};
    Tensor *x = random_leaf(SHAPE(5)), *twin = tensor_requires_grad(tensor_keep(x));
    Tensor *h = tensor_mul_scalar(x, 2), *seed = random_tensor(SHAPE(5));
    Tensor *y = closure_record(tensor_tanh(tensor_detach(h)), &op, INPUTS(h), NO_CAPTURE);
    tensor_backward_from(y, seed, false);
    Tensor *g = tensor_mul_scalar(twin, 2);
    tensor_backward_from(tensor_add(tensor_tanh(g), g), seed, false);
    assert_tensor_close(x->grad, twin->grad, 1e-6, 1e-6);
    tensor_free(twin);
}

/* ---- where gradients live ---- */

static void test_gradients_of_leaves_outlive_scopes(void **state)
{
    (void)state;
    Tensor *owned = tensor_requires_grad(tensor_keep(tensor_ones(SHAPE(3))));
    Tensor *outer = random_leaf(SHAPE(3));
    Scope *scope = scope_open();
    tensor_backward(tensor_sum(tensor_mul(owned, outer), ALL_AXES, false));
    scope_close(scope);
    tensor_zeros(SHAPE(1000));
    assert_tensor_identical(owned->grad, outer);
    assert_tensor_identical(outer->grad, tensor_ones(SHAPE(3)));
    assert_null(owned->grad->scope);
    const real *memory = owned->grad->data;
    tensor_zero_grad(owned);
    scope = scope_open();
    tensor_backward(tensor_sum(owned, ALL_AXES, false));
    scope_close(scope);
    assert_ptr_equal(owned->grad->data, memory);
    tensor_free(owned);
}

static Tensor *flat_view(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_reshape(in[0], SHAPE(4));
}

static Tensor *identity(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_expand(in[0], 2, in[0]->shape);
}

static void test_gradcheck_of_pure_views(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 2));
    assert_true(gradcheck(flat_view, INPUTS(x), NULL, NULL).ok);
    assert_true(gradcheck(identity, INPUTS(x), NULL, NULL).ok);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_one_share_for_several_inputs),
        UNIT_TEST(test_shares_given_twice_and_read_afterwards),
        UNIT_TEST(test_shares_that_do_not_last),
        UNIT_TEST(test_shares_that_are_somebody_elses),
        UNIT_TEST(test_empty_shares),
        UNIT_TEST(test_a_tensor_and_its_views),
        UNIT_TEST(test_retained_gradients_are_blocks_of_their_own),
        UNIT_TEST(test_deep_chains_of_views),
        UNIT_TEST(test_a_walk_inside_a_walk),
        UNIT_TEST(test_gradients_of_leaves_outlive_scopes),
        UNIT_TEST(test_gradcheck_of_pure_views),
    };
    return run_tests("autograd/gradient_memory", tests);
}
