/* layers.c - 15.10 to 15.12: ranges, layers and bytes. */
#include "draws.h"
#include "want.h"

/* low, high, count */
static Tensor *three_of(MinMaxObserver o)
{
    return values(SHAPE(3), VALUES(o.low, o.high, (real)o.count));
}

TEST(one_batch_after_the_other, .points = 1, .exercise = "15.10 minmax_observer_add",
     .file = "minmax_observer.c")
{
    long n = draw_long("n", 4, 9), m = draw_long("m", 4, 9);
    Tensor *a = draw_between("a", SHAPE(n, 3), -9, 5), *b = draw_between("b", SHAPE(m, 2), -4, 11);
    a->data[3 * n - 1] = (real)uniform(-12, -10); /* what counts comes last, or first */
    b->data[0] = (real)uniform(12, 14);
    resealed(a);
    resealed(b);
    MinMaxObserver o = {0};
    Tensor *want = EXPECT(observed_want(a, NULL));
    CALL(minmax_observer_add(&o, a));
    Tensor *low_high_count = three_of(o);
    check_tensor_within(low_high_count, want, 1e-6,
                        "the least and the largest, and how many numbers");
    Tensor *want_both = EXPECT(observed_want(a, b));
    CALL(minmax_observer_add(&o, b));
    Tensor *of_both = three_of(o);
    check_tensor_within(of_both, want_both, 1e-6, "of all batches together");
}

TEST(a_narrow_batch_comes_last, .points = 1, .exercise = "15.10 minmax_observer_add",
     .file = "minmax_observer.c")
{
    long n = draw_long("n", 20, 30), m = draw_long("m", 2, 9);
    Tensor *a = draw_between("a", SHAPE(n), -90, 90), *b = draw_between("b", SHAPE(m), -1, 1);
    MinMaxObserver o = {0};
    minmax_observer_add(&o, a);
    Tensor *want = EXPECT(observed_want(a, b));
    CALL(minmax_observer_add(&o, b));
    Tensor *low_high_count = three_of(o);
    check_tensor_within(low_high_count, want, 1e-6, "a range only grows");
}

TEST(far_from_0, .points = 1, .exercise = "15.10 minmax_observer_add", .file = "minmax_observer.c")
{
    long n = draw_long("n", 4, 9);
    Tensor *a = draw_between("a", SHAPE(n), 3, 9), *b = draw_between("b", SHAPE(n), -9, -3);
    MinMaxObserver o = {0}, below_0 = {0};
    Tensor *want = EXPECT(observed_want(a, NULL));
    CALL(minmax_observer_add(&o, a));
    Tensor *low_high_count = three_of(o);
    check_tensor_within(low_high_count, want, 1e-6, "the range holds 0");
    Tensor *want_below = EXPECT(observed_want(b, NULL));
    CALL(minmax_observer_add(&below_0, b));
    Tensor *of_those_below = three_of(below_0);
    check_tensor_within(of_those_below, want_below, 1e-6, "on this side, too");
}

TEST(a_view_comes_by, .points = 1, .exercise = "15.10 minmax_observer_add",
     .file = "minmax_observer.c")
{
    long n = draw_long("n", 4, 7);
    Tensor *whole = draw_between("whole", SHAPE(n, 6), -9, 9);
    whole->data[0] = 50, whole->data[6 * n - 1] = -50;
    resealed(whole);
    Tensor *part = tensor_slice(whole, 1, 1, 4, 1);
    MinMaxObserver o = {0};
    Tensor *want = EXPECT(observed_want(part, NULL));
    CALL(minmax_observer_add(&o, part));
    Tensor *low_high_count = three_of(o);
    check_tensor_within(low_high_count, want, 1e-6, "the numbers of the view, and no others");
}

/* ---- 15.11 ---------------------------------------------------------------------------------------------- */

static QuantizedLinear *draw_layer(const char *name, long in, long out, bool bias)
{
    QuantizedLinear *l = quantized_linear_new(in, out, bias, (QuantScheme){8, PER_COLUMN});
    quantized_matrix_free(l->weight);
    l->weight = draw_matrix(name, in, out, (QuantScheme){8, PER_COLUMN});
    if (bias) {
        Tensor *b = draw_between("bias", SHAPE(out), -9, 9);
        for (long j = 0; j < out; j++)
            l->bias->data[j] = b->data[j];
    }
    return l;
}

static Tensor *draw_batch(const char *name, long B, long T, long in)
{
    Tensor *x = draw(name, SHAPE(B, T, in));
    for (long r = 0; r < B * T; r++)
        fill_steps(x->data + r * in, in, 1, draw_scale() * (double)(r + 1), 127);
    resealed(x);
    return x;
}

TEST(a_batch_of_texts, .points = 1, .exercise = "15.11 quantized_linear_forward",
     .file = "quantized_linear.c")
{
    long B = draw_long("B", 2, 3), T = draw_long("T", 2, 4), in = draw_long("in", 8, 12);
    long out = draw_long("out", 3, 6);
    QuantizedLinear *l = draw_layer("l", in, out, true);
    l->input = (QuantParams){(float)draw_scale(), (int)(sign() * draw_long("size", 20, 90)), -128,
                             127}; /* without l->calibrated it is not asked */
    given_params("l->input", l->input);
    Tensor *x = draw_batch("x", B, T, in);
    Tensor *want = EXPECT(layer_want(x, l));
    Tensor *y = CALL(quantized_linear_forward(l, x));
    check_tensor_within(y, want, 1e-5,
                        "(B, T, in) to (B, T, out): codes for the product, and the bias as it is");
    module_free(&l->module);
}

TEST(a_layer_without_a_bias, .points = 1, .exercise = "15.11 quantized_linear_forward",
     .file = "quantized_linear.c")
{
    long rows = draw_long("rows", 2, 5), in = draw_long("in", 8, 12), out = draw_long("out", 3, 6);
    QuantizedLinear *l = draw_layer("l", in, out, false);
    Tensor *x = draw_rows("x", rows, in);
    Tensor *want = EXPECT(layer_want(x, l));
    Tensor *y = CALL(quantized_linear_forward(l, x));
    check_tensor_within(y, want, 1e-5, "l->bias may be NULL");
    module_free(&l->module);
}

TEST(an_input_it_was_calibrated_for, .points = 1, .exercise = "15.11 quantized_linear_forward",
     .file = "quantized_linear.c")
{
    long rows = draw_long("rows", 2, 5), in = draw_long("in", 8, 12), out = draw_long("out", 3, 6);
    QuantizedLinear *l = draw_layer("l", in, out, true);
    double scale = draw_scale();
    l->calibrated = true;
    l->input = (QuantParams){(float)scale, (int)(sign() * draw_long("size", 20, 90)), -128, 127};
    given_params("l->input", l->input);
    Tensor *x = draw("x", SHAPE(rows, in));
    fill_steps(x->data, rows * in, 1, scale, 150);
    resealed(x);
    Tensor *want = EXPECT(layer_want(x, l));
    Tensor *y = CALL(quantized_linear_forward(l, x));
    check_tensor_within(y, want, 1e-5, "l->calibrated: codes of x by l->input");
    module_free(&l->module);
}

TEST(one_row_and_a_view, .points = 1, .exercise = "15.11 quantized_linear_forward",
     .file = "quantized_linear.c")
{
    long T = draw_long("T", 2, 4), in = draw_long("in", 8, 12), out = draw_long("out", 3, 6);
    QuantizedLinear *l = draw_layer("l", in, out, true);
    Tensor *x = draw_batch("x", 3, T, in), *turned = tensor_transpose(x, 0, 1);
    Tensor *one = tensor_select(tensor_select(x, 0, 1), 0, 0);
    Tensor *want = EXPECT(layer_want(turned, l));
    Tensor *y = CALL(quantized_linear_forward(l, turned));
    check_tensor_within(y, want, 1e-5, "rows of a view, in its order");
    Tensor *want_one = EXPECT(layer_want(one, l));
    Tensor *y_of_one = CALL(quantized_linear_forward(l, one));
    check_tensor_within(y_of_one, want_one, 1e-5, "(in) to (out): a single row");
    module_free(&l->module);
}

/* ---- 15.12 ---------------------------------------------------------------------------------------------- */

TEST(bytes_of_a_matrix, .points = 1, .exercise = "15.12 quantized_matrix_bytes",
     .file = "quantized_bytes.c")
{
    long groups = draw_long("groups", 3, 5), out = draw_long("out", 6, 9);
    const QuantScheme schemes[] = {{8, PER_COLUMN}, {8, PER_TENSOR}, {8, 16}, {4, 32}};
    for (int i = 0; i < 4; i++) {
        QuantizedMatrix *q = draw_matrix("q", 32 * groups, out, schemes[i]);
        long want = EXPECT(matrix_bytes_want(q));
        long bytes = (long)CALL(quantized_matrix_bytes(q));
        quantized_matrix_free(q);
        check_long(bytes, want, "codes and scales, as many bytes as they lie in");
    }
}

TEST(bytes_of_a_model, .points = 1, .exercise = "15.12 quantized_matrix_bytes",
     .file = "quantized_bytes.c")
{
    long in = 32 * draw_long("groups", 2, 4), out = draw_long("out", 3, 9),
         C = draw_long("C", 5, 9);
    Rng rng = rng_seed(draw_seed());
    Linear *first = linear_new(out, out, true, &rng), *full = linear_new(out, C, true, &rng);
    Linear *tied = linear_new(2, 3, false, &rng);
    module_share(&tied->module, "again", full->weight);
    QuantizedLinear *codes = quantized_linear_new(in, out, true, (QuantScheme){4, 32});
    Module *inner = sequential_new(LAYERS(&full->module, relu_new(), &tied->module));
    Module *m = sequential_new(LAYERS(&codes->module, &first->module, inner));
    module_share(m, "weight", first->weight); /* and behind it what is m's own */
    module_parameter(m, "own", SHAPE(C));
    module_buffer(m, "table", BUFFER_NOT_SAVED, SHAPE(out));
    given("m",
          "a Q4_0 layer (%ld, %ld) with bias, a Linear, and a Sequential of two Linear, one of "
          "which shares a weight; a weight that m shares, and %ld numbers of m's own; a buffer of "
          "%ld numbers that is not saved",
          in, out, C, out);
    long want = EXPECT(model_bytes_want(m));
    long bytes = (long)CALL(quantized_bytes(m));
    module_free(m);
    check_long(bytes, want, "codes, scales, parameters and buffers of all modules, each once");
}
