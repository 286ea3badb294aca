/* chance.c - 05.2 and 05.3: numbers below n, and fair orders. */
#include "want.h"

/* ---- 05.2 rng_below -------------------------------------------------------------------------------- */

static Rng rng_before(const char *name, uint64_t bits)
{
    given(name, "a stream whose next bits are %llu", (unsigned long long)bits);
    return (Rng){.state = state_before(bits)};
}

TEST(a_remainder_by_hand, .points = 1, .exercise = "05.2 rng_below", .file = "rng_below.c")
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

#if LONG_MAX > INT32_MAX /* 3/8 of 2^64: 2^64 mod this is a quarter of 2^64 */
#define MOST_N_TEXT "3 * 2^61"
#define REST_TEXT "2^62"
enum { LARGE = 40, LARGEST = 50, REST = 62 };
#else /* as large as 32 bits allow */
#define MOST_N_TEXT "3 * 2^29"
#define REST_TEXT "2^30"
enum { LARGE = 30, LARGEST = 30, REST = 30 };
#endif
#define MOST_N ((LONG_MAX / 4 + 1) * 3)

TEST(the_uneven_rest_is_drawn_again, .points = 7, .exercise = "05.2 rng_below",
     .file = "rng_below.c")
{
    long n = draw_long("half_n", 1L << 19, 1L << (LARGE - 1)) * 2 + 1,
         power = 1L << draw_long("p", 20, LARGEST);
    uint64_t rest = (0 - (uint64_t)n) % (uint64_t)n; /* 2^64 mod n */
    Rng low = rng_before("low", draw_seed() % rest), last = rng_before("last", rest - 1);
    Rng first = rng_before("first", rest), small = rng_before("small", draw_seed() % 99);
    Rng quarter = rng_before("quarter", (UINT64_C(1) << REST) - 1 - draw_seed() % 99);
    Rng behind = rng_before("behind", UINT64_C(1) << REST);
    long most = MOST_N;
    given("n", "2 half_n + 1");
    given("power", "2^p");
    given("most", MOST_N_TEXT);

    long want = EXPECT(below_want(&low, n));
    check_long(CALL(rng_below(&low, n)), want,
               "bits below 2^64 mod n are thrown away, the next ones count");
    want = EXPECT(below_want(&small, power));
    check_long(CALL(rng_below(&small, power)), want,
               "2^64 is a multiple of 2^p: nothing is thrown away");
    want = EXPECT(below_want(&last, n));
    check_long(CALL(rng_below(&last, n)), want,
               "2^64 mod n - 1 are the last bits that are thrown away");
    want = EXPECT(below_want(&first, n));
    check_long(CALL(rng_below(&first, n)), want, "bits 2^64 mod n are the first that count");
    want = EXPECT(below_want(&quarter, most));
    check_long(CALL(rng_below(&quarter, most)), want,
               "2^64 mod (" MOST_N_TEXT ") is " REST_TEXT ": bits below are thrown away");
    want = EXPECT(below_want(&behind, most));
    check_long(CALL(rng_below(&behind, most)), want, "bits " REST_TEXT " are the first that count");
}

TEST(many_numbers_below, .points = 6, .exercise = "05.2 rng_below", .file = "rng_below.c")
{
    Rng rng = {.state = draw_seed()}, huge = {.state = draw_seed()};
    /* the next two bits of huge are to be thrown away */
    for (uint64_t try = huge.state; plain_bits(&try) >> 62 != 0 || plain_bits(&try) >> 62 != 0;)
        try = huge.state = draw_seed();
    long n = draw_long("n", 100000, 999999), most = MOST_N;
    given("most", MOST_N_TEXT);
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
                   "bits below " REST_TEXT " are thrown away, however often they come");
    }
}

/* ---- 05.3 rng_shuffle ------------------------------------------------------------------------------ */

static void check_shuffle(Rng *rng, long n, long *items, const char *rule)
{
    uint64_t before = rng->state;
    Tensor *want = EXPECT(shuffled_want(rng, n, items));
    CALL(rng_shuffle(rng, n, items));
    long draws = draws_since(before, rng);
    check_at_least(draws, 1, "the order comes from the caller's stream");
    Tensor *order = listed(items, n);
    check_tensor_within(order, want, 0, rule);
}

TEST(four_items_by_hand, .points = 1, .exercise = "05.3 rng_shuffle", .file = "rng_shuffle.c")
{
    Rng rng = {.state = 586};
    long items[] = {10, 20, 30, 40, 50};
    given("rng", "a stream of seed 586, which gives 1 of 4, 0 of 3, 1 of 2");
    given("n", "4");
    given("items", "[10, 20, 30, 40]");

    check_shuffle(&rng, 4, items, "3 with 1, 2 with 0, 1 with 1");
}

TEST(the_order_of_a_seed, .points = 7, .exercise = "05.3 rng_shuffle", .file = "rng_shuffle.c")
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

static Tensor *sorted(const long items[3])
{
    Tensor *t = blank(SHAPE(3));
    for (int i = 0; i < 3; i++) {
        int place = 0;
        for (int j = 0; j < 3; j++)
            place += items[j] < items[i];
        t->data[place] = (real)items[i];
    }
    return t;
}

TEST(every_order_is_equally_likely, .points = 3, .exercise = "05.3 rng_shuffle",
     .file = "rng_shuffle.c")
{
    Rng rng = {.state = draw_seed()};
    long orders[6] = {0}, orders_with_an_item_twice = 0;
    long item[] = {draw_long("a", 100, 199), draw_long("b", 200, 299), draw_long("c", 300, 399)};
    long items[] = {item[0], item[1], item[2]};

    check_called("rng_shuffle(&rng, 3, items), 24000 times");
    for (int k = 0; k < 24000; k++) {
        rng_shuffle(&rng, 3, items);
        long first = items[0] / 100 - 1;
        bool whole = items[0] * items[1] * items[2] == item[0] * item[1] * item[2];
        orders_with_an_item_twice += !whole || first < 0 || first > 2;
        if (!whole || first < 0 || first > 2)
            memcpy(items, item, sizeof items);
        else
            orders[first * 2 + (items[1] > items[2])]++;
    }
    check_long(orders_with_an_item_twice, 0, "every item is still there, once");
    double unevenness = chi_square(6, orders, 4000);
    check_at_most(unevenness, 51,
                  "each of the six orders comes up about 4000 times (unevenness: the sum of (seen "
                  "- 4000)^2 / 4000; a fair shuffle stays below 51 but for one time in a thousand "
                  "million)");
    Tensor *smallest_first = sorted(items), *want = listed(item, 3);
    check_tensor_within(smallest_first, want, 0, "the same three items, in whatever order");
}

TEST(nothing_to_shuffle, .points = 1, .exercise = "05.3 rng_shuffle", .file = "rng_shuffle.c")
{
    Rng rng = {.state = draw_seed()};
    uint64_t before = rng.state;
    long only = draw_long("only", 10, 999), left = draw_long("left", -99, -1);
    long right = draw_long("right", -99, -1), items[] = {left, only, right}, *item = items + 1;
    given("item", "[only], between left and right");

    CALL(rng_shuffle(&rng, 1, item));
    Tensor *item_and_neighbours = listed(items, 3),
           *want = listed((const long[]){left, only, right}, 3);
    check_tensor_within(item_and_neighbours, want, 0, "one item stays where it is");
    long draws = draws_since(before, &rng);
    check_long(draws, 0, "no choice, no draw");
    CALL(rng_shuffle(&rng, 0, NULL));
    draws = draws_since(before, &rng);
    check_long(draws, 0, "no items, no draw");
    long items_of[] = {draw_long("first", 10, 99), 100, 200, 300, 400};
    given("items", "[first, 100, 200, 300, 400]");
    check_shuffle(&rng, 5, items_of, "five items from the same stream: there is a choice");
}
