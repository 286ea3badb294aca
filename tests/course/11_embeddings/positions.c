/* positions.c - 11.6 to 11.8: where a token stands. */
#include "check.h"

/* ---- 11.6 fill_sinusoidal ------------------------------------------------------------------------------- */

typedef enum {
    WAVES_RIGHT,
    BASE_100,
    BASE_1000,
    SINE_COSINE_SWAPPED,
    PAIR_IS_CHANNEL,    /* 2c/C: the channel taken for the pair */
    EXPONENT_OF_COSINE, /* c/C: the cosine of a pair turns more slowly than its sine */
    EXPONENT_SIGN,      /* p * 10000^(2i/C) */
    HALVES,             /* all sines, then all cosines */
    FROM_ONE,           /* the first position is 1 */
    FROM_THE_END,       /* the last position is 0 */
    DEGREES,
    WHOLE_DIVISION, /* 2 * i / C in whole numbers */
    UP_TO_THE_BASE, /* 2i/(C - 2) */
    ONLY_SINES,
    FULL_TURNS,          /* 2 pi p */
    POSITION_AND_CHANNEL /* p and c swapped */
} Waves;

static Tensor *waves(long T, long C, Waves w)
{
    Tensor *t = blank(SHAPE(T, C));
    for (long p = 0; p < T; p++)
        for (long c = 0; c < C; c++) {
            long pair = w == HALVES ? c % ((C + 1) / 2) : c / 2;
            bool sine = w == HALVES ? c < (C + 1) / 2 : (c % 2 == 0) != (w == SINE_COSINE_SWAPPED);
            double base = w == BASE_100 ? 100 : w == BASE_1000 ? 1000 : 10000;
            double exponent = 2 * (double)pair / (double)C, at_ = (double)p;
            if (w == PAIR_IS_CHANNEL)
                exponent = 2 * (double)c / (double)C;
            if (w == EXPONENT_OF_COSINE)
                exponent = (double)c / (double)C;
            if (w == WHOLE_DIVISION)
                exponent = (double)(2 * pair / C);
            if (w == UP_TO_THE_BASE && C > 2)
                exponent = 2 * (double)pair / (double)(C - 2);
            if (w == EXPONENT_SIGN)
                exponent = -exponent;
            if (w == FROM_ONE)
                at_ = (double)(p + 1);
            if (w == FROM_THE_END)
                at_ = (double)(T - 1 - p);
            if (w == POSITION_AND_CHANNEL)
                at_ = (double)c, exponent = 2 * (double)(p / 2) / (double)C;
            double angle = at_ / pow(base, exponent);
            if (w == DEGREES)
                angle *= acos(-1) / 180;
            if (w == FULL_TURNS)
                angle *= 2 * acos(-1);
            t->data[p * C + c] = (real)(sine || w == ONLY_SINES ? sin(angle) : cos(angle));
        }
    return t;
}

static void register_wave_mistakes(long T, long C)
{
#ifndef CHECK_RECORD
    MISTAKE(waves(T, C, BASE_100),
            "the pairs slow down half as fast as they should: the base is 10,000 (not 100) and the "
            "exponent 2i/C (not i/C); the two slips give the same numbers");
    MISTAKE(waves(T, C, BASE_1000), "the base is 1,000: it should be 10,000");
    MISTAKE(waves(T, C, SINE_COSINE_SWAPPED),
            "sine and cosine are swapped: even channels hold the sine, so row 0 begins with 0, 1");
    MISTAKE(waves(T, C, PAIR_IS_CHANNEL), "the channel was taken for the pair: with 2i/C, i is c / "
                                          "2, so that channels 2i and 2i + 1 turn "
                                          "at one speed");
    MISTAKE(
        waves(T, C, EXPONENT_OF_COSINE),
        "the cosine turns more slowly than the sine of its pair: both have the exponent 2i/C with "
        "i = c / 2, not c/C");
    MISTAKE(waves(T, C, EXPONENT_SIGN),
            "the exponent has the wrong sign: later channels turn more slowly, p is divided by "
            "10000^(2i/C)");
    MISTAKE(waves(T, C, HALVES), "the sines stand in the first half and the cosines in the second: "
                                 "here they alternate, 2i and "
                                 "2i + 1");
    MISTAKE(waves(T, C, FROM_ONE),
            "the positions start at 1: the first is 0, and its row is 0, 1, 0, 1");
    MISTAKE(waves(T, C, FROM_THE_END), "the positions run backwards: row p belongs to position p");
    MISTAKE(waves(T, C, DEGREES),
            "the angles were turned into degrees: sin and cos of C take radians");
    MISTAKE(waves(T, C, WHOLE_DIVISION), "every pair turns at the same speed: 2 * i / C was "
                                         "divided in whole numbers, and is 0. Cast to "
                                         "double first");
    MISTAKE(waves(T, C, UP_TO_THE_BASE), "the exponent is 2i/(C - 2): some programs do that, the "
                                         "paper (and this header) divide by C");
    MISTAKE(waves(T, C, ONLY_SINES), "every channel is a sine: odd channels hold the cosine");
    MISTAKE(waves(T, C, FULL_TURNS),
            "the angle was multiplied by 2 pi: p / 10000^(2i/C) already is in radians");
    MISTAKE(waves(T, C, POSITION_AND_CHANNEL),
            "position and channel are swapped: the position is divided, the channel is "
            "in the exponent");
#else
    (void)T, (void)C;
#endif
}

TEST(three_positions_by_hand, .points = 5, .exercise = "11.6 fill_sinusoidal",
     .file = "sinusoidal.c",
     .hints = HINTS("Two loops, over the positions and over the channels.",
                    "i = c / 2 is the pair; the angle is p divided by 10000 to the power 2i/C.",
                    "double angle = (double)p / pow(10000, (double)(2 * (c / 2)) / (double)C);"))
{
    given("T", "3"), given("C", "4");
    long T = 3, C = 4;
    /* The table of the lesson; sin(1) = 0.8415 and so on, from a pocket calculator with 10 digits. */
    EXPECT(Tensor *want = values(
               SHAPE(3, 4), VALUES(0, 1, 0, 1, (real)0.8414709848, (real)0.5403023059,
                                   (real)0.0099998333, (real)0.9999500004, (real)0.9092974268,
                                   (real)-0.4161468365, (real)0.0199986667, (real)0.9998000067)));
    EXPECT(register_wave_mistakes(3, 4););
    Tensor *table = CALL(sinusoidal_positions(T, C));
    check_tensor_within(table, want, 1e-6,
                        "[p][2i] = sin(p / 10000^(2i/C)), [p][2i + 1] = cos of the same");
}

TEST(any_even_number_of_channels, .points = 3, .exercise = "11.6 fill_sinusoidal",
     .file = "sinusoidal.c",
     .hints = HINTS("Pair 0 turns by 1 per step, the last pair almost 10,000 times more slowly.",
                    "The division is in double: (double)(2 * i) / (double)C.",
                    "table->data[p * C + c] = (real)(c % 2 == 0 ? sin(angle) : cos(angle));"))
{
    long T = draw_long("T", 5, 40), pairs = draw_long("pairs", 3, 8), C = 2 * pairs;
    EXPECT(Tensor *want = waves(T, C, WAVES_RIGHT));
    EXPECT(register_wave_mistakes(T, C););
    Tensor *table = CALL(sinusoidal_positions(T, C));
    check_tensor(table, want, "[p][2i] = sin(p / 10000^(2i/C)), [p][2i + 1] = cos of the same");
    PositionalEncoding *p = CALL(positions_sinusoidal_new(T, C));
    check_tensor(p->table, want, "positions_sinusoidal_new fills its table in the same way");
    check_long(p->module.n_parameters, 0, "a fixed table is no parameter");
    check_long(p->learned, 0, "a fixed table is not learned");
    module_free(&p->module);
}

TEST(odd_channels_and_edges, .points = 3, .exercise = "11.6 fill_sinusoidal",
     .file = "sinusoidal.c",
     .hints = HINTS("With C = 5 the last pair has a sine and no cosine.",
                    "Go channel by channel: then no pair has to be complete.",
                    "for (long c = 0; c < C; c++) { long i = c / 2; ... }"))
{
    long T = draw_long("T", 3, 9);
    EXPECT(Tensor *want = waves(T, 5, WAVES_RIGHT), *one = waves(T, 1, WAVES_RIGHT));
    EXPECT(Tensor *none = blank(SHAPE(0, 4)));
    EXPECT(register_wave_mistakes(T, 5););
    check_tensor(
        CALL(sinusoidal_positions(T, 5)), want,
        "5 channels: sin, cos, sin, cos, sin; an odd C has a last sine and no cosine for it");
    MISTAKE(waves(T, 1, SINE_COSINE_SWAPPED), "a single channel is a sine");
    check_tensor(CALL(sinusoidal_positions(T, 1)), one, "a single channel is the sine of p");
    check_tensor(CALL(sinusoidal_positions(0, 4)), none, "no positions: an empty table");
    check_fails(sinusoidal_positions(-1, 4), "sinusoidal_positions: a table of -1",
                "no negative length");
    check_fails(sinusoidal_positions(3, 0), "with 0 channels", "at least one channel");
}

/* Positions p and p + k as arrows: their dot product depends on k only. */
TEST(the_same_distance_looks_the_same, .points = 3, .exercise = "11.6 fill_sinusoidal",
     .file = "sinusoidal.c",
     .hints = HINTS("cos a cos b + sin a sin b = cos(a - b).",
                    "That needs the sine and the cosine of one pair to have the same angle.",
                    "The exponent is 2i/C for both channels of pair i = c / 2."))
{
    long k = draw_long("k", 1, 4), first = draw_long("first", 0, 3),
         second = draw_long("second", 4, 9);
    given("T", "14"), given("C", "6");
    EXPECT(double want = 0;
           for (int i = 0; i < 3; i++) want += cos((double)k / pow(10000, i / 3.0)));
    Tensor *table = CALL(sinusoidal_positions(14, 6));
    double here = 0, there = 0;
    for (long c = 0; c < 6; c++) {
        here += (double)(table->data[first * 6 + c] * table->data[(first + k) * 6 + c]);
        there += (double)(table->data[second * 6 + c] * table->data[(second + k) * 6 + c]);
    }
    check_number(here, want, IS_DOUBLE ? 1e-9 : 1e-5,
                 "rows p and p + k: the sum over i of cos(k / 10000^(2i/C))");
    check_number(there, want, IS_DOUBLE ? 1e-9 : 1e-5, "and the same anywhere else");
}

/* ---- 11.7 positions_learned_new --------------------------------------------------------------------------- */

static double deviation(const Tensor *t)
{
    double sum = 0;
    long n = t->shape[0] * t->shape[1];
    for (long i = 0; i < n; i++)
        sum += (double)t->data[i] * (double)t->data[i];
    return sqrt(sum / (double)n);
}

TEST(
    positions_to_be_learned, .points = 3, .exercise = "11.7 positions_learned_new",
    .file = "position.c",
    .hints = HINTS(
        "A module with one parameter, as in 11.5.",
        "The parameter is named \"weight\"; p->table points to it; p->learned is true.",
        "p->table = module_parameter(&p->module, \"weight\", SHAPE(max_T, C)); p->learned = true;"))
{
    long max_T = draw_long("max_T", 5, 9), C = draw_long("C", 2, 4);
    Rng rng = rng_seed(draw_seed());
    PositionalEncoding *p = CALL(positions_learned_new(max_T, C, &rng));
    check_long(p != NULL && p->table != NULL, 1, "the module and its table exist");
    MISTAKE_SHAPE(SHAPE(C, max_T), "the table is transposed: rows are positions, so (max_T, C)");
    check_shape(p->table, SHAPE(max_T, C), "a row for each position: (max_T, C)");
    check_long(p->module.n_parameters, 1,
               "the table is registered by module_parameter: an optimizer finds nothing else");
    check_long(p->table->requires_grad, 1, "a parameter wants a gradient");
    check_text(p->module.parameter[0].name, "weight", "the parameter is named weight");
    check_long(p->learned, 1, "learned is set to true: others tell the two kinds apart by it");
    check_text(p->module.kind, "PositionalEncoding", "the kind is what module_summary prints");
    module_free(&p->module);
    check_fails(positions_learned_new(-1, C, &rng), "positions_learned_new: a table of -1",
                "no negative length");
}

TEST(a_small_start, .points = 3, .exercise = "11.7 positions_learned_new", .file = "position.c",
     .hints = HINTS("At first a position should whisper beside the token's own vector.",
                    "Mean 0, standard deviation 0.02.",
                    "init_normal(p->table, 0, (real)0.02, rng);"))
{
    given("max_T", "80"), given("C", "50");
    Rng rng = rng_seed(draw_seed());
    PositionalEncoding *p = CALL(positions_learned_new(80, 50, &rng));
    PositionalEncoding *other = CALL(positions_learned_new(80, 50, &rng));
    double tenthousandfold = 10000 * deviation(p->table), apart = 0;
    for (long i = 0; i < 80 * 50; i++)
        apart = fmax(apart, fabs((double)(p->table->data[i] - other->table->data[i])));
    MISTAKE_NUMBER(10000,
                   "a standard deviation of 1 is that of the tokens; positions start with 0.02");
    MISTAKE_NUMBER(0, "the table was never filled: equal rows tell no positions apart");
    MISTAKE_NUMBER(
        10000 / sqrt(2),
        "these are sines and cosines: learned positions start with small random numbers");
    MISTAKE_NUMBER(10000 * sqrt(0.02), "0.02 is the standard deviation, not the variance");
    MISTAKE_NUMBER(200 / sqrt(3),
                   "these numbers are uniform in [-0.02, 0.02]: the start is normal");
    MISTAKE_NUMBER(4, "0.02 is the standard deviation already: it need not be squared");
    check_number(tenthousandfold, 200, 0.08, "10,000 times the standard deviation, which is 0.02");
    check_at_least(apart, 0.02,
                   "the numbers come from the caller's rng, so the next table is another");
    module_free(&p->module);
    module_free(&other->module);
}

/* ---- 11.8 positions_forward ----------------------------------------------------------------------------------- */

typedef enum {
    SUM_RIGHT,
    SUM_FROM_END, /* the last T rows of the table */
    SUM_ROW_0,    /* row 0 for every token */
    SUM_BY_BATCH, /* row b for every token of sequence b */
    SUM_FROM_ONE, /* rows 1 to T */
    SUM_BACKWARDS,
    SUM_ROWS_ALONE, /* x forgotten */
    SUM_PRODUCT,
    SUM_RUNNING, /* positions counted through the batch, b * T + t */
    SUM_SCALED   /* x times the root of C, as in the paper */
} Sum;

static Tensor *plain_sum(const Tensor *table, const Tensor *x, Sum s)
{
    long B = x->shape[0], T = x->shape[1], C = x->shape[2], max_T = table->shape[0];
    Tensor *sum = copy_of(x);
    for (long i = 0; i < B * T * C; i++) {
        long b = i / (T * C), t = i / C % T, row = t;
        row = s == SUM_FROM_END ? max_T - T + t : s == SUM_ROW_0 ? 0 : s == SUM_BY_BATCH ? b : row;
        row = s == SUM_FROM_ONE ? t + 1 : s == SUM_BACKWARDS ? T - 1 - t : row;
        row = (s == SUM_RUNNING ? b * T + t : row) % max_T;
        double number = (double)sum->data[i], position = at(table, AT(row, i % C));
        number = s == SUM_ROWS_ALONE ? position
                 : s == SUM_PRODUCT  ? number * position
                 : s == SUM_SCALED   ? number * sqrt((double)C) + position
                                     : number + position;
        sum->data[i] = (real)number;
    }
    return sum;
}

static void register_sum_mistakes(const Tensor *table, const Tensor *x)
{
#ifndef CHECK_RECORD
    MISTAKE(copy_of(x), "the positions were not added: this is x as it came in");
    MISTAKE(
        plain_sum(table, x, SUM_FROM_END),
        "the rows come from the end of the table: position 0 has row 0, however long the table is");
    MISTAKE(plain_sum(table, x, SUM_ROW_0),
            "every token got row 0: the token at position t gets row t");
    MISTAKE(plain_sum(table, x, SUM_BY_BATCH), "the rows were picked by the sequence, not by the "
                                               "position: axis 0 of x is the batch, axis 1 "
                                               "the position");
    MISTAKE(plain_sum(table, x, SUM_FROM_ONE),
            "shifted by one: the first token stands at position 0");
    MISTAKE(plain_sum(table, x, SUM_BACKWARDS),
            "the rows were taken backwards: row t belongs to position t");
    MISTAKE(plain_sum(table, x, SUM_ROWS_ALONE),
            "these are the positions alone: x is missing from the sum");
    MISTAKE(plain_sum(table, x, SUM_PRODUCT), "multiplied: positions are added");
    MISTAKE(plain_sum(table, x, SUM_RUNNING),
            "the positions run on from one sequence to the next: each sequence starts again at 0");
    MISTAKE(plain_sum(table, x, SUM_SCALED),
            "x was multiplied by the root of C: the paper does, this header does not");
    MISTAKE_SHAPE(SHAPE(x->shape[1], x->shape[2]),
                  "these are the rows of the table alone: x is missing from the sum");
    MISTAKE_MESSAGE(
        "cannot broadcast",
        "the whole table was taken: tensor_slice(p->table, 0, 0, T, 1) is its first T rows");
#else
    (void)table, (void)x;
#endif
}

TEST(
    two_tokens_by_hand, .points = 4, .exercise = "11.8 positions_forward", .file = "position.c",
    .hints = HINTS("Take the first T rows of the table, and add them.",
                   "tensor_slice(p->table, 0, 0, T, 1) is (T, C); tensor_add broadcasts it over B.",
                   "return tensor_add(x, tensor_slice(p->table, 0, 0, T, 1));"))
{
    Tensor *x = input("x", SHAPE(1, 2, 2), VALUES(1, 2, 3, 4));
    Tensor *table = input("table", SHAPE(4, 2), VALUES(10, 20, 30, 40, 50, 60, 80, 90));
    PositionalEncoding encoding = {.table = table}, *p = &encoding;
    EXPECT(Tensor *want = values(SHAPE(1, 2, 2), VALUES(11, 22, 33, 44)));
    EXPECT(register_sum_mistakes(table, x););
    Tensor *sum = CALL(positions_forward(p, x));
    check_tensor(sum, want, "1 + 10, 2 + 20, 3 + 30, 4 + 40: row t at position t");
}

TEST(the_same_rows_for_every_sequence, .points = 3, .exercise = "11.8 positions_forward",
     .file = "position.c",
     .hints = HINTS("x has the axes (batch, position, channel).",
                    "Broadcasting lines up last axes: (B, T, C) + (T, C).",
                    "tensor_add(x, rows) with rows (T, C)"))
{
    Tensor *x = draw("x", SHAPE(3, 4, 5)), *table = draw("table", SHAPE(9, 5));
    PositionalEncoding encoding = {.table = table}, *p = &encoding;
    EXPECT(Tensor *want = plain_sum(table, x, SUM_RIGHT));
    EXPECT(register_sum_mistakes(table, x););
    Tensor *sum = CALL(positions_forward(p, x));
    check_tensor(sum, want, "row t at position t, in every sequence");
    Tensor *full = draw("full", SHAPE(2, 9, 5)), *none = draw("none", SHAPE(2, 0, 5));
    EXPECT(Tensor *whole = plain_sum(table, full, SUM_RIGHT), *nothing = blank(SHAPE(2, 0, 5)));
    check_tensor(CALL(positions_forward(p, full)), whole, "T = max_T: the whole table");
    check_tensor(CALL(positions_forward(p, none)), nothing, "no tokens, no mistake");
    Tensor *beyond = draw("beyond", SHAPE(1, 10, 5)), *narrow = draw("narrow", SHAPE(1, 2, 4));
    Tensor *flat = draw("flat", SHAPE(4, 5));
    check_fails(positions_forward(p, beyond),
                "positions_forward: x (1, 10, 5) has T = 10, but the table ends at",
                "a sequence longer than the table is refused");
    check_fails(positions_forward(p, narrow), "expected (B, T, C) with C = 5",
                "x has the table's channels");
    check_fails(positions_forward(p, flat), "x has shape (4, 5), expected (B, T, C)",
                "x has three axes");
}

static Tensor *with_positions(Tensor *const in[], void *context)
{
    (void)context;
    PositionalEncoding p = {.table = in[1], .learned = true};
    return positions_forward(&p, in[0]);
}

TEST(positions_learn, .points = 4, .exercise = "11.8 positions_forward", .file = "position.c",
     .hints = HINTS("Build the sum from recorded operations, not from numbers.",
                    "tensor_slice and tensor_add record themselves; add_kernel does not.",
                    "return tensor_add(x, tensor_slice(p->table, 0, 0, T, 1));"))
{
    Tensor *x = leaf(draw("x", SHAPE(3, 2, 4))), *table = leaf(draw("table", SHAPE(5, 4)));
    Tensor *dy = draw("dy", SHAPE(3, 2, 4));
    PositionalEncoding encoding = {.table = table, .learned = true}, *p = &encoding;
    EXPECT(Tensor *want = blank(SHAPE(5, 4)));
    EXPECT(for (long i = 0; i < 3 * 2 * 4; i++) want->data[i % 8] += dy->data[i]);
    MISTAKE(blank(SHAPE(5, 4)), "no gradient reached the table: it was added as plain numbers");
    Tensor *sum = CALL(positions_forward(p, x));
    check_long(sum->requires_grad, 1,
               "the sum is recorded: tensor_slice and tensor_add, not their kernels");
    tensor_backward_from(sum, dy, false);
    check_long(table->grad != NULL, 1,
               "the table gets a gradient: slice the table itself, not a copy of it");
    check_tensor(table->grad, want, "row t: the sum over the batch; rows from T on get nothing");
    tensor_zero_grad(x);
    tensor_zero_grad(table);
    check_gradients(with_positions, NULL, "x and the table both learn", INPUTS(x, table));
}
