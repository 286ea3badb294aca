/* score.c - 20.11 to 20.13: what comes of it. */
#include "draws.h"
#include "want.h"

TEST(one_per_cent, .points = 4, .exercise = "20.11 cup_passes", .file = "score.c")
{
    enum { ENTRIES = 6 };
    double baseline = draw_double("baseline", 2, 4), off = draw_double("off", 0.002, 0.008);
    const double entries[ENTRIES] = {baseline * (1.01 + off),
                                     baseline * (1.01 - off),
                                     baseline * (1 - off / 2),
                                     baseline * (0.8 + off),
                                     INFINITY,
                                     NAN};
    long first = draw_long("the first of them", 0, ENTRIES - 1);
    for (long i = 0; i < ENTRIES; i++) {
        double entry = entries[(first + i) % ENTRIES];
        given("entry", "%.6g", entry);
        long want = EXPECT(passing_want(baseline, entry));
        long passes = CALL(cup_passes(baseline, entry));
        check_long(passes, want, "at most 1 % more bits than the baseline");
    }
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

TEST(three_factors, .points = 5, .exercise = "20.12 cup_score", .file = "score.c")
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

/* n times around `middle`. */
static void draw_times(const char *name, double *x, long n, double middle)
{
    for (long i = 0; i < n; i++) {
        x[i] = middle * (0.95 + 0.1 * unit());
        given(name, "%.5g", x[i]);
    }
}

static void compare(const double *a, const double *b, long n, const char *rule)
{
    long want = EXPECT(verdict_want(a, n, b, n));
    long verdict = CALL(cup_compare(a, n, b, n));
    check_long(verdict, want, rule);
}

TEST(who_is_faster, .points = 4, .exercise = "20.13 cup_compare", .file = "score.c")
{
    enum { RUNS = 9, FEW = 3 };
    double a[RUNS], b[RUNS];
    double slow = draw_long("who is slower", 0, 1) ? 1.3 : 1 / 1.3;
    draw_times("a", a, RUNS, 1);
    draw_times("b", b, RUNS, slow);
    compare(a, b, RUNS, "all times of one are below all of the other's: it is faster");
    compare(b, a, RUNS, "and the other way round");
    compare(a, b, FEW, "of three runs each nobody can say: p is 0.1");
    for (long i = 0; i < RUNS; i++)
        b[i] = a[(i + 1) % RUNS] * (1 + 0.0005 * (double)(i % 2));
    compare(a, b, RUNS, "nearly the same times: a tie, whatever the medians are");
}
