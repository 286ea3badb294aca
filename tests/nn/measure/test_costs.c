/* test_costs.c - parameters, flops and bytes of graphs that are known: integers, compared as such. */
#include "test.h"

static void test_tied_weights_count_once(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Module *m = module_new(sizeof(Module), "Pair", NULL);
    Linear *first = linear_new(3, 4, true, &rng), *second = linear_new(4, 2, false, &rng);
    module_add(m, "first", &first->module);
    module_add(m, "second", &second->module);
    assert_int_equal(count_parameters(m), 3 * 4 + 4 + 4 * 2);
    module_share(m, "tied", second->weight);
    assert_int_equal(count_parameters(m), 3 * 4 + 4 + 4 * 2);
    long count;
    Tensor **list = module_registrations(m, &count);
    assert_int_equal(count, 4);
    assert_ptr_equal(list[0], second->weight); /* the parent's first */
    assert_ptr_equal(list[3], second->weight);
    first->weight->requires_grad = false; /* frozen, and still a number of the model */
    assert_int_equal(count_parameters(m), 3 * 4 + 4 + 4 * 2);
    Module *empty = sequential_new(LAYERS(relu_new()));
    assert_int_equal(count_parameters(empty), 0);
    module_free(empty);
    module_free(m);
}

static void test_a_product(void **state)
{
    (void)state;
    Tensor *a = tensor_requires_grad(tensor_ones(SHAPE(2, 3)));
    Tensor *b = tensor_ones(SHAPE(3, 4));
    Tensor *y = tensor_matmul(a, b);
    assert_close(flops_matmul(y->closure), 48, 0);
    assert_close(flops_forward(y), 48, 0);
    assert_close(flops_backward(y), 48, 0); /* one input wants a gradient */
    assert_close(bytes_moved(y->closure), (6 + 12 + 8) * sizeof(real), 0);
    assert_close(bytes_step(y), 3.0 * (6 + 12 + 8) * sizeof(real), 0);
    tensor_requires_grad(b);
    assert_close(flops_backward(tensor_matmul(a, b)), 96, 0);
    Tensor *wide = tensor_matmul(tensor_ones(SHAPE(5, 1, 2, 3)),
                                 tensor_requires_grad(tensor_ones(SHAPE(7, 3, 4))));
    assert_close(flops_matmul(wide->closure), 2.0 * 5 * 7 * 2 * 3 * 4, 0);
    assert_close(flops_forward(a), 0, 0);
    assert_close(flops_backward(a), 0, 0);
}

static void test_a_linear_layer(void **state)
{
    (void)state;
    Tensor *x = tensor_ones(SHAPE(2, 5, 3)),
           *table = tensor_requires_grad(tensor_ones(SHAPE(7, 3)));
    Tensor *w = tensor_requires_grad(tensor_ones(SHAPE(3, 4)));
    Tensor *bias = tensor_requires_grad(tensor_ones(SHAPE(4)));
    Tensor *y = tensor_linear(x, w, bias);
    assert_close(flops_matmul(y->closure), 2.0 * 10 * 3 * 4, 0);
    assert_close(flops_gradients(y->closure), 2.0 * 10 * 3 * 4, 0); /* the bias is no product */
    Tensor *tied = tensor_tied_linear(x, table);
    assert_close(flops_matmul(tied->closure), 2.0 * 10 * 3 * 7, 0);
    assert_fails_with("flops_matmul: the closure is of add",
                      flops_matmul(tensor_add(y, y)->closure));
}

static void test_what_is_no_product(void **state)
{
    (void)state;
    Tensor *a = tensor_requires_grad(tensor_ones(SHAPE(2, 3))), *b = tensor_ones(SHAPE(3));
    assert_close(flops_forward(tensor_transpose(a, 0, 1)), 0, 0);
    assert_close(bytes_step(tensor_transpose(a, 0, 1)), 0, 0); /* moves nothing */
    assert_close(flops_forward(tensor_add(a, b)), 6, 0);
    assert_close(flops_backward(tensor_add(a, b)), 6, 0);
    assert_close(flops_backward(tensor_add(a, a)), 12, 0);
    assert_close(bytes_moved(tensor_add(a, b)->closure), (6 + 3 + 6) * sizeof(real), 0);
    assert_close(flops_forward(tensor_sum(a, ALL_AXES, false)), 6, 0);
    assert_close(flops_forward(tensor_softmax(a, -1)), 30, 0);
    assert_close(flops_forward(tensor_gelu(a)), 54, 0);
    IntTensor *ids = int_tensor_from(SHAPE(4), 4, (int[]){0, 1, 1, 0});
    Tensor *rows = tensor_embedding(a, ids);
    assert_close(bytes_moved(rows->closure), 2.0 * 4 * 3 * sizeof(real), 0);
    assert_close(flops_forward(rows), 0, 0);
    IntTensor *places = int_tensor_from(SHAPE(2, 1), 2, (int[]){2, 0});
    Tensor *picked = tensor_gather(a, 1, places); /* reads no more than it gives */
    assert_close(bytes_moved(picked->closure), 2.0 * 2 * sizeof(real), 0);
}

static void test_a_convolution(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_ones(SHAPE(2, 4, 5, 6)));
    Tensor *w = tensor_requires_grad(tensor_ones(SHAPE(6, 2, 3, 2)));
    Tensor *y = tensor_conv2d(x, w, NULL, (Window){.stride = {2, 1}}, 2); /* (2, 6, 2, 5) */
    assert_close(flops_closure(y->closure), 2.0 * (2 * 6 * 2 * 5) * (2 * 3 * 2), 0);
    assert_close(flops_gradients(y->closure), 4.0 * (2 * 6 * 2 * 5) * (2 * 3 * 2), 0);
}

static void test_attention_counts_half_a_causal_square(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Tensor *q = tensor_requires_grad(tensor_normal(SHAPE(2, 3, 5, 4), 0, 1, &rng));
    Tensor *k = tensor_normal(SHAPE(2, 3, 7, 4), 0, 1, &rng);
    double square = 4.0 * 2 * 3 * 5 * 7 * 4;
    Tensor *out = flash_attention(q, k, k, (FlashAttentionOptions){.causal = false});
    assert_close(flops_closure(out->closure), square, 0);
    assert_close(flops_gradients(out->closure), 2.5 * square, 0);
    out = flash_attention(q, q, q, (FlashAttentionOptions){.causal = true});
    assert_close(flops_closure(out->closure), square * 5 / 7 / 2, 1e-9);
}

/* One matrix for q, k and v, or three: the same arithmetic. */
static void test_attention_in_one_costs_the_same(void **state)
{
    (void)state;
    double flops[2];
    for (int one = 0; one < 2; one++) {
        Gpt *g = gpt_new((GptOptions){.vocabulary = 11,
                                      .context = 6,
                                      .embed_dim = 8,
                                      .num_heads = 2,
                                      .num_layers = 1,
                                      .causal = true,
                                      .no_bias = true,
                                      .qkv_in_one = one == 1,
                                      .seed = 1});
        IntTensor *ids = int_tensor_new(SHAPE(2, 6));
        flops[one] = flops_forward(gpt_loss(g, ids, ids));
        module_free(&g->module);
    }
    assert_close(flops[1], flops[0], 1e-9);
}

static void test_the_roofline(void **state)
{
    (void)state;
    assert_close(arithmetic_intensity(24, 8), 3, 0);
    assert_close(arithmetic_intensity(0, 8), 0, 0);
    assert_close(arithmetic_intensity(0, 0), 0, 0);
    assert_true(isinf(arithmetic_intensity(1, 0)));
    assert_close(roofline(2, 100, 10), 20, 0);
    assert_close(roofline(10, 100, 10), 100, 0);
    assert_close(roofline(11, 100, 10), 100, 0);
    assert_close(roofline(0, 100, 10), 0, 0);
    assert_close(roofline(INFINITY, 100, 10), 100, 0);
    assert_close(ridge_point(100, 8), 12.5, 0);
    assert_fails_with("arithmetic_intensity: -1 flops", arithmetic_intensity(-1, 2));
    assert_fails_with("over nan bytes", arithmetic_intensity(1, NAN));
    assert_fails_with("roofline: a machine of 0 flops", roofline(1, 0, 10));
    assert_fails_with("roofline: a machine of", roofline(1, 10, -2));
    assert_fails_with("roofline: an intensity of nan", roofline(NAN, 10, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_tied_weights_count_once),
        UNIT_TEST(test_a_product),
        UNIT_TEST(test_a_linear_layer),
        UNIT_TEST(test_what_is_no_product),
        UNIT_TEST(test_a_convolution),
        UNIT_TEST(test_attention_counts_half_a_causal_square),
        UNIT_TEST(test_attention_in_one_costs_the_same),
        UNIT_TEST(test_the_roofline),
    };
    return run_tests("nn/measure/costs", tests);
}
