/* positions.c - 11.5 and 11.6: where a token stands. */
#include "want.h"

/* ---- 11.5 fill_sinusoidal ------------------------------------------------------------------------------- */

TEST(three_positions_by_hand, .points = 1, .exercise = "11.5 fill_sinusoidal",
     .file = "sinusoidal.c")
{
    long T = 3, C = 4;
    given("T", "3"), given("C", "4");

    Tensor *want = EXPECT(lesson_want());
    Tensor *table = CALL(sinusoidal_positions(T, C));
    check_tensor_within(table, want, 1e-6,
                        "[p][2i] = sin(p / 10000^(2i/C)), [p][2i + 1] = cos of the same");
}

TEST(any_even_number_of_channels, .points = 5, .exercise = "11.5 fill_sinusoidal",
     .file = "sinusoidal.c")
{
    long T = draw_long("T", 5, 40), C = 2 * draw_long("pairs", 3, 8);
    given("C", "%ld", C);

    Tensor *want = EXPECT(waves_want(T, C));
    Tensor *table = CALL(sinusoidal_positions(T, C));
    check_tensor(table, want, "[p][2i] = sin(p / 10000^(2i/C)), [p][2i + 1] = cos of the same");
}

TEST(odd_channels_and_edges, .points = 4, .exercise = "11.5 fill_sinusoidal",
     .file = "sinusoidal.c")
{
    long T = draw_long("T", 3, 9);

    Tensor *want = EXPECT(waves_want(T, 5));
    Tensor *odd = CALL(sinusoidal_positions(T, 5));
    check_tensor(odd, want, "5 channels: sin, cos, sin, cos, sin");
    Tensor *want_one = EXPECT(waves_want(T, 1));
    Tensor *one = CALL(sinusoidal_positions(T, 1));
    check_tensor(one, want_one, "a single channel is the sine of p");
    Tensor *want_none = EXPECT(waves_want(0, 4));
    Tensor *none = CALL(sinusoidal_positions(0, 4));
    check_tensor(none, want_none, "no positions: an empty table");
}

static double product_of_rows(const Tensor *table, long a, long b)
{
    double sum = 0;
    for (long c = 0; c < table->shape[1]; c++)
        sum += at(table, AT(a, c)) * at(table, AT(b, c));
    return sum;
}

/* Positions p and p + k as arrows: their dot product depends on k only. */
TEST(the_same_distance_looks_the_same, .points = 3, .exercise = "11.5 fill_sinusoidal",
     .file = "sinusoidal.c")
{
    long k = draw_long("k", 1, 4), first = draw_long("first", 0, 3), T = 14, C = 6;
    long second = draw_long("second", 4, 9);
    given("T", "14"), given("C", "6");

    double want = EXPECT(nearness_want(k, C));
    Tensor *table = CALL(sinusoidal_positions(T, C));
    double here = product_of_rows(table, first, first + k);
    double there = product_of_rows(table, second, second + k);
    check_number(here, want, IS_DOUBLE ? 1e-9 : 1e-5,
                 "rows p and p + k: the sum over i of cos(k / 10000^(2i/C))");
    check_number(there, want, IS_DOUBLE ? 1e-9 : 1e-5, "and the same anywhere else");
}

/* ---- 11.6 positions_forward ----------------------------------------------------------------------------------- */

TEST(two_tokens_by_hand, .points = 1, .exercise = "11.6 positions_forward", .file = "position.c")
{
    Tensor *x = input("x", SHAPE(1, 2, 2), VALUES(1, 2, 3, 4));
    Tensor *table = input("table", SHAPE(4, 2), VALUES(10, 20, 30, 40, 50, 60, 80, 90));
    PositionalEncoding encoding = {.table = table}, *p = &encoding;

    Tensor *want = EXPECT(sum_want(table, x));
    Tensor *sum = CALL(positions_forward(p, x));
    check_tensor(sum, want, "1 + 10, 2 + 20, 3 + 30, 4 + 40: row t at position t");
}

TEST(the_same_rows_for_every_sequence, .points = 5, .exercise = "11.6 positions_forward",
     .file = "position.c")
{
    Tensor *x = draw("x", SHAPE(3, 4, 5)), *table = draw("table", SHAPE(9, 5));
    Tensor *full = draw("full", SHAPE(2, 9, 5)), *none = draw("none", SHAPE(2, 0, 5));
    Tensor *beyond = draw("beyond", SHAPE(1, 10, 5)), *narrow = draw("narrow", SHAPE(1, 2, 4));
    Tensor *flat = draw("flat", SHAPE(4, 5));
    PositionalEncoding encoding = {.table = table}, *p = &encoding;

    Tensor *want = EXPECT(sum_want(table, x));
    Tensor *sum = CALL(positions_forward(p, x));
    check_tensor(sum, want, "row t at position t, in every sequence");
    Tensor *want_whole = EXPECT(sum_want(table, full));
    Tensor *whole = CALL(positions_forward(p, full));
    check_tensor(whole, want_whole, "T = max_T: the whole table");
    Tensor *want_nothing = EXPECT(sum_want(table, none));
    Tensor *nothing = CALL(positions_forward(p, none));
    check_tensor(nothing, want_nothing, "no tokens, no mistake");
    check_fails(positions_forward(p, beyond),
                "positions_forward: x (1, 10, 5) has T = 10, but the table ends at",
                "a sequence longer than the table is refused");
    check_fails(positions_forward(p, narrow), "expected (B, T, C) with C = 5",
                "x has the table's channels");
    check_fails(positions_forward(p, flat), "x has shape (4, 5), expected (B, T, C)",
                "x has three axes");
}

/* What a call has left on the stack is overwritten. */
static void use_the_stack(void)
{
    volatile char room[1 << 16];
    for (size_t i = 0; i < sizeof room; i++)
        room[i] = 0x55;
}

static Tensor *with_positions(Tensor *const in[], void *context)
{
    (void)context;
    PositionalEncoding p = {.table = in[1], .learned = true};
    return positions_forward(&p, in[0]);
}

TEST(positions_learn, .points = 5, .exercise = "11.6 positions_forward", .file = "position.c")
{
    Tensor *x = leaf(draw("x", SHAPE(3, 2, 4))), *table = leaf(draw("table", SHAPE(5, 4)));
    Tensor *dy = draw("dy", SHAPE(3, 2, 4));
    PositionalEncoding encoding = {.table = table, .learned = true}, *p = &encoding;

    Tensor *want = EXPECT(sum_want(table, x));
    Tensor *sum = CALL(positions_forward(p, x));
    check_tensor(sum, want, "row t at position t, in every sequence");
    check_long(sum->requires_grad, true, "the sum is recorded");
    use_the_stack();
    Tensor *gradient = EXPECT(table_gradient_want(table, dy));
    CALL(tensor_backward_from(sum, dy, false));
    check_tensor(table->grad, gradient,
                 "row t: the sum over the batch; rows from T on get nothing");
    tensor_zero_grad(x);
    tensor_zero_grad(table);
    check_gradients(with_positions, NULL, "x and the table both learn", INPUTS(x, table));
}
