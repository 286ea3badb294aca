/* test_pack_documents.c - documents in rows: each token once, few rows, no needless cut. */
#include "data_parts.h"
#include "test.h"

enum { MOST = 400 };

/* Asserts that each token stands in one place; returns where documents are cut. */
static long cuts(const IntTensor *rows, long n, const long *length)
{
    static long place[1 << 16];
    long total = 0, cuts = 0, T = rows->shape[1], places = rows->shape[0] * T;
    for (long i = 0; i < n; i++)
        total += length[i];
    for (long t = 0; t < total; t++)
        place[t] = -1;
    for (long p = 0; p < places; p++) {
        long token = rows->data[p];
        assert_in_range(token + 1, 0, total);
        if (token >= 0) {
            assert_int_equal(place[token], -1);
            place[token] = p;
        }
    }
    for (long i = 0, t = 0; i < n; i++)
        for (long k = 0; k < length[i]; k++, t++) {
            assert_true(place[t] >= 0);
            cuts += k > 0 && (place[t] != place[t - 1] + 1 || place[t] % T == 0);
        }
    return cuts;
}

static void test_by_hand(void **state)
{
    (void)state;
    long length[] = {3, 2, 0, 1, 2};
    Rng rng = rng_seed(1);
    IntTensor *rows = pack_documents(5, length, 4, &rng);
    assert_int_equal(rows->shape[0], 2);
    assert_int_equal(cuts(rows, 5, length), 0);
    rows = pack_documents(1, (long[]){9}, 4, &rng);
    assert_int_equal(rows->shape[0], 3);
    assert_int_equal(cuts(rows, 1, (long[]){9}), 2);
    rows = pack_documents(2, (long[]){4, 8}, 4, &rng);
    assert_int_equal(rows->shape[0], 3);
    assert_int_equal(cuts(rows, 2, (long[]){4, 8}), 1);
    assert_int_equal(pack_documents(0, NULL, 4, &rng)->shape[0], 0);
    assert_int_equal(pack_documents(2, (long[]){0, 0}, 4, &rng)->shape[0], 0);
    assert_int_equal(pack_documents(2, (long[]){1, 2}, 1, &rng)->shape[0], 3);
}

/* Rows that are full as they are drawn, of two documents each; every fifth has a long one. */
static void test_full_rows_are_found(void **state)
{
    (void)state;
    Rng rng = rng_seed(7);
    for (int run = 0; run < 20; run++) {
        long T = 40 + rng_below(&rng, 60), length[MOST], n = 0, needed = 0;
        for (long row = 0; row < 90; row++) {
            long first = 3 * T / 10 + rng_below(&rng, T * 4 / 10), more = row % 5 == 0;
            length[n++] = first + more * T;
            length[n++] = T - first;
            needed += more;
        }
        IntTensor *rows = pack_documents(n, length, T, &rng);
        assert_in_range(rows->shape[0], 90 + 18, 90 + 18);
        assert_int_equal(cuts(rows, n, length), needed);
    }
}

static void test_chance(void **state)
{
    (void)state;
    long length[] = {7, 6, 5, 5, 4, 3, 2, 8}, early = 0;
    Rng rng = rng_seed(3), same = rng_seed(3);
    for (int run = 0; run < 400; run++) {
        IntTensor *rows = pack_documents(8, length, 8, &rng);
        assert_memory_equal(rows->data, pack_documents(8, length, 8, &same)->data,
                            (size_t)(rows->shape[0] * 8) * sizeof(int));
        for (long p = 0; p < 8; p++)
            early += rows->data[p] == 0;
    }
    assert_in_range(early, 40, 120); /* document 0 is in the first of 5 rows, or more, by chance */
}

static void test_refusals(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    assert_fails_with("n is 1 and T is 0, expected at least 0 and 1",
                      pack_documents(1, (long[]){1}, 0, &rng));
    assert_fails_with("document 1 has -2 tokens, expected 0 to",
                      pack_documents(2, (long[]){1, -2}, 4, &rng));
    assert_fails_with("document 1 has 9 tokens, expected 0 to the 1 that are left",
                      pack_documents(2, (long[]){INT_MAX - 1, 9}, 4, &rng));
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_by_hand), UNIT_TEST(test_full_rows_are_found),
                                       UNIT_TEST(test_chance), UNIT_TEST(test_refusals)};
    return run_tests("nn/pack_documents", tests);
}
