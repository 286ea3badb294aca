/* chance.c - 05.3 to 05.5: numbers below n, fair orders, and samples with replacement. */
#include "want.h"

/* ---- 05.3 rng_below -------------------------------------------------------------------------------- */

static Rng rng_before(const char *name, uint64_t bits)
{
    given(name, "a stream whose next bits are %llu", (unsigned long long)bits);
    return (Rng){.state = state_before(bits)};
}

TEST(a_remainder_by_hand, .points = 3, .exercise = "05.3 rng_below", .file = "rng_below.c")
{
    Rng rng = rng_before("rng", 17), top = rng_before("top", UINT64_MAX);

    long want = EXPECT(below_want(&rng, 5));
    check_long(CALL(rng_below(&rng, 5)), want, "17 % 5");
    long want_top = EXPECT(below_want(&top, 10));
    check_long(CALL(rng_below(&top, 10)), want_top,
               "the last digit of 2^64 - 1 = 18446744073709551615");
    check_long(CALL(rng_below(&rng, 1)), 0, "one number to choose from");
    check_fails(rng_below(&rng, 0), "rng_below: n is 0, expected at least 1",
                "nothing to choose from");
}

#define THREE_EIGHTHS (INT64_C(3) << 61) /* of 2^64: 2^64 mod this is a quarter of 2^64 */

TEST(the_uneven_rest_is_drawn_again, .points = 4, .exercise = "05.3 rng_below",
     .file = "rng_below.c")
{
    Rng five = rng_before("five", 5), one = rng_before("one", 1);
    Rng last = rng_before("last", (UINT64_C(1) << 62) - 1);
    Rng first = rng_before("first", UINT64_C(1) << 62);
    long n = THREE_EIGHTHS, power = 1L << 40;
    given("n", "3 * 2^61");
    given("power", "2^40");

    long after_five = EXPECT(below_want(&five, 1000003));
    check_long(CALL(rng_below(&five, 1000003)), after_five,
               "bits 5 are thrown away, the next ones count");
    five.state = state_before(5);
    long want = EXPECT(below_want(&five, power));
    check_long(CALL(rng_below(&five, power)), want, "2^64 is a multiple of 2^40: bits 5 count");
    want = EXPECT(below_want(&one, 3));
    check_long(CALL(rng_below(&one, 3)), want, "2^64 mod 3 is 1: bits 1 count");
    want = EXPECT(below_want(&last, n));
    check_long(CALL(rng_below(&last, n)), want,
               "2^64 mod (3 * 2^61) is 2^62: bits 2^62 - 1 are the last that are thrown away");
    want = EXPECT(below_want(&first, n));
    check_long(CALL(rng_below(&first, n)), want, "bits 2^62 are the first that count");
}

TEST(many_numbers_below, .points = 4, .exercise = "05.3 rng_below", .file = "rng_below.c")
{
    Rng rng = {.state = draw_seed()}, huge = {.state = draw_seed()};
    /* the next two bits of huge are to be thrown away */
    for (uint64_t try = huge.state; plain_bits(&try) >> 62 != 0 || plain_bits(&try) >> 62 != 0;)
        try = huge.state = draw_seed();
    long n = draw_long("n", 1000000, 1L << 40), most = THREE_EIGHTHS;
    given("most", "3 * 2^61");
    given("rng", "a stream");
    given("huge", "a stream whose next two bits are below 2^62");

    for (int i = 0; i < 6; i++) {
        long want = EXPECT(below_want(&rng, n));
        check_long(CALL(rng_below(&rng, n)), want, "the remainder of the next bits");
    }
    uint64_t before = rng.state;
    long one_draw = EXPECT(draws_want(&rng, n));
    CALL(rng_below(&rng, n));
    long draws = draws_since(before, &rng);
    check_long(draws, one_draw, "one draw for a number: the stream moves on by as much");
    for (int i = 0; i < 6; i++) {
        long want = EXPECT(below_want(&huge, most));
        check_long(CALL(rng_below(&huge, most)), want,
                   "bits below 2^62 are thrown away, however often they come");
    }
}

/* ---- 05.4 rng_shuffle ------------------------------------------------------------------------------ */

static void check_shuffle(Rng *rng, long n, long *items, const char *rule)
{
    uint64_t before = rng->state;
    EXPECT(stream_is_used());
    Tensor *want = EXPECT(shuffled_want(rng, n, items));
    CALL(rng_shuffle(rng, n, items));
    long draws = draws_since(before, rng);
    check_at_least(draws, 1, "the order comes from the caller's stream");
    Tensor *order = listed(items, n);
    check_tensor_within(order, want, 0, rule);
}

TEST(four_items_by_hand, .points = 4, .exercise = "05.4 rng_shuffle", .file = "rng_shuffle.c")
{
    Rng rng = {.state = 586};
    long items[] = {10, 20, 30, 40, 50};
    given("rng", "a stream of seed 586, which gives 1 of 4, 0 of 3, 1 of 2");
    given("n", "4");
    given("items", "[10, 20, 30, 40]");

    check_shuffle(&rng, 4, items, "3 with 1, 2 with 0, 1 with 1");
}

TEST(the_order_of_a_seed, .points = 4, .exercise = "05.4 rng_shuffle", .file = "rng_shuffle.c")
{
    Rng rng = {.state = draw_seed()};
    long n = draw_long("n", 9, 12), items[13];
    for (long i = 0; i < 13; i++)
        items[i] = 100 + i * i;
    given("rng", "a stream");
    given("items", "[100, 101, 104, 109, ...]");

    check_shuffle(&rng, n, items, "place i changes with one of the places 0 .. i");
    uint64_t before = rng.state;
    long want = EXPECT(shuffling_draws_want(&rng, n));
    CALL(rng_shuffle(&rng, n, items));
    long draws = draws_since(before, &rng);
    check_long(draws, want, "one draw for each place but place 0");
}

/* How far from even: sum of (seen - expected)^2 / expected over all k outcomes. */
static double chi_square(int k, const long *seen, double expected)
{
    double sum = 0;
    for (int i = 0; i < k; i++)
        sum += ((double)seen[i] - expected) * ((double)seen[i] - expected) / expected;
    return sum;
}

TEST(every_order_is_equally_likely, .points = 4, .exercise = "05.4 rng_shuffle",
     .file = "rng_shuffle.c")
{
    Rng rng = {.state = draw_seed()};
    long orders[6] = {0}, orders_with_an_item_twice = 0;

    check_called("rng_shuffle(&rng, 3, items), 24000 times");
    for (int k = 0; k < 24000; k++) {
        long items[] = {0, 1, 2};
        rng_shuffle(&rng, 3, items);
        bool whole = ((1 << items[0]) | (1 << items[1]) | (1 << items[2])) == 7;
        orders_with_an_item_twice += !whole;
        if (whole)
            orders[items[0] * 2 + (items[1] > items[2])]++;
    }
    check_long(orders_with_an_item_twice, 0, "every item is still there, once");
    double unevenness = chi_square(6, orders, 4000);
    check_at_most(unevenness, 51,
                  "each of the six orders comes up about 4000 times (unevenness: the sum of (seen "
                  "- 4000)^2 / 4000; a fair shuffle stays below 51 but for one time in a thousand "
                  "million)");
}

TEST(nothing_to_shuffle, .points = 2, .exercise = "05.4 rng_shuffle", .file = "rng_shuffle.c")
{
    Rng rng = {.state = 7};
    long items[] = {-5, 9, -5}, *item = items + 1;
    given("item", "[9]");

    long none = EXPECT(no_draws_want());
    CALL(rng_shuffle(&rng, 1, item));
    Tensor *item_and_neighbours = listed(items, 3), *want = values(SHAPE(3), VALUES(-5, 9, -5));
    check_tensor_within(item_and_neighbours, want, 0, "one item stays where it is");
    long draws = draws_since(7, &rng);
    check_long(draws, none, "no choice, no draw");
    CALL(rng_shuffle(&rng, 0, NULL));
    draws = draws_since(7, &rng);
    check_long(draws, 0, "no items, no draw");
}

/* ---- 05.5 dataset_sample --------------------------------------------------------------------------- */

TEST(three_of_five_by_hand, .points = 3, .exercise = "05.5 dataset_sample", .file = "dataset.c")
{
    Witness w = witness(5);
    Dataset *d = &w.dataset;
    Rng rng = {.state = 911};
    Batch batch = {.size = -77};
    given("d", "a dataset of 5 examples");
    given("rng", "a stream of seed 911, which gives 3, 0, 3 of 5");

    long once = EXPECT(fetches_want(3));
    CALL(dataset_sample(d, 3, &rng, &batch));
    long fetches = w.calls;
    check_long(fetches, once, "one fetch of the whole batch");
    rng.state = 911;
    Tensor *want = EXPECT(sample_want(&rng, 5, 3));
    CALL(dataset_sample(d, 3, &rng, &batch));
    Tensor *examples = listed(w.indices, w.n);
    check_tensor_within(examples, want, 0, "what rng_below(rng, 5) gives, three times");
    check_long(batch.size, 3, "the caller's batch is what the dataset made");
}

TEST(any_sample, .points = 4, .exercise = "05.5 dataset_sample", .file = "dataset.c")
{
    long count = draw_long("count", 9, 20), n = draw_long("n", 21, 30);
    Witness w = witness(count), nobody = witness(0);
    Dataset *d = &w.dataset, *none = &nobody.dataset;
    Rng rng = {.state = draw_seed()};
    given("d", "a dataset of %ld examples", count);
    given("none", "a dataset without examples");
    Batch batch;

    Tensor *want = EXPECT(sample_want(&rng, count, n));
    CALL(dataset_sample(d, n, &rng, &batch));
    Tensor *examples = listed(w.indices, w.n);
    check_tensor_within(examples, want, 0, "n numbers below count");

    uint64_t before = rng.state;
    long n_draws = EXPECT(sampling_draws_want(&rng, count, n));
    CALL(dataset_sample(d, n, &rng, &batch));
    long draws = draws_since(before, &rng);
    check_long(draws, n_draws, "the next batch goes on where this one has left the stream");

    const char *callers = EXPECT(scope_want());
    CALL(dataset_sample(d, n, &rng, &batch));
    const char *scope_of_the_batch = w.scope == scope_current() ? "the caller's" : "another one";
    check_text(scope_of_the_batch, callers, "the batch is still there after the call");

    check_fails(dataset_sample(none, 1, &rng, &batch), "the dataset is empty", "nothing to draw");
    check_fails(dataset_sample(d, 0, &rng, &batch), "dataset_sample: n is 0",
                "a batch has an example");
}
