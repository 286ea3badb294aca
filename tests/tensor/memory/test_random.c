/* test_random.c - random numbers: the published sequence, the moments, and the one word of state. */
#include "test.h"

/* SplitMix64 from seed 1234567, as published with the algorithm's public implementations. */
static void test_bits_match_published_sequence(void **state)
{
    (void)state;
    static const uint64_t expected[] = {
        UINT64_C(6457827717110365317), UINT64_C(3203168211198807973), UINT64_C(9817491932198370423),
        UINT64_C(4593380528125082431), UINT64_C(16408922859458223821)};
    Rng rng = rng_seed(1234567);
    for (int i = 0; i < 5; i++)
        assert_true(rng_bits(&rng) == expected[i]);
    rng = rng_seed(0);
    assert_true(rng_bits(&rng) == UINT64_C(0xe220a8397b1dcdaf));
}

static void test_uniform_moments(void **state)
{
    (void)state;
    enum { N = 100000 };
    Rng rng = rng_seed(1);
    double sum = 0, squares = 0, neighbours = 0, last = 0.5;
    for (int i = 0; i < N; i++) {
        double u = rng_uniform(&rng);
        assert_true(u >= 0 && u < 1);
        sum += u;
        squares += u * u;
        neighbours += (u - 0.5) * (last - 0.5);
        last = u;
    }
    /* Five standard deviations of each estimate. */
    assert_close(sum / N, 0.5, 5 * sqrt(1 / 12.0 / N));
    assert_close(squares / N, 1 / 3.0, 5 * sqrt(4 / 45.0 / N));
    assert_close(neighbours / N, 0, 5 / 12.0 / sqrt(N));
}

static void test_normal_moments(void **state)
{
    (void)state;
    enum { N = 200000 };
    Rng rng = rng_seed(2);
    double moment[5] = {0};
    int within = 0;
    for (int i = 0; i < N; i++) {
        double x = rng_normal(&rng), power = 1;
        assert_true(isfinite(x));
        within += fabs(x) < 1;
        for (int k = 0; k < 5; k++, power *= x)
            moment[k] += power / N;
    }
    assert_close(moment[1], 0, 5 / sqrt(N));
    assert_close(moment[2], 1, 5 * sqrt(2.0 / N));
    assert_close(moment[3], 0, 5 * sqrt(15.0 / N));
    assert_close(moment[4], 3, 5 * sqrt(96.0 / N));
    assert_close(within / (double)N, 0.682689492, 5 * sqrt(0.22 / N));
}

/* The formula of Box and Muller, with the uniforms taken two at a time. */
static void test_normal_is_box_muller(void **state)
{
    (void)state;
    Rng rng = rng_seed(42), copy = rng;
    for (int i = 0; i < 100; i++) {
        double u1 = rng_uniform(&copy), u2 = rng_uniform(&copy);
        double expected = sqrt(-2 * log1p(-u1)) * cos(2 * acos(-1.0) * u2);
        assert_close(rng_normal(&rng), expected, 1e-12);
    }
}

static void test_state_word_restores_everything(void **state)
{
    (void)state;
    Rng rng = rng_seed(3);
    for (int skip = 0; skip < 7; skip++) {
        rng_normal(&rng);
        Rng saved = {rng.state};
        double normal = rng_normal(&rng), uniform = rng_uniform(&rng);
        long below = rng_below(&rng, 1000);
        assert_true(rng_normal(&saved) == normal);
        assert_true(rng_uniform(&saved) == uniform);
        assert_int_equal(rng_below(&saved, 1000), below);
        assert_true(saved.state == rng.state);
    }
}

static void test_below_is_unbiased(void **state)
{
    (void)state;
    enum { N = 70000 };
    Rng rng = rng_seed(4);
    int count[7] = {0};
    for (int i = 0; i < N; i++) {
        long k = rng_below(&rng, 7);
        assert_in_range(k, 0, 6);
        count[k]++;
    }
    double chi2 = 0;
    for (int k = 0; k < 7; k++)
        chi2 += (count[k] - N / 7.0) * (count[k] - N / 7.0) / (N / 7.0);
    assert_true(chi2 < 27.9); /* 6 degrees of freedom: exceeded once in 10,000 */
    assert_int_equal(rng_below(&rng, 1), 0);
}

/* n = 3/8 of 2^64 (where a long has as many bits): a plain remainder of 64 bits would give numbers in the lower two thirds three
 * times for every two times of the others. */
static void test_below_is_unbiased_for_huge_n(void **state)
{
    (void)state;
    enum { N = 20000 };
    long n = (LONG_MAX / 4 + 1) * 3;
    Rng rng = rng_seed(5);
    int low = 0;
    for (int i = 0; i < N; i++) {
        long k = rng_below(&rng, n);
        assert_true(k >= 0 && k < n);
        low += k < n / 3 * 2;
    }
    assert_close(low / (double)N, 2 / 3.0, 5 * sqrt(2 / 9.0 / N));
}

static void test_below_refuses_nothing_to_choose_from(void **state)
{
    (void)state;
    Rng rng = rng_seed(6);
    assert_fails_with("rng_below: n is 0, expected at least 1", rng_below(&rng, 0));
    assert_fails_with("rng_below: n is -3", rng_below(&rng, -3));
    assert_true(rng.state == 6);
}

static void test_streams_are_independent(void **state)
{
    (void)state;
    enum { N = 20000, STREAMS = 4 };
    Rng rng[STREAMS + 1];
    for (int s = 0; s < STREAMS; s++)
        rng[s] = rng_stream(7, (uint64_t)s);
    rng[STREAMS] = rng_seed(7);
    double product[STREAMS + 1][STREAMS + 1] = {{0}};
    for (int i = 0; i < N; i++) {
        double u[STREAMS + 1];
        for (int s = 0; s <= STREAMS; s++)
            u[s] = rng_uniform(&rng[s]) - 0.5;
        for (int a = 0; a <= STREAMS; a++)
            for (int b = 0; b < a; b++)
                product[a][b] += u[a] * u[b] / N;
    }
    for (int a = 0; a <= STREAMS; a++)
        for (int b = 0; b < a; b++)
            assert_close(product[a][b], 0, 5 / 12.0 / sqrt(N));
    Rng again = rng_stream(7, 2), other_seed = rng_stream(8, 2);
    assert_true(rng_stream(7, 2).state == again.state);
    assert_true(other_seed.state != again.state);
}

static void test_shuffle_is_a_fair_permutation(void **state)
{
    (void)state;
    enum { N = 60000 };
    Rng rng = rng_seed(8);
    int count[6] = {0};
    for (int i = 0; i < N; i++) {
        long items[3] = {0, 1, 2};
        rng_shuffle(&rng, 3, items);
        assert_int_equal((1 << items[0]) | (1 << items[1]) | (1 << items[2]), 7);
        count[items[0] * 2 + (items[1] > items[2])]++;
    }
    double chi2 = 0;
    for (int k = 0; k < 6; k++)
        chi2 += (count[k] - N / 6.0) * (count[k] - N / 6.0) / (N / 6.0);
    assert_true(chi2 < 25.7); /* 5 degrees of freedom: exceeded once in 10,000 */
    long one[1] = {9};
    uint64_t before = rng.state;
    rng_shuffle(&rng, 1, one);
    rng_shuffle(&rng, 0, NULL);
    assert_int_equal(one[0], 9);
    assert_true(rng.state == before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_bits_match_published_sequence),
        UNIT_TEST(test_uniform_moments),
        UNIT_TEST(test_normal_moments),
        UNIT_TEST(test_normal_is_box_muller),
        UNIT_TEST(test_state_word_restores_everything),
        UNIT_TEST(test_below_is_unbiased),
        UNIT_TEST(test_below_is_unbiased_for_huge_n),
        UNIT_TEST(test_below_refuses_nothing_to_choose_from),
        UNIT_TEST(test_streams_are_independent),
        UNIT_TEST(test_shuffle_is_a_fair_permutation),
    };
    return run_tests("tensor/memory/random", tests);
}
