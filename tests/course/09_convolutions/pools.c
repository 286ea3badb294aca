/* pools.c - 09.7 and 09.8: the largest number under each window, and the mean. */
#include "draws.h"
#include "want.h"

static Tensor *pooled_for(const Tensor *x, const Window *w)
{
    return output("out", SHAPE(x->shape[0], x->shape[1], windows_along(x->shape[2], w, 0),
                               windows_along(x->shape[3], w, 1)));
}

/* Places for out, none of them set. */
static IntTensor *places_for(const Tensor *out)
{
    IntTensor *index = int_tensor_new(4, out->shape);
    for (long i = 0; i < int_tensor_numel(index); i++)
        index->data[i] = -7;
    return index;
}

static Tensor *as_numbers(const IntTensor *index)
{
    Tensor *t = blank(index->ndim, index->shape);
    for (long i = 0; i < int_tensor_numel(index); i++)
        t->data[i] = (real)index->data[i];
    return t;
}

/* ---- 09.7 max_pool2d_kernel -------------------------------------------------------------------------------- */

TEST(one_number_each_by_hand, .points = 1, .exercise = "09.7 max_pool2d_kernel",
     .file = "max_pool.c")
{
    Window w = {.kernel = {2, 2}, .padding = {1, 1}};
    given("w", "kernel {2, 2}, padding {1, 1}; so stride {2, 2}");
    Tensor *x = input("x", SHAPE(1, 1, 2, 2), VALUES(-1, -2, -3, -4));
    Tensor *out = output("out", SHAPE(1, 1, 2, 2));
    IntTensor *index = places_for(out);

    Tensor *want = EXPECT(largest_want(x, w));
    CALL(max_pool2d_kernel(out, index, x, w));
    check_tensor_within(out, want, 0,
                        "each window has one number in the image, and no padding wins");
}

TEST(largest_numbers_and_their_places, .points = 4, .exercise = "09.7 max_pool2d_kernel",
     .file = "max_pool.c")
{
    Window w = draw_pool();
    long H = draw_long("H", 7, 9);
    Tensor *x = draw_between("x", SHAPE(2, 3, H, H + 2), -3, 1), *out = pooled_for(x, &w);
    IntTensor *index = places_for(out);

    Tensor *want = EXPECT(largest_want(x, w)), *want_places = EXPECT(places_want(x, w));
    CALL(max_pool2d_kernel(out, index, x, w));
    check_tensor_within(out, want, 0, "the largest number under each window");
    Tensor *places = as_numbers(index);
    check_tensor_within(places, want_places, 0, "row * W + column of it, in its plane");
}

TEST(equals_and_nan, .points = 3, .exercise = "09.7 max_pool2d_kernel", .file = "max_pool.c")
{
    Window w = draw_pool();
    Tensor *x = draw_between("x", SHAPE(1, 2, 8, 9), -3, 0);
    for (long i = 0; i < tensor_numel(x); i++)
        x->data[i] = (real)floor((double)x->data[i]);
    resealed(x);
    Tensor *out = pooled_for(x, &w);
    IntTensor *index = places_for(out);

    Tensor *first = EXPECT(places_want(x, w));
    CALL(max_pool2d_kernel(out, index, x, w));
    Tensor *places = as_numbers(index);
    check_tensor_within(places, first, 0, "of equals the first one, row by row");

    Tensor *low = draw("low", SHAPE(1, 2, 8, 9)); /* its second plane has nothing else */
    for (long i = 0; i < tensor_numel(low); i++)
        if (i >= 8 * 9 || draw_seed() % 2 == 0)
            low->data[i] = -(real)INFINITY;
    resealed(low);
    Tensor *lowest = EXPECT(places_want(low, w));
    CALL(max_pool2d_kernel(out, index, low, w));
    places = as_numbers(index);
    check_tensor_within(places, lowest, 0, "of nothing but -INFINITY the first one, too");

    for (long i = 0; i < tensor_numel(x); i++)
        if (draw_seed() % 6 == 0)
            x->data[i] = (real)NAN;
    resealed(x);
    Tensor *with_nan = EXPECT(places_want(x, w));
    CALL(max_pool2d_kernel(out, index, x, w));
    places = as_numbers(index);
    check_tensor_within(places, with_nan, 0, "NaN wins, and the first one stays");
}

TEST(a_view_and_windows_with_nothing, .points = 2, .exercise = "09.7 max_pool2d_kernel",
     .file = "max_pool.c")
{
    Window w = draw_pool();
    Tensor *x = draw_turned_images("x", 1, 2);
    Tensor *out = draw_transposed(
        "out", SHAPE(1, 2, windows_along(x->shape[2], &w, 0), windows_along(x->shape[3], &w, 1)));
    IntTensor *index = places_for(out);
    may_change(out);

    Tensor *want = EXPECT(largest_want(x, w)), *want_places = EXPECT(places_want(x, w));
    CALL(max_pool2d_kernel(out, index, x, w));
    check_tensor_within(out, want, 0, "x and out may have any strides");
    Tensor *places = as_numbers(index);
    check_tensor_within(places, want_places, 0, "places are row * W + column all the same");

    Window wide = {.kernel = {2, 2}, .stride = {1, 1}, .padding = {2, 2}, .dilation = {3, 3}};
    Tensor *small = draw("small", SHAPE(1, draw_long("C", 1, 3), 2, 2)),
           *few = pooled_for(small, &wide);
    given("wide", "kernel {2, 2}, stride {1, 1}, padding {2, 2}, dilation {3, 3}");
    index = places_for(few);
    Tensor *empty = EXPECT(largest_want(small, wide)), *nowhere = EXPECT(places_want(small, wide));
    CALL(max_pool2d_kernel(few, index, small, wide));
    check_tensor_within(few, empty, 0, "-INFINITY where a window has no number");
    places = as_numbers(index);
    check_tensor_within(places, nowhere, 0, "and -1 for its place");
}

/* ---- 09.8 avg_pool2d_kernel ------------------------------------------------------------------------------------ */

TEST(nine_means_by_hand, .points = 1, .exercise = "09.8 avg_pool2d_kernel", .file = "avg_pool.c")
{
    Window w = {.kernel = {2, 2}, .stride = {1, 1}, .padding = {1, 1}};
    given("w", "kernel {2, 2}, stride {1, 1}, padding {1, 1}");
    Tensor *x = input("x", SHAPE(1, 1, 2, 2), VALUES(4, 8, 12, 16));
    Tensor *out = output("out", SHAPE(1, 1, 3, 3));

    Tensor *want = EXPECT(mean_want(x, w, true));
    CALL(avg_pool2d_kernel(out, x, w, true));
    check_tensor(out, want, "with the zeros of the padding: 4 / 4, (4 + 8) / 4, ...");
}

TEST(means_with_the_padding, .points = 2, .exercise = "09.8 avg_pool2d_kernel",
     .file = "avg_pool.c")
{
    Window w = draw_pool();
    Tensor *x = draw_images("x", 2, 2), *out = pooled_for(x, &w);

    Tensor *want = EXPECT(mean_want(x, w, true));
    CALL(avg_pool2d_kernel(out, x, w, true));
    check_tensor(out, want, "the sum under each window over KH KW");
}

TEST(means_without_the_padding, .points = 3, .exercise = "09.8 avg_pool2d_kernel",
     .file = "avg_pool.c")
{
    Window w = draw_pool(), corner = w;
    Tensor *x = draw_turned_images("x", 1, 2), *out = pooled_for(x, &w);
    for (long i = 0; i < tensor_numel(x); i++)
        if (draw_seed() % 4 == 0)
            x->data[i] = 0; /* a number as any other */
    resealed(x);

    Tensor *want = EXPECT(mean_want(x, w, false));
    CALL(avg_pool2d_kernel(out, x, w, false));
    check_tensor(out, want, "the sum under each window over how many lie in the image");
    corner.padding[0] = corner.padding[1] = 1;
    given("corner", "the same with padding {1, 1}");
    Tensor *cut = EXPECT(mean_want(x, corner, false));
    Tensor *cornered = pooled_for(x, &corner);
    CALL(avg_pool2d_kernel(cornered, x, corner, false));
    check_tensor(cornered, cut, "rows and columns are both cut off at a corner");
}

TEST(means_of_nothing, .points = 1, .exercise = "09.8 avg_pool2d_kernel", .file = "avg_pool.c")
{
    Window wide = {.kernel = {2, 2}, .stride = {1, 1}, .padding = {2, 2}, .dilation = {3, 3}};
    Tensor *x = draw("x", SHAPE(1, draw_long("C", 1, 3), 2, 2)), *out = pooled_for(x, &wide);
    given("wide", "kernel {2, 2}, stride {1, 1}, padding {2, 2}, dilation {3, 3}");

    Tensor *want = EXPECT(mean_want(x, wide, false));
    CALL(avg_pool2d_kernel(out, x, wide, false));
    check_tensor(out, want, "0 where a window has no number");
}
