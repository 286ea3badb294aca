/* test_quantize.c - codes against loops, blocks against another program's bytes, products against whole numbers. */
#include "../../fixtures/quantize.h"
#include "quantize_parts.h"
#include "test.h"

/* ---- rows -------------------------------------------------------------------------------------------- */

static void test_symmetric(void **state)
{
    (void)state;
    for (int bits = 2; bits <= 8; bits++) {
        real x[50], minus_x[50], back[50];
        double largest = 0;
        for (int i = 0; i < 50; i++) {
            x[i] = (real)(float)rng_normal(&test_rng);
            minus_x[i] = -x[i];
            largest = fmax(largest, fabs((double)x[i]));
        }
        QuantParams p = quant_symmetric(x, 50, bits);
        int most = (1 << (bits - 1)) - 1;
        assert_int_equal(p.zero_point, 0);
        assert_int_equal(p.quant_max, most);
        assert_int_equal(p.quant_min, -most);
        assert_close(p.scale, largest / most, 1e-6);
        int8_t q[50], minus[50];
        quantize_row(q, x, 50, p);
        quantize_row(minus, minus_x, 50, p);
        dequantize_row(back, q, 50, p);
        for (int i = 0; i < 50; i++) {
            assert_close(back[i], x[i], (double)p.scale * 0.500001);
            assert_int_equal(minus[i], -q[i]);
        }
    }
    real zeros[3] = {0}, back[3];
    int8_t q[3] = {1, 2, 3};
    QuantParams p = quant_symmetric(zeros, 3, 8);
    assert_true(p.scale == 0);
    quantize_row(q, zeros, 3, p);
    dequantize_row(back, q, 3, p);
    for (int i = 0; i < 3; i++)
        assert_true(q[i] == 0 && back[i] == 0);
    assert_true(quant_symmetric(zeros, 0, 8).scale == 0);
}

static void test_affine(void **state)
{
    (void)state;
    const double ranges[][2] = {{-1, 3}, {0, 5}, {-7, 0}, {2, 5}, {-5, -2}, {-0.001, 900}};
    for (int r = 0; r < 6; r++)
        for (int bits = 2; bits <= 8; bits++) {
            double low = fmin(ranges[r][0], 0), high = fmax(ranges[r][1], 0);
            real x[2] = {(real)ranges[r][0], (real)ranges[r][1]}, back[2], zero = 0;
            QuantParams p = quant_affine(x, 2, bits);
            int8_t q[2], of_zero;
            assert_close(p.scale, (high - low) / ((1 << bits) - 1), 1e-6 * (high - low));
            quantize_row(q, x, 2, p);
            dequantize_row(back, q, 2, p);
            for (int i = 0; i < 2; i++)
                assert_close(back[i], x[i], 1.01 * (double)p.scale);
            quantize_row(&of_zero, &zero, 1, p);
            dequantize_row(back, &of_zero, 1, p);
            assert_true(back[0] == 0);
        }
    real far[] = {(real)1e30, (real)-1e30, (real)0.2};
    int8_t q[3];
    quantize_row(q, far, 3, (QuantParams){0.1F, 5, -128, 127});
    assert_int_equal(q[0], 127);
    assert_int_equal(q[1], -128);
    assert_int_equal(q[2], 7);
    assert_true(quant_affine(far, 0, 8).scale == 0);
}

/* ---- blocks ------------------------------------------------------------------------------------------ */

static void test_bytes_of_blocks(void **state)
{
    (void)state;
    enum { N = QUANTIZE_BLOCKS };
    assert_int_equal(sizeof(BlockQ8), 34);
    assert_int_equal(sizeof(BlockQ4), 18);
    static real x[N * 32], back[N * 32];
    static BlockQ8 q8[N];
    static BlockQ4 q4[N];
    for (int i = 0; i < N * 32; i++)
        x[i] = (real)quantize_numbers[i / 32][i % 32];
    quantize_q8_0(q8, x, N * 32);
    quantize_q4_0(q4, x, N * 32);
    for (int b = 0; b < N; b++) {
        const unsigned char *want8 = quantize_q8_0_bytes[b], *want4 = quantize_q4_0_bytes[b];
        assert_int_equal(q8[b].d, want8[0] | want8[1] << 8);
        assert_memory_equal(q8[b].qs, want8 + 2, 32);
        assert_int_equal(q4[b].d, want4[0] | want4[1] << 8);
        assert_memory_equal(q4[b].qs, want4 + 2, 16);
    }
    dequantize_q8_0(back, q8, N * 32);
    for (int i = 0; i < N * 32; i++)
        assert_close(back[i], x[i], 0.57 * half_to_float(q8[i / 32].d) + 5e-6);
    dequantize_q4_0(back, q4, N * 32);
    for (int i = 0; i < N * 32; i++)
        assert_close(back[i], x[i], 1.01 * fabs((double)half_to_float(q4[i / 32].d)) + 1e-6);
}

/* ---- matrices ----------------------------------------------------------------------------------------- */

static const QuantScheme all_schemes[] = {{8, PER_TENSOR}, {8, PER_COLUMN}, {8, 32},
                                          {8, 16},         {8, 96},         {4, 32}};
enum { SCHEMES = sizeof all_schemes / sizeof *all_schemes };

/* The sum over groups, number by number. */
static Tensor *product_of(const Tensor *x, const QuantizedMatrix *w, const QuantParams *input)
{
    Tensor *out = tensor_new(SHAPE(x->shape[0], w->out));
    int8_t row[200], column[200];
    for (long r = 0; r < x->shape[0]; r++) {
        QuantParams p = input != NULL ? *input : quant_symmetric(x->data + r * w->in, w->in, 8);
        quantize_row(row, x->data + r * w->in, w->in, p);
        for (long j = 0; j < w->out; j++) {
            quantized_column(w, j, column);
            double total = 0;
            long group = quantized_group(w);
            for (long i = 0; i < w->in; i += group) {
                long sum = 0;
                for (long k = i; k < i + group; k++)
                    sum += (row[k] - p.zero_point) * column[k];
                total += (double)quantized_scale(w, j, i) * (double)sum;
            }
            out->data[r * w->out + j] = (real)(p.scale * total);
        }
    }
    return out;
}

/* Numbers so small that 1 / scale is none, and one that is no number. */
static void test_products_of_next_to_nothing(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(2, 4),
                            VALUES((real)1e-42, (real)-1e-42, (real)5e-43, 0, 1, 2, 3, 4)),
           *w = random_tensor(SHAPE(4, 3)), *out = tensor_new(SHAPE(2, 3));
    QuantizedMatrix *q = quantized_matrix_new(4, 3, (QuantScheme){8, PER_COLUMN});
    matrix_quantize(q, w);
    matmul_int8(out, x, q, NULL);
    assert_tensor_identical(out, product_of(x, q, NULL));
    x->data[5] = (real)INFINITY;
    assert_fails_with("inf", matmul_int8(out, x, q, NULL));
    quantized_matrix_free(q);
}

static void test_products(void **state)
{
    (void)state;
    for (int s = 0; s < SCHEMES; s++)
        for (long m = 1; m <= 5; m += 2) {
            const long in = 192, columns = 37;
            Tensor *w = random_tensor(SHAPE(in, columns)), *x = random_tensor(SHAPE(m, in));
            QuantizedMatrix *q = quantized_matrix_new(in, columns, all_schemes[s]);
            matrix_quantize(q, w);
            QuantParams input = {0.03F, -17, -128, 127};
            Tensor *out = tensor_new(SHAPE(m, columns));
            for (int k = 0; k < 2; k++) {
                matmul_int8(out, x, q, k == 0 ? NULL : &input);
                Tensor *want = product_of(x, q, k == 0 ? NULL : &input);
                if (q->halves == NULL)
                    assert_tensor_identical(out, want);
                else
                    assert_tensor_close(out, want, 1e-5, 1e-4);
            }
            matmul_int8(out, x, q, NULL);
            assert_tensor_close(out, tensor_matmul(x, matrix_dequantize(q)), 0, 1);
            assert_tensor_close(out, tensor_matmul(x, w), 0, all_schemes[s].bits == 8 ? 1.5 : 8);
            quantized_matrix_free(q);
        }
}

static double distance(const QuantizedMatrix *q, const Tensor *w)
{
    Tensor *back = matrix_dequantize(q);
    double sum = 0;
    for (long i = 0; i < tensor_numel(w); i++)
        sum += pow((double)(back->data[i] - w->data[i]), 2);
    return sqrt(sum / (double)tensor_numel(w));
}

static void test_an_outlier(void **state)
{
    (void)state;
    Tensor *w = random_tensor(SHAPE(64, 8));
    for (long i = 0; i < 64; i++)
        w->data[i * 8 + 3] *= 100;
    double d[SCHEMES];
    for (int s = 0; s < 3; s++) {
        QuantizedMatrix *q = quantized_matrix_new(64, 8, all_schemes[s]);
        matrix_quantize(q, w);
        d[s] = distance(q, w);
        quantized_matrix_free(q);
    }
    assert_true(d[1] < 0.6 * d[0]);
    assert_true(d[2] < d[1]);
}

static void test_views_of_weights(void **state)
{
    (void)state;
    Tensor *w = random_tensor(SHAPE(7, 64));
    QuantizedMatrix *a = quantized_matrix_new(64, 7, (QuantScheme){4, 32});
    QuantizedMatrix *b = quantized_matrix_new(64, 7, (QuantScheme){4, 32});
    matrix_quantize(a, tensor_transpose(w, 0, 1));
    matrix_quantize(b, tensor_contiguous(tensor_transpose(w, 0, 1)));
    assert_memory_equal(a->nibbles, b->nibbles, 64 * 7 / 2);
    BlockQ4 block;
    quantize_q4_0(&block, w->data + 64 + 32, 32);
    assert_memory_equal(a->nibbles + 32 + 16, block.qs, 16);
    assert_int_equal(a->halves[3], block.d);
    assert_int_equal(quantized_matrix_bytes(a), 64 * 7 / 2 + 14 * 2);
    quantized_matrix_free(a);
    quantized_matrix_free(b);
    quantized_matrix_free(NULL);
}

/* The largest numbers that a block can hold, and the next; int8 with a scale for each column has no such end. */
static void test_scales_that_are_no_halves(void **state)
{
    (void)state;
    const struct {
        const char *scheme, *text;
        double most;
    } all[] = {{"q8_0", "matrix_quantize: x[", QUANT_Q8_0_MOST},
               {"q4_0", "matrix_quantize: x[", QUANT_Q4_0_MOST}};
    Tensor *y = tensor_zeros(SHAPE(1, 2)), *x = tensor_ones(SHAPE(1, 32));
    for (int k = 0; k < 2; k++) {
        QuantScheme s, columns;
        assert_true(quant_scheme_named(all[k].scheme, &s) && quant_scheme_named("int8", &columns));
        QuantizedMatrix *q = quantized_matrix_new(32, 2, s),
                        *wide = quantized_matrix_new(32, 2, columns);
        Tensor *w = tensor_full(SHAPE(32, 2), 1);
        for (volatile int sign = -1; sign <= 1; sign += 2) {
            w->data[6] = (real)((double)sign * (double)nextafterf((float)all[k].most, 0));
            matrix_quantize(q, w);
            matmul_int8(y, x, q, NULL);
            assert_close(y->data[0], w->data[6], all[k].most / 50);
            w->data[6] = (real)(sign * all[k].most);
            assert_fails_with(all[k].text, matrix_quantize(q, w));
            assert_non_null(strstr(last_failure, "would not fit into a half float"));
            matrix_quantize(wide, w);
            matmul_int8(y, x, wide, NULL);
            assert_close(y->data[0], w->data[6], all[k].most / 50);
        }
        quantized_matrix_free(q);
        quantized_matrix_free(wide);
    }
    real block[32] = {0};
    BlockQ8 q8;
    BlockQ4 q4;
    block[5] = (real)9e6;
    assert_fails_with("quantize_q8_0: x[5] is 9e+06, expected less than 8.32104e+06",
                      quantize_q8_0(&q8, block, 32));
    block[5] = (real)6e5;
    assert_fails_with("quantize_q4_0: x[5] is 600000, expected less than 524160",
                      quantize_q4_0(&q4, block, 32));
}

/* Numbers whose scale has no inverse: zeros come back, and 0 stays 0 (codes are whole numbers, so UBSan sees infinity). */
static void test_blocks_of_next_to_nothing(void **state)
{
    (void)state;
    for (int power = -45; power < -30; power++) {
        real x[32] = {0}, back[32];
        x[3] = (real)(3 * pow(10, power));
        x[7] = (real)(-pow(10, power));
        BlockQ8 q8;
        BlockQ4 q4;
        quantize_q8_0(&q8, x, 32);
        quantize_q4_0(&q4, x, 32);
        dequantize_q8_0(back, &q8, 32);
        for (int i = 0; i < 32; i++)
            assert_true(back[i] == 0 && (i == 3 || i == 7 || q8.qs[i] == 0));
        dequantize_q4_0(back, &q4, 32);
        for (int i = 0; i < 32; i++)
            assert_true(back[i] == 0);
        int8_t codes[32];
        QuantParams p = quant_symmetric(x, 32, 8);
        quantize_row(codes, x, 32, p);
        for (int i = 0; i < 32; i++)
            assert_true(x[i] != 0 || codes[i] == 0);
    }
}

/* The scale of a block whose extreme is above 0 has a minus: 0 comes back as 0 all the same. */
static void test_zeros_of_4_bits_have_no_sign(void **state)
{
    (void)state;
    for (int extreme = -1; extreme <= 1; extreme++) {
        real x[32] = {0}, back[32];
        x[3] = (real)extreme;
        BlockQ4 q4;
        quantize_q4_0(&q4, x, 32);
        dequantize_q4_0(back, &q4, 32);
        QuantizedMatrix *q = quantized_matrix_new(32, 1, (QuantScheme){4, 32});
        matrix_quantize(q, tensor_from(SHAPE(32, 1), 32, x));
        const Tensor *w = matrix_dequantize(q);
        for (int i = 0; i < 32; i++) {
            assert_true(back[i] == x[i] && w->data[i] == x[i]);
            assert_true(x[i] != 0 || (!signbit(back[i]) && !signbit(w->data[i])));
        }
        quantized_matrix_free(q);
    }
}

static void test_names(void **state)
{
    (void)state;
    QuantScheme s;
    const char *names[] = {"int8_tensor", "int8", "q8_0", "q4_0"};
    for (int i = 0; i < 4; i++) {
        assert_true(quant_scheme_named(names[i], &s));
        assert_string_equal(quant_scheme_name(s), names[i]);
    }
    assert_false(quant_scheme_named("int3", &s));
    assert_string_equal(quant_scheme_name((QuantScheme){8, 64}), "int8 in groups of 64");
}

static void test_observer(void **state)
{
    (void)state;
    MinMaxObserver o = {0};
    Tensor *x = tensor_from(SHAPE(2, 2), VALUES(1, -2, 5, (real)0.5));
    minmax_observer_add(&o, tensor_transpose(x, 0, 1));
    minmax_observer_add(&o, tensor_from(SHAPE(1), VALUES(-3)));
    assert_true(o.low == -3 && o.high == 5 && o.count == 5);
    assert_close(minmax_observer_params(&o, 8).scale, 8.0 / 255, 1e-6);
}

/* ---- what is refused ------------------------------------------------------------------------------------ */

static void test_refusals(void **state)
{
    (void)state;
    real x[64] = {0}, nan[] = {1, NAN}, infinite[] = {INFINITY};
    int8_t q[64];
    BlockQ8 q8[2];
    BlockQ4 q4[2];
    assert_fails_with("bits is 9", quant_symmetric(x, 3, 9));
    assert_fails_with("bits is 1", quant_affine(x, 3, 1));
    assert_fails_with("n is -1", quant_affine(x, -1, 8));
    assert_fails_with("x[1] is nan", quant_symmetric(nan, 2, 8));
    assert_fails_with("x[0] is inf", quant_affine(infinite, 1, 8));
    assert_fails_with("the scale is -1", quantize_row(q, x, 1, (QuantParams){-1, 0, -127, 127}));
    assert_fails_with("codes from 0 to 255", dequantize_row(x, q, 1, (QuantParams){1, 0, 0, 255}));
    assert_fails_with("zero_point is 128", quantize_row(q, x, 1, (QuantParams){1, 128, -128, 127}));
    assert_fails_with("the scale is inf",
                      quantize_row(q, x, 1, (QuantParams){INFINITY, 0, -127, 127}));
    assert_fails_with("codes from -129 to 127",
                      dequantize_row(x, q, 1, (QuantParams){1, 0, -129, 127}));
    assert_fails_with("codes from 5 to 4", dequantize_row(x, q, 1, (QuantParams){1, 5, 5, 4}));
    assert_fails_with("zero_point is -9", quantize_row(q, x, 1, (QuantParams){1, -9, -8, 7}));
    assert_fails_with("n is -32", quantize_q8_0(q8, x, -32));
    assert_fails_with("n is 33", quantize_q8_0(q8, x, 33));
    assert_fails_with("n is 16", quantize_q4_0(q4, x, 16));
    assert_fails_with("n is 31", dequantize_q8_0(x, q8, 31));
    assert_fails_with("n is -32", dequantize_q4_0(x, q4, -32));
    x[40] = NAN;
    assert_fails_with("x[40] is nan", quantize_q4_0(q4, x, 64));
    assert_fails_with("sizes are -1", quantized_matrix_new(-1, 3, (QuantScheme){8, 0}));
    assert_fails_with("codes of 5 bits", quantized_matrix_new(64, 3, (QuantScheme){5, 0}));
    assert_fails_with("4 bits in groups of 16", quantized_matrix_new(64, 3, (QuantScheme){4, 16}));
    assert_fails_with("group is -2", quantized_matrix_new(64, 3, (QuantScheme){8, -2}));
    assert_fails_with("groups of 32 do not fill a column of 48",
                      quantized_matrix_new(48, 3, (QuantScheme){8, 32}));
    assert_fails_with("could overflow", quantized_matrix_new(133145, 1, (QuantScheme){8, 0}));
    QuantizedMatrix *w = quantized_matrix_new(4, 3, (QuantScheme){8, 0});
    Tensor *a = tensor_zeros(SHAPE(2, 4)), *y = tensor_zeros(SHAPE(2, 3));
    assert_fails_with("w has shape (3, 4)", matrix_quantize(w, tensor_zeros(SHAPE(3, 4))));
    assert_fails_with("w has shape (4,)", matrix_quantize(w, tensor_zeros(SHAPE(4))));
    assert_fails_with("w has shape (4, 2)", matrix_quantize(w, tensor_zeros(SHAPE(4, 2))));
    assert_fails_with("sizes are 3 and -1", quantized_matrix_new(3, -1, (QuantScheme){8, 0}));
    assert_fails_with("x has shape (4,)", matmul_int8(y, tensor_zeros(SHAPE(4)), w, NULL));
    assert_fails_with("out has shape (3,)", matmul_int8(tensor_zeros(SHAPE(3)), a, w, NULL));
    assert_fails_with("out has shape (1, 3)", matmul_int8(tensor_zeros(SHAPE(1, 3)), a, w, NULL));
    assert_fails_with("out does not lie",
                      matmul_int8(tensor_transpose(tensor_zeros(SHAPE(3, 2)), 0, 1), a, w, NULL));
    assert_fails_with("no column -1", quantized_column(w, -1, q));
    assert_fails_with("no code -1", quantized_scale(w, 0, -1));
    assert_fails_with("x has shape (2, 3)", matmul_int8(y, y, w, NULL));
    assert_fails_with("out has shape (2, 4)", matmul_int8(a, a, w, NULL));
    Tensor *turned = tensor_transpose(tensor_zeros(SHAPE(4, 2)), 0, 1);
    assert_fails_with("x does not lie", matmul_int8(y, turned, w, NULL));
    assert_fails_with("zero_point is 200", matmul_int8(y, a, w, &(QuantParams){1, 200, -128, 127}));
    assert_fails_with("no column 3", quantized_column(w, 3, q));
    assert_fails_with("no code 4", quantized_scale(w, 0, 4));
    MinMaxObserver o = {0};
    assert_fails_with("x[1] is nan",
                      minmax_observer_add(&o, tensor_from(SHAPE(2), VALUES(1, NAN))));
    quantized_matrix_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_scales_that_are_no_halves),
        UNIT_TEST(test_blocks_of_next_to_nothing),
        UNIT_TEST(test_zeros_of_4_bits_have_no_sign),
        UNIT_TEST(test_symmetric),
        UNIT_TEST(test_affine),
        UNIT_TEST(test_bytes_of_blocks),
        UNIT_TEST(test_products_of_next_to_nothing),
        UNIT_TEST(test_products),
        UNIT_TEST(test_an_outlier),
        UNIT_TEST(test_views_of_weights),
        UNIT_TEST(test_names),
        UNIT_TEST(test_observer),
        UNIT_TEST(test_refusals),
    };
    return run_tests("nn/compress/quantize", tests);
}
