/* score.c - 20.6, 20.7: what comes of it. */
#include "draws.h"
#include "want.h"

TEST(one_per_cent, .points = 3, .exercise = "20.6 cup_score", .file = "score.c")
{
    enum { ENTRIES = 10 };
    double baseline = draw_double("baseline", 2, 4), off = draw_double("off", 0.002, 0.008);
    const double entries[ENTRIES] = {baseline * (1.01 + off),
                                     baseline * (1.01 - off),
                                     baseline * (1 - off / 2),
                                     baseline * (0.8 + off),
                                     INFINITY,
                                     NAN,
                                     baseline * 1.01 * (1 + 1e-9),
                                     baseline, /* and what it is compared with is NaN */
                                     baseline * (1.01005 + (off - 0.005) / 100)};
    const double hundred = ldexp(100, -(int)draw_long("halvings of 100", 4, 7));
    long first = draw_long("the first of them", 0, ENTRIES - 1);
    double of[ENTRIES], entry[ENTRIES];
    for (long i = 0; i < ENTRIES; i++) {
        long which = (first + i) % ENTRIES;
        bool exact = which == ENTRIES - 1; /* 101 against 100, of which a real holds every digit */
        entry[i] = exact ? 1.01 * hundred : entries[which];
        of[i] = exact ? hundred : which == 7 ? NAN : baseline;
        given("entry, of", "%.9g, %.9g", entry[i], of[i]);
    }

    Tensor *want = EXPECT(passing_want(of, entry, ENTRIES));
    check_called("cup_passes(of, entry), for each of them");
    Tensor *passes = blank(SHAPE(ENTRIES));
    for (long i = 0; i < ENTRIES; i++)
        passes->data[i] = cup_passes(of[i], entry[i]);
    check_tensor_within(passes, want, 0, "1: at most 1 % more bits than the baseline; else 0");
}

static CupFigures draw_figures(double bits)
{
    CupFigures f = {.bits = bits,
                    .seconds = draw_double("seconds", 0.001, 0.009),
                    .artefact = draw_double("artefact", 1e5, 9e5),
                    .memory = draw_double("memory", 1e6, 9e6)};
    given("bits", "%.4g", bits);
    return f;
}

TEST(three_factors, .points = 4, .exercise = "20.6 cup_score", .file = "score.c")
{
    double bits = draw_double("bits of the baseline", 2, 3);
    CupFigures baseline = draw_figures(bits), entry = draw_figures(bits * 1.002), worse = entry,
               silent = entry;
    double want = EXPECT(score_want(baseline, entry));
    double score = CALL(cup_score(baseline, entry));
    check_number(score, want, CHECK_TOLERANCE,
                 "the cube root of three factors, baseline over entry");
    worse.bits = bits * 1.03;
    silent.bits = NAN;
    const CupFigures out[] = {worse, silent};
    for (int i = 0; i < 2; i++) {
        double nothing = EXPECT(score_want(baseline, out[i]));
        CupFigures failed = out[i];
        double none = CALL(cup_score(baseline, failed));
        check_number(none, nothing, 0, "who does not pass has no score");
    }
}

typedef enum { APART, TOGETHER } Race; /* how two samples lie */

/* n times around `middle`. */
static void draw_times(const char *name, double *x, long n, double middle)
{
    for (long i = 0; i < n; i++) {
        x[i] = middle * (0.95 + 0.1 * unit());
        given(name, "%.5g", x[i]);
    }
}

static void compare(const double *a, long n, const double *b, long m, Race how, const char *rule)
{
    long faster = EXPECT(faster_want(a, n, b, m));
    long verdict = CALL(cup_compare(a, n, b, m));
    check_long(verdict, how == APART ? faster : CUP_TIE, rule);
}

static void compare_both_ways(const double *a, long n, const double *b, long m, Race how,
                              const char *rule)
{
    compare(a, n, b, m, how, rule);
    compare(b, m, a, n, how, rule);
}

TEST(who_is_faster, .points = 1, .exercise = "20.7 cup_compare", .file = "score.c")
{
    enum { RUNS = 9, FEW_RUNS = 3 };
    double a[RUNS], b[RUNS];
    double slow = draw_long("who is slower", 0, 1) ? 1.3 : 1 / 1.3;
    draw_times("a", a, RUNS, 1);
    draw_times("b", b, RUNS, slow);
    compare_both_ways(a, RUNS, b, RUNS, APART,
                      "all times of one are below all of the other's: it is faster");
    compare(a, FEW_RUNS, b, FEW_RUNS, TOGETHER, "of three runs each nobody can say: p is 0.1");
    for (long i = 0; i < RUNS; i++)
        b[i] = a[(i + 1) % RUNS] * (1 + 0.0005 * (double)(i % 2));
    compare(a, RUNS, b, RUNS, TOGETHER, "nearly the same times: a tie, whatever the medians are");
}

/* Four races, in each of which it is drawn who comes first. */
static void compare_four_times(const double *a, long n, const double *b, long m, Race how,
                               const char *rule)
{
    for (int race = 0; race < 4; race++)
        if (draw_long("who comes first", 0, 1) == 0)
            compare(a, n, b, m, how, rule);
        else
            compare(b, m, a, n, how, rule);
}

/* n different times, the shortest first. */
static void draw_ascending(double *x, long n)
{
    double at = draw_double("the shortest", 1, 2);
    for (long i = 0; i < n; i++, at += 0.01 * (1 + unit()))
        x[i] = at;
}

TEST(a_p_between_and_a_slow_run, .points = 1, .exercise = "20.7 cup_compare", .file = "score.c")
{
    enum { RUNS = 5, MORE = 9 };
    double all[2 * MORE], a[MORE], b[MORE];
    draw_ascending(all, 2 * RUNS);
    for (long i = 0; i < RUNS; i++)
        a[i] = all[i + (i == RUNS - 1)], b[i] = all[RUNS + i - (i == 0)];
    compare_both_ways(a, RUNS, b, RUNS, TOGETHER, "p is 0.016, which is not below 0.01: a tie");

    draw_ascending(all, 2 * MORE);
    for (long i = 0; i < MORE; i++)
        a[i] = all[i], b[i] = all[MORE - 1 + i];
    a[MORE - 1] = draw_double("one slow run of the faster", 100, 200);
    compare_four_times(a, MORE, b, MORE, APART, "medians decide, which one slow run does not move");
}

/* In order: LESS times of a, as many of b, one that both have, and the same again. */
TEST(equal_medians, .points = 1, .exercise = "20.7 cup_compare", .file = "score.c")
{
    enum { LESS = 17, RUNS = 2 * LESS + 1 };
    double all[4 * LESS + 1], a[RUNS], b[RUNS];
    draw_ascending(all, 4 * LESS + 1);
    a[LESS] = b[LESS] = all[2 * LESS];
    for (long i = 0; i < LESS; i++) {
        a[i] = all[i], b[i] = all[LESS + i];
        a[LESS + 1 + i] = all[2 * LESS + 1 + i], b[LESS + 1 + i] = all[3 * LESS + 1 + i];
    }
    compare_both_ways(a, RUNS, b, RUNS, TOGETHER,
                      "p is below 0.01, but the medians are equal: a tie");
    b[LESS] += 0.001;
    compare_four_times(a, RUNS, b, RUNS, APART, "p is below 0.01, and so is a's median below b's");
}

TEST(some_ran_more_often, .points = 1, .exercise = "20.7 cup_compare", .file = "score.c")
{
    long n = draw_long("n", 7, 8), m = draw_long("m", 52, 60), low = n / 2 + 1;
    double *all = ROOM_FOR(n + m, double), *a = ROOM_FOR(n, double), *b = ROOM_FOR(m, double);
    draw_ascending(all, n + m);
    memcpy(b, all,
           (size_t)low * sizeof *b); /* the first of b are below all of a, the others above */
    memcpy(a, all + low, (size_t)n * sizeof *a);
    memcpy(b + low, all + low + n, (size_t)(m - low) * sizeof *b);
    compare_four_times(a, n, b, m, APART, "all n times of one and all m of the other count");
}
