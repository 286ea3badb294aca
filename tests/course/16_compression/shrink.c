/* shrink.c - 16.2: the largest channels stay, outputs of one layer leave, and inputs of the next. */
#include "draws.h"
#include "want.h"

/* ---- which stay ------------------------------------------------------------------------------------------ */

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

TEST(two_of_four_channels, .points = 1, .exercise = "16.2 linear_keep_outputs", .file = "shrink.c")
{
    const real x[] = {2, 7, 1, 5};
    long k = draw_long("the first of them", 0, 3);
    Tensor *norms =
        input("norm", SHAPE(4), VALUES(x[k], x[(k + 1) % 4], x[(k + 2) % 4], x[(k + 3) % 4]));

    check_largest(norms, 2,
                  "7 and 5 stay, in ascending order (behind them nothing is written: -1)");
}

TEST(the_largest_in_their_order, .points = 2, .exercise = "16.2 linear_keep_outputs",
     .file = "shrink.c")
{
    long n = draw_long("n", 9, 14), keep = draw_long("keep", 4, n - 3);
    Tensor *norms = draw_between("norm", SHAPE(n), 0, 9);

    check_largest(norms, keep, "the numbers of the largest, ascending, and no more than keep");
}

TEST(equal_norms, .points = 2, .exercise = "16.2 linear_keep_outputs", .file = "shrink.c")
{
    long n = draw_long("n", 10, 14), keep = draw_long("keep", 4, 6);
    Tensor *norms = draw_whole("norm", SHAPE(n), 1, 3);

    check_largest(norms, keep, "exactly keep; of equal norms the first");
}

TEST(all_and_none, .points = 1, .exercise = "16.2 linear_keep_outputs", .file = "shrink.c")
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

/* ---- and the others leave -------------------------------------------------------------------------------- */

static void check_outputs(const Tensor *w, const Tensor *b, long keep, const long *which,
                          const char *rule)
{
    Linear *l = new_linear(w, b);
    given("keep", "%ld", keep);

    Tensor *want = EXPECT(kept_columns_want(w, keep, which));
    Tensor *want_bias = EXPECT(kept_bias_want(b, keep, which));
    CALL(linear_keep_outputs(l, keep, which));
    check_tensor_within(l->weight, want, 0, rule);
    check_tensor_within(l->bias, want_bias, 0, "an output is a bias, too");
    ParameterList *list = parameters_of(&l->module);
    long numbers = parameters_numel(list), want_numbers = keep * (w->shape[0] + 1);
    parameters_free(list);
    check_called("linear_keep_outputs(l, keep, which)");
    check_long(numbers, want_numbers, "the module has them, too: parameter_replace");
    module_free(&l->module);
}

TEST(columns_0_and_2, .points = 1, .exercise = "16.2 linear_keep_outputs", .file = "shrink.c")
{
    Tensor *w = draw_whole("W", SHAPE(2, 3), 1, 99), *b = draw_whole("bias", SHAPE(3), 1, 99);
    long which[] = {0, 2};
    given("which", "0, 2");

    check_outputs(w, b, 2, which, "columns 0 and 2 of W and of the bias stay");
}

TEST(columns_and_biases, .points = 2, .exercise = "16.2 linear_keep_outputs", .file = "shrink.c")
{
    long in = draw_long("in", 7, 9), out = draw_long("out", 7, 9), which[MOST];
    long keep = draw_long("keep", 4, 5);
    Tensor *w = draw("W", SHAPE(in, out)), *b = draw("bias", SHAPE(out));
    which[0] = 1; /* not the first ones */
    long rest[MOST];
    draw_which(rest, out - 2, keep - 1);
    for (long k = 1; k < keep; k++)
        which[k] = rest[k - 1] + 2;

    check_outputs(w, b, keep, which, "(in, keep): column k is the old column which[k]");
}

TEST(all_or_none_and_no_bias, .points = 2, .exercise = "16.2 linear_keep_outputs",
     .file = "shrink.c")
{
    long in = draw_long("in", 3, 5), which[MOST], all[] = {0, 1, 2, 3};
    Tensor *w = draw("W", SHAPE(in, 6)), *w4 = draw("W4", SHAPE(in, 4)),
           *b = draw("bias", SHAPE(4));
    draw_which(which, 6, 3);
    Linear *bare = new_linear(w, NULL);

    Tensor *want = EXPECT(kept_columns_want(w, 3, which));
    CALL(linear_keep_outputs(bare, 3, which));
    check_tensor_within(bare->weight, want, 0, "a layer may have no bias");
    check_outputs(w4, b, 4, all, "all outputs stay: the same numbers");
    check_outputs(w4, b, 0, all, "none stays: (in, 0)");
    long down[] = {2, 1};
    check_fails(linear_keep_outputs(bare, 2, down), "they must ascend", "which must ascend");
    module_free(&bare->module);
}

static void check_inputs_of(const Tensor *w, const Tensor *b, long keep, const long *which,
                            const char *rule)
{
    Linear *l = new_linear(w, b);
    given("keep", "%ld", keep);

    Tensor *want = EXPECT(kept_rows_want(w, keep, which));
    Tensor *want_bias = EXPECT(copy_of(b));
    CALL(linear_keep_inputs(l, keep, which));
    check_tensor_within(l->weight, want, 0, rule);
    check_tensor_within(l->bias, want_bias, 0, "the bias belongs to outputs, and all of them stay");
    module_free(&l->module);
}

TEST(rows_0_and_2, .points = 1, .exercise = "16.2 linear_keep_outputs", .file = "shrink.c")
{
    Tensor *w = draw_whole("W", SHAPE(3, 2), 1, 99), *b = draw("bias", SHAPE(2));
    long which[] = {0, 2};
    given("which", "0, 2");

    check_inputs_of(w, b, 2, which, "the first row and the last stay");
}

TEST(rows_stay, .points = 2, .exercise = "16.2 linear_keep_outputs", .file = "shrink.c")
{
    long in = draw_long("in", 7, 9), out = draw_long("out", 7, 9), keep = draw_long("keep", 4, 5);
    Tensor *w = draw("W", SHAPE(in, out)), *b = draw("bias", SHAPE(out));
    long which[MOST], rest[MOST];
    which[0] = 1;
    draw_which(rest, in - 2, keep - 1);
    for (long k = 1; k < keep; k++)
        which[k] = rest[k - 1] + 2;

    check_inputs_of(w, b, keep, which, "(keep, out): row k is the old row which[k]");
    long none[] = {0};
    check_inputs_of(w, b, 0, none, "none stays: (0, out)");
}

/* Two layers with ReLU between; of the first the outputs have left already. */
TEST(smaller_is_zeroed, .points = 3, .exercise = "16.2 linear_keep_outputs", .file = "shrink.c")
{
    long hidden = draw_long("hidden", 7, 9), keep = draw_long("keep", 3, 5), which[MOST];
    Tensor *w = draw("W", SHAPE(4, hidden)), *b = draw("bias", SHAPE(hidden)),
           *next_w = draw("next W", SHAPE(hidden, 3)), *next_b = draw("next bias", SHAPE(3)),
           *x = draw("x", SHAPE(5, 4));
    draw_which(which, hidden, keep);
    Tensor *kept = blank(SHAPE(4, keep)), *kept_b = blank(SHAPE(keep));
    for (long k = 0; k < keep; k++) {
        kept_b->data[k] = b->data[which[k]];
        for (long i = 0; i < 4; i++)
            kept->data[i * keep + k] = w->data[i * hidden + which[k]];
    }
    Linear *first = new_linear(kept, kept_b), *next = new_linear(next_w, next_b);

    Tensor *want = EXPECT(zeroed_network_want(x, w, b, next_w, next_b, keep, which));
    CALL(linear_keep_inputs(next, keep, which));
    Tensor *y = linear_forward(next, tensor_relu(linear_forward(first, x)));
    check_tensor(y, want, "the smaller network gives what the zeroed one gives");
    module_free(&first->module);
    module_free(&next->module);
}
