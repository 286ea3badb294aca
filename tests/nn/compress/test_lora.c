/* test_lora.c - a thin product beside a frozen weight: begins as it was, learns, is merged; layers frozen by
 * name; mistakes.
 */
#include "test.h"

static Linear *layer(long in, long out)
{
    return linear_new(in, out, true, &test_rng);
}

/* As after some training: B is not 0. */
static void stir(Lora *l)
{
    for (long i = 0; i < tensor_numel(l->b); i++)
        l->b->data[i] = (real)rng_normal(&test_rng);
}

/* ---- one layer --------------------------------------------------------------------------------- */

static void test_it_begins_as_the_layer(void **state)
{
    (void)state;
    Linear *l = layer(5, 3);
    Tensor *x = random_tensor(SHAPE(4, 5)), *before = linear_forward(l, x);
    Lora *lora = linear_lora(l, 2, 4, &test_rng);
    assert_shape(lora->a, SHAPE(5, 2));
    assert_shape(lora->b, SHAPE(2, 3));
    assert_close(lora->scale, 2, 0);
    assert_tensor_close(module_forward(&lora->module, x), before, 1e-6, 1e-6);
    assert_false(l->weight->requires_grad || l->bias->requires_grad);
    ParameterList *list = parameters_of(&lora->module);
    assert_int_equal(list->count, 2);
    parameters_free(list);
    module_free(&lora->module);
    module_free(&l->module);
}

static void test_the_formula(void **state)
{
    (void)state;
    Linear *l = layer(5, 3);
    Lora *lora = linear_lora(l, 2, 3, &test_rng);
    stir(lora);
    Tensor *x = random_tensor(SHAPE(4, 5));
    Tensor *thin = tensor_mul_scalar(tensor_matmul(tensor_matmul(x, lora->a), lora->b), (real)1.5);
    Tensor *want = tensor_add(tensor_add(tensor_matmul(x, l->weight), thin), l->bias);
    assert_tensor_close(module_forward(&lora->module, x), want, 1e-5, 1e-6);
    module_free(&lora->module);
    module_free(&l->module);
}

/* Few rows and many, in either order of the products; a weight that asks for a gradient gets none. */
static void test_orders(void **state)
{
    (void)state;
    Linear *l = layer(6, 4);
    Tensor *a = random_leaf(SHAPE(6, 2)), *b = random_leaf(SHAPE(2, 4));
    Tensor *thin = tensor_mul_scalar(tensor_matmul(a, b), (real)1.5);
    for (long rows = 0; rows < 12; rows++) {
        Tensor *x = random_tensor(SHAPE(1, rows, 6)), *y = lora_forward(x, l->weight, a, b, 1.5);
        assert_tensor_close(y, tensor_matmul(x, tensor_add(l->weight, thin)), 1e-5, 1e-6);
        tensor_backward(tensor_sum(y, ALL_AXES, false));
        assert_null(l->weight->grad);
    }
    assert_fails_with("weight, a and b are (6, 4), (6, 2) and (4, 2), expected",
                      lora_forward(random_tensor(SHAPE(1, 6)), l->weight, a,
                                   random_tensor(SHAPE(4, 2)), 1));
    Tensor *row = random_tensor(SHAPE(6)), *sum = tensor_add(l->weight, thin);
    assert_tensor_close(lora_forward(row, l->weight, a, b, 1.5), tensor_matmul(row, sum), 1e-5,
                        1e-6); /* as a Linear takes one */
    assert_fails_with("x is (), expected (..., 6)",
                      lora_forward(tensor_scalar(1), l->weight, a, b, 1));
    assert_fails_with("x is (2, 5), expected (..., 6)",
                      lora_forward(random_tensor(SHAPE(2, 5)), l->weight, a, b, 1));
    module_free(&l->module);
}

/* Merged, weighed, and read by a linear layer that knows of nothing: one and the same bits. */
static void test_merged_bits(void **state)
{
    (void)state;
    for (long rank = 1; rank <= 3; rank++) {
        Linear *l = layer(17, 3);
        Lora *lora = linear_lora(l, rank, 1, &test_rng);
        stir(lora);
        const Tensor *own = l->weight;
        lora_weigh(lora);
        Tensor *x = random_tensor(SHAPE(6, 17)), *weighed = linear_forward(l, x);
        lora_rest(lora);
        assert_ptr_equal(l->weight, own);
        assert_tensor_close(module_forward(&lora->module, x), weighed, 1e-5, 1e-6);
        lora_merge(lora);
        assert_ptr_equal(l->weight, own);
        assert_tensor_identical(linear_forward(l, x), weighed);
        module_free(&lora->module);
        assert_tensor_identical(linear_forward(l, x), weighed);
        module_free(&l->module);
    }
}

static Tensor *apply(Tensor *const in[], void *lora)
{
    return module_forward(lora, in[0]);
}

static void test_gradients(void **state)
{
    (void)state;
    Linear *l = layer(4, 3);
    Lora *lora = linear_lora(l, 2, 1, &test_rng);
    stir(lora);
    assert_gradcheck(apply, lora, random_leaf(SHAPE(5, 4)), lora->a, lora->b);
    tensor_backward(
        tensor_sum(module_forward(&lora->module, random_leaf(SHAPE(2, 4))), ALL_AXES, false));
    assert_null(l->weight->grad);
    assert_null(l->bias->grad);
    assert_non_null(lora->a->grad);
    module_free(&lora->module);
    module_free(&l->module);
}

/* ---- a model ----------------------------------------------------------------------------------- */

static GptOptions small(void)
{
    return (GptOptions){.vocabulary = 7,
                        .context = 6,
                        .embed_dim = 8,
                        .num_heads = 2,
                        .num_layers = 2,
                        .causal = true,
                        .qkv_in_one = true,
                        .seed = 3};
}

static IntTensor *text(void)
{
    return int_tensor_from(SHAPE(2, 6), IDS(0, 3, 6, 2, 5, 1, 4, 4, 0, 1, 2, 3));
}

static void test_layers_of_a_model(void **state)
{
    (void)state;
    Gpt *g = gpt_new(small());
    LoraModel *l = module_lora(&g->module, "attn", 2, 2, &test_rng);
    assert_int_equal(l->count, 4);
    ParameterList *list = parameters_of(&l->module), *all = parameters_of(&g->module);
    assert_int_equal(list->count, 8);
    assert_string_equal(list->name[0], "blocks.0.attn.qkv.a");
    assert_string_equal(list->name[7], "blocks.1.attn.out.b");
    assert_int_equal(parameters_numel(list), 2 * 2 * (8 + 24 + 8 + 8));
    for (long i = 0; i < all->count; i++)
        assert_false(all->tensor[i]->requires_grad);
    parameters_free(list);
    parameters_free(all);
    module_free(&l->module);
    l = module_lora(&g->module, "", 1, 1, &test_rng);
    assert_int_equal(l->count, 9); /* the head, too */
    module_free(&l->module);
    module_free(&g->module);
}

static double step_of(Gpt *g, LoraModel *l, Optimizer *o)
{
    Scope *scope = scope_open();
    lora_weigh_all(l);
    Tensor *loss = gpt_loss(g, text(), text());
    lora_rest_all(l);
    tensor_backward(loss);
    double value = (double)tensor_item(loss);
    optimizer_step(o);
    optimizer_zero_grad(o);
    scope_close(scope);
    return value;
}

static void test_it_learns_and_all_else_stays(void **state)
{
    (void)state;
    Gpt *g = gpt_new(small()), *before = gpt_new(small());
    LoraModel *l = module_lora(&g->module, "", 2, 4, &test_rng);
    ParameterList *list = parameters_of(&l->module);
    ParameterList *all = parameters_of(&g->module), *old = parameters_of(&before->module);
    Optimizer *o = adamw_new(list, (OptimizerOptions){.lr = 0.02});
    double first = step_of(g, l, o), last = 0;
    for (int i = 0; i < 60; i++)
        last = step_of(g, l, o);
    assert_true(last < first - 0.5);
    for (long i = 0; i < all->count; i++)
        assert_tensor_identical(all->tensor[i], old->tensor[i]);
    lora_weigh_all(l);
    Tensor *weighed = gpt_forward(g, text(), NULL);
    lora_rest_all(l);
    lora_merge_all(l);
    optimizer_free(o);
    parameters_free(list);
    module_free(&l->module);
    assert_tensor_identical(gpt_forward(g, text(), NULL), weighed);
    parameters_free(all);
    parameters_free(old);
    module_free(&before->module);
    module_free(&g->module);
}

/* ---- frozen by name ---------------------------------------------------------------------------- */

static void test_frozen_by_name(void **state)
{
    (void)state;
    Gpt *g = gpt_new(small());
    ParameterList *all = parameters_of(&g->module);
    const char *prefixes[] = {"tokens", "blocks.0."};
    ParameterList *left = parameters_freeze(all, 2, prefixes);
    assert_int_equal(left->count, all->count - 1 - 12);
    assert_non_null(parameters_find(left, "blocks.1.up.weight"));
    assert_null(parameters_find(left, "blocks.0.up.weight"));
    tensor_backward(gpt_loss(g, text(), text()));
    for (long i = 0; i < all->count; i++)
        assert_true((all->tensor[i]->grad != NULL) ==
                    (parameters_find(left, all->name[i]) != NULL));
    parameters_free(left);
    assert_fails_with("no parameter begins with \"block.\"; the first is tokens.weight, the last "
                      "head.weight",
                      parameters_freeze(all, 1, (const char *[]){"block."}));
    parameters_free(all);
    module_free(&g->module);
}

/* ---- mistakes ---------------------------------------------------------------------------------- */

static void test_mistakes(void **state)
{
    (void)state;
    Linear *l = layer(4, 3);
    assert_fails_with("linear_lora: rank is 0, expected 1 to 3 for a weight (4, 3)",
                      linear_lora(l, 0, 1, &test_rng));
    assert_fails_with("rank is 4", linear_lora(l, 4, 1, &test_rng));
    assert_fails_with("alpha is 0, expected more than 0", linear_lora(l, 1, 0, &test_rng));
    assert_fails_with("alpha is nan", linear_lora(l, 1, (double)NAN, &test_rng));
    assert_fails_with("no linear layer has \"attention\" in its path",
                      module_lora(&l->module, "attention", 1, 1, &test_rng));
    assert_true(l->weight->requires_grad);
    module_free(&l->module);

    Gpt *g = gpt_new(small());
    assert_fails_with("rank is 8, expected 1 to 7", module_lora(&g->module, "", 8, 1, &test_rng));
    assert_true(g->blocks[0]->up->weight->requires_grad); /* nothing was frozen */
    module_free(&g->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_it_begins_as_the_layer),
        UNIT_TEST(test_the_formula),
        UNIT_TEST(test_orders),
        UNIT_TEST(test_merged_bits),
        UNIT_TEST(test_gradients),
        UNIT_TEST(test_layers_of_a_model),
        UNIT_TEST(test_it_learns_and_all_else_stays),
        UNIT_TEST(test_frozen_by_name),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("nn/compress/lora", tests);
}
