/* channels.c - 16.3: how much a channel weighs, and which stay. */
#include "draws.h"
#include "want.h"

/* ---- 16.3 channels_largest ----------------------------------------------------------------------------- */

static void check_norms(const Tensor *w, const Tensor *bias, const char *rule)
{
    double norm[MOST];
    Linear *l = new_linear(w, bias);
    for (long j = 0; j < MOST; j++)
        norm[j] = NAN;

    Tensor *want = EXPECT(norms_want(w));
    CALL(linear_output_norms(norm, l));
    Tensor *norms = doubles(norm, SHAPE(w->shape[1]));
    check_tensor(norms, want, rule);
    module_free(&l->module);
}

TEST(three_and_four_are_five, .points = 1, .exercise = "16.3 channels_largest",
     .file = "channels.c")
{
    long times = draw_long("times", 2, 9), one = draw_long("one", 1, 9);
    Tensor *w = input("W", SHAPE(2, 2), VALUES((real)(3 * times), 0, (real)(4 * times), (real)one)),
           *b = input("bias", SHAPE(2), VALUES(7, 8));

    check_norms(w, b, "3, 4 and 5 times the same; and a column with one number that is not 0");
}

TEST(lengths_of_columns, .points = 2, .exercise = "16.3 channels_largest", .file = "channels.c")
{
    long n = draw_long("in and out", 4, 7);
    Tensor *w = draw("W", SHAPE(n, n)), *b = draw("bias", SHAPE(n));

    check_norms(w, b, "the root of the sum of the squares of a column");
    Tensor *wide = draw("wide", SHAPE(draw_long("in", 2, 4), draw_long("out", 5, 9)));
    check_norms(wide, NULL, "as many as there are outputs; a layer may have no bias");
}

static void check_largest(const Tensor *norms, long keep, const char *rule)
{
    long which[MOST], n = norms->shape[0];
    double norm[MOST];
    for (long j = 0; j < MOST; j++) {
        which[j] = -1;
        norm[j] = 1e9; /* behind the channels: who reads it has counted wrong */
    }
    for (long j = 0; j < n; j++)
        norm[j] = (double)norms->data[j];
    given("keep", "%ld", keep);

    Tensor *want = EXPECT(largest_want(norms, keep, n));
    CALL(channels_largest(which, norm, n, keep));
    Tensor *chosen = longs(which, n);
    check_tensor_within(chosen, want, 0, rule);
}

TEST(two_of_four_channels, .points = 1, .exercise = "16.3 channels_largest", .file = "channels.c")
{
    Tensor *norms = input("norm", SHAPE(4), VALUES(2, 7, 1, 5));

    check_largest(norms, 2, "7 and 5 are channels 1 and 3 (behind them nothing is written: -1)");
}

TEST(the_largest_in_their_order, .points = 2, .exercise = "16.3 channels_largest",
     .file = "channels.c")
{
    long n = draw_long("n", 9, 14), keep = draw_long("keep", 4, n - 3);
    Tensor *norms = draw_between("norm", SHAPE(n), 0, 9);

    check_largest(norms, keep, "the numbers of the largest, ascending, and no more than keep");
}

TEST(equal_norms, .points = 1, .exercise = "16.3 channels_largest", .file = "channels.c")
{
    long n = draw_long("n", 10, 14), keep = draw_long("keep", 4, 6);
    Tensor *norms = draw_whole("norm", SHAPE(n), 1, 3);

    check_largest(norms, keep, "exactly keep; of equal norms the first");
}

TEST(all_and_none, .points = 1, .exercise = "16.3 channels_largest", .file = "channels.c")
{
    long n = draw_long("n", 5, 9);
    Tensor *norms = draw_between("norm", SHAPE(n), 0, 9);

    check_largest(norms, n, "all channels stay");
    check_largest(norms, 0, "none stays: nothing is written");
    long which[MOST];
    double norm[MOST] = {1, 2};
    check_fails(channels_largest(which, norm, 2, 3), "3 of 2 channels",
                "more than there are cannot stay");
    norm[draw_long("place of a NaN", 0, 4)] = NAN;
    check_fails(channels_largest(which, norm, 5, 2), "is NaN", "NaN is neither small nor large");
}
