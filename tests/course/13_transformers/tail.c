/* tail.c - 13.5 to 13.7: probabilities from logits, and their tail cut off. */
#include "draws.h"
#include "want.h"

static Tensor *as_tensor(const double *p, long V)
{
    Tensor *t = blank(SHAPE(V));
    for (long i = 0; i < V; i++)
        t->data[i] = (real)p[i];
    return t;
}

/* Probabilities that add up to 1, no two of them alike; `equal`: the first two are. */
static double *probabilities(long V, bool equal)
{
    Tensor *t = draw_between("p", SHAPE(V), 0.2, 1);
    double sum = 0, *p = ROOM_FOR(V, double);
    if (equal)
        t->data[1] = t->data[0];
    for (long i = 0; i < V; i++)
        sum += (double)t->data[i];
    for (long i = 0; i < V; i++) {
        p[i] = (double)t->data[i] / sum;
        t->data[i] = (real)p[i];
    }
    resealed(t);
    return p;
}

/* ---- 13.5 sample_temperature ---------------------------------------------------------------------------- */

TEST(colder_and_warmer, .points = 3, .exercise = "13.5 sample_temperature", .file = "temperature.c")
{
    long V = draw_long("V", 4, 9);
    double warm = draw_double("warm", 1.5, 2.5), cold = draw_double("cold", 0.3, 0.6);
    Tensor *logits = draw("logits", SHAPE(V));
    double *p = ROOM_FOR(V, double);

    Tensor *want = EXPECT(temperature_want(logits, warm));
    CALL(sample_temperature(p, logits->data, V, warm));
    Tensor *warmed = as_tensor(p, V);
    check_tensor(warmed, want, "p = softmax(logits / temperature)");
    Tensor *want2 = EXPECT(temperature_want(logits, cold));
    CALL(sample_temperature(p, logits->data, V, cold));
    Tensor *cooled = as_tensor(p, V);
    check_tensor(cooled, want2, "below 1 the likely get likelier");
    long many = draw_long("many", 300, 600);
    Tensor *wide = draw("wide", SHAPE(many));
    double *of_many = ROOM_FOR(many, double);
    Tensor *want3 = EXPECT(temperature_want(wide, warm));
    CALL(sample_temperature(of_many, wide->data, many, warm));
    Tensor *of_all = as_tensor(of_many, many);
    check_tensor(of_all, want3, "and so of any number of logits");
}

TEST(zero_is_greedy, .points = 2, .exercise = "13.5 sample_temperature", .file = "temperature.c")
{
    long V = draw_long("V", 4, 9), best = draw_long("best", 1, 2);
    Tensor *logits = draw_between("logits", SHAPE(V), -3, -1);
    logits->data[best] = logits->data[V - 1] = (real)-0.5;
    resealed(logits);
    double *p = ROOM_FOR(V, double);

    Tensor *want = EXPECT(temperature_want(logits, 0));
    CALL(sample_temperature(p, logits->data, V, 0));
    Tensor *greedy = as_tensor(p, V);
    check_tensor(greedy, want, "temperature 0: 1 for the largest logit, the first of equals");
    Tensor *want2 = EXPECT(temperature_want(logits, 0.001));
    CALL(sample_temperature(p, logits->data, V, 0.001));
    Tensor *halves = as_tensor(p, V);
    check_tensor(halves, want2, "0.001 is not 0: two equal logits share");
    CALL(sample_temperature(p, logits->data, 1, 0.7));
    double its_share = p[0];
    check_number(its_share, 1, CHECK_TOLERANCE, "a single token has it all");
}

TEST(logits_of_any_size, .points = 1, .exercise = "13.5 sample_temperature",
     .file = "temperature.c")
{
    long V = draw_long("V", 4, 9);
    Tensor *logits = draw_between("logits", SHAPE(V), 800, 802);
    double *p = ROOM_FOR(V, double);

    Tensor *want = EXPECT(temperature_want(logits, 0.5));
    CALL(sample_temperature(p, logits->data, V, 0.5));
    Tensor *shares = as_tensor(p, V);
    check_tensor(shares, want, "e^1600 is infinite: take the largest logit off first");
    for (long i = 0; i < V; i++)
        logits->data[i] -= 1600;
    resealed(logits);
    Tensor *want2 = EXPECT(temperature_want(logits, 0.5));
    CALL(sample_temperature(p, logits->data, V, 0.5));
    Tensor *shares2 = as_tensor(p, V);
    check_tensor(shares2, want2, "e^-1600 is 0: take off the largest logit, negative or not");
    logits->data[draw_long("forbidden", 0, V - 1)] = -(real)INFINITY;
    resealed(logits);
    Tensor *want3 = EXPECT(temperature_want(logits, 0.5));
    CALL(sample_temperature(p, logits->data, V, 0.5));
    Tensor *allowed = as_tensor(p, V);
    check_tensor(allowed, want3, "-infinity is forbidden: its place gets 0, whatever stood there");
}

/* ---- 13.6 sample_top_k ------------------------------------------------------------------------------------ */

TEST(the_k_most_likely, .points = 3, .exercise = "13.6 sample_top_k", .file = "keep_top.c")
{
    long V = draw_long("V", 6, 9), k = draw_long("k", 2, 4);
    double *p = probabilities(V, false);
    Tensor *before = as_tensor(p, V);

    Tensor *want = EXPECT(top_k_want(before, k));
    long want_kept = EXPECT(top_k_count_want(V, k));
    long kept = CALL(sample_top_k(p, V, k));
    Tensor *after = as_tensor(p, V);
    check_tensor(after, want, "k stay and add up to 1, the others are 0");
    check_long(kept, want_kept, "it returns how many stay");
    long kept2 = CALL(sample_top_k(p, V, k + 1));
    check_long(kept2, k + 1, "k of them, also where some are 0");
    double *q = probabilities(V, false);
    Tensor *before2 = as_tensor(q, V), *want2 = EXPECT(top_k_want(before2, k));
    CALL(sample_top_k(q, V, k));
    Tensor *after2 = as_tensor(q, V);
    check_tensor(after2, want2, "other probabilities have another order");
    long many = draw_long("many", 300, 600);
    double *wide = probabilities(many, false);
    Tensor *before3 = as_tensor(wide, many), *want3 = EXPECT(top_k_want(before3, many / 2));
    CALL(sample_top_k(wide, many, many / 2));
    Tensor *after3 = as_tensor(wide, many);
    check_tensor(after3, want3, "there may be any number of them");
}

/* Two parts for all, three for the last but one, one for the first: which of the twos is second? */
static double *nearly_even(long V)
{
    double *p = ROOM_FOR(V, double);
    for (long i = 0; i < V; i++)
        p[i] = (i == 0 ? 1.0 : i == V - 2 ? 3.0 : 2.0) / (2.0 * (double)V);
    return p;
}

TEST(more_than_all_and_equals, .points = 2, .exercise = "13.6 sample_top_k", .file = "keep_top.c")
{
    long V = draw_long("V", 6, 8);
    double *p = probabilities(V, true), *even = nearly_even(V);
    Tensor *before = as_tensor(p, V), *alike = as_tensor(even, V);

    Tensor *want = EXPECT(top_k_want(before, V + 2));
    long all = EXPECT(top_k_count_want(V, V + 2));
    long kept = CALL(sample_top_k(p, V, V + 2));
    Tensor *after = as_tensor(p, V);
    check_tensor(after, want, "there are only V: all stay as they are");
    check_long(kept, all, "V stay");
    Tensor *want2 = EXPECT(top_k_want(alike, 2));
    CALL(sample_top_k(even, V, 2));
    Tensor *two = as_tensor(even, V);
    check_tensor(two, want2, "of equals the lower id stays, and no more than k");
}

/* ---- 13.7 sample_top_p ------------------------------------------------------------------------------------ */

TEST(the_fewest_that_reach_the_mass, .points = 5, .exercise = "13.7 sample_top_p",
     .file = "keep_top.c")
{
    long V = draw_long("V", 6, 9);
    double mass = draw_double("mass", 0.5, 0.75);
    double *p = probabilities(V, false);
    Tensor *before = as_tensor(p, V);

    Tensor *want = EXPECT(top_p_want(before, mass));
    long want_kept = EXPECT(top_p_count_want(before, mass));
    long kept = CALL(sample_top_p(p, V, mass));
    Tensor *after = as_tensor(p, V);
    check_tensor(after, want,
                 "likely ones first, until their sum is at least mass; these add up to 1 again");
    check_long(kept, want_kept, "it returns how many stay");
    long many = draw_long("many", 300, 600);
    double *wide = probabilities(many, false);
    Tensor *before2 = as_tensor(wide, many), *want2 = EXPECT(top_p_want(before2, mass));
    CALL(sample_top_p(wide, many, mass));
    Tensor *after2 = as_tensor(wide, many);
    check_tensor(after2, want2, "there may be any number of them");
}

TEST(at_least_one_and_at_most_all, .points = 3, .exercise = "13.7 sample_top_p",
     .file = "keep_top.c")
{
    long V = draw_long("V", 4, 7);
    double *p = probabilities(V, false), *q = probabilities(V, false), half[3] = {0.2, 0.5, 0.3};
    Tensor *before = as_tensor(p, V), *before2 = as_tensor(q, V), *before3 = as_tensor(half, 3);

    Tensor *want = EXPECT(top_p_want(before, 0.01));
    CALL(sample_top_p(p, V, 0.01));
    Tensor *one = as_tensor(p, V);
    check_tensor(one, want, "the token that crosses the mass stays, so at least one does");
    Tensor *want2 = EXPECT(top_p_want(before2, 1));
    long all = EXPECT(top_p_count_want(before2, 1));
    long kept = CALL(sample_top_p(q, V, 1));
    Tensor *whole = as_tensor(q, V);
    check_tensor(whole, want2, "mass 1: all stay as they are");
    check_long(kept, all, "V stay");
    Tensor *want3 = EXPECT(top_p_want(before3, 0.5));
    CALL(sample_top_p(half, 3, 0.5));
    Tensor *first = as_tensor(half, 3);
    check_tensor(first, want3, "0.5 reaches a mass of 0.5 already");
    double again[3] = {0.2, 0.5, 0.3};
    Tensor *want4 = EXPECT(top_p_want(before3, 0.5 + 1e-9));
    CALL(sample_top_p(again, 3, 0.5 + 1e-9));
    Tensor *two = as_tensor(again, 3);
    check_tensor(two, want4, "but not a mass that is a little more");
    double flat[8];
    for (int i = 0; i < 8; i++)
        flat[i] = 0.125;
    Tensor *before5 = as_tensor(flat, 8), *want5 = EXPECT(top_p_want(before5, 0.4));
    CALL(sample_top_p(flat, 8, 0.4));
    Tensor *lower = as_tensor(flat, 8);
    check_tensor(lower, want5, "of equals the lower ids stay, and no more than it takes");
    double tenths[10];
    for (int i = 0; i < 10; i++)
        tenths[i] = 0.1;
    long ten = CALL(sample_top_p(tenths, 10, 1));
    check_long(ten, 10, "ten times 0.1 is a little less than 1, and there are no more than V");
}
