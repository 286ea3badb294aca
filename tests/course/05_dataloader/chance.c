/* chance.c - 05.3 to 05.5: numbers below n, fair orders, and samples with replacement. */
#include "plain_data.h"

/* ---- 05.3 rng_below -------------------------------------------------------------------------------- */

TEST(a_remainder_by_hand, .points = 3, .exercise = "05.3 rng_below", .file = "rng_below.c",
     .hints = HINTS("rng_bits(rng) gives 64 random bits. What keeps a large number below 5?",
                    "The remainder: bits % n, computed in uint64_t, is 0 .. n - 1.",
                    "return (long)(bits % (uint64_t)n);"))
{
    Rng rng = {.state = state_before(17)}, top = {.state = state_before(UINT64_MAX)};
    given("rng", "whose next bits are 17");
    given("top", "whose next bits are 2^64 - 1");
    MISTAKE_NUMBER(3, "one too large: 0 to n - 1, not 1 to n");
    MISTAKE_NUMBER(5, "remainders by n + 1: n itself must not come up");
    MISTAKE_NUMBER(1, "remainders by n - 1: n - 1 must come up as well");
    MISTAKE_NUMBER(0, "17 / 2^64 of n: a fraction of 64 bits has to be rounded somewhere, and no "
                      "rounding is fair; take the remainder");
    check_long(CALL(rng_below(&rng, 5)), 2, "17 % 5");
    FORGET();
    MISTAKE_NUMBER(-1, "the bits were taken as a signed number: the remainder is negative");
    MISTAKE_NUMBER(1,
                   "the bits were taken as a signed number: its remainder is not that of the bits");
    check_long(CALL(rng_below(&top, 5)), 0, "(2^64 - 1) % 5: 2^64 is 1 more than a multiple of 5");
    check_long(CALL(rng_below(&rng, 1)), 0, "one number to choose from");
    check_fails(rng_below(&rng, 0), "rng_below: n is 0, expected at least 1",
                "nothing to choose from");
}

#define THREE_EIGHTHS (INT64_C(3) << 61) /* of 2^64: 2^64 mod this is a quarter of 2^64 */

TEST(the_uneven_rest_is_drawn_again, .points = 4, .exercise = "05.3 rng_below",
     .file = "rng_below.c",
     .hints = HINTS(
         "With 8 equally likely numbers and n = 3, the remainders 0 and 1 come up three times, "
         "2 only twice.",
         "rest = 2^64 mod n = (0 - n) % n in uint64_t. Bits below rest are thrown away.",
         "do bits = rng_bits(rng); while (bits < (0 - range) % range);"))
{
    Rng zero = {.state = state_before(0)}, one = {.state = state_before(1)};
    given("zero", "whose next bits are 0");
    given("one", "whose next bits are 1");
    EXPECT(uint64_t state = zero.state, skipped = plain_bits(&state));
    EXPECT(uint64_t second = plain_bits(&state));
    EXPECT(long want = (long)(second % 1000003));
    MISTAKE_NUMBER(0, "a remainder without drawing again: 2^64 is no multiple of n, so the lowest "
                      "2^64 mod n numbers make some remainders likelier than others");
    check_long(CALL(rng_below(&zero, 1000003)), want,
               "bits 0 are thrown away, the next ones count");
    zero.state = state_before(0);
    FORGET();
    MISTAKE_NUMBER(
        (double)(second % (UINT64_C(1) << 40)),
        "one number too many is thrown away, or more: 2^40 divides 2^64, there is no rest");
    check_long(CALL(rng_below(&zero, 1L << 40)), 0, "2^64 is a multiple of 2^40: bits 0 count");
    EXPECT(uint64_t next = one.state);
    EXPECT(skipped = plain_bits(&next); skipped = plain_bits(&next););
    FORGET();
    MISTAKE_NUMBER((double)(long)(skipped % 3),
                   "one number too many is thrown away: only bits below 2^64 mod n, here 1");
    check_long(CALL(rng_below(&one, 3)), 1, "2^64 mod 3 is 1: bits 1 count");
    Rng last = {.state = state_before((UINT64_C(1) << 62) - 1)};
    Rng first = {.state = state_before(UINT64_C(1) << 62)};
    given("last", "whose next bits are 2^62 - 1");
    given("first", "whose next bits are 2^62");
    EXPECT(uint64_t s = last.state; skipped = plain_bits(&s););
    EXPECT(long after_last = plain_below(&s, THREE_EIGHTHS));
    FORGET();
    MISTAKE_NUMBER(
        (double)((INT64_C(1) << 62) - 1),
        "a remainder without drawing again: for n = 3 * 2^61 the lowest 2^62 numbers are "
        "too many");
    check_long(CALL(rng_below(&last, THREE_EIGHTHS)), after_last,
               "2^64 mod (3 * 2^61) is 2^62: bits 2^62 - 1 are the last that are thrown away");
    check_long(CALL(rng_below(&first, THREE_EIGHTHS)), 1L << 62,
               "bits 2^62 are the first that count");
}

TEST(many_numbers_below, .points = 4, .exercise = "05.3 rng_below", .file = "rng_below.c",
     .hints =
         HINTS("Each call takes the next bits of the stream, and more only if it throws some away.",
               "Throw away until it is right, not once: a loop, not an if.",
               "do bits = rng_bits(rng); while (bits < rest);"))
{
    Rng rng = {.state = draw_seed()};
    EXPECT(uint64_t state = rng.state);
    long n = draw_long("n", 1000000, 1L << 40);
    EXPECT(double last = -1);
    for (int i = 0; i < 6; i++) {
        EXPECT(uint64_t same = state);
        EXPECT(long want = plain_below(&state, n));
        EXPECT(uint64_t bits = plain_bits(&same));
        FORGET();
        MISTAKE_NUMBER(
            last, "the same number again: draw from the caller's rng, so that the stream moves "
                  "on, not from a copy of it");
        MISTAKE_NUMBER((double)(bits % (uint64_t)(n - 1)),
                       "remainders by n - 1: n - 1 never comes up");
        MISTAKE_NUMBER((double)(bits % (uint64_t)(n + 1)), "remainders by n + 1: n comes up");
        MISTAKE_NUMBER((double)(bits % (uint64_t)n) + 1, "one too large: 0 to n - 1, not 1 to n");
        MISTAKE_NUMBER((double)((int64_t)bits % n),
                       "the bits were taken as a signed number: the remainder is negative");
        MISTAKE_NUMBER((double)-((int64_t)bits % n),
                       "the bits were taken as a signed number: all in uint64_t, please");
        MISTAKE_NUMBER(
            (double)(long)((double)(bits >> 11) * 0x1p-53 * (double)n),
            "rng_uniform times n: its 53 bits cannot be fair for every n, and it is another "
            "sequence; take the remainder of rng_bits");
        check_long(CALL(rng_below(&rng, n)), want, "the remainder of the next bits");
        EXPECT(last = (double)want;);
    }
    check_long((long)rng.state, (long)state,
               "one draw for each number: the stream moves on by as much");
    Rng huge = {.state = draw_seed()}; /* its next two bits are to be thrown away */
    for (uint64_t try = huge.state; plain_bits(&try) >> 62 != 0 || plain_bits(&try) >> 62 != 0;)
        try = huge.state = draw_seed();
    EXPECT(uint64_t huge_state = huge.state);
    for (int i = 0; i < 6; i++) {
        EXPECT(uint64_t same = huge_state, bits = plain_bits(&same), high = bits);
        EXPECT(while (high >= UINT64_C(3) << 62) high = plain_bits(&same););
        EXPECT(uint64_t twice = huge_state, again = plain_bits(&twice);
               again = plain_bits(&twice););
        EXPECT(long want = plain_below(&huge_state, THREE_EIGHTHS));
        FORGET();
        FORGET();
        MISTAKE_NUMBER((double)(again % THREE_EIGHTHS),
                       "drawn again only once: the second draw may be one to throw away, too");
        MISTAKE_NUMBER(
            high != bits ? (double)(high % THREE_EIGHTHS) : -1,
            "the highest numbers were thrown away: just as fair, but another sequence; here "
            "it is the lowest 2^64 mod n");
        MISTAKE_NUMBER(
            (double)(bits % THREE_EIGHTHS),
            "a remainder without drawing again: a quarter of all bits has to be thrown away "
            "for n = 3 * 2^61");
        check_long(CALL(rng_below(&huge, THREE_EIGHTHS)), want,
                   "bits below 2^62 are thrown away, however often they come");
    }
}

/* ---- 05.4 rng_shuffle ------------------------------------------------------------------------------ */

static Tensor *plain_order(uint64_t state, long n, const long *items, int how)
{
    long copy[MOST];
    memcpy(copy, items, (size_t)n * sizeof *items);
    plain_shuffle(&state, n, copy, how);
    return listed(copy, n);
}

static void register_shuffle_mistakes(uint64_t state, long n, const long *items)
{
#ifndef CHECK_RECORD
    FORGET();
    MISTAKE(
        plain_order(state, n, items, FROM_THE_FRONT),
        "places filled from the front: just as fair, but another order from the same seed; go from "
        "the last place down to 1");
    MISTAKE(
        plain_order(state, n, items, UPWARDS),
        "the loop runs upwards: just as fair, but another order from the same seed; go from the "
        "last place down to 1");
    for (int how = ANY_PLACE; how <= ANY_PLACE_DOWN; how++)
        MISTAKE(plain_order(state, n, items, how),
                "each item changes places with any of all n: n^n ways that cannot be shared out "
                "evenly over n! orders, so some orders come up too often; draw from the i + 1 that "
                "have no place yet");
    MISTAKE(
        plain_order(state, n, items, NEVER_STAYS),
        "no item may keep its place: j is drawn from i items, so most orders never come up; draw "
        "from i + 1");
    MISTAKE(plain_order(state, n, items, ONE_TOO_FEW),
            "the loop ends one step early: i goes down to 1, not to 2");
    MISTAKE(plain_order(state, n, items, HALF_A_SWAP),
            "one item is there twice, another is lost: keep items[i] before it is overwritten");
    MISTAKE(listed(items, n), "nothing has moved");
#else
    (void)state, (void)n, (void)items;
#endif
}

/* Behind the n items stands one more, which is none of rng_shuffle's business. */
static void check_behind(const long *items, long n, long behind)
{
    long touched = items[n] != behind;
    MISTAKE_NUMBER(1, "items[n] was touched: the places are 0 .. n - 1, so begin with i = n - 1");
    check_long(touched, 0, "what stands behind the items stays as it is");
}

TEST(four_items_by_hand, .points = 4, .exercise = "05.4 rng_shuffle", .file = "rng_shuffle.c",
     .hints =
         HINTS("One swap for each place, from the last down to place 1.",
               "For place i: j = rng_below(rng, i + 1), then items[i] and items[j] change places.",
               "for (long i = n - 1; i > 0; i--) { long j = rng_below(rng, i + 1); ... }"))
{
    Rng rng = {.state = 586};
    long items[] = {10, 20, 30, 40, 50};
    given("rng", "of seed 586, which gives 1 of 4, 0 of 3, 1 of 2");
    given("items", "[10, 20, 30, 40]");
    EXPECT(Tensor *want = values(SHAPE(4), VALUES(30, 40, 10, 20)));
    EXPECT(register_shuffle_mistakes(586, 4, items););
    CALL(rng_shuffle(&rng, 4, items));
    check_behind(items, 4, 50);
    Tensor *order = listed(items, 4);
    EXPECT(if (rng.state == 586 && (items[0] != 10 || items[1] != 20))
               MISTAKE(order, "nothing was drawn from rng (rand() is another stream, which no seed "
                              "of ours repeats): rng_below(rng, i + 1)"););
    check_tensor_within(order, want, 0, "3 with 1, 2 with 0, 1 with 1");
}

TEST(the_order_of_a_seed, .points = 4, .exercise = "05.4 rng_shuffle", .file = "rng_shuffle.c",
     .hints = HINTS("Three lines in a loop: keep one, overwrite it, put it back.",
                    "long item = items[i]; items[i] = items[j]; items[j] = item;",
                    "Draw from the caller's rng, once per place: rng_below(rng, i + 1)."))
{
    Rng rng = {.state = draw_seed()};
    EXPECT(uint64_t start = rng.state, state = start);
    long n = draw_long("n", 5, 8), items[9];
    for (long i = 0; i <= n; i++)
        items[i] = 100 + i * i;
    EXPECT(Tensor *want = plain_order(start, n, items, FAIR));
    EXPECT(long copy[8]; count_up(n, copy); plain_shuffle(&state, n, copy, FAIR););
    EXPECT(uint64_t early = start; plain_shuffle(&early, n, copy, ONE_TOO_FEW););
    EXPECT(uint64_t late = state; plain_below(&late, 1););
    EXPECT(register_shuffle_mistakes(start, n, items););
    CALL(rng_shuffle(&rng, n, items));
    check_behind(items, n, 100 + n * n);
    Tensor *order = listed(items, n);
    check_tensor_within(order, want, 0, "place i swaps with one of the places 0 .. i");
    FORGET();
    MISTAKE_NUMBER((double)(long)start,
                   "no draw was taken from the caller's stream: rng is a pointer, so draw "
                   "from it, not from a copy of it");
    MISTAKE_NUMBER((double)(long)early, "the loop ends one step early: i goes down to 1, not to 2");
    MISTAKE_NUMBER((double)(long)late,
                   "one draw too many: place 0 has only one item left, so the loop is i > 0");
    check_long((long)rng.state, (long)state,
               "n - 1 draws from the caller's stream: not from a copy of it");
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
     .file = "rng_shuffle.c",
     .hints = HINTS(
         "Three items have six orders; each should come up once in six.",
         "The last place gets any of 3, the one before any of the 2 that are left: 3 * 2 ways, "
         "one for each order.",
         "rng_below(rng, i + 1), not rng_below(rng, n) and not rng_below(rng, i)"))
{
    Rng rng = {.state = draw_seed()};
    long orders[6] = {0}, lost = 0;
    for (int k = 0; k < 24000; k++) {
        long items[] = {0, 1, 2};
        check_called("rng_shuffle(&rng, 3, items), 24000 times");
        rng_shuffle(&rng, 3, items);
        bool whole = ((1 << items[0]) | (1 << items[1]) | (1 << items[2])) == 7;
        lost += !whole;
        if (whole)
            orders[items[0] * 2 + (items[1] > items[2])]++;
    }
    check_long(lost, 0, "every item is still there, once");
    double unevenness = chi_square(6, orders, 4000);
    FORGET();
    MISTAKE_NUMBER(24000.0, "only one order in two ever comes up");
    MISTAKE_NUMBER(INFINITY, "some of the six orders come up too often: of fair shuffles, one in a "
                             "thousand million is as uneven as this");
    check_at_most(unevenness, 51, "each of the six orders comes up about 4000 times");
}

TEST(nothing_to_shuffle, .points = 2, .exercise = "05.4 rng_shuffle", .file = "rng_shuffle.c",
     .hints = HINTS("One item has one order: nothing to draw.",
                    "The loop does not run for n = 1 and n = 0.",
                    "for (long i = n - 1; i > 0; i--)"))
{
    Rng rng = {.state = 7};
    long items[] = {-5, 9, -5};
    CALL(rng_shuffle(&rng, 1, items + 1));
    check_long(items[1], 9, "one item stays where it is");
    check_long(items[0] == -5 && items[2] == -5, 1, "and its neighbours are none of its business");
    CALL(rng_shuffle(&rng, 0, NULL));
    long draws = rng.state != 7;
    MISTAKE_NUMBER(1, "a draw, though one item has nowhere to go: the loop is i > 0");
    check_long(draws, 0, "no choice, no draw");
}

/* ---- 05.5 dataset_sample --------------------------------------------------------------------------- */

enum {
    SAMPLE_RIGHT,
    SAMPLE_BELOW_N,
    SAMPLE_ONCE,
    SAMPLE_RUN,
    SAMPLE_IN_ORDER,
    SAMPLE_SHUFFLED,
    SAMPLE_SPARES_LAST
};

static Tensor *plain_sample(uint64_t state, long count, long n, int how)
{
    long out[MOST], order[MOST];
    count_up(count, order);
    if (how == SAMPLE_SHUFFLED)
        plain_shuffle(&state, count, order, FAIR);
    long first = how == SAMPLE_ONCE || how == SAMPLE_RUN ? plain_below(&state, count) : 0;
    for (long i = 0; i < n; i++) {
        out[i] = first;
        if (how == SAMPLE_RIGHT || how == SAMPLE_BELOW_N)
            out[i] = plain_below(&state, how == SAMPLE_RIGHT ? count : n);
        if (how == SAMPLE_SPARES_LAST)
            out[i] = plain_below(&state, count - 1);
        if (how == SAMPLE_RUN)
            out[i] = (first + i) % count;
        if (how == SAMPLE_IN_ORDER || how == SAMPLE_SHUFFLED)
            out[i] = order[i % count];
    }
    return listed(out, n);
}

static void register_sample_mistakes(uint64_t state, long count, long n)
{
#ifndef CHECK_RECORD
    FORGET();
    MISTAKE(plain_sample(state, count, n, SAMPLE_BELOW_N),
            "numbers below n, the size of the batch: draw from all examples, d->count");
    if (n != count - 1)
        MISTAKE(plain_sample(state, count, n, SAMPLE_SPARES_LAST),
                "the last example is never drawn: rng_below(rng, count) is below count already");
    MISTAKE(plain_sample(state, count, n, SAMPLE_ONCE),
            "the same example n times: draw anew for each place");
    MISTAKE(plain_sample(state, count, n, SAMPLE_RUN),
            "one example drawn, and the ones behind it: draw anew for each place");
    MISTAKE(plain_sample(state, count, n, SAMPLE_IN_ORDER),
            "nothing was drawn: the first n examples");
    MISTAKE(plain_sample(state, count, n, SAMPLE_SHUFFLED),
            "drawn without replacement: an example that was drawn can be drawn again");
#else
    (void)state, (void)count, (void)n;
#endif
}

TEST(three_of_five_by_hand, .points = 3, .exercise = "05.5 dataset_sample", .file = "dataset.c",
     .hints = HINTS("Draw n numbers below d->count, then let the dataset fetch them.",
                    "long *indices = scope_alloc(scope_current(), (size_t)n * sizeof *indices);",
                    "indices[i] = rng_below(rng, d->count); and d->fetch(d, n, indices, batch);"))
{
    Witness w = witness(5);
    Dataset *d = &w.dataset;
    Rng rng = {.state = 911};
    Batch batch = {.size = -77};
    given("d", "of 5 examples");
    given("rng", "of seed 911, which gives 3, 0, 3 of 5");
    EXPECT(Tensor *want = values(SHAPE(3), VALUES(3, 0, 3)));
    CALL(dataset_sample(d, 3, &rng, &batch));
    MISTAKE_NUMBER(0, "the dataset was never asked for the batch: d->fetch");
    MISTAKE_NUMBER(3, "one fetch for each example: one for all of them");
    check_long(w.calls, 1, "one fetch of the whole batch");
    FORGET();
    MISTAKE_NUMBER(5, "all examples were asked for, not n of them");
    check_long(w.n, 3, "n examples");
    EXPECT(register_sample_mistakes(911, 5, 3););
    Tensor *indices = listed(w.indices, w.n);
    check_tensor_within(indices, want, 0, "what rng_below(rng, 5) gives, three times");
    check_long(batch.size, 3, "the batch is what the dataset made");
    FORGET();
    MISTAKE_NUMBER(0, "the scope that was closed also held the batch: take the indices from "
                      "scope_current(), which the caller closes");
    check_long(w.scope == scope_current(), 1,
               "the batch is made in the caller's scope, so that it is still there afterwards");
}

TEST(any_sample, .points = 4, .exercise = "05.5 dataset_sample", .file = "dataset.c",
     .hints = HINTS(
         "Each place draws from all examples.",
         "rng_below(rng, d->count): its second argument is how many there are to choose from.",
         "Pass rng on as it is: a copy would give the same batch again and again."))
{
    long count = draw_long("count", 9, 20), n = draw_long("n", 21, 30);
    Witness w = witness(count);
    Dataset *d = &w.dataset;
    Rng rng = {.state = draw_seed()};
    EXPECT(uint64_t start = rng.state, state = start);
    Batch batch;
    EXPECT(Tensor *want = plain_sample(start, count, n, SAMPLE_RIGHT));
    EXPECT(register_sample_mistakes(start, count, n););
    CALL(dataset_sample(d, n, &rng, &batch));
    MISTAKE_NUMBER(count, "all examples were asked for, not n of them");
    check_long(w.n, n, "n examples");
    Tensor *first = listed(w.indices, w.n);
    check_tensor_within(first, want, 0, "n numbers below count");
    EXPECT(for (long i = 0; i < n; i++) plain_below(&state, count););
    EXPECT(Tensor *want_second = plain_sample(state, count, 5, SAMPLE_RIGHT));
    FORGET();
    MISTAKE(
        plain_sample(start, count, 5, SAMPLE_RIGHT),
        "the same batch again: the numbers were drawn from a copy of rng, so the caller's stream "
        "has not moved on");
    CALL(dataset_sample(d, 5, &rng, &batch));
    Tensor *second = listed(w.indices, w.n);
    check_tensor_within(second, want_second, 0, "the stream goes on where the first batch left it");
    Witness none = witness(0);
    check_fails(dataset_sample(&none.dataset, 1, &rng, &batch), "the dataset is empty",
                "nothing to draw");
    check_fails(dataset_sample(d, 0, &rng, &batch), "dataset_sample: n is 0",
                "a batch has an example");
}
