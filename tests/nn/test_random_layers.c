/* test_random_layers.c - every layer on drawn shapes and layouts: sizes of 0 and 1 on each axis that is free, views of
 * all kinds. The result has the same bits as that of a plain copy, and the gradient is right. */
#include "../autograd/layouts.h"

/* Channels, 1 to 4, stand on an axis counted from the last; the other axes are free. */
typedef struct {
    const char *name;
    int axes_least, axes_most, channel_axis;
    Module *(*make)(long channels, Rng *rng);
} Kind;

static Module *make_linear(long channels, Rng *rng)
{
    return &linear_new(channels, 1 + rng_below(rng, 3), rng_below(rng, 2), rng)->module;
}

static Module *make_layer_norm(long channels, Rng *rng)
{
    (void)rng;
    LayerNorm *n = layer_norm_new(channels);
    n->eps = (real)0.1;
    return &n->module;
}

static Module *make_rms_norm(long channels, Rng *rng)
{
    (void)rng;
    LayerNorm *n = rms_norm_new(channels);
    n->eps = (real)0.1;
    return &n->module;
}

static Module *make_swiglu(long channels, Rng *rng)
{
    return &swiglu_new(channels, 1 + rng_below(rng, 3), rng_below(rng, 2), rng)->module;
}

static Module *make_dropout(long channels, Rng *rng)
{
    (void)channels;
    Module *m = &dropout_new((real)0.5, rng)->module;
    module_train(m, false);
    return m;
}

static Module *make_mlp(long channels, Rng *rng)
{
    return sequential_new(LAYERS(&linear_new(channels, 3, true, rng)->module, gelu_new(),
                                 &linear_new(3, 2, false, rng)->module));
}

static Module *make_softmax(long channels, Rng *rng)
{
    (void)channels, (void)rng;
    return softmax_new(-1);
}

static Module *make_mha(long channels, Rng *rng)
{
    MhaOptions o = {.embed_dim = 2 * channels, .num_heads = 2, .causal = true, .init = rng};
    return &mha_new(o)->module;
}

static Module *make_conv(long channels, Rng *rng)
{
    Window w = {.kernel = {2, 2}, .padding = {1, 1}};
    return &conv2d_new((Conv2dOptions){.in = channels, .out = 2, .window = w, .init = rng})->module;
}

static Module *make_pool(long channels, Rng *rng)
{
    (void)channels, (void)rng;
    return avg_pool2d_new((Window){.kernel = {2, 2}, .padding = {1, 1}}, true);
}

static Module *make_batch_norm(long channels, Rng *rng)
{
    (void)rng;
    Module *m = &batch_norm2d_new(channels)->module;
    module_train(m, false);
    return m;
}

static Module *make_flatten(long channels, Rng *rng)
{
    (void)channels, (void)rng;
    return flatten_new();
}

static const Kind kinds[] = {
    {"linear", 1, 4, 1, make_linear},
    {"layer_norm", 1, 4, 1, make_layer_norm},
    {"rms_norm", 1, 4, 1, make_rms_norm},
    {"swiglu", 1, 4, 1, make_swiglu},
    {"dropout", 1, 4, 0, make_dropout},
    {"mlp", 1, 3, 1, make_mlp},
    {"softmax", 1, 4, 0, make_softmax},
    {"mha", 3, 3, 1, make_mha},
    {"conv2d", 4, 4, 3, make_conv},
    {"avg_pool2d", 4, 4, 0, make_pool},
    {"batch_norm2d", 4, 4, 3, make_batch_norm},
    {"flatten", 2, 4, 0, make_flatten},
};

static Tensor *forward(Tensor *const in[], void *module)
{
    return module_forward(module, in[0]);
}

static Tensor *forward_mha(Tensor *const in[], void *module)
{
    return mha_forward(module, in[0], NULL);
}

static void check_drawn(const Kind *kind)
{
    long shape[4], channels = 1 + rng_below(&test_rng, 4);
    int ndim = kind->axes_least + (int)rng_below(&test_rng, kind->axes_most - kind->axes_least + 1);
    for (int d = 0; d < ndim; d++)
        shape[d] = random_size(&test_rng, 3);
    Module *m = kind->make(channels, &test_rng);
    if (kind->channel_axis > 0)
        shape[ndim - kind->channel_axis] = kind->make == make_mha ? 2 * channels : channels;
    Tensor *leaf = random_leaf(ndim, shape), *copy = tensor_new(ndim, shape);
    LayoutCase c = {kind->make == make_mha ? forward_mha : forward, m, 1,
                    (int)rng_below(&test_rng, LAYOUTS)};
    Tensor *x = laid_out(leaf, c.layout);
    count_draw(x);
    copy_kernel(copy, x);
    double tolerance =
        IS_DOUBLE ? 1e-12 : 1e-5; /* where a BLAS multiplies, a layout may change the last bits */
    assert_tensor_close(c.f(&x, m), c.f(&copy, m), tolerance, tolerance);
    check_gradcheck(in_layout, &c, kind->name, __FILE__, __LINE__, INPUTS(leaf));
    module_free(m);
}

static void test_drawn_inputs(void **state)
{
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (int trial = 0; trial < 40; trial++) {
            check_drawn(&kinds[kind]);
            scope_reset(*state);
        }
}

/* Whole numbers go in here: (B, T), each size drawn. */
static void test_drawn_ids(void **state)
{
    for (int trial = 0; trial < 40; trial++) {
        Embedding *e = embedding_new(5, 1 + rng_below(&test_rng, 3), &test_rng);
        long B = random_size(&test_rng, 3), T = random_size(&test_rng, 3), n = B * T;
        IntTensor *ids = int_tensor_new(SHAPE(B, T));
        for (long i = 0; i < n; i++)
            ids->data[i] = (int)rng_below(&test_rng, 5);
        Tensor *y = embedding_forward(e, ids);
        assert_shape(y, SHAPE(B, T, e->weight->shape[1]));
        tensor_backward_from(y, tensor_ones(y->ndim, y->shape), false);
        assert_close((double)tensor_item(tensor_sum(e->weight->grad, ALL_AXES, false)),
                     (double)tensor_numel(y), 1e-4);
        module_free(&e->module);
        scope_reset(*state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_drawn_inputs),
        UNIT_TEST(test_drawn_ids),
    };
    return run_tests("nn/random_layers", tests);
}
