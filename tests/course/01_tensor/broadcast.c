/* broadcast.c - 01.4 and 01.5: one shape for two, and a view that repeats elements. */
#include "headers.h"

#define ROOM 8

static void fill(long *x)
{
    for (int i = 0; i < ROOM; i++)
        x[i] = -77;
}

/* ---- 01.4 broadcast_shape ------------------------------------------------------------------------- */

TEST(common_shape_by_hand, .points = 2, .exercise = "01.4 broadcast_shape", .file = "broadcast.c",
     .hints = HINTS("Write the shapes below each other, aligned at the right.",
                    "At each place take the size that is not 1; a missing axis counts as 1.",
                    "shape[ndim - 1 - place] = na == 1 ? nb : na;"))
{
    Tensor a = header(SHAPE(4, 1, 3), (long[]){3, 3, 1}), b = header(SHAPE(2, 1), (long[]){1, 1});
    long shape[ROOM];
    fill(shape);
    given("a", "shape (4, 1, 3)");
    given("b", "shape (2, 1)");
    EXPECT(Tensor *want = values(SHAPE(3), VALUES(4, 2, 3)));
    MISTAKE_NUMBER(2, "the axes of b were counted: the longer of the two shapes decides");
    int ndim = CALL(broadcast_shape("tensor_add", &a, &b, shape));
    check_long(ndim, 3, "as many axes as the longer shape");
    MISTAKE(values(SHAPE(3), VALUES(4, 1, 3)), "this is the shape of a: where a has 1, b decides");
    MISTAKE(values(SHAPE(3), VALUES(3, 2, 4)),
            "back to front: place 0 from the right is shape[ndim - 1]");
    MISTAKE(values(SHAPE(3), VALUES(-77, 4, 2)),
            "one place too far to the right: place 0 from the right is shape[ndim - 1]");
    MISTAKE(values(SHAPE(3), VALUES(4, 1, 1)), "the smaller size was taken: 1 is stretched");
    MISTAKE(values(SHAPE(3), VALUES(1, 1, 1)), "the smaller size was taken: 1 is stretched");
    check_tensor(numbers(3, shape), want, "4 with none, 1 with 2, 3 with 1: (4, 2, 3)");
}

TEST(common_shape_of_any_two, .points = 3, .exercise = "01.4 broadcast_shape",
     .file = "broadcast.c",
     .hints = HINTS("Either tensor may be the longer one, and a scalar has no axes at all.",
                    "Ask whether a size is 1, not which is larger: 0 with 1 is 0.",
                    "size_from_right gives 1 where there is no axis: no special cases."))
{
    long full[4], sa[4], sb[4];
    int na = (int)draw_long("axes_of_a", 0, 4), nb = (int)draw_long("axes_of_b", 0, 4);
    for (int d = 0; d < 4; d++) {
        full[d] = (long)(draw_seed() % 5);
        uint64_t who = draw_seed() % 3;
        sa[d] = who == 0 ? 1 : full[d];
        sb[d] = who == 1 ? 1 : full[d];
    }
    Tensor a = header(na, sa + 4 - na, sa), b = header(nb, sb + 4 - nb, sb);
    Tensor nothing = header(SHAPE(2, 0), (long[]){1, 1}), one = header(SHAPE(2, 1), (long[]){1, 1});
    Tensor scalar = header(SCALAR, NULL);
    long shape[ROOM];
    fill(shape);
    given("a", "shape %s", shape_text(na, sa + 4 - na));
    given("b", "shape %s", shape_text(nb, sb + 4 - nb));
    given("nothing", "shape (2, 0)");
    given("one", "shape (2, 1)");
    EXPECT(int n = na > nb ? na : nb; long right[4]; for (int d = 4 - n; d < 4; d++) {
        long x = d >= 4 - na ? sa[d] : 1, y = d >= 4 - nb ? sb[d] : 1;
        right[d] = x == 1 ? y : x;
    });
    int of_nothing = CALL(broadcast_shape("tensor_add", &nothing, &one, shape));
    check_long(of_nothing, 2, "two axes");
    MISTAKE(values(SHAPE(2), VALUES(2, 1)),
            "the larger size was taken: 1 gives way to 0 as well, there is nothing to repeat");
    check_tensor(numbers(2, shape), values(SHAPE(2), VALUES(2, 0)), "0 with 1 is 0");
    int ndim = CALL(broadcast_shape("tensor_add", &a, &b, shape));
    MISTAKE_NUMBER(na, "the axes of a were counted: the longer of the two shapes decides");
    MISTAKE_NUMBER(nb, "the axes of b were counted: the longer of the two shapes decides");
    check_long(ndim, n, "as many axes as the longer shape");
    check_tensor(numbers(ndim, shape), numbers(n, right + 4 - n), "1 gives way to the other size");
    int axes_with_a_scalar = CALL(broadcast_shape("tensor_add", &scalar, &one, shape));
    MISTAKE_NUMBER(0, "the axes of a were counted: the longer of the two shapes decides");
    check_long(axes_with_a_scalar, 2, "a scalar goes with everything");
    check_tensor(numbers(2, shape), values(SHAPE(2), VALUES(2, 1)), "a scalar changes no shape");
}

TEST(
    sizes_that_do_not_go_together, .points = 3, .exercise = "01.4 broadcast_shape",
    .file = "broadcast.c",
    .hints = HINTS("Two sizes that differ, and neither is 1: that cannot be stretched.",
                   "Call cannot_broadcast(operation, a, b, place) for it.",
                   "if (na != nb && na != 1 && nb != 1) cannot_broadcast(operation, a, b, place);"))
{
    Tensor a = header(SHAPE(5, 3, 2), (long[]){6, 2, 1}), b = header(SHAPE(4, 2), (long[]){2, 1});
    Tensor c = header(SHAPE(2, 3), (long[]){3, 1}), d = header(SHAPE(2), (long[]){1});
    Tensor e = header(SHAPE(2, 0), (long[]){1, 1}), f = header(SHAPE(2, 2), (long[]){1, 1});
    long shape[ROOM];
    check_fails(broadcast_shape("tensor_mul", &a, &b, shape), "tensor_mul: cannot broadcast",
                "(5, 3, 2) with (4, 2): axis -2 is 3 and 4, neither is 1");
    check_fails(broadcast_shape("tensor_mul", &a, &b, shape), "axis -2 is 3 and 4",
                "the message names the axis: the place from the right that does not fit");
    check_fails(
        broadcast_shape("tensor_mul", &c, &d, shape), "axis -1 is 3 and 2",
        "(2, 3) with (2,): aligned at the right, 3 meets 2; the 2 on the left does not count");
    check_fails(broadcast_shape("tensor_mul", &d, &c, shape), "axis -1 is 2 and 3",
                "(2,) with (2, 3): it is the same the other way round");
    check_fails(broadcast_shape("tensor_mul", &e, &f, shape), "axis -1 is 0 and 2",
                "0 and 2: only a 1 can be stretched");
}

/* ---- 01.5 broadcast_view ---------------------------------------------------------------------------- */

TEST(stretched_view_by_hand, .points = 3, .exercise = "01.5 broadcast_view", .file = "broadcast.c",
     .hints = HINTS("What stays at its place keeps its stride; what is repeated gets 0.",
                    "The axis of t under axis d of the result is d - (ndim - t->ndim).",
                    "own >= 0 && t->shape[own] == shape[d] ? t->stride[own] : 0"))
{
    Tensor *t = input("t", SHAPE(2, 1), VALUES(5, 6));
    Tensor out = fresh_header();
    const long shape[] = {4, 2, 3};
    EXPECT(Tensor *want = values(SHAPE(3), VALUES(0, 1, 0)));
    CALL(broadcast_view(&out, t, 3, shape));
    MISTAKE_SHAPE(SHAPE(-7), "out was never written: *out = view comes last");
    check_tensor(shape_of(&out), values(SHAPE(3), VALUES(4, 2, 3)), "the shape that was asked for");
    MISTAKE(values(SHAPE(3), VALUES(6, 3, 1)),
            "these are strides of a full tensor: nothing is copied, repeated axes have stride 0");
    MISTAKE(values(SHAPE(3), VALUES(0, 1, 1)),
            "an axis of size 1 that is stretched kept its stride: it must be 0");
    MISTAKE(values(SHAPE(3), VALUES(1, 0, 0)),
            "aligned at the left: shapes are compared from the right");
    MISTAKE(values(SHAPE(3), VALUES(1, 1, 0)),
            "aligned at the left: shapes are compared from the right");
    MISTAKE(values(SHAPE(3), VALUES(0, 0, 0)),
            "every axis is repeated: shapes are aligned at the right, and an axis whose size stays "
            "keeps its stride");
    check_tensor(strides_of(&out), want, "missing axis 0, own axis 1, repeated axis 0");
    check_long(elements_behind(&out, t), 0, "element 0 is where it was");
}

TEST(stretched_view_reads_the_right_numbers, .points = 3, .exercise = "01.5 broadcast_view",
     .file = "broadcast.c",
     .hints = HINTS("t may be a view itself: take its strides, do not work out new ones.",
                    "Read t->shape and t->stride at the own axis, shape at d.",
                    "view.shape[d] = shape[d]; and view.stride[d] by the rule above."))
{
    long n = draw_long("n", 2, 4);
    Tensor *t = draw_transposed("t", SHAPE(3, 1, n, 5)),
           *scalar = input("scalar", SCALAR, VALUES(4));
    Tensor out = fresh_header(), full = fresh_header();
    const long shape[] = {2, 3, 4, n, 5}, two[] = {2, 3};
    EXPECT(Tensor *want_shape = numbers(5, shape);
           Tensor *want = plain_pair(t, blank(SHAPE(2, 3, 4, n, 5)), plus));
    CALL(broadcast_view(&out, t, 5, shape));
    check_tensor(shape_of(&out), want_shape, "the shape that was asked for");
    EXPECT(long right[] = {0, 5 * n, 0, 1, n});
    MISTAKE(values(SHAPE(5), VALUES(0, (real)(5 * n), 0, 5, 1)),
            "new strides were worked out: t is a view, take the strides it has");
    check_tensor(strides_of(&out), numbers(5, right), "own strides, and 0 where elements repeat");
    check_tensor(copy_of(&out), want, "out[h][i][j][k][l] = t[i][0][k][l]");
    /* What lies in memory before the axes of this one looks like an axis that fits: its count of axes
     * before the sizes, a leftover size before the strides. */
    Tensor pair;
    memset(&pair, 0, sizeof pair);
    pair.ndim = 2;
    memcpy(pair.shape, (long[]){3, 4}, 2 * sizeof(long));
    memcpy(pair.stride, (long[]){4, 1}, 2 * sizeof(long));
    pair.shape[TENSOR_MAX_AXES - 1] = 99;
    Tensor twice = fresh_header();
    const long longer[] = {2, 3, 4};
    given("pair", "shape (3, 4), stride (4, 1)");
    CALL(broadcast_view(&twice, &pair, 3, longer));
    MISTAKE(values(SHAPE(3), VALUES(99, 4, 1)),
            "t has no axis -1, and its shape[-1] and stride[-1] are something else: ask own >= 0 "
            "first");
    check_tensor(strides_of(&twice), values(SHAPE(3), VALUES(0, 4, 1)), "a missing axis: stride 0");
    CALL(broadcast_view(&full, scalar, 2, two));
    check_tensor(strides_of(&full), values(SHAPE(2), VALUES(0, 0)),
                 "a scalar is repeated everywhere");
}
