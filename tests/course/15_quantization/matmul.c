/* matmul.c - 15.6: a product of codes. */
#include "draws.h"
#include "want.h"

TEST(two_codes_by_two, .points = 1, .exercise = "15.6 matmul_int8", .file = "matmul_int8.c")
{
    QuantizedMatrix *w = quantized_matrix_new(2, 1, (QuantScheme){8, PER_COLUMN});
    w->codes[0] = 3, w->codes[1] = 4, w->scales[0] = (float)0.125;
    given("w", "a column of codes 3 and 4, scale 0.125");
    Tensor *x = input("x", SHAPE(1, 2), VALUES((real)63.5, (real)-31.9)),
           *out = output("out", SHAPE(1, 1));
    Tensor *want = EXPECT(matmul_want(x, w, NULL));
    CALL(matmul_int8(out, x, w, NULL));
    quantized_matrix_free(w);
    check_tensor_within(out, want, 1e-5,
                        "codes 127 and -64 of scale 0.5: 0.5 * 0.125 * (381 - 256)");
}

/* A few rows, each with a scale of its own. */
static void multiply(long rows, long in, QuantizedMatrix *w, const QuantParams *input,
                     const char *rule)
{
    Tensor *x = draw_rows("x", rows, in), *out = output("out", SHAPE(rows, w->out));
    Tensor *want = EXPECT(matmul_want(x, w, input));
    CALL(matmul_int8(out, x, w, input));
    quantized_matrix_free(w);
    check_tensor_within(out, want, 1e-5, rule);
}

TEST(one_scale_a_column, .points = 1, .exercise = "15.6 matmul_int8", .file = "matmul_int8.c")
{
    long in = draw_long("in", 30, 60), out = draw_long("out", 3, 5);
    QuantizedMatrix *w = draw_matrix("w", in, out, (QuantScheme){8, PER_COLUMN});
    multiply(1, in, w, NULL, "scale of the row, scale of the column, and a sum in whole numbers");
}

TEST(rows_of_different_sizes, .points = 2, .exercise = "15.6 matmul_int8", .file = "matmul_int8.c")
{
    long rows = draw_long("rows", 2, 4), in = draw_long("in", 30, 60), out = draw_long("out", 3, 5);
    QuantizedMatrix *w =
        draw_matrix("w", in, out, (QuantScheme){8, draw_long("group", PER_TENSOR, PER_COLUMN)});
    multiply(rows, in, w, NULL, "each row of x has a scale of its own");
}

TEST(scales_of_groups, .points = 1, .exercise = "15.6 matmul_int8", .file = "matmul_int8.c")
{
    long rows = draw_long("rows", 2, 3), groups = draw_long("groups", 3, 5);
    long group = 4 * draw_long("a quarter of a group", 2, 5), out = draw_long("out", 3, 5);
    QuantizedMatrix *w = draw_matrix("w", group * groups, out, (QuantScheme){8, group});
    QuantizedMatrix *nibbles = draw_matrix("nibbles", 32 * groups, out, (QuantScheme){4, 32});
    Tensor *x = draw_rows("x", rows, group * groups), *y = draw_rows("y", rows, 32 * groups);
    Tensor *of_x = output("out", SHAPE(rows, out)), *of_y = output("out of y", SHAPE(rows, out));
    Tensor *want = EXPECT(matmul_want(x, w, NULL));
    CALL(matmul_int8(of_x, x, w, NULL));
    quantized_matrix_free(w);
    check_tensor_within(of_x, want, 1e-5, "a sum for each group, times its scale");
    Tensor *want_y = EXPECT(matmul_want(y, nibbles, NULL));
    CALL(matmul_int8(of_y, y, nibbles, NULL));
    quantized_matrix_free(nibbles);
    check_tensor_within(of_y, want_y, 1e-5, "quantized_column gives codes of nibbles, too");
}

/* Rows of x lie on the steps of p, and some of them behind its last code. */
static void multiply_by(const char *name, QuantParams p)
{
    long rows = draw_long("rows", 2, 3), groups = draw_long("groups", 3, 4);
    long group = 4 * draw_long("a quarter of a group", 2, 5), out = draw_long("out", 3, 5);
    QuantScheme scheme = {8, below(2) == 0 ? group : PER_COLUMN};
    given_params(name, p);
    QuantizedMatrix *w = draw_matrix("w", group * groups, out, scheme);
    Tensor *x = draw("x", SHAPE(rows, group * groups)), *y = output("out", SHAPE(rows, out));
    for (long r = 0; r < rows; r++)
        fill_steps(x->data + r * group * groups, group * groups, 1, (double)p.scale, 100 + 10 * r);
    resealed(x);
    Tensor *want = EXPECT(matmul_want(x, w, &p));
    CALL(matmul_int8(y, x, w, &p));
    quantized_matrix_free(w);
    check_tensor_within(y, want, 1e-5, "codes of x less their zero_point, times codes of w");
}

TEST(an_input_that_is_calibrated, .points = 1, .exercise = "15.6 matmul_int8",
     .file = "matmul_int8.c")
{
    int zero_point = (int)(sign() * draw_long("size", 20, 90));
    multiply_by("input", (QuantParams){(float)draw_scale(), zero_point, -128, 127});
    multiply_by("input of 1", (QuantParams){(float)draw_scale(), sign(), -128, 127});
}

/* One row and one column: the first group of products is large, the last one as large and below 0; what is in between
 * is what the result is. */
TEST(a_small_group_between_large_ones, .points = 1, .exercise = "15.6 matmul_int8",
     .file = "matmul_int8.c")
{
    enum { GROUP = 32 };
    long small = draw_long("code of x in the middle", 3, 9);
    QuantizedMatrix *w = quantized_matrix_new(3 * GROUP, 1, (QuantScheme){8, GROUP});
    QuantParams p = {(float)0.0625, 0, -128, 127};
    Tensor *x = draw("x", SHAPE(1, 3 * GROUP)), *y = output("out", SHAPE(1, 1));
    for (long i = 0; i < 3 * GROUP; i++) {
        bool large = i / GROUP != 1;
        w->codes[i] = (int8_t)(i / GROUP == 2 ? -127 : large ? 127 : i == GROUP);
        x->data[i] = (real)0.0625 * (real)(large ? 127 : small);
    }
    resealed(x);
    w->halves[0] = w->halves[2] = half_from_float(1);
    w->halves[1] = half_from_float((float)0.0009765625);
    given("w", "three groups of codes: 127, one 1, -127; scales 1, 1/1024, 1");
    given_params("input", p);
    Tensor *want = EXPECT(matmul_want(x, w, &p));
    CALL(matmul_int8(y, x, w, &p));
    quantized_matrix_free(w);
    check_tensor_within(y, want, 1e-5,
                        "groups are added up in a double, where the small one stays");
}

TEST(a_long_column, .points = 1, .exercise = "15.6 matmul_int8", .file = "matmul_int8.c")
{
    long in = draw_long("in", 67000, 69000);
    QuantizedMatrix *w = quantized_matrix_new(in, 1, (QuantScheme){8, PER_COLUMN});
    QuantParams p = {(float)draw_scale(), -128, -128, 127};
    Tensor *x = draw_between("x", SHAPE(1, in), 256 * (double)p.scale, 300 * (double)p.scale);
    Tensor *y = output("out", SHAPE(1, 1));
    memset(w->codes, 127, (size_t)in);
    w->scales[0] = (float)0x1p-20;
    given("w", "a column of codes 127, scale 2^-20");
    given_params("input", p);
    Tensor *want = EXPECT(matmul_want(x, w, &p));
    CALL(matmul_int8(y, x, w, &p));
    quantized_matrix_free(w);
    check_tensor_within(y, want, 1e-5, "every code of x less its zero point is 255: in 64 bits");
}

/* What is asked of w for a few rows of x, which come with scales of their own, and then with one for all. */
static void multiply_sparingly(bool little_room)
{
    long rows = draw_long("rows", 4, 6), in = 32 * draw_long("groups", 40, 48);
    long out = draw_long("out", 20, 24);
    QuantizedMatrix *w = draw_matrix("w", in, out, (QuantScheme){8, 32});
    Tensor *x = draw_rows("x", rows, in), *y = output("y", SHAPE(rows, out));
    Tensor *of_input = output("of_input", SHAPE(rows, out));
    QuantParams p = {(float)draw_scale(), (int)draw_long("zero_point", 20, 90), -128, 127};
    given_params("input", p);

    Tensor *want = EXPECT(matmul_want(x, w, NULL));
    Tensor *want_of_input = EXPECT(matmul_want(x, w, &p));
    double room = EXPECT(matmul_room_want(rows, in));
    QuantizedMatrix codes = *w;
    w->codes = memset(ROOM_FOR(in * out, int8_t), 0x55, (size_t)(in * out));
    quantized_hide(w, &codes);
    long before = quantized_columns_asked();
    memory_mark();
    CALL(matmul_int8(y, x, w, NULL));
    CALL(matmul_int8(of_input, x, w, &p));
    long bytes = memory_peak(), asked = quantized_columns_asked() - before;
    quantized_hide(NULL, NULL);
    w->codes = codes.codes;
    quantized_matrix_free(w);
    check_tensor_within(y, want, 1e-5, "few columns asked for, and the same numbers");
    check_tensor_within(of_input, want_of_input, 1e-5, "few columns asked for, and the same numbers");
    check_long(asked, 2 * out, "in each of two calls each column is asked for once, for all rows");
    if (little_room)
        check_at_most(bytes, room, "room for the codes of x and of one column, and little beside them");
}

TEST(each_column_once, .points = 5, .exercise = "15.6 matmul_int8", .file = "matmul_int8.c")
{
    multiply_sparingly(false);
}

TEST(room_for_few_codes, .points = 4, .exercise = "15.6 matmul_int8", .file = "matmul_int8.c")
{
    multiply_sparingly(true);
}
