/* test_long_codes.c - products of codes whose sums come near the end of an int32_t, and what lies behind it. */
#include "test.h"

/* Columns so long that the sums are near the end of an int32_t, and what a zero point adds is behind it. */
static void test_long_columns(void **state)
{
    (void)state;
    const long in[] = {70000, 132104, DOT_INT8_MAX};
    for (int i = 0; i < 3; i++)
        for (int zero = -127; zero <= 127; zero += 254) {
            QuantParams input = {0.5F, zero, i < 2 ? -128 : -127, 127};
            QuantizedMatrix *w = quantized_matrix_new(in[i], 2, (QuantScheme){8, PER_COLUMN});
            memset(w->codes, 127, (size_t)in[i]);
            memset(w->codes + in[i], -127, (size_t)in[i]);
            w->scales[0] = w->scales[1] = 0.25F;
            Tensor *x = tensor_new(SHAPE(2, in[i])), *y = tensor_new(SHAPE(2, 2));
            for (long k = 0; k < 2 * in[i]; k++)
                x->data[k] = (real)(k < in[i] ? 1000 : -1000);
            matmul_int8(y, x, w, &input);
            for (int r = 0; r < 2; r++) {
                double code = r == 0 ? input.quant_max : input.quant_min;
                double want = 0.125 * (code - zero) * 127 * (double)in[i];
                assert_close(y->data[2 * r], want, 1e-6 * fabs(want));
                assert_close(y->data[2 * r + 1], -want, 1e-6 * fabs(want));
            }
            quantized_matrix_free(w);
        }
    QuantizedMatrix *w = quantized_matrix_new(132105, 1, (QuantScheme){8, PER_COLUMN});
    assert_fails_with("up to 132104, or a quant_min of -127",
                      matmul_int8(tensor_new(SHAPE(1, 1)), tensor_zeros(SHAPE(1, 132105)), w,
                                  &(QuantParams){1, 3, -128, 127}));
    quantized_matrix_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_long_columns)};
    return run_tests("nn/compress/long_codes", tests);
}
