/* positions_want.c - waves, and rows added to tokens, number by number. */
#include "want.h"

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
    FULL_TURNS,           /* 2 pi p */
    POSITION_AND_CHANNEL, /* p and c swapped */
    PAIRS_ONLY            /* the last channel of an odd C never written */
} Waves;

static double exponent_of(long p, long c, long C, Waves w)
{
    double pair = (double)(w == HALVES ? c % ((C + 1) / 2) : c / 2);
    switch (w) {
    case PAIR_IS_CHANNEL:
        return 2 * (double)c / (double)C;
    case EXPONENT_OF_COSINE:
        return (double)c / (double)C;
    case WHOLE_DIVISION:
        return (double)(2 * (c / 2) / C);
    case UP_TO_THE_BASE:
        return 2 * pair / (double)(C > 2 ? C - 2 : C);
    case EXPONENT_SIGN:
        return -2 * pair / (double)C;
    case POSITION_AND_CHANNEL:
        return 2 * (double)(p / 2) / (double)C;
    default:
        return 2 * pair / (double)C;
    }
}

static double angle_of(long p, long c, long T, long C, Waves w)
{
    double position = (double)(w == FROM_ONE               ? p + 1
                               : w == FROM_THE_END         ? T - 1 - p
                               : w == POSITION_AND_CHANNEL ? c
                                                           : p);
    double base = w == BASE_100 ? 100 : w == BASE_1000 ? 1000 : 10000, pi = acos(-1);
    double unit = w == DEGREES ? pi / 180 : w == FULL_TURNS ? 2 * pi : 1;
    return unit * position / pow(base, exponent_of(p, c, C, w));
}

static bool is_sine(long c, long C, Waves w)
{
    if (w == HALVES)
        return c < (C + 1) / 2;
    return w == ONLY_SINES || (c % 2 == 0) != (w == SINE_COSINE_SWAPPED);
}

static Tensor *waves(long T, long C, Waves w)
{
    Tensor *t = blank(SHAPE(T, C));
    for (long i = 0; i < T * C; i++) {
        long c = i % C;
        double angle = angle_of(i / C, c, T, C, w);
        t->data[i] = (real)(is_sine(c, C, w) ? sin(angle) : cos(angle));
        if (w == PAIRS_ONLY && c == C / 2 * 2)
            t->data[i] = (real)NAN;
    }
    return t;
}

Tensor *waves_want(long T, long C)
{
    static const struct {
        Waves waves;
        const char *sentence;
    } known[] = {
        {BASE_100, "the pairs slow down half as fast as they should: the base is 10,000 (not 100) "
                   "and the exponent 2i/C (not i/C); the two slips give the same numbers"},
        {BASE_1000, "the base is 1,000: it should be 10,000"},
        {SINE_COSINE_SWAPPED, "sine and cosine are swapped: even channels hold the sine, so row 0 "
                              "begins with 0, 1"},
        {PAIR_IS_CHANNEL, "the channel was taken for the pair: with 2i/C, i is c / 2, so that "
                          "channels 2i and 2i + 1 turn at one speed"},
        {EXPONENT_OF_COSINE, "the cosine turns more slowly than the sine of its pair: both have "
                             "the exponent 2i/C with i = c / 2, not c/C"},
        {EXPONENT_SIGN, "the exponent has the wrong sign: later channels turn more slowly, p is "
                        "divided by 10000^(2i/C)"},
        {HALVES, "the sines stand in the first half and the cosines in the second: here they "
                 "alternate, 2i and 2i + 1"},
        {FROM_ONE, "the positions start at 1: the first is 0, and its row is 0, 1, 0, 1"},
        {FROM_THE_END, "the positions run backwards: row p belongs to position p"},
        {DEGREES, "the angles were turned into degrees: sin and cos of C take radians"},
        {WHOLE_DIVISION, "every pair turns at the same speed: 2 * i / C was divided in whole "
                         "numbers, and is 0. Cast to double first"},
        {UP_TO_THE_BASE, "the exponent is 2i/(C - 2): some programs do that, the paper (and this "
                         "header) divide by C"},
        {ONLY_SINES, "every channel is a sine: odd channels hold the cosine"},
        {FULL_TURNS, "the angle was multiplied by 2 pi: p / 10000^(2i/C) already is in radians"},
        {POSITION_AND_CHANNEL, "position and channel are swapped: the position is divided, the "
                               "channel is in the exponent"},
        {PAIRS_ONLY, "the last channel of an odd C was not written: its pair has a sine and no "
                     "cosine. Go channel by channel"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        MISTAKE(waves(T, C, known[i].waves), known[i].sentence);
    return waves(T, C, WAVES_RIGHT);
}

/* The table of the lesson; sin(1) = 0.8415 and so on, from a pocket calculator with 10 digits. */
Tensor *lesson_want(void)
{
    waves_want(3, 4);
    return values(SHAPE(3, 4), VALUES(0, 1, 0, 1, (real)0.8414709848, (real)0.5403023059,
                                      (real)0.0099998333, (real)0.9999500004, (real)0.9092974268,
                                      (real)-0.4161468365, (real)0.0199986667, (real)0.9998000067));
}

/* cos a cos b + sin a sin b = cos(a - b). */
double nearness_want(long distance, long C)
{
    double sum = 0;
    for (long i = 0; i < C / 2; i++)
        sum += cos((double)distance / pow(10000, 2 * (double)i / (double)C));
    return sum;
}

/* ---- 11.8 positions_forward ----------------------------------------------------------------------------------- */

typedef enum {
    SUM_RIGHT,
    SUM_NOTHING,  /* x as it was */
    SUM_FROM_END, /* the last T rows of the table */
    SUM_ROW_0,    /* row 0 for every token */
    SUM_FROM_ONE, /* rows 1 to T */
    SUM_BACKWARDS,
    SUM_ROWS_ALONE, /* x forgotten */
    SUM_PRODUCT,
    SUM_SCALED,   /* x times the root of C, as in the paper */
    SUM_BY_BATCH, /* row b for every token of sequence b */
    SUM_RUNNING   /* positions counted through the batch, b * T + t */
} Sum;

static long row_of(long b, long t, long T, long max_T, Sum s)
{
    switch (s) {
    case SUM_FROM_END:
        return max_T - T + t;
    case SUM_ROW_0:
        return 0;
    case SUM_BY_BATCH:
        return b;
    case SUM_FROM_ONE:
        return (t + 1) % max_T;
    case SUM_BACKWARDS:
        return T - 1 - t;
    case SUM_RUNNING:
        return (b * T + t) % max_T;
    default:
        return t;
    }
}

static double combined(double x, double position, long C, Sum s)
{
    switch (s) {
    case SUM_NOTHING:
        return x;
    case SUM_ROWS_ALONE:
        return position;
    case SUM_PRODUCT:
        return x * position;
    case SUM_SCALED:
        return x * sqrt((double)C) + position;
    default:
        return x + position;
    }
}

static Tensor *sum_with(const Tensor *table, const Tensor *x, Sum s)
{
    long B = x->shape[0], T = x->shape[1], C = x->shape[2], max_T = table->shape[0];
    Tensor *sum = copy_of(x);
    for (long i = 0; i < B * T * C; i++) {
        long row = row_of(i / (T * C), i / C % T, T, max_T, s);
        sum->data[i] = (real)combined((double)sum->data[i], at(table, AT(row, i % C)), C, s);
    }
    return sum;
}

Tensor *sum_want(const Tensor *table, const Tensor *x)
{
    static const struct {
        Sum sum;
        const char *sentence;
    } known[] = {
        {SUM_NOTHING, "the positions were not added: this is x as it came in"},
        {SUM_FROM_END, "the rows come from the end of the table: position 0 has row 0, however "
                       "long the table is"},
        {SUM_ROW_0, "every token got row 0: the token at position t gets row t"},
        {SUM_FROM_ONE, "shifted by one: the first token stands at position 0"},
        {SUM_BACKWARDS, "the rows were taken backwards: row t belongs to position t"},
        {SUM_ROWS_ALONE, "these are the positions alone: x is missing from the sum"},
        {SUM_PRODUCT, "multiplied: positions are added"},
        {SUM_SCALED, "x was multiplied by the root of C: the paper does, this header does not"},
        {SUM_BY_BATCH, "the rows were picked by the sequence, not by the position: axis 0 of x is "
                       "the batch, axis 1 the position"},
        {SUM_RUNNING, "the positions run on from one sequence to the next: each sequence starts "
                      "again at 0"},
    };
    bool one_sequence = x->shape[0] == 1; /* there row b is row 0, and nothing can run on */
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!one_sequence || known[i].sum < SUM_BY_BATCH)
            MISTAKE(sum_with(table, x, known[i].sum), known[i].sentence);
    MISTAKE_SHAPE(SHAPE(x->shape[1], x->shape[2]),
                  "these are the rows of the table alone: x is missing from the sum");
    MISTAKE_MESSAGE(
        "cannot broadcast",
        "the whole table was taken: tensor_slice(p->table, 0, 0, T, 1) is its first T rows");
    return sum_with(table, x, SUM_RIGHT);
}

void length_is_checked(void)
{
    static const char *const sentence =
        "the given line positions_check(p, x) is missing, or comes too late";
    MISTAKE_MESSAGE("as if nothing were wrong", sentence);
    MISTAKE_MESSAGE("the message \"", sentence);
}

long recorded_want(void)
{
    MISTAKE_NUMBER(0, "the sum was not recorded: add with tensor_slice and tensor_add, not with "
                      "their kernels or by hand");
    return 1;
}

Tensor *table_gradient_want(const Tensor *table, const Tensor *dy)
{
    long B = dy->shape[0], T = dy->shape[1], C = dy->shape[2];
    Tensor *want = blank(SHAPE(table->shape[0], C));
    for (long i = 0; i < B * T * C; i++)
        want->data[i % (T * C)] += dy->data[i];
    MISTAKE_MESSAGE("table->grad is NULL",
                    "no gradient reached the table: slice p->table itself, not a copy of it or "
                    "what tensor_detach gives");
    return want;
}
