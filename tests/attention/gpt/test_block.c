/* test_block.c - the transformer block: against PyTorch, the residual path, dropout, gradients. */
#include "../wave.h"

static Block *new_block(long C, long H, bool no_bias, real dropout)
{
    MhaOptions o = {.embed_dim = C,
                    .num_heads = H,
                    .qkv_in_one = true,
                    .no_bias = no_bias,
                    .dropout = dropout,
                    .init = &test_rng,
                    .dropout_rng = &test_rng};
    return block_new(o);
}

/* The formula once more, from the layers. */
static void test_block_is_two_residual_branches(void **state)
{
    (void)state;
    Block *b = new_block(6, 2, false, 0);
    Tensor *x = random_tensor(SHAPE(2, 3, 6)), *mask = mask_causal(3);
    Tensor *y = tensor_add(x, mha_forward(b->attn, layer_norm_forward(b->norm1, x), mask));
    Tensor *hidden = linear_forward(b->up, layer_norm_forward(b->norm2, y));
    assert_shape(hidden, SHAPE(2, 3, 24));
    y = tensor_add(y, linear_forward(b->down, tensor_gelu_tanh(hidden)));
    assert_tensor_close(block_forward(b, x, mask), y, 1e-6, 1e-6);
    module_free(&b->module);
}

/* With both last projections at 0 the branches add nothing: x passes untouched, its gradient too. */
static void test_the_residual_path_is_clear(void **state)
{
    (void)state;
    Block *b = new_block(6, 2, false, 0);
    Linear *last[] = {b->attn->out, b->down};
    for (int i = 0; i < 2; i++) {
        tensor_fill(last[i]->weight, 0);
        tensor_fill(last[i]->bias, 0);
    }
    Tensor *x = random_leaf(SHAPE(2, 3, 6)), *seed = random_tensor(SHAPE(2, 3, 6));
    Tensor *y = block_forward(b, x, NULL);
    assert_tensor_close(y, x, 0, 0);
    tensor_backward_from(y, seed, false);
    assert_tensor_close(x->grad, seed, 0, 0);
    module_free(&b->module);
}

static void test_an_encoder_block_sees_the_future(void **state)
{
    (void)state;
    Block *b = new_block(6, 2, false, 0);
    Tensor *x = random_tensor(SHAPE(1, 4, 6)), *y = block_forward(b, x, NULL);
    Tensor *causal = block_forward(b, x, mask_causal(4));
    x->data[3 * 6] += 5;
    char why[512];
    Tensor *first = tensor_slice(y, 1, 0, 3, 1);
    assert_false(tensor_is_close(tensor_slice(block_forward(b, x, NULL), 1, 0, 3, 1), first, 0,
                                 1e-4, why, sizeof why));
    assert_tensor_identical(tensor_slice(block_forward(b, x, mask_causal(4)), 1, 0, 3, 1),
                            tensor_slice(causal, 1, 0, 3, 1));
    module_free(&b->module);
}

static void test_parameters_by_name(void **state)
{
    (void)state;
    static const char *const names[] = {"norm1.weight",  "norm1.bias",      "attn.qkv.weight",
                                        "attn.qkv.bias", "attn.out.weight", "attn.out.bias",
                                        "norm2.weight",  "norm2.bias",      "up.weight",
                                        "up.bias",       "down.weight",     "down.bias"};
    Block *b = new_block(6, 2, false, (real)0.1);
    ParameterList *list = parameters_of(&b->module);
    assert_int_equal(list->count, 12);
    for (int i = 0; i < 12; i++)
        assert_non_null(parameters_find(list, names[i]));
    assert_int_equal(parameters_numel(list), 12 * 6 * 6 + 13 * 6);
    parameters_free(list);
    module_free(&b->module);
    b = new_block(6, 2, true, 0);
    list = parameters_of(&b->module);
    assert_int_equal(parameters_numel(list), 12 * 6 * 6 + 4 * 6); /* the norms keep theirs */
    parameters_free(list);
    module_free(&b->module);
}

/* The branches pass through dropout, x itself does not: with p near 1, x is nearly all that is left
 * of most elements. */
static void test_dropout_thins_the_branches_only(void **state)
{
    (void)state;
    Block *b = new_block(6, 2, false, (real)0.99);
    Tensor *x = random_tensor(SHAPE(4, 5, 6)), *y = block_forward(b, x, NULL);
    long same = 0;
    for (long i = 0; i < 120; i++)
        same += y->data[i] == x->data[i];
    assert_in_range(same, 110, 119); /* of 120, about 2 % get something added */
    module_train(&b->module, false);
    assert_tensor_identical(block_forward(b, x, NULL), block_forward(b, x, NULL));
    module_free(&b->module);
}

typedef struct {
    Block *b;
    Tensor *mask;
} Call;

static Tensor *call_block(Tensor *const in[], void *context)
{
    Call *call = context;
    return block_forward(call->b, in[0], call->mask);
}

static void test_gradients(void **state)
{
    (void)state;
    Block *b = new_block(4, 2, false, 0);
    ParameterList *list = parameters_of(&b->module);
    Tensor *in[13] = {random_leaf(SHAPE(2, 3, 4))};
    for (long i = 0; i < list->count; i++) {
        if (list->tensor[i]->ndim == 1)
            wave_fill(list->tensor[i], (double)i, 0.7);
        in[i + 1] = list->tensor[i];
    }
    Tensor *masks[] = {NULL, mask_causal(3)};
    for (int i = 0; i < 2; i++) {
        Call call = {b, masks[i]};
        GradcheckResult result = gradcheck(call_block, 13, in, &call, NULL);
        if (!result.ok)
            print_error("mask %d: %s\n", i, result.message);
        assert_true(result.ok);
    }
    parameters_free(list);
    module_free(&b->module);
}

static void test_options_are_checked(void **state)
{
    (void)state;
    assert_fails_with("embed_dim (6) must be divisible by num_heads (4). hint: num_heads 3 or 6 "
                      "would do",
                      new_block(6, 4, false, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_block_is_two_residual_branches),
        UNIT_TEST(test_the_residual_path_is_clear),
        UNIT_TEST(test_an_encoder_block_sees_the_future),
        UNIT_TEST(test_parameters_by_name),
        UNIT_TEST(test_dropout_thins_the_branches_only),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_options_are_checked),
    };
    return run_tests("attention/block", tests);
}
