/* test_sample.c - one token from logits: distributions, cut-offs, mistakes. */
#include "attention_shared.h"
#include "test.h"

#define DRAWS 40000

/* How often each of V tokens comes up, as a share. */
static void shares_of(const real *logits, long V, SampleOptions o, double *share)
{
    Rng rng = rng_seed(99);
    long count[4] = {0};
    assert_true(V <= 4);
    for (int n = 0; n < DRAWS; n++)
        count[sample_token(logits, V, o, &rng)]++;
    for (long i = 0; i < V; i++)
        share[i] = (double)count[i] / DRAWS;
}

/* Within five standard deviations; a share of 0 has to be exactly that. */
static void check_shares(const double *share, const double *expected, long V)
{
    for (long i = 0; i < V; i++)
        assert_close(share[i], expected[i], 5 * sqrt(expected[i] * (1 - expected[i]) / DRAWS));
}

/* Probabilities .1, .4, .2, .3, in no order. */
static const double probability[] = {0.1, 0.4, 0.2, 0.3};
static real logit[4];

static void set_logits(void)
{
    for (int i = 0; i < 4; i++)
        logit[i] = (real)(log(probability[i]) + 3); /* softmax does not see the 3 */
}

/* ---- sampling ---------------------------------------------------------------------------------- */

static void test_temperature_one_is_softmax(void **state)
{
    (void)state;
    double share[4];
    set_logits();
    shares_of(logit, 4, (SampleOptions){.temperature = 1}, share);
    check_shares(share, probability, 4);
    shares_of(logit, 4, (SampleOptions){.temperature = 1, .top_k = 9, .top_p = 1}, share);
    check_shares(share, probability, 4);
}

static void test_temperature_half_squares_the_odds(void **state)
{
    (void)state;
    double share[4], expected[4] = {0.01 / 0.3, 0.16 / 0.3, 0.04 / 0.3, 0.09 / 0.3};
    set_logits();
    shares_of(logit, 4, (SampleOptions){.temperature = 0.5}, share);
    check_shares(share, expected, 4);
}

static void test_extreme_temperatures(void **state)
{
    (void)state;
    double share[4], cold[4] = {0, 1, 0, 0}, hot[4] = {0.25, 0.25, 0.25, 0.25};
    set_logits();
    shares_of(logit, 4, (SampleOptions){.temperature = 1e-9}, share);
    check_shares(share, cold, 4);
    shares_of(logit, 4, (SampleOptions){.temperature = 1e9}, share);
    check_shares(share, hot, 4);
}

static void test_zero_is_greedy_and_draws_nothing(void **state)
{
    (void)state;
    const real tie[] = {1, 5, 2, 5, 5};
    Rng rng = rng_seed(1), before = rng;
    assert_int_equal(sample_token(tie, 5, (SampleOptions){0}, &rng), 1); /* the first of the best */
    assert_int_equal(sample_token(tie, 5, (SampleOptions){0}, NULL), 1);
    assert_true(rng.state == before.state);
    const real negative[] = {-3, -2, -9};
    assert_int_equal(sample_token(negative, 3, (SampleOptions){0}, NULL), 1);
    const real one[] = {7};
    assert_int_equal(sample_token(one, 1, (SampleOptions){.temperature = 1}, &rng), 0);
}

/* -infinity is how a token is forbidden. */
static void test_forbidden_tokens(void **state)
{
    (void)state;
    double share[4], rest[4] = {1.0 / 6, 0, 2.0 / 6, 3.0 / 6}, best[4] = {0, 0, 0.4, 0.6};
    set_logits();
    logit[1] = (real)-INFINITY;
    shares_of(logit, 4, (SampleOptions){.temperature = 1}, share);
    check_shares(share, rest, 4);
    shares_of(logit, 4, (SampleOptions){.temperature = 1, .top_p = 0.8}, share);
    check_shares(share, best, 4);
    shares_of(logit, 4, (SampleOptions){.temperature = 1, .top_k = 4}, share);
    check_shares(share, rest, 4);
    const real first[] = {(real)-INFINITY, (real)-INFINITY, -5};
    double p[3];
    for (int i = 0; i < 3; i++) {
        sample_temperature(p, first, 3, i);
        assert_true(p[0] == 0 && p[1] == 0 && p[2] == 1);
    }
    assert_int_equal(sample_token(first, 3, (SampleOptions){0}, NULL), 2);
    assert_fails_with("sample_token: all 2 logits are -inf, which forbids every token",
                      sample_token(first, 2, (SampleOptions){0}, NULL));
    assert_fails_with("sample_temperature: all 2 logits are -inf",
                      sample_temperature(p, first, 2, 1));
}

static void test_top_k(void **state)
{
    (void)state;
    double share[4], two[4] = {0, 4.0 / 7, 0, 3.0 / 7}, one[4] = {0, 1, 0, 0};
    set_logits();
    shares_of(logit, 4, (SampleOptions){.temperature = 1, .top_k = 2}, share);
    check_shares(share, two, 4);
    shares_of(logit, 4, (SampleOptions){.temperature = 1, .top_k = 1}, share);
    check_shares(share, one, 4);
    const real tie[] = {0, 0, 0};
    double first_two[3] = {0.5, 0.5, 0};
    shares_of(tie, 3, (SampleOptions){.temperature = 1, .top_k = 2}, share);
    check_shares(share, first_two, 3);
}

static void test_top_p(void **state)
{
    (void)state;
    double share[4], one[4] = {0, 1, 0, 0}, two[4] = {0, 4.0 / 7, 0, 3.0 / 7};
    double three[4] = {0, 4.0 / 9, 2.0 / 9, 3.0 / 9};
    set_logits();
    shares_of(logit, 4, (SampleOptions){.temperature = 1, .top_p = 0.3}, share);
    check_shares(share, one, 4); /* at least one token, though .4 > .3 */
    shares_of(logit, 4, (SampleOptions){.temperature = 1, .top_p = 0.65}, share);
    check_shares(share, two, 4);
    shares_of(logit, 4, (SampleOptions){.temperature = 1, .top_p = 0.75}, share);
    check_shares(share, three, 4);
    shares_of(logit, 4, (SampleOptions){.temperature = 1, .top_p = 0.95}, share);
    check_shares(share, probability, 4);
}

/* The nucleus is the smallest set that reaches p: two equal tokens reach exactly .5 with one. */
static void test_top_p_stops_when_it_is_reached(void **state)
{
    (void)state;
    const real equal[] = {0, 0};
    double share[2], first[2] = {1, 0};
    shares_of(equal, 2, (SampleOptions){.temperature = 1, .top_p = 0.5}, share);
    check_shares(share, first, 2);
}

static void test_top_p_counts_what_top_k_left(void **state)
{
    (void)state;
    /* Of .4, .3, .2, the first two hold 7/9 = .78 >= .75; of all four they would hold only .7. */
    double share[4], two[4] = {0, 4.0 / 7, 0, 3.0 / 7};
    set_logits();
    shares_of(logit, 4, (SampleOptions){.temperature = 1, .top_k = 3, .top_p = 0.75}, share);
    check_shares(share, two, 4);
}

/* ---- its three parts ----------------------------------------------------------------------------- */

static void check_doubles(const double *p, const double *expected, long V)
{
    for (long i = 0; i < V; i++)
        assert_close(p[i], expected[i], 1e-6);
}

static void test_the_parts_keep_what_they_say(void **state)
{
    (void)state;
    double p[4], cold[4] = {0, 1, 0, 0}, two[4] = {0, 4.0 / 7, 0, 3.0 / 7};
    double of_two[4] = {0, 1, 0, 0}, three[4] = {0, 4.0 / 9, 2.0 / 9, 3.0 / 9};
    set_logits();
    sample_temperature(p, logit, 4, 0);
    check_doubles(p, cold, 4);
    assert_int_equal(sample_top_k(p, 4, 3), 3); /* two of them cannot come, all the same */
    check_doubles(p, cold, 4);
    sample_temperature(p, logit, 4, 1);
    assert_int_equal(sample_top_k(p, 4, 9), 4);
    check_doubles(p, probability, 4);
    assert_int_equal(sample_top_k(p, 4, 2), 2);
    check_doubles(p, two, 4);
    assert_int_equal(sample_top_p(p, 4, 0.5), 1); /* of what is left, 4/7 */
    check_doubles(p, of_two, 4);
    sample_temperature(p, logit, 4, 1);
    assert_int_equal(sample_top_p(p, 4, 0.75), 3);
    check_doubles(p, three, 4);
    assert_int_equal(sample_top_p(p, 4, 1), 3); /* the fourth has nothing to add */
}

/* Some thousand probabilities of all sizes, many of them alike, many of them 0. */
static void test_the_order_of_many(void **state)
{
    (void)state;
    enum { MANY = 3000 };
    double p[MANY];
    Rng rng = rng_seed(6);
    bool seen[MANY] = {false};
    for (long i = 0; i < MANY; i++)
        p[i] = i % 5 == 0 ? 0 : ldexp((double)(rng_bits(&rng) % 50), -(int)(rng_bits(&rng) % 900));
    const long *order = sample_order(p, MANY);
    for (long i = 0; i < MANY; i++) {
        assert_in_range(order[i], 0, MANY - 1);
        assert_false(seen[order[i]]);
        seen[order[i]] = true;
        if (i > 0)
            assert_true(p[order[i - 1]] > p[order[i]] ||
                        (p[order[i - 1]] == p[order[i]] && order[i - 1] < order[i]));
    }
}

/* Numbers that cannot be told from another order of walking: those of the header's rule. */
static void test_the_token_is_the_one_at_which_the_sum_exceeds_u(void **state)
{
    (void)state;
    Rng rng = rng_seed(3), twin = rng;
    set_logits();
    for (int n = 0; n < 1000; n++) {
        double u = rng_uniform(&twin), sum = 0;
        int want = -1;
        while (sum <= u)
            sum += probability[++want];
        assert_int_equal(sample_token(logit, 4, (SampleOptions){.temperature = 1}, &rng), want);
    }
    assert_true(rng.state == twin.state);
}

static void test_what_the_parts_refuse(void **state)
{
    (void)state;
    double p[4] = {0.5, 0.5, 0, 0}, odd[2] = {0.5, 0.4}, below[2] = {1.5, -0.5};
    set_logits();
    assert_fails_with("sample_temperature: temperature is -1", sample_temperature(p, logit, 4, -1));
    assert_fails_with("sample_temperature: V is 0", sample_temperature(p, logit, 0, 1));
    assert_fails_with("sample_top_k: k is 0, expected at least 1", sample_top_k(p, 4, 0));
    assert_fails_with("sample_top_k: V is 0", sample_top_k(p, 0, 1));
    assert_fails_with("sample_top_p: mass is 0, expected more than 0", sample_top_p(p, 4, 0));
    assert_fails_with("sample_top_p: mass is nan", sample_top_p(p, 4, fabs(NAN)));
    assert_fails_with("the 2 probabilities add up to 0.9, expected 1", sample_top_p(odd, 2, 0.5));
    assert_fails_with("p[1] is -0.5, expected a probability", sample_top_k(below, 2, 1));
}

static void test_same_seed_same_tokens(void **state)
{
    (void)state;
    Rng a = rng_seed(4), b = rng_seed(4);
    SampleOptions o = {.temperature = 1, .top_k = 3, .top_p = 0.9};
    set_logits();
    for (int i = 0; i < 100; i++)
        assert_int_equal(sample_token(logit, 4, o, &a), sample_token(logit, 4, o, &b));
    assert_true(a.state == b.state);
}

static void test_sampling_leaves_no_memory_behind(void **state)
{
    (void)state;
    Rng rng = rng_seed(4);
    set_logits();
    size_t before = scope_bytes(scope_current());
    sample_token(logit, 4, (SampleOptions){.temperature = 1}, &rng);
    assert_int_equal(scope_bytes(scope_current()), before);
}

static void check_refused(SampleOptions o, const char *message)
{
    Rng rng = rng_seed(4);
    assert_fails_with(message, sample_token(logit, 4, o, &rng));
}

static void test_logits_are_checked(void **state)
{
    (void)state;
    Rng rng = rng_seed(4);
    real wrong[] = {0, 1, (real)fabs(NAN)};
    set_logits();
    assert_fails_with("sample_token: logit 2 of 3 is nan",
                      sample_token(wrong, 3, (SampleOptions){.temperature = 1}, &rng));
    assert_fails_with("logit 2 of 3 is nan", sample_token(wrong, 3, (SampleOptions){0}, &rng));
    wrong[2] = (real)INFINITY;
    assert_fails_with("logit 2 of 3 is inf", sample_token(wrong, 3, (SampleOptions){0}, &rng));
    assert_fails_with("V is 0", sample_token(logit, 0, (SampleOptions){0}, &rng));
}

static void test_sample_options_are_checked(void **state)
{
    (void)state;
    set_logits();
    check_refused((SampleOptions){.temperature = -1},
                  "sample_token: temperature is -1, expected a number >= 0");
    check_refused((SampleOptions){.temperature = INFINITY}, "temperature is inf");
    check_refused((SampleOptions){.temperature = fabs(NAN)}, "temperature is nan");
    check_refused((SampleOptions){.temperature = 1, .top_k = -1},
                  "top_k is -1, expected at least 0");
    check_refused((SampleOptions){.temperature = 1, .top_p = -0.5},
                  "top_p is -0.5, expected 0 to 1");
    check_refused((SampleOptions){.temperature = 1, .top_p = 1.5}, "top_p is 1.5, expected 0 to 1");
    check_refused((SampleOptions){.temperature = 1, .top_p = fabs(NAN)}, "top_p is nan");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_temperature_one_is_softmax),
        UNIT_TEST(test_temperature_half_squares_the_odds),
        UNIT_TEST(test_extreme_temperatures),
        UNIT_TEST(test_zero_is_greedy_and_draws_nothing),
        UNIT_TEST(test_forbidden_tokens),
        UNIT_TEST(test_top_k),
        UNIT_TEST(test_top_p),
        UNIT_TEST(test_top_p_stops_when_it_is_reached),
        UNIT_TEST(test_top_p_counts_what_top_k_left),
        UNIT_TEST(test_the_parts_keep_what_they_say),
        UNIT_TEST(test_the_order_of_many),
        UNIT_TEST(test_the_token_is_the_one_at_which_the_sum_exceeds_u),
        UNIT_TEST(test_what_the_parts_refuse),
        UNIT_TEST(test_same_seed_same_tokens),
        UNIT_TEST(test_sampling_leaves_no_memory_behind),
        UNIT_TEST(test_logits_are_checked),
        UNIT_TEST(test_sample_options_are_checked),
    };
    return run_tests("attention/sample", tests);
}
