/* reshaped.c - 01.14: whether a view can take a shape, and by which strides. */
#include "want.h"
#include "view.h"

/* Where the elements lie that shape and stride read, row by row; none where there are no strides. */
static Tensor *places_of(bool possible, int ndim, const long *shape, const long *stride)
{
    long n = 1;
    for (int d = 0; d < ndim; d++)
        n *= shape[d];
    Tensor *places = blank(SHAPE(possible ? n : 0));
    for (long k = 0; k < places->shape[0]; k++)
        for (long d = ndim - 1, rest = k; d >= 0; rest /= shape[d], d--)
            places->data[k] += (real)(rest % shape[d] * stride[d]);
    return places;
}

static void check_strides(const Tensor *a, int ndim, const long *shape, const char *rule)
{
    long stride[ROOM];
    unset(stride);
    given("ndim", "%d", ndim);
    given("shape", "%s", shape_text(ndim, shape));

    long want = EXPECT(can_take_want(a, ndim, shape));
    bool possible = CALL(reshape_strides(a, ndim, shape, stride));
    check_long(possible, want, rule);
    Tensor *want_places = EXPECT(places_want(a, ndim, shape));
    Tensor *places = places_of(possible, ndim, shape, stride);
    check_tensor_within(places, want_places, 0,
                        "how far behind a->data the elements lie, row by row: as those of a");
}

TEST(strides_of_axes_that_are_cut, .points = 3, .exercise = "01.14 reshape_strides",
     .file = "reshape_strides.c")
{
    long p = draw_long("p", 2, 4), m = draw_long("m", 2, 5), q = draw_long("q", 2, 3);
    long far = draw_long("far", 3, 60), near = draw_long("near", 3, 60),
         gap = draw_long("gap", 2, 9);
    const long cut[] = {2, p, m, 3, q}, ones[] = {1, 2 * p, m, 1, 3 * q, 1};
    const long turned_cut[] = {m, p, 2};
    Tensor *turned = header("a", SHAPE(m, 2 * p), STRIDE(1, m));

    check_strides(turned, 3, turned_cut, "an axis that is only cut: always");
    Tensor *a = header("a", SHAPE(2 * p, m, 3 * q), STRIDE(far, near, gap));
    check_strides(a, 5, cut, "axes that are only cut: always");
    check_strides(a, 6, ones, "axes of size 1 may stand anywhere");
}

TEST(strides_of_axes_that_are_joined, .points = 4, .exercise = "01.14 reshape_strides",
     .file = "reshape_strides.c")
{
    long p = draw_long("p", 2, 4), m = draw_long("m", 2, 4), n = draw_long("n", 2, 5);
    long wide = m * n + draw_long("gap", 1, 7), odd = draw_long("odd", 20, 90);
    const long rows[] = {p, m * n}, blocks[] = {p * m, n}, line[] = {p * m * n}, pairs[] = {m, p};
    Tensor *a = header("a", SHAPE(p, m, n), STRIDE(wide, n, 1));

    check_strides(a, 2, rows, "m rows of n without a gap are one row of m n");
    check_strides(a, 2, blocks, "not over the gap");
    check_strides(a, 1, line, "not over the gap");
    Tensor *one = header("a", SHAPE(p, m, 1, n), STRIDE(wide, n, odd, 1));
    check_strides(one, 2, rows,
                  "no step is taken along an axis of size 1: its stride does not matter");
    Tensor *repeated = header("a", SHAPE(p, m), STRIDE(0, 0));
    check_strides(repeated, 2, pairs, "the same element again and again, with steps of 0");
    Tensor *turned = header("a", SHAPE(p, m), STRIDE(1, p));
    check_strides(turned, 2, (const long[]){1, p * m},
                  "columns one after the other are not the rows");
    long s = draw_long("s", 1, 2), r = draw_long("r", 7, 9);
    Tensor *almost = header("a", SHAPE(2, 2, 3), STRIDE(r + 3 * s, r, s));
    check_strides(almost, 3, (const long[]){3, 2, 2},
                  "the first and the last element fit, and others do not");
}

/* 2, 2, 2 and 3 in a drawn order, neighbours multiplied here and there, and a 1 between. */
static int draw_sizes(long shape[ROOM])
{
    int n = 0;
    const int *order = drawn_order(4);
    for (int i = 0; i < 4; i++) {
        long size = order[i] == 0 ? 3 : 2;
        if (n > 0 && draw_seed() % 3 == 0)
            shape[n - 1] *= size;
        else
            shape[n++] = size;
        if (draw_seed() % 5 == 0)
            shape[n++] = 1;
    }
    return n;
}

TEST(strides_of_any_view, .points = 5, .exercise = "01.14 reshape_strides",
     .file = "reshape_strides.c")
{
    for (int round = 0; round < 30; round++) {
        long old[ROOM], shape[ROOM], stride[ROOM], step = 1 + (long)(draw_seed() % 2);
        int n = draw_sizes(old), ndim = draw_sizes(shape);
        int gap = (int)(draw_seed() % (uint64_t)(2 * n));
        for (int d = n - 1; d >= 0; d--) {
            stride[d] = old[d] == 1 ? (long)(draw_seed() % 50) : step;
            step = step * old[d] + (d == gap ? 5 : 0);
        }
        Tensor *a = header("a", n, old, stride);

        check_strides(a, ndim, shape,
                      "true exactly if some strides read the same elements in the same order");
    }
}
