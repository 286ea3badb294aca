/* rows.c - 01.11 and 01.13: a row of products, and where the largest number of a row is. */
#include "want.h"

/* ---- 01.11 mul_row ----------------------------------------------------------------------------------- */

TEST(product_by_hand, .points = 2, .exercise = "01.11 mul_row", .file = "mul.c")
{
    Tensor *a = input("a", SHAPE(3), VALUES(1, 2, 3)), *b = input("b", SHAPE(3), VALUES(4, 5, 6));
    Tensor *out = output("out", SHAPE(3));

    Tensor *want = EXPECT(product_want(a, b));
    CALL(mul_kernel(out, a, b));
    check_tensor(out, want, "1*4, 2*5, 3*6");
}

TEST(product_of_broadcast_pairs, .points = 2, .exercise = "01.11 mul_row", .file = "mul.c")
{
    Tensor *a = draw_transposed("a", SHAPE(5, 3)), *b = draw("b", SHAPE(4, 1, 3));
    Tensor *column = draw("column", SHAPE(5, 1));
    Tensor *out = output("out", SHAPE(4, 5, 3)), *wide = output("wide", SHAPE(5, 3));

    Tensor *want = EXPECT(product_want(a, b));
    CALL(mul_kernel(out, a, b));
    check_tensor(out, want, "out[i][j][k] = a[j][k] * b[i][0][k]");
    Tensor *want_wide = EXPECT(product_want(a, column));
    CALL(mul_kernel(wide, a, column));
    check_tensor(wide, want_wide, "wide[j][k] = a[j][k] * column[j][0]");
}

/* ---- 01.13 first_largest ---------------------------------------------------------------------------------- */

static IntTensor *unset_index(int ndim, const long *shape)
{
    IntTensor *t = int_tensor_new(ndim, shape);
    for (long i = 0; i < int_tensor_numel(t); i++)
        t->data[i] = UNSET;
    return t;
}

/* As a tensor: mistakes are looked up there. */
static Tensor *places_in(const IntTensor *index)
{
    Tensor *t = blank(SHAPE(int_tensor_numel(index)));
    for (long i = 0; i < t->shape[0]; i++)
        t->data[i] = (real)index->data[i];
    return t;
}

TEST(largest_by_hand, .points = 1, .exercise = "01.13 first_largest", .file = "argmax.c")
{
    Tensor *a = input("a", SHAPE(2, 4), VALUES(-4, -9, -2, -3, 3, 7, 1, 5));
    IntTensor *index = unset_index(SHAPE(2));

    Tensor *want = EXPECT(largest_want(a, 1));
    CALL(argmax_kernel(index, a, 1));
    Tensor *places = places_in(index);
    check_tensor_within(places, want, 0,
                        "of (-4, -9, -2, -3) the largest is at 2, of (3, 7, 1, 5) at 1");
}

typedef struct {
    int ndim;
    long shape[2], count;
    real numbers[6];
    const char *rule;
} Column;

/* The largest along axis 0 of each. */
static void largest_of_each(const Column *all, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const Column *c = &all[i];
        Tensor *a = input("a", c->ndim, c->shape, c->count, c->numbers);
        IntTensor *index = unset_index(a->ndim - 1, a->shape + 1);

        Tensor *want = EXPECT(largest_want(a, 0));
        CALL(argmax_kernel(index, a, 0));
        Tensor *places = places_in(index);
        check_tensor_within(places, want, 0, c->rule);
    }
}

TEST(first_of_several_equal, .points = 1, .exercise = "01.13 first_largest", .file = "argmax.c")
{
    static const Column all[] = {
        {1, {4}, 4, {3, 7, 7, 1}, "7 is at 1 and 2: the first counts"},
        {1, {3}, 3, {1, 2, 8}, "the largest may be the last"},
        {1, {3}, 3, {8, 2, 1}, "the largest may be the first"},
        {1, {1}, 1, {5}, "a single element is the largest"},
        {2, {3, 2}, 6, {1, 9, 5, 9, 4, 2}, "down the columns (1, 5, 4) and (9, 9, 2)"},
    };
    largest_of_each(all, sizeof all / sizeof *all);
}

TEST(nan_counts_as_largest, .points = 2, .exercise = "01.13 first_largest", .file = "argmax.c")
{
    static const Column all[] = {
        {1, {4}, 4, {3, 9, NAN, 7}, "NaN is at 2"},
        {1, {3}, 3, {NAN, 1, 2}, "NaN is at 0"},
        {1, {4}, 4, {3, NAN, NAN, 7}, "the first of two NaN"},
        {2, {3, 2}, 6, {1, 4, NAN, 6, 5, 7}, "down the columns (1, NaN, 5) and (4, 6, 7)"},
    };
    largest_of_each(all, sizeof all / sizeof *all);
}

TEST(largest_of_any_column, .points = 2, .exercise = "01.13 first_largest", .file = "argmax.c")
{
    Tensor *a = draw("a", SHAPE(5, 16));
    IntTensor *index = unset_index(SHAPE(16));
    for (long i = 0; i < 80; i++)
        a->data[i] = (real)((long)(draw_seed() % 9) - 9); /* below 0, and some of them equal */
    resealed(a);

    Tensor *want = EXPECT(largest_want(a, 0));
    CALL(argmax_kernel(index, a, 0));
    Tensor *places = places_in(index);
    check_tensor_within(places, want, 0, "the first of the largest, down each column");
}
