/* rows.c - 01.11: where the largest number of a row is. */
#include "want.h"

/* ---- 01.11 first_largest ---------------------------------------------------------------------------------- */

static IntTensor *unset_index(int ndim, const long *shape)
{
    IntTensor *t = int_tensor_new(ndim, shape);
    for (long i = 0; i < int_tensor_numel(t); i++)
        t->data[i] = UNSET;
    return t;
}

/* As a tensor: all of them are compared and shown at once. */
static Tensor *places_in(const IntTensor *index)
{
    Tensor *t = blank(SHAPE(int_tensor_numel(index)));
    for (long i = 0; i < t->shape[0]; i++)
        t->data[i] = (real)index->data[i];
    return t;
}

TEST(largest_by_hand, .points = 1, .exercise = "01.11 first_largest", .file = "argmax.c")
{
    Tensor *a = input("a", SHAPE(2, 4), VALUES(-4, -9, -2, -3, 3, 7, 1, 5));
    IntTensor *index = unset_index(SHAPE(2));

    Tensor *want = EXPECT(largest_want(a, 1));
    CALL(argmax_kernel(index, a, 1));
    Tensor *places = places_in(index);
    check_tensor_within(places, want, 0,
                        "of (-4, -9, -2, -3) the largest is at 2, of (3, 7, 1, 5) at 1");
}

/* The largest along axis 0. */
static void check_places(Tensor *a, const char *rule)
{
    IntTensor *index = unset_index(a->ndim - 1, a->shape + 1);

    Tensor *want = EXPECT(largest_want(a, 0));
    CALL(argmax_kernel(index, a, 0));
    Tensor *places = places_in(index);
    check_tensor_within(places, want, 0, rule);
}

TEST(first_of_several_equal, .points = 1, .exercise = "01.11 first_largest", .file = "argmax.c")
{
    long n = draw_long("n", 4, 9);
    Tensor *line = draw("line", SHAPE(n)), *columns = draw("columns", SHAPE(n, 8));
    long first = draw_long("first", 0, n - 2), second = draw_long("second", first + 1, n - 1);
    line->data[first] = line->data[second] = 5;
    for (long j = 0; j < 8; j++) { /* the largest stands once, at 0 or at the end, or twice */
        long place = j < 2 ? j * (n - 1) : (long)(draw_seed() % (uint64_t)n);
        long again = j < 2 ? place : (long)(draw_seed() % (uint64_t)n);
        columns->data[place * 8 + j] = columns->data[again * 8 + j] = (real)(5 + j);
    }
    resealed(line);
    resealed(columns);

    check_places(line, "the largest stands at first and at second: the first counts");
    check_places(columns, "the first of the largest, down each column");
    check_places(draw("one", SHAPE(1, 3)), "a single element is the largest");
}

TEST(nan_counts_as_largest, .points = 2, .exercise = "01.11 first_largest", .file = "argmax.c")
{
    long n = draw_long("n", 5, 9);
    Tensor *line = draw("line", SHAPE(n)), *at_0 = draw("at_0", SHAPE(n));
    Tensor *columns = draw("columns", SHAPE(n, 8));
    line->data[draw_long("place", 1, n - 2)] = (real)NAN;
    at_0->data[0] = (real)NAN;
    for (long j = 0; j < 8; j++) { /* two of them in every other column, none in the last */
        long first = (long)(draw_seed() % (uint64_t)(n - 1));
        columns->data[first * 8 + j] = j == 7 ? (real)0 : (real)NAN;
        if (j % 2 == 0)
            columns->data[(n - 1) * 8 + j] = (real)NAN;
    }
    resealed(line);
    resealed(at_0);
    resealed(columns);

    check_places(line, "NaN counts as the largest, wherever it stands");
    check_places(at_0, "NaN is at 0, and nothing is larger");
    check_places(columns,
                 "the first NaN of each column, and the largest number where there is none");
}

TEST(largest_of_any_column, .points = 2, .exercise = "01.11 first_largest", .file = "argmax.c")
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
