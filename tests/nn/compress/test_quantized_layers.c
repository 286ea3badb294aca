/* test_quantized_layers.c - layers and models of codes: forward, bytes, files, and what is refused. */
#include "quantize_parts.h"
#include "scratch.h"
#include "test.h"

static const char *const names[] = {"int8_tensor", "int8", "q8_0", "q4_0"};

static QuantScheme scheme(int i)
{
    QuantScheme s = {0, 0};
    assert_true(quant_scheme_named(names[i], &s));
    return s;
}

static void test_forward(void **state)
{
    (void)state;
    Linear *l = linear_new(64, 10, true, &test_rng);
    Tensor *x = random_tensor(SHAPE(2, 3, 64));
    grad_mode(false);
    for (int i = 0; i < 4; i++) {
        QuantizedLinear *q = quantized_linear_from(l, scheme(i));
        Tensor *y = quantized_linear_forward(q, x);
        assert_shape(y, SHAPE(2, 3, 10));
        assert_tensor_close(y, linear_forward(l, x), 0, i < 3 ? 0.05 : 0.5);
        assert_tensor_identical(module_forward(&q->module, x), y);
        Tensor *turned = tensor_transpose(tensor_contiguous(tensor_transpose(x, 0, 1)), 0, 1);
        assert_tensor_identical(quantized_linear_forward(q, turned), y);
        Tensor *one = tensor_select(tensor_select(x, 0, 1), 0, 2);
        assert_tensor_identical(quantized_linear_forward(q, one),
                                tensor_select(tensor_select(y, 0, 1), 0, 2));
        ParameterList *none = parameters_of(&q->module), *all = module_state(&q->module);
        assert_int_equal(none->count, 0);
        assert_int_equal(all->count, 1);
        parameters_free(none);
        parameters_free(all);
        module_free(&q->module);
    }
    module_free(&l->module);
}

static void test_calibrated(void **state)
{
    (void)state;
    Linear *l = linear_new(64, 10, true, &test_rng);
    QuantizedLinear *q = quantized_linear_from(l, (QuantScheme){8, PER_COLUMN});
    Tensor *x = tensor_relu(random_tensor(SHAPE(20, 64)));
    MinMaxObserver o = {0};
    assert_fails_with("has seen nothing", quantized_linear_calibrate(q, &o));
    minmax_observer_add(&o, x);
    quantized_linear_calibrate(q, &o);
    assert_int_equal(q->input.zero_point, -128);
    grad_mode(false);
    assert_tensor_close(quantized_linear_forward(q, x), linear_forward(l, x), 0, 0.05);
    module_free(&q->module);
    module_free(&l->module);
}

/* Whole numbers from -128 to 127 have a step of 1 and a zero point of 0: nothing is rounded, and nothing to take off. */
static void test_a_zero_point_of_0(void **state)
{
    (void)state;
    Linear *l = linear_new(8, 3, true, &test_rng);
    for (long i = 0; i < 24; i++)
        l->weight->data[i] = (real)(i < 3 ? 127 : 7 * i % 200 - 100);
    QuantizedLinear *q = quantized_linear_from(l, (QuantScheme){8, PER_COLUMN});
    Tensor *x = tensor_zeros(SHAPE(4, 8));
    for (long i = 0; i < 32; i++)
        x->data[i] = (real)(i == 0 ? -128 : i == 1 ? 127 : 11 * i % 256 - 128);
    MinMaxObserver o = {0};
    minmax_observer_add(&o, x);
    quantized_linear_calibrate(q, &o);
    assert_true(q->input.zero_point == 0 && q->input.scale == 1);
    grad_mode(false);
    assert_tensor_close(quantized_linear_forward(q, x), linear_forward(l, x), 1e-6, 0);
    module_free(&q->module);
    module_free(&l->module);
}

/* A row of zeros has no step, and codes that are all 0: what is left is the bias. */
static void test_rows_of_zeros(void **state)
{
    (void)state;
    Linear *l = linear_new(64, 10, true, &test_rng);
    Tensor *x = random_tensor(SHAPE(2, 64));
    memset(x->data, 0, 64 * sizeof(real));
    grad_mode(false);
    for (int i = 0; i < 4; i++) {
        QuantizedLinear *q = quantized_linear_from(l, scheme(i));
        Tensor *y = quantized_linear_forward(q, x);
        assert_tensor_identical(tensor_select(y, 0, 0), l->bias);
        assert_tensor_close(y, linear_forward(l, x), 0, i < 3 ? 0.05 : 0.5);
        module_free(&q->module);
    }
    module_free(&l->module);
}

static Module *small_model(void)
{
    return sequential_new(LAYERS(&linear_new(64, 32, true, &test_rng)->module, relu_new(),
                                 mlp_new(SHAPE(32, 48, 5), ACT_TANH, &test_rng)));
}

static void test_models(void **state)
{
    (void)state;
    Module *m = small_model();
    Tensor *x = random_tensor(SHAPE(4, 64));
    grad_mode(false);
    Tensor *before = module_forward(m, x);
    assert_int_equal(quantized_bytes(m), (64 * 32 + 32 + 32 * 48 + 48 + 48 * 5 + 5) * sizeof(real));
    module_train(m, false);
    assert_ptr_equal(quantize_model(m, (QuantScheme){8, 32}), m);
    assert_string_equal(m->children[0].module->kind, "QuantizedLinear");
    Module *mlp = m->children[2].module;
    assert_string_equal(mlp->children[2].module->kind, "Linear"); /* 48 are no groups of 32 */
    assert_false(m->children[0].module->training);
    assert_tensor_close(module_forward(m, x), before, 0, 0.1);
    size_t codes = 64 * 32 + 32 * 48, halves = codes / 32 * 2;
    assert_int_equal(quantized_bytes(m), codes + halves + (32 + 48 + 48 * 5 + 5) * sizeof(real));
    module_free(m);

    Module *alone = &linear_new(32, 3, false, &test_rng)->module;
    alone = quantize_model(alone, (QuantScheme){4, 32});
    assert_int_equal(quantized_bytes(alone), 3 * 18);
    module_free(alone);
}

static void test_files(void **state)
{
    (void)state;
    const char *path = scratch("quantized.safetensors");
    grad_mode(false);
    for (int i = 0; i < 4; i++) {
        Module *a = quantize_model(small_model(), scheme(i));
        Module *b = quantize_model(small_model(), scheme(i));
        Tensor *x = random_tensor(SHAPE(4, 64));
        assert_int_equal(quantized_save(a, path, 0, NULL), 0);
        assert_int_equal(quantized_load(b, path), 0);
        assert_tensor_identical(module_forward(b, x), module_forward(a, x));
        size_t size;
        char *bytes = kindling_read_file(path, &size);
        assert_non_null(strstr(bytes + 8, i == 3 ? "\"U8\"" : "\"I8\""));
        assert_non_null(strstr(bytes + 8, i < 2 ? "0.scales\":{\"dtype\":\"F32\"" : "\"F16\""));
        assert_true(size > quantized_bytes(a) && size < quantized_bytes(a) + 1200);
        owned_free(bytes);

        Module *other = quantize_model(small_model(), (QuantScheme){8, 16});
        Tensor *y = module_forward(other, x);
        assert_int_equal(quantized_load(other, path), -1);
        assert_non_null(strstr(kindling_error(), "expected"));
        assert_tensor_identical(module_forward(other, x), y);
        Module *less =
            sequential_new(LAYERS(&quantized_linear_new(64, 32, true, scheme(i))->module));
        assert_int_equal(quantized_load(less, path), -1);
        assert_non_null(strstr(kindling_error(), "of another model"));
        assert_int_equal(quantized_load(less, scratch("nothing_is_here")), -1);
        module_free(a);
        module_free(b);
        module_free(other);
        module_free(less);
    }
    remove(path);
}

/* A weight that two modules use is counted and written once; a buffer that is not saved is counted, and not written. */
static void test_tied_weights_and_tables(void **state)
{
    (void)state;
    const char *path = scratch("tied.safetensors");
    Module *norm = &layer_norm_new(32)->module;
    Module *m = sequential_new(LAYERS(&linear_new(64, 32, true, &test_rng)->module, norm));
    m = quantize_model(m, scheme(1));
    size_t before = quantized_bytes(m);
    module_share(m, "tied", norm->parameter[0].tensor);
    assert_int_equal(quantized_bytes(m), before);
    module_buffer(m, "table", BUFFER_NOT_SAVED, SHAPE(5));
    module_buffer(m, "mean", BUFFER_SAVED, SHAPE(3));
    assert_int_equal(quantized_bytes(m), before + 8 * sizeof(real));
    assert_int_equal(quantized_save(m, path, 0, NULL), 0);
    size_t size;
    char *bytes = kindling_read_file(path, &size);
    assert_non_null(strstr(bytes + 8, "\"1.weight\""));
    assert_non_null(strstr(bytes + 8, "\"mean\""));
    assert_null(strstr(bytes + 8, "tied"));
    assert_null(strstr(bytes + 8, "table"));
    owned_free(bytes);
    assert_int_equal(quantized_load(m, path), 0);
    module_free(m);
    remove(path);
}

static void test_refusals(void **state)
{
    (void)state;
    QuantizedLinear *q = quantized_linear_new(8, 3, true, (QuantScheme){8, PER_COLUMN});
    assert_fails_with("takes (..., 8)", quantized_linear_forward(q, tensor_zeros(SHAPE(2, 7))));
    assert_fails_with("takes (..., 8)", quantized_linear_forward(q, tensor_zeros(SCALAR)));
    assert_fails_with("none passes through codes",
                      quantized_linear_forward(q, random_leaf(SHAPE(2, 8))));
    Tensor *wants = random_leaf(SHAPE(2, 8));
    Tensor *y = quantized_linear_forward(q, tensor_detach(wants));
    grad_mode(false); /* nobody will ask for its gradient */
    assert_tensor_identical(quantized_linear_forward(q, wants), y);
    grad_mode(true);
    MultiHeadAttention *a =
        mha_new((MhaOptions){.embed_dim = 32, .num_heads = 2, .init = &test_rng});
    assert_fails_with("quantized_gpt_new", quantize_model(&a->module, scheme(1)));
    Module *m = small_model();
    assert_fails_with("belongs to a Sequential", quantize_model(m->children[0].module, scheme(1)));
    assert_fails_with("codes of 3 bits", quantize_model(m, (QuantScheme){3, 0}));
    assert_string_equal(m->children[0].module->kind, "Linear");
    module_free(m);
    module_free(&a->module);
    module_free(&q->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_forward),
                                       UNIT_TEST(test_calibrated),
                                       UNIT_TEST(test_a_zero_point_of_0),
                                       UNIT_TEST(test_rows_of_zeros),
                                       UNIT_TEST(test_tied_weights_and_tables),
                                       UNIT_TEST(test_models),
                                       UNIT_TEST(test_files),
                                       UNIT_TEST(test_refusals)};
    return run_tests_in_scratch("nn/compress/quantized_layers", tests);
}
