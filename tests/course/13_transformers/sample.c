/* sample.c - 13.7 to 13.10: probabilities from logits, their tail cut off, and a token drawn by them. */
#include "draws.h"
#include "want.h"

/* Room for V probabilities, every one of them unset; who writes behind the end is caught. */
static double *room_for(long V)
{
    return scope_alloc(scope_current(), (size_t)V * sizeof(double));
}

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
    double sum = 0, *p = room_for(V);
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

/* ---- 13.7 sample_temperature ---------------------------------------------------------------------------- */

TEST(colder_and_warmer, .points = 3, .exercise = "13.7 sample_temperature", .file = "temperature.c")
{
    long V = draw_long("V", 4, 9);
    double warm = draw_double("warm", 1.5, 2.5), cold = draw_double("cold", 0.3, 0.6);
    Tensor *logits = draw("logits", SHAPE(V));
    double *p = room_for(V);

    Tensor *want = EXPECT(temperature_want(logits, warm));
    CALL(sample_temperature(p, logits->data, V, warm));
    Tensor *warmed = as_tensor(p, V);
    check_tensor(warmed, want, "p = softmax(logits / temperature)");
    Tensor *want2 = EXPECT(temperature_want(logits, cold));
    CALL(sample_temperature(p, logits->data, V, cold));
    Tensor *cooled = as_tensor(p, V);
    check_tensor(cooled, want2, "below 1 the likely get likelier");
}

TEST(zero_is_greedy, .points = 2, .exercise = "13.7 sample_temperature", .file = "temperature.c")
{
    long V = draw_long("V", 4, 9), best = draw_long("best", 1, 2);
    Tensor *logits = draw_between("logits", SHAPE(V), -3, -1);
    logits->data[best] = logits->data[V - 1] = (real)-0.5;
    resealed(logits);
    double *p = room_for(V);

    Tensor *want = EXPECT(temperature_want(logits, 0));
    CALL(sample_temperature(p, logits->data, V, 0));
    Tensor *greedy = as_tensor(p, V);
    check_tensor(greedy, want, "temperature 0: 1 for the largest logit, the first of equals");
}

TEST(logits_of_any_size, .points = 1, .exercise = "13.7 sample_temperature",
     .file = "temperature.c")
{
    long V = draw_long("V", 4, 9);
    Tensor *logits = draw_between("logits", SHAPE(V), 800, 802);
    double *p = room_for(V);

    Tensor *want = EXPECT(temperature_want(logits, 0.5));
    CALL(sample_temperature(p, logits->data, V, 0.5));
    Tensor *shares = as_tensor(p, V);
    check_tensor(shares, want, "e^1600 is infinite: take the largest logit off first");
}

/* ---- 13.8 sample_top_k ------------------------------------------------------------------------------------ */

TEST(the_k_most_likely, .points = 3, .exercise = "13.8 sample_top_k", .file = "keep_top.c")
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
}

TEST(more_than_all_and_equals, .points = 2, .exercise = "13.8 sample_top_k", .file = "keep_top.c")
{
    long V = draw_long("V", 3, 5);
    double *p = probabilities(V, true), *even = room_for(V);
    Tensor *before = as_tensor(p, V);
    for (long i = 0; i < V; i++)
        even[i] = 1.0 / (double)V;
    Tensor *alike = as_tensor(even, V);

    Tensor *want = EXPECT(top_k_want(before, V + 2));
    long all = EXPECT(top_k_count_want(V, V + 2));
    long kept = CALL(sample_top_k(p, V, V + 2));
    Tensor *after = as_tensor(p, V);
    check_tensor(after, want, "there are only V: all stay as they are");
    check_long(kept, all, "V stay");
    Tensor *want2 = EXPECT(top_k_want(alike, 2));
    CALL(sample_top_k(even, V, 2));
    Tensor *first_two = as_tensor(even, V);
    check_tensor(first_two, want2, "of equals the lower ids stay, and no more than k");
}

/* ---- 13.9 sample_top_p ------------------------------------------------------------------------------------ */

TEST(the_fewest_that_reach_the_mass, .points = 4, .exercise = "13.9 sample_top_p",
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
}

TEST(at_least_one_and_at_most_all, .points = 3, .exercise = "13.9 sample_top_p",
     .file = "keep_top.c")
{
    long V = draw_long("V", 4, 7);
    double *p = probabilities(V, false), *q = probabilities(V, false), halves[2] = {0.5, 0.5};
    Tensor *before = as_tensor(p, V), *before2 = as_tensor(q, V), *before3 = as_tensor(halves, 2);

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
    CALL(sample_top_p(halves, 2, 0.5));
    Tensor *first = as_tensor(halves, 2);
    check_tensor(first, want3, "0.5 reaches a mass of 0.5 already");
}

/* ---- 13.10 sample_token ------------------------------------------------------------------------------------ */

enum { DRAWS = 60 };

static long numbers_between(uint64_t before, const Rng *after)
{
    Rng rng = {.state = before};
    for (long n = 0; n < 8 * DRAWS; n++) {
        if (rng.state == after->state)
            return n;
        rng_uniform(&rng);
    }
    return -1;
}

static Tensor *drawn(const Tensor *logits, SampleOptions o, Rng *rng)
{
    Tensor *ids = blank(SHAPE(DRAWS));
    for (int i = 0; i < DRAWS; i++)
        ids->data[i] = (real)sample_token(logits->data, logits->shape[0], o, rng);
    return ids;
}

TEST(tokens_as_likely_as_they_are, .points = 3, .exercise = "13.10 sample_token",
     .file = "sample.c")
{
    long V = draw_long("V", 5, 8);
    Tensor *logits = draw("logits", SHAPE(V));
    SampleOptions options = {.temperature = draw_double("temperature", 1.5, 2.5)};
    Rng rng = rng_seed(draw_seed());
    uint64_t before = rng.state;

    Tensor *want = EXPECT(tokens_want(logits, DRAWS, options, rng));
    Tensor *tokens = CALL(drawn(logits, options, &rng));
    check_tensor(tokens, want, "the first token, by id, at which the sum of p exceeds u");
    SampleOptions colder = {.temperature = 0.8};
    Tensor *want2 = EXPECT(tokens_want(logits, DRAWS, colder, rng));
    Tensor *tokens2 = CALL(drawn(logits, colder, &rng));
    check_tensor(tokens2, want2, "and so below temperature 1");
    long want_numbers = EXPECT(numbers_drawn_want(3 * DRAWS, options));
    CALL(drawn(logits, options, &rng));
    long numbers = numbers_between(before, &rng);
    check_long(numbers, want_numbers, "each token takes one number from the stream");
}

TEST(cut_off_before_the_draw, .points = 1, .exercise = "13.10 sample_token", .file = "sample.c")
{
    Tensor *logits = draw("logits", SHAPE(8));
    double temperature = draw_double("temperature", 1.5, 2.5);
    SampleOptions by_p = {.temperature = temperature, .top_p = 0.6};
    SampleOptions by_k = {.temperature = temperature, .top_k = 3, .top_p = 1};
    SampleOptions by_one = {.temperature = temperature, .top_k = 1};
    SampleOptions by_both = {.temperature = temperature, .top_k = 4, .top_p = 0.7};
    Rng rng = rng_seed(draw_seed());

    Tensor *want = EXPECT(tokens_want(logits, DRAWS, by_p, rng));
    Tensor *tokens = CALL(drawn(logits, by_p, &rng));
    check_tensor(tokens, want, "top_p 0.6: the nucleus of all tokens");
    Tensor *want2 = EXPECT(tokens_want(logits, DRAWS, by_k, rng));
    Tensor *tokens2 = CALL(drawn(logits, by_k, &rng));
    check_tensor(tokens2, want2, "top_k 3, top_p 1: all of what top-k left");
    Tensor *want3 = EXPECT(tokens_want(logits, DRAWS, by_one, rng));
    Tensor *tokens3 = CALL(drawn(logits, by_one, &rng));
    check_tensor(tokens3, want3, "top_k 1: the most likely token alone");
    Tensor *want4 = EXPECT(tokens_want(logits, DRAWS, by_both, rng));
    Tensor *tokens4 = CALL(drawn(logits, by_both, &rng));
    check_tensor(tokens4, want4, "temperature, then top-k, then top-p of what top-k left");
}

TEST(greedy_draws_nothing, .points = 1, .exercise = "13.10 sample_token", .file = "sample.c")
{
    Tensor *logits = draw("logits", SHAPE(6));
    SampleOptions options = {.top_k = 3, .top_p = 0.9};
    Rng rng = rng_seed(draw_seed());
    uint64_t before = rng.state;

    Tensor *want = EXPECT(tokens_want(logits, DRAWS, options, rng));
    Tensor *tokens = CALL(drawn(logits, options, &rng));
    check_tensor(tokens, want, "temperature 0: the most likely token, each time");
    long want_numbers = EXPECT(numbers_drawn_want(2 * DRAWS, options));
    CALL(drawn(logits, options, &rng));
    long numbers = numbers_between(before, &rng);
    check_long(numbers, want_numbers, "and the stream stands where it stood");
    Tensor *want2 = EXPECT(tokens_want(logits, DRAWS, options, rng));
    Tensor *without = CALL(drawn(logits, options, NULL));
    check_tensor(without, want2, "so rng may be NULL");
}
