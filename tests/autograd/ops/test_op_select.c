/* test_op_select.c - choosing by masks (masked_fill, where) and by whole numbers. */
#include "../like_torch.h"

/* ---- masks -------------------------------------------------------------------------------- */

static Tensor *masked_fill(Tensor *const in[], void *mask)
{
    return tensor_masked_fill(tensor_mul(in[0], in[0]), mask, -3);
}

static void test_masked_fill(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3, 3));
    assert_gradcheck_layouts(masked_fill, tensor_tril(3, 3), x);
    assert_gradcheck_layouts(masked_fill, tensor_transpose(tensor_tril(3, 3), 0, 1), x);
    assert_gradcheck(masked_fill, tensor_from(SHAPE(2, 1, 1), VALUES(0, 1)), x);
    assert_gradcheck(masked_fill, tensor_scalar(1), x);
    Tensor *y = tensor_masked_fill(x, tensor_from(SHAPE(3), VALUES(0, 1, 0)), (real)-INFINITY);
    assert_true(tensor_get(y, AT(1, 2, 1)) == (real)-INFINITY);
    assert_true(tensor_get(y, AT(1, 2, 0)) == tensor_get(x, AT(1, 2, 0)));
    tensor_backward_from(y, tensor_ones(SHAPE(2, 3, 3)), false);
    assert_tensor_identical(x->grad,
                            tensor_expand(tensor_from(SHAPE(3), VALUES(1, 0, 1)), SHAPE(2, 3, 3)));
}

static Tensor *where(Tensor *const in[], void *condition)
{
    return tensor_where(condition, tensor_mul(in[0], in[0]), in[1]);
}

static void test_where(void **state)
{
    (void)state;
    Tensor *c = tensor_from(SHAPE(2, 1), VALUES(1, 0)), *lower = tensor_tril(3, 3);
    assert_gradcheck_layouts(where, lower, random_leaf(SHAPE(3, 3)), random_leaf(SHAPE(3, 3)));
    assert_gradcheck(where, c, random_leaf(SHAPE(1, 4)), random_leaf(SHAPE(3, 2, 4)));
    assert_gradcheck(where, lower, random_leaf(SCALAR), random_leaf(SHAPE(3)));
    assert_gradcheck(where, lower, random_tensor(SHAPE(3)), random_leaf(SHAPE(3)));
    Tensor *x = random_leaf(SHAPE(2));
    tensor_backward(
        tensor_sum(tensor_where(tensor_zeros(SHAPE(2)), tensor_log(tensor_full(SHAPE(2), -1)), x),
                   ALL_AXES, false)); /* NaN that was not chosen does not come back */
    assert_values(x->grad, SHAPE(2), VALUES(1, 1), 0);
}

static void check_is_no_mask(real x)
{
    Tensor *mask = tensor_from(SHAPE(2, 3), VALUES(0, 1, 1, 0, x, 0)), *one = tensor_ones(SCALAR);
    assert_fails_with("tensor_masked_fill: number 4 of the mask (2, 3) is ",
                      tensor_masked_fill(mask, mask, 0));
    assert_fails_with("tensor_where: number 4 of the condition (2, 3) is ",
                      tensor_where(mask, mask, one));
    assert_fails_with("number 3 of the condition (3, 2) is ",
                      tensor_where(tensor_transpose(mask, 0, 1), one, one));
    assert_fails_with("expected 0 or 1. hint: tensor_ne_scalar(condition, 0)",
                      tensor_where(mask, one, one));
}

static void test_mask_mistakes(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3));
    assert_fails_with("tensor_masked_fill: a mask of shape (2,) does not broadcast to (2, 3)",
                      tensor_masked_fill(x, tensor_ones(SHAPE(2)), 0));
    assert_fails_with("does not broadcast", tensor_masked_fill(x, tensor_ones(SHAPE(4, 2, 3)), 0));
    assert_fails_with("tensor_masked_fill: the mask requires a gradient",
                      tensor_masked_fill(x, x, 0));
    assert_fails_with("tensor_where: the condition requires a gradient", tensor_where(x, x, x));
    assert_fails_with("tensor_where: cannot broadcast (2, 3) with (2,)",
                      tensor_where(tensor_ones(SHAPE(2, 3)), x, tensor_ones(SHAPE(2))));
    assert_fails_with("tensor_where: cannot broadcast (5,) with (2, 3)",
                      tensor_where(tensor_ones(SHAPE(5)), x, x));
    const real strange[] = {(real)0.5, -1, 2, (real)NAN, (real)INFINITY};
    for (int i = 0; i < 5; i++)
        check_is_no_mask(strange[i]);
    assert_fails_with("is 0.5, ", tensor_masked_fill(x, tensor_scalar((real)0.5), 0));
}

/* ---- whole numbers -------------------------------------------------------------------------- */

static Tensor *embedding(Tensor *const in[], void *ids)
{
    return tensor_embedding(tensor_mul(in[0], in[0]), ids);
}

static void test_embedding(void **state)
{
    (void)state;
    IntTensor *ids = int_tensor_from(SHAPE(2, 3), IDS(1, 0, 1, 3, 1, 1));
    Tensor *table = random_leaf(SHAPE(4, 2));
    assert_gradcheck_layouts(embedding, ids, table);
    assert_gradcheck(embedding, int_tensor_from(SCALAR, IDS(2)), table);
    assert_gradcheck(embedding, int_tensor_new(SHAPE(0)), table);
    Tensor *out = tensor_embedding(table, ids);
    assert_shape(out, SHAPE(2, 3, 2));
    assert_true(tensor_get(out, AT(1, 0, 1)) == tensor_get(table, AT(3, 1)));
    tensor_backward_from(out, tensor_ones(SHAPE(2, 3, 2)), false);
    assert_values(table->grad, SHAPE(4, 2), VALUES(1, 1, 4, 4, 0, 0, 1, 1), 0);
    tensor_backward_from(tensor_embedding(table, ids), tensor_ones(SHAPE(2, 3, 2)), false);
    assert_values(table->grad, SHAPE(4, 2), VALUES(2, 2, 8, 8, 0, 0, 2, 2), 0);
}

/* The row of one id is looked up, but learns nothing. */
static void test_embedding_padded(void **state)
{
    (void)state;
    IntTensor *ids = int_tensor_from(SHAPE(2, 3), IDS(1, 3, 1, 0, 3, 3));
    for (int padding = -1; padding <= 3; padding += 4) { /* the last, either way */
        Tensor *table = wave(SHAPE(4, 3), 0, 1, 0);
        Tensor *y = tensor_embedding_padded(table, ids, padding);
        torch_backward(y);
        assert_like_torch(y, padded_y);
        assert_like_torch(table->grad, padded_da);
        /* what other uses of the table give that row stays there */
        tensor_backward(tensor_sum(
            tensor_add(tensor_sum(table, AXES(0), false), tensor_embedding_padded(table, ids, 3)),
            ALL_AXES, false));
        assert_true(tensor_get(table->grad, AT(3, 1)) == 6);
    }
    Tensor *table = random_leaf(SHAPE(4, 2)),
           *scalar = tensor_embedding_padded(table, int_tensor_from(SCALAR, IDS(3)), 2);
    assert_shape(scalar, SHAPE(2));
    Tensor *grad = tensor_expand(tensor_scalar(2), SHAPE(2)); /* a view */
    tensor_backward_from(scalar, grad, false);
    assert_values(table->grad, SHAPE(4, 2), VALUES(0, 0, 0, 0, 0, 0, 2, 2), 0);
    assert_fails_with("tensor_embedding_padded: padding is 4, expected an id of a table of 4 rows",
                      tensor_embedding_padded(table, ids, 4));
    assert_fails_with("padding is -5", tensor_embedding_padded(table, ids, -5));
    assert_fails_with("tensor_embedding: id 9 at position 0",
                      tensor_embedding_padded(table, int_tensor_from(SCALAR, IDS(9)), 0));
    assert_fails_with("tensor_embedding: the table has shape (4,)",
                      tensor_embedding_padded(tensor_zeros(SHAPE(4)), ids, 0));
}

static Tensor *gather_last(Tensor *const in[], void *index)
{
    return tensor_gather(tensor_mul(in[0], in[0]), -1, index);
}

static Tensor *gather_first(Tensor *const in[], void *index)
{
    return tensor_gather(tensor_mul(in[0], in[0]), 0, index);
}

static Tensor *scatter_add(Tensor *const in[], void *index)
{
    return tensor_scatter_add(in[0], 1, index, tensor_mul(in[1], in[1]));
}

static void test_gather_and_scatter(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(3, 3));
    IntTensor *index = int_tensor_from(SHAPE(2, 3), IDS(2, 2, 0, 1, 1, 1));
    assert_gradcheck_layouts(gather_last, index, x);
    assert_gradcheck_layouts(gather_first, index, x);
    assert_gradcheck_layouts(scatter_add, index, x, random_leaf(SHAPE(2, 3)));
    assert_gradcheck(scatter_add, index, tensor_detach(x), random_leaf(SHAPE(2, 3)));
    assert_gradcheck(scatter_add, index, x, random_tensor(SHAPE(2, 3)));
    Tensor *t = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4)); /* torch.gather's own example */
    IntTensor *example = int_tensor_from(SHAPE(2, 2), IDS(0, 0, 1, 0));
    assert_values(tensor_gather(t, 1, example), SHAPE(2, 2), VALUES(1, 1, 4, 3), 0);
    assert_values(tensor_scatter_add(tensor_zeros(SHAPE(2, 2)), 1, example, t), SHAPE(2, 2),
                  VALUES(3, 0, 4, 3), 0);
    assert_values(tensor_scatter_add(tensor_zeros(SHAPE(2, 2)), -1, example, t), SHAPE(2, 2),
                  VALUES(3, 0, 4, 3), 0);
    assert_values(t, SHAPE(2, 2), VALUES(1, 2, 3, 4), 0);
}

static void test_id_mistakes(void **state)
{
    (void)state;
    Tensor *t = random_leaf(SHAPE(4, 2));
    assert_fails_with("tensor_embedding: id 4 at position 1 is outside [0, 4)",
                      tensor_embedding(t, int_tensor_from(SHAPE(2), IDS(0, 4))));
    assert_fails_with("id -1 at position 0",
                      tensor_embedding(t, int_tensor_from(SHAPE(1), IDS(-1))));
    assert_fails_with("tensor_embedding: the table has shape (4,), expected (vocabulary, channels)",
                      tensor_embedding(tensor_zeros(SHAPE(4)), int_tensor_new(SHAPE(1))));
    assert_fails_with("tensor_gather: index 2 at position 0 is outside [0, 2)",
                      tensor_gather(t, 1, int_tensor_from(SHAPE(1, 1), IDS(2))));
    assert_fails_with(
        "tensor_gather: the index has shape (5, 1); along every axis but 1 it must fit into "
        "(4, 2)",
        tensor_gather(t, 1, int_tensor_new(SHAPE(5, 1))));
    assert_fails_with("the index has shape (4,)", tensor_gather(t, 1, int_tensor_new(SHAPE(4))));
    assert_fails_with(
        "tensor_scatter_add: the source has shape (2, 1), expected the index's (1, 1)",
        tensor_scatter_add(t, 0, int_tensor_new(SHAPE(1, 1)), tensor_ones(SHAPE(2, 1))));
    assert_fails_with(
        "tensor_scatter_add: axis 2",
        tensor_scatter_add(t, 2, int_tensor_new(SHAPE(1, 1)), tensor_ones(SHAPE(1, 1))));
    assert_fails_with("tensor_gather: axis 2", tensor_gather(t, 2, int_tensor_new(SHAPE(1, 1))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_masked_fill),      UNIT_TEST(test_where),
        UNIT_TEST(test_mask_mistakes),    UNIT_TEST(test_embedding),
        UNIT_TEST(test_embedding_padded), UNIT_TEST(test_gather_and_scatter),
        UNIT_TEST(test_id_mistakes),
    };
    return run_tests("autograd/ops/op_select", tests);
}
