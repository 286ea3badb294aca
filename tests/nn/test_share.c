/* test_share.c - shares of a batch, their sum in a fixed order, and its mean. */
#include "nn.h"
#include "share_check.h"
#include "test.h"
#include <math.h>
#include <string.h>

static void test_every_row_is_in_one_share(void **state)
{
    (void)state;
    for (long rows = 0; rows < 40; rows++)
        for (long shares = 1; shares < 12; shares++) {
            long next = 0, last = rows;
            for (long share = 0; share < shares; share++) {
                Share s = share_of(rows, share, shares);
                assert_int_equal(s.first, next);
                assert_true(s.count == rows / shares || s.count == rows / shares + 1);
                assert_true(s.count <= last);
                next += last = s.count;
            }
            assert_int_equal(next, rows);
        }
}

/* torch.tensor_split(torch.arange(10), 4), and of 3 rows. */
static void test_shares_are_those_of_torch(void **state)
{
    (void)state;
    const long ten[4][2] = {{0, 3}, {3, 3}, {6, 2}, {8, 2}};
    const long three[4][2] = {{0, 1}, {1, 1}, {2, 1}, {3, 0}};
    for (long i = 0; i < 4; i++) {
        assert_int_equal(share_of(10, i, 4).first, ten[i][0]);
        assert_int_equal(share_of(10, i, 4).count, ten[i][1]);
        assert_int_equal(share_of(3, i, 4).first, three[i][0]);
        assert_int_equal(share_of(3, i, 4).count, three[i][1]);
    }
}

enum { N = 50, MOST = 9 };

static void draw_leaves(real leaf[MOST][N], real *at[MOST])
{
    Rng rng = rng_seed(21);
    for (long i = 0; i < MOST; i++)
        for (long j = 0; j < N; j++) {
            at[i] = leaf[i];
            leaf[i][j] = (real)(rng_normal(&rng) * (double)(1 << (i * 3 % 8)));
        }
}

static void test_the_order_is_written_down(void **state)
{
    (void)state;
    real leaf[MOST][N], copy[MOST][N], *at[MOST];
    draw_leaves(leaf, at);
    bool another_order_shows = false;
    for (long leaves = 1; leaves <= MOST; leaves++) {
        memcpy(copy, leaf, sizeof leaf);
        for (long i = 0; i < leaves; i++)
            at[i] = copy[i];
        tree_sum(at, leaves, N);
        for (long j = 0; j < N; j++) {
            real x[MOST];
            for (long i = 0; i < MOST; i++)
                x[i] = leaf[i][j];
            real two = x[0] + x[1], four = two + (x[2] + x[3]);
            real eight = four + ((x[4] + x[5]) + (x[6] + x[7]));
            const real want[MOST] = {x[0],
                                     two,
                                     two + x[2],
                                     four,
                                     four + x[4],
                                     four + (x[4] + x[5]),
                                     four + ((x[4] + x[5]) + x[6]),
                                     eight,
                                     eight + x[8]};
            assert_true(copy[0][j] == want[leaves - 1]);
            real in_order = 0;
            for (long i = 0; i < leaves; i++)
                in_order += x[i];
            another_order_shows |= in_order != copy[0][j];
        }
    }
    assert_true(another_order_shows);
}

/* Ranks add their own leaves first, and then what they have: the same bits. */
static void test_any_number_of_ranks_has_the_same_bits(void **state)
{
    (void)state;
    real leaf[MOST][N], one[MOST][N], many[MOST][N], *at[MOST];
    draw_leaves(leaf, at);
    memcpy(one, leaf, sizeof leaf);
    for (long i = 0; i < 8; i++)
        at[i] = one[i];
    tree_sum(at, 8, N);
    for (long ranks = 2; ranks <= 8; ranks *= 2) {
        memcpy(many, leaf, sizeof leaf);
        real *top[8];
        for (long r = 0; r < ranks; r++) {
            Share own = share_of(8, r, ranks);
            for (long i = 0; i < own.count; i++)
                at[i] = many[own.first + i];
            tree_sum(at, own.count, N);
            top[r] = at[0];
        }
        tree_sum(top, ranks, N);
        assert_memory_equal(top[0], one[0], sizeof one[0]);
    }
}

/* The slowest of any deal from rank r on, with the shares from `next` on: every cut is tried. */
static double shortest(const long *rows, long shares, const double *speed, long ranks)
{
    double least = INFINITY, own = 0;
    if (ranks == 0)
        return shares == 0 ? 0 : INFINITY;
    for (long n = 0; n <= shares; own += n < shares ? (double)rows[n] : 0, n++) {
        double mine = own > 0 ? own / speed[0] : 0;
        least = fmin(least, fmax(mine, shortest(rows + n, shares - n, speed + 1, ranks - 1)));
    }
    return least;
}

static double slowest(const long *rows, const double *speed, long ranks, const long *first)
{
    double most = 0;
    for (long r = 0; r < ranks; r++) {
        double own = 0;
        for (long i = first[r]; i < first[r + 1]; i++)
            own += (double)rows[i];
        most = fmax(most, own > 0 ? own / speed[r] : 0);
    }
    return most;
}

static void test_no_deal_is_shorter(void **state)
{
    (void)state;
    Rng rng = rng_seed(21);
    for (int turn = 0; turn < 400; turn++) {
        long rows[10], first[6], shares = 1 + rng_below(&rng, 10), ranks = 1 + rng_below(&rng, 5);
        double speed[5];
        for (long i = 0; i < shares; i++)
            rows[i] = rng_below(&rng, 9);
        for (long r = 0; r < ranks; r++)
            speed[r] = (double)rng_below(&rng, 4);
        speed[rng_below(&rng, ranks)] = 1.5;
        deal_shares(rows, shares, speed, ranks, first);
        assert_int_equal(first[0], 0);
        assert_int_equal(first[ranks], shares);
        for (long r = 0; r < ranks; r++)
            assert_true(first[r] <= first[r + 1]);
        double best = shortest(rows, shares, speed, ranks);
        assert_close(slowest(rows, speed, ranks, first), best, 1e-12 * best);
    }
}

/* By hand: 8 shares of 2 rows, speeds 1, 2 and 1: 2 + 4 + 2 shares, 4 seconds each. */
static void test_twice_as_fast_has_twice_as_many(void **state)
{
    (void)state;
    const long rows[] = {2, 2, 2, 2, 2, 2, 2, 2}, want[] = {0, 2, 6, 8};
    long first[4];
    deal_shares(rows, 8, (double[]){1, 2, 1}, 3, first);
    assert_memory_equal(first, want, sizeof want);
    assert_fails_with("0 shares for 3 ranks", deal_shares(rows, 0, (double[]){1}, 3, first));
    assert_fails_with("share 1 has -2 rows",
                      deal_shares((long[]){1, -2}, 2, (double[]){1}, 1, first));
    assert_fails_with("rank 1 does -1 rows", deal_shares(rows, 8, (double[]){1, -1}, 2, first));
    assert_fails_with("rank 0 does nan rows", deal_shares(rows, 8, (double[]){NAN}, 1, first));
    assert_fails_with("no rank does any", deal_shares(rows, 8, (double[]){0, 0}, 2, first));
}

static void test_one_division(void **state)
{
    (void)state;
    const ShareSum share[] = {{12, 3}, {0, 0}, {2, 1}};
    real gradient[] = {8, -4};
    assert_true(global_mean(gradient, 2, share, 3) == 3.5);
    assert_true(gradient[0] == 2 && gradient[1] == -1);
    const ShareSum nothing[] = {{0, 0}, {0, 0}};
    real zeros[] = {0, 0};
    assert_true(global_mean(zeros, 2, nothing, 2) == 0);
    assert_true(zeros[0] == 0 && zeros[1] == 0);
    assert_true(global_mean(NULL, 0, share, 3) == 3.5);
}

static void test_refusals(void **state)
{
    (void)state;
    const ShareSum share[] = {{1, 1}, {0, -2}};
    real x = 0, *at[] = {&x};
    assert_fails_with("there are -1 rows", share_of(-1, 0, 2));
    assert_fails_with("0 shares", share_of(4, 0, 0));
    assert_fails_with("no share 2 of 2", share_of(4, 2, 2));
    assert_fails_with("no share -1 of 2", share_of(4, -1, 2));
    assert_fails_with("0 leaves", tree_sum(at, 0, 1));
    assert_fails_with("-1 numbers", tree_sum(at, 1, -1));
    assert_fails_with("-1 numbers", global_mean(&x, -1, share, 1));
    assert_fails_with("0 shares", global_mean(&x, 1, share, 0));
    assert_fails_with("share 1 counts -2 targets", global_mean(&x, 1, share, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_every_row_is_in_one_share),
        UNIT_TEST(test_shares_are_those_of_torch),
        UNIT_TEST(test_the_order_is_written_down),
        UNIT_TEST(test_any_number_of_ranks_has_the_same_bits),
        UNIT_TEST(test_no_deal_is_shorter),
        UNIT_TEST(test_twice_as_fast_has_twice_as_many),
        UNIT_TEST(test_one_division),
        UNIT_TEST(test_refusals),
    };
    return run_tests("nn/share", tests);
}
