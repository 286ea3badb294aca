/* test_share.c - shares of a batch, their sum in a fixed order, and its mean. */
#include "nn.h"
#include "share.h"
#include "test.h"
#include <string.h>

static void test_every_row_is_in_one_share(void **state)
{
    (void)state;
    for (long rows = 0; rows < 40; rows++)
        for (long shares = 1; shares < 12; shares++) {
            long next = 0, last = rows;
            for (long i = 0; i < shares; i++) {
                Share s = share_of(rows, i, shares);
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
        UNIT_TEST(test_one_division),
        UNIT_TEST(test_refusals),
    };
    return run_tests("nn/share", tests);
}
