/* broadcast.c - 01.4 and 01.5: one shape for two, and a view that repeats elements. */
#include "want.h"

/* ---- 01.4 broadcast_shape ------------------------------------------------------------------------- */

TEST(common_shape_by_hand, .points = 1, .exercise = "01.4 broadcast_shape", .file = "broadcast.c")
{
    Tensor *a = row_by_row("a", SHAPE(4, 1, 3)), *b = row_by_row("b", SHAPE(2, 1));
    long shape[ROOM];
    unset(shape);

    Tensor *want = EXPECT(common_want(a, b));
    int ndim = CALL(broadcast_shape("tensor_add", a, b, shape));
    Tensor *common = shaped(3, shape);
    check_long(ndim, want->ndim, "as many axes as the longer shape");
    check_shape(common, SHAPE_OF(want), "4 with none, 1 with 2, 3 with 1: (4, 2, 3)");
}

/* The last axes of a shape, each of which is 1 or stays as it is. */
static Tensor *stretchable(const char *name, long ndim, const long full[4])
{
    long shape[4];
    for (int d = 0; d < 4; d++)
        shape[d] = draw_seed() % 2 == 0 ? 1 : full[d];
    return row_by_row(name, (int)ndim, shape + 4 - ndim);
}

TEST(common_shape_of_any_two, .points = 4, .exercise = "01.4 broadcast_shape",
     .file = "broadcast.c")
{
    long na = draw_long("axes_of_a", 0, 4), nb = draw_long("axes_of_b", 0, 4), full[4];
    for (int d = 0; d < 4; d++)
        full[d] = (long)(draw_seed() % 5);
    Tensor *a = stretchable("a", na, full), *b = stretchable("b", nb, full);
    Tensor *nothing = row_by_row("nothing", SHAPE(5, 0)), *one = row_by_row("one", SHAPE(1, 1));
    Tensor *scalar = row_by_row("scalar", SCALAR), *matrix = row_by_row("matrix", SHAPE(2, 3));
    long room[ROOM + 1] = {UNSET}, *shape = room + 1;
    unset(shape);

    Tensor *of_nothing = EXPECT(common_want(nothing, one));
    int axes_of_nothing = CALL(broadcast_shape("tensor_add", nothing, one, shape));
    Tensor *with_one = shaped(2, shape);
    check_long(axes_of_nothing, of_nothing->ndim, "two axes");
    check_shape(with_one, SHAPE_OF(of_nothing), "0 with 1 is 0");
    Tensor *want = EXPECT(common_want(a, b));
    int ndim = CALL(broadcast_shape("tensor_add", a, b, shape));
    Tensor *common = shaped(ndim, shape);
    check_long(ndim, want->ndim, "as many axes as the longer shape");
    check_shape(common, SHAPE_OF(want), "1 gives way to the other size");
    Tensor *of_scalar = EXPECT(common_want(scalar, matrix));
    int axes_with_a_scalar = CALL(broadcast_shape("tensor_add", scalar, matrix, shape));
    Tensor *with_scalar = shaped(2, shape);
    long in_front = room[0];
    check_long(axes_with_a_scalar, of_scalar->ndim, "a scalar goes with everything");
    check_shape(with_scalar, SHAPE_OF(of_scalar), "a scalar changes no shape");
    check_long(in_front, UNSET, "in front of shape[0] nothing is written: -77 stood there before");
}

/* Sizes that go together at every place but one, where neither is 1; or where b then has a 1. */
static void two_shapes(Tensor **a, Tensor **b, Tensor **mended)
{
    long axes = 2 + (long)(draw_seed() % 3), sizes_a[4], sizes_b[4];
    long odd = (long)(draw_seed() % (uint64_t)axes); /* the axis that does not fit */
    for (long d = 0; d < axes; d++) {
        long size = 2 + (long)(draw_seed() % 6), who = (long)(draw_seed() % 3);
        sizes_a[d] = who == 0 ? 1 : size;
        sizes_b[d] = who == 1 ? 1 : size;
    }
    sizes_a[odd] = 2 + (long)(draw_seed() % 6);
    long more = 1 + (long)(draw_seed() % 3);
    sizes_b[odd] = draw_seed() % 4 == 0 ? 0 : sizes_a[odd] + (more == 3 ? sizes_a[odd] : more);
    long other = odd > 0 ? (long)(draw_seed() % (uint64_t)odd) : 0; /* in front: one more, perhaps */
    bool two = odd > 0 && draw_seed() % 2 == 0;
    if (two) {
        sizes_a[other] = 2 + (long)(draw_seed() % 6);
        sizes_b[other] = sizes_a[other] + 1;
    }
    long missing = (long)(draw_seed() % (uint64_t)(odd + 1)); /* b may be shorter */
    *a = row_by_row("a", (int)axes, sizes_a);
    *b = row_by_row("b", (int)(axes - missing), sizes_b + missing);
    sizes_b[odd] = 1;
    sizes_b[other] = two ? 1 : sizes_b[other];
    *mended = row_by_row("mended", (int)(axes - missing), sizes_b + missing);
}

TEST(sizes_that_do_not_go_together, .points = 3, .exercise = "01.4 broadcast_shape",
     .file = "broadcast.c")
{
    for (int i = 0; i < 6; i++) {
        Tensor *a = NULL, *b = NULL, *mended = NULL;
        long shape[ROOM];
        two_shapes(&a, &b, &mended);
        unset(shape);

        const char *a_b = EXPECT(differing_sizes_are_refused(a, b));
        check_fails(broadcast_shape("tensor_mul", a, b, shape), a_b,
                    "aligned at the right, two sizes differ and neither is 1: the message names "
                    "the axis");
        const char *b_a = EXPECT(differing_sizes_are_refused(b, a));
        check_fails(broadcast_shape("tensor_mul", b, a, shape), b_a,
                    "it is the same the other way round");
        Tensor *want = EXPECT(common_want(mended, a));
        int ndim = CALL(broadcast_shape("tensor_mul", mended, a, shape));
        Tensor *common = shaped(ndim, shape);
        check_shape(common, SHAPE_OF(want), "with a 1 in place of one of the two they fit");
    }
}

/* ---- 01.5 broadcast_view ---------------------------------------------------------------------------- */

TEST(stretched_view_by_hand, .points = 1, .exercise = "01.5 broadcast_view", .file = "broadcast.c")
{
    Tensor *t = header("t", SHAPE(3, 1), STRIDE(5, 2)), *out = unset_header();
    const long shape[] = {3, 3, 2};
    given("shape", "(3, 3, 2)");

    Tensor *want = EXPECT(stretched_want(t, 3, shape));
    CALL(broadcast_view(out, t, 3, shape));
    check_view(out, want, t,
               "the shape that was asked for; missing axis: stride 0, own axis: 5, repeated: 0");
}

TEST(stretched_view_reads_the_right_numbers, .points = 5, .exercise = "01.5 broadcast_view",
     .file = "broadcast.c")
{
    long n = draw_long("n", 2, 4);
    Tensor *t = draw_transposed("t", SHAPE(3, 1, n, 5)), *out = unset_header();
    Tensor *scalar = input("scalar", SCALAR, VALUES(4)), *full = unset_header();
    Tensor *pair = header("pair", SHAPE(3, 4), STRIDE(4, 1)), *twice = unset_header();
    const long shape[] = {3, 3, 4, n, 5}, longer[] = {2, 3, 4}, two[] = {2, 3};
    given("shape", "%s", shape_text(5, shape));
    given("longer", "(2, 3, 4)");
    given("two", "(2, 3)");
    pair->shape[TENSOR_MAX_AXES - 1] = 99; /* in memory it stands before the strides */

    Tensor *want = EXPECT(stretched_want(t, 5, shape));
    CALL(broadcast_view(out, t, 5, shape));
    check_view(out, want, t, "out[h][i][j][k][l] = t[i][0][k][l]: own strides, 0 where it repeats");
    Tensor *want_twice = EXPECT(stretched_want(pair, 3, longer));
    CALL(broadcast_view(twice, pair, 3, longer));
    check_view(twice, want_twice, pair, "a missing axis: stride 0");
    Tensor *want_full = EXPECT(stretched_want(scalar, 2, two));
    CALL(broadcast_view(full, scalar, 2, two));
    check_view(full, want_full, scalar, "a scalar is repeated everywhere");
    Tensor *both = view_of(pair, SHAPE(3, 4), STRIDE(4, 1), 0);
    given("both", "another header of pair");
    Tensor *want_both = EXPECT(stretched_want(both, 3, longer));
    CALL(broadcast_view(both, both, 3, longer));
    check_view(both, want_both, pair, "out may be t itself");
}
