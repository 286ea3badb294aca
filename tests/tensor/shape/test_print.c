/* test_print.c - printing. The expected texts are NumPy 1.24's, from print(np.float32(...)) under
 * np.set_printoptions(precision=4). */
#include "test.h"

static void check_print(const Tensor *t, const char *expected, int line)
{
    char text[4096];
    long length = tensor_format(text, sizeof text, t);
    if (strcmp(text, expected) != 0 || length != (long)strlen(expected)) {
        print_error("line %d: printed %ld characters\n%s\nexpected\n%s\n", line, length, text,
                    expected);
        _fail(__FILE__, line);
    }
}
#define assert_prints(t, expected) check_print(t, expected, __LINE__)

static void test_vectors(void **state)
{
    (void)state;
    assert_prints(tensor_from(SHAPE(3), VALUES(1, 2, 3)), "[1. 2. 3.]");
    assert_prints(tensor_from(SHAPE(3), VALUES((real)0.1, (real)0.25, (real)0.99999)),
                  "[0.1  0.25 1.  ]");
    assert_prints(tensor_from(SHAPE(2), VALUES((real)-0.0, 12)), "[-0. 12.]");
    assert_prints(tensor_from(SHAPE(2), VALUES((real)1.5, (real)-1234.125)),
                  "[    1.5   -1234.125]");
}

static void test_matrices_line_up(void **state)
{
    (void)state;
    assert_prints(tensor_from(SHAPE(2, 2), VALUES(1, (real)2.5, (real)3.33333, -4)),
                  "[[ 1.      2.5   ]\n"
                  " [ 3.3333 -4.    ]]");
}

static void test_blank_lines_between_matrices(void **state)
{
    (void)state;
    assert_prints(tensor_from(SHAPE(2, 2, 2), VALUES(0, 1, 2, 3, 4, 5, 6, 7)), "[[[0. 1.]\n"
                                                                               "  [2. 3.]]\n"
                                                                               "\n"
                                                                               " [[4. 5.]\n"
                                                                               "  [6. 7.]]]");
    assert_prints(tensor_from(SHAPE(2, 1, 1, 1), VALUES(1, 2)), "[[[[1.]]]\n\n\n [[[2.]]]]");
    assert_prints(tensor_from(SHAPE(1, 1, 1, 1, 1, 1, 1, 1), VALUES(1)), "[[[[[[[[1.]]]]]]]]");
}

static void test_scalars_and_nothing(void **state)
{
    (void)state;
    assert_prints(tensor_scalar(2), "2.0");
    assert_prints(tensor_scalar((real)-2.5), "-2.5");
    assert_prints(tensor_scalar((real)1e-10), "1.e-10");
    assert_prints(tensor_scalar((real)INFINITY), "inf");
    assert_prints(tensor_zeros(SHAPE(0)), "[]");
    assert_prints(tensor_zeros(SHAPE(2, 0)), "[]");
    assert_prints(tensor_zeros(SHAPE(0, 3)), "[]");
}

static void test_nan_and_infinity(void **state)
{
    (void)state;
    real inf = (real)INFINITY, nan = (real)NAN;
    assert_prints(tensor_from(SHAPE(4), VALUES(nan, 1, inf, -inf)), "[ nan   1.  inf -inf]");
    assert_prints(tensor_from(SHAPE(2), VALUES(nan, nan)), "[nan nan]");
    assert_prints(tensor_from(SHAPE(3), VALUES((real)1e30, nan, (real)-1e-30)),
                  "[ 1.e+30     nan -1.e-30]");
}

static void test_scientific_when_the_range_is_huge(void **state)
{
    (void)state;
    assert_prints(tensor_from(SHAPE(2), VALUES((real)1e-5, 1)), "[1.e-05 1.e+00]");
    assert_prints(tensor_from(SHAPE(2), VALUES((real)1e8, 1)), "[1.e+08 1.e+00]");
    assert_prints(tensor_from(SHAPE(3), VALUES((real)0.001, 0, (real)1.5)),
                  "[1.0e-03 0.0e+00 1.5e+00]");
    assert_prints(tensor_from(SHAPE(2), VALUES(1, 1000)), "[   1. 1000.]");
    assert_prints(tensor_from(SHAPE(2), VALUES(1, 1001)), "[1.000e+00 1.001e+03]");
#ifdef KINDLING_DOUBLE
    assert_prints(tensor_from(SHAPE(2), VALUES(1e-200, 1)), "[1.e-200 1.e+000]");
#endif
}

static void test_long_lines_wrap_at_75(void **state)
{
    (void)state;
    assert_prints(tensor_arange(0, 30, 1),
                  "[ 0.  1.  2.  3.  4.  5.  6.  7.  8.  9. 10. 11. 12. 13. 14. 15. 16. 17.\n"
                  " 18. 19. 20. 21. 22. 23. 24. 25. 26. 27. 28. 29.]");
    const char *row = "2. 2. 2. 2. 2. 2. 2. 2. 2. 2. 2. 2. 2. 2. 2. 2. 2. 2. 2. 2. 2. 2. 2. 2.";
    char text[256];
    snprintf(text, sizeof text, "[%s\n 2.]", row); /* "2.]" would end in column 76 */
    assert_prints(tensor_full(SHAPE(25), 2), text);
    snprintf(text, sizeof text, "[[%s\n  2.]]", row);
    assert_prints(tensor_full(SHAPE(1, 25), 2), text);
    snprintf(text, sizeof text, "[[%s]]", row); /* ends in column 75 */
    assert_prints(tensor_full(SHAPE(1, 24), 2), text);
}

static void test_large_tensors_are_summarized(void **state)
{
    (void)state;
    assert_prints(tensor_arange(0, 1001, 1), "[   0.    1.    2. ...  998.  999. 1000.]");
    Tensor matrix = *tensor_arange(0, 2000, 1);
    matrix.ndim = 2;
    matrix.shape[0] = 40, matrix.shape[1] = 50;
    matrix.stride[0] = 50, matrix.stride[1] = 1;
    assert_prints(&matrix, "[[0.000e+00 1.000e+00 2.000e+00 ... 4.700e+01 4.800e+01 4.900e+01]\n"
                           " [5.000e+01 5.100e+01 5.200e+01 ... 9.700e+01 9.800e+01 9.900e+01]\n"
                           " [1.000e+02 1.010e+02 1.020e+02 ... 1.470e+02 1.480e+02 1.490e+02]\n"
                           " ...\n"
                           " [1.850e+03 1.851e+03 1.852e+03 ... 1.897e+03 1.898e+03 1.899e+03]\n"
                           " [1.900e+03 1.901e+03 1.902e+03 ... 1.947e+03 1.948e+03 1.949e+03]\n"
                           " [1.950e+03 1.951e+03 1.952e+03 ... 1.997e+03 1.998e+03 1.999e+03]]");
    Tensor *t = tensor_zeros(SHAPE(1001));
    t->data[998] = (real)0.5;
    t->data[500] = (real)1e9; /* not shown, so the style need not suit it */
    assert_prints(t, "[0.  0.  0.  ... 0.5 0.  0. ]");
    assert_true(tensor_format(NULL, 0, tensor_full(SHAPE(1000), 2)) > 3000);
}

static void test_views_print_what_they_show(void **state)
{
    (void)state;
    Tensor *t = tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6)), view;
    transpose_view(&view, t, 0, 1);
    assert_prints(&view, "[[1. 4.]\n [2. 5.]\n [3. 6.]]");
    slice_view(&view, t, 1, -1, SLICE_END, -2);
    assert_prints(&view, "[[3. 1.]\n [6. 4.]]");
    expand_view(&view, tensor_from(SHAPE(1, 2), VALUES(7, 8)), SHAPE(2, 2));
    assert_prints(&view, "[[7. 8.]\n [7. 8.]]");
}

static void test_short_buffers_are_not_overrun(void **state)
{
    (void)state;
    Tensor *t = tensor_from(SHAPE(3), VALUES(1, 2, 3));
    char text[16];
    for (size_t size = 0; size < sizeof text; size++) {
        memset(text, '#', sizeof text);
        assert_int_equal(tensor_format(size ? text : NULL, size, t), 10);
        if (size > 0) {
            assert_int_equal(strlen(text), size <= 10 ? size - 1 : 10);
            assert_memory_equal(text, "[1. 2. 3.]", strlen(text));
        }
        if (size > 0 && size < sizeof text)
            assert_int_equal(text[size], '#');
    }
}

static void test_streams_get_the_same_text(void **state)
{
    (void)state;
    Tensor *t = tensor_from(SHAPE(2, 2), VALUES(1, (real)2.5, (real)3.33333, -4));
    char text[256], expected[256];
    FILE *stream = tmpfile();
    assert_non_null(stream);
    long allocations = allocation_count;
    tensor_write(stream, t);
    assert_int_equal(allocation_count, allocations);
    rewind(stream);
    size_t length = fread(text, 1, sizeof text - 1, stream);
    fclose(stream);
    text[length] = '\0';
    tensor_format(expected, sizeof expected, t);
    assert_string_equal(text, expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_vectors),
        UNIT_TEST(test_matrices_line_up),
        UNIT_TEST(test_blank_lines_between_matrices),
        UNIT_TEST(test_scalars_and_nothing),
        UNIT_TEST(test_nan_and_infinity),
        UNIT_TEST(test_scientific_when_the_range_is_huge),
        UNIT_TEST(test_long_lines_wrap_at_75),
        UNIT_TEST(test_large_tensors_are_summarized),
        UNIT_TEST(test_views_print_what_they_show),
        UNIT_TEST(test_short_buffers_are_not_overrun),
        UNIT_TEST(test_streams_get_the_same_text),
    };
    return run_tests("tensor/shape/print", tests);
}
