/* judge.c - 20.4, 20.5: what is asked of an entry. */
#include "draws.h"
#include "want.h"

/* ---- quality --------------------------------------------------------------------------------------------------- */

TEST(equal_logits, .points = 2, .exercise = "20.4 cup_nats", .file = "judge.c")
{
    Reader r = {.table = blank(SHAPE(V, V))};
    const int *ids = input_ids("ids", SHAPE(4), 4, (int[]){3, 1, 4, 1})->data;
    CupModel m = reader_model(&r);
    double want = EXPECT(nats_want(r.table, ids, 4));
    double nats = CALL(cup_nats(m, ids, 4));
    check_number(nats, want, CHECK_TOLERANCE,
                 "three tokens are foretold, each with probability 1 / 11");
}

TEST(a_text_that_is_foretold, .points = 7, .exercise = "20.4 cup_nats", .file = "judge.c")
{
    long n = draw_long("n", 6, 12), before = draw_long("tokens that were read before", 1, 5);
    Reader r = {.table = draw("table", SHAPE(V, V)), .reads = before};
    const int *ids = draw_ids("ids", SHAPE(n), 0, V - 1)->data;
    CupModel m = reader_model(&r);

    double want = EXPECT(nats_want(r.table, ids, n));
    double nats = CALL(cup_nats(m, ids, n));
    check_number(nats, want, CHECK_TOLERANCE, "every token but the first, each from all before it");
    CALL(cup_nats(m, ids, n));
    long reads = r.reads;
    check_long(reads, n - 1, "nobody reads the last token: nothing follows it");
    r = (Reader){.table = r.table, .reads = before};
    CALL(cup_nats(m, ids, n));
    long read_before_it = r.restarts > 0 ? r.read_before_restart - before : -1;
    check_long(read_before_it, 0, "a new text begins before anything is read");
}

/* Logits of a large vocabulary, whatever was read; they are read from the context. */
enum { WIDE = 400 };

static void wide_restart(void *context)
{
    (void)context;
}

static void wide_next(void *context, int id, real *logits)
{
    (void)id;
    memcpy(logits, context, WIDE * sizeof *logits);
}

static void check_wide(const Tensor *wide, const int *ids, long n, const char *rule)
{
    CupModel m = {wide->data, wide_restart, wide_next, WIDE};
    double want = EXPECT(wide_nats_want(wide, ids, n));
    double wide_nats = CALL(cup_nats(m, ids, n));
    check_number(wide_nats, want, CHECK_TOLERANCE, rule);
}

TEST(large_logits, .points = 4, .exercise = "20.4 cup_nats", .file = "judge.c")
{
    long n = draw_long("n", 4, 6);
    Tensor *table = draw("table", SHAPE(V, V));
    for (long i = 0; i < V; i++)
        table->data[i * V] = -800; /* token 0 never comes */
    resealed(table);
    Reader r = {.table = table};
    const int *ids = draw_ids("ids", SHAPE(n), 1, V - 1)->data;
    CupModel m = reader_model(&r);
    const double bias[] = {draw_double("bias", 800, 900), draw_double("bias", -900, -800)};
    for (int i = 0; i < 2; i++) {
        r.bias = bias[i];
        r.reads = 0;
        double want = EXPECT(nats_want(r.table, ids, n));
        double nats = CALL(cup_nats(m, ids, n));
        check_number(nats, want, 100 * CHECK_TOLERANCE,
                     "what is added to all logits changes nothing");
    }
    r.bias = NAN;
    double nats = CALL(cup_nats(m, ids, n));
    long is_nan = isnan(nats) != 0;
    check_long(is_nan, 1, "logits that are NaN: so is the sum");
    Tensor *wide = draw("wide", SHAPE(WIDE));
    const int *wide_ids = draw_ids("wide_ids", SHAPE(n), 0, WIDE - 1)->data;
    check_wide(wide, wide_ids, n, "m.vocabulary says how many logits there are");
    Tensor *sure = draw_between("sure", SHAPE(WIDE), -16.9, -16.8); /* of token 1 */
    IntTensor *long_text = draw_ids("long_text", SHAPE(3000), 1, 1);
    sure->data[0] = -1000, sure->data[1] = 0, long_text->data[1] = 0;
    resealed(sure), resealed_ids(long_text);
    check_wide(sure, long_text->data, 3000,
               "one token costs 1000 nats, each of the others 0.00002: all of it counts");
    Tensor *holed = draw("holed", SHAPE(V, V));
    long hole = draw_long("hole", 0, V - 1);
    hole += hole == ids[1] ? (hole == 0 ? 1 : -1) : 0;
    holed->data[ids[0] * V + hole] = (real)NAN;
    resealed(holed);
    Reader other = {.table = holed};
    CupModel says_one_nan = reader_model(&other);
    double of_one = CALL(cup_nats(says_one_nan, ids, n));
    long is_nan_too = isnan(of_one) != 0;
    check_long(is_nan_too, 1, "one logit that is NaN, of a token that does not come, is enough");
    check_fails(cup_nats(m, ids, 1), "cup_nats: a text of 1 tokens",
                "one token: nothing is foretold");
}

/* ---- time ------------------------------------------------------------------------------------------------------ */

static Tensor *as_tensor(const double *x, long n)
{
    Tensor *t = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i] = (real)x[i];
    return t;
}

static void time_tokens(long prompt, long n)
{
    double *seconds = ROOM_FOR(n - prompt, double);
    Ticker ticker = {0};
    Reader r = {.table = blank(SHAPE(V, V)),
                .clock = &ticker.time,
                .time = draw_double("seconds a token", 1, 2)};
    const int *ids = draw_ids("ids", SHAPE(n), 0, V - 1)->data;
    CupModel m = reader_model(&r);
    Clock clock = {ticker_now, &ticker};

    Tensor *want = EXPECT(seconds_want(ids, prompt, n, r.time));
    CALL(cup_seconds(m, clock, ids, prompt, n, seconds));
    Tensor *times = as_tensor(seconds, n - prompt);
    check_tensor(times, want, "what next took, for each token behind the prompt");
    ticker.looks = 0;
    CALL(cup_seconds(m, clock, ids, prompt, n, seconds));
    long looks = ticker.looks;
    check_long(looks, 2 * (n - prompt), "two looks at the clock for each of these tokens");
    r.reads = 0;
    CALL(cup_seconds(m, clock, ids, prompt, n, seconds));
    long read = r.reads;
    check_long(read, n, "all n tokens were read, those of the prompt, too");
    r.restarts = 0;
    r.reads = 3;
    CALL(cup_seconds(m, clock, ids, prompt, n, seconds));
    long read_before_it = r.restarts > 0 ? r.read_before_restart - 3 : -1;
    check_long(read_before_it, 0, "a new text: what was read for the last one is no help");
}

TEST(each_token_alone, .points = 3, .exercise = "20.5 cup_seconds", .file = "judge.c")
{
    long prompt = draw_long("prompt", 3, 5);
    time_tokens(prompt, prompt + draw_long("tokens behind it", 6, 9));
}

TEST(no_prompt_at_all, .points = 2, .exercise = "20.5 cup_seconds", .file = "judge.c")
{
    time_tokens(0, draw_long("n", 4, 7));
}

TEST(in_turn, .points = 4, .exercise = "20.5 cup_seconds", .file = "judge.c")
{
    long prompt = draw_long("prompt", 1, 2), n = prompt + draw_long("tokens behind it", 3, 4);
    long rounds = 2 * draw_long("pairs of rounds", 2, 2) + draw_long("and one more", 0, 1),
         each = n - prompt;
    double *of_a = ROOM_FOR(rounds * each, double), *of_b = ROOM_FOR(rounds * each, double);
    long order[STEPS], n_order = 0;
    Ticker ticker = {0};
    Tensor *table = blank(SHAPE(V, V));
    Reader a = {.table = table,
                .clock = &ticker.time,
                .time = 1,
                .name = 1,
                .order = order,
                .n_order = &n_order};
    Reader b = a;
    b.time = 2;
    b.name = 2;
    const int *ids = draw_ids("ids", SHAPE(n), 0, V - 1)->data;
    CupModel first = reader_model(&a), second = reader_model(&b);
    Clock clock = {ticker_now, &ticker};
    given("rounds", "%ld", rounds);

    Tensor *want_a = EXPECT(race_want(ids, prompt, n, rounds, 1));
    Tensor *want_b = EXPECT(race_want(ids, prompt, n, rounds, 2));
    CALL(cup_race(first, second, clock, ids, prompt, n, rounds, of_a, of_b));
    Tensor *seconds_a = as_tensor(of_a, rounds * each), *seconds_b = as_tensor(of_b, rounds * each);
    check_tensor(seconds_a, want_a, "a's, round by round");
    check_tensor(seconds_b, want_b, "b's, round by round");
    n_order = 0;
    Tensor *want_order = EXPECT(order_want(rounds));
    CALL(cup_race(first, second, clock, ids, prompt, n, rounds, of_a, of_b));
    Tensor *texts = blank(SHAPE(2 * rounds));
    for (long i = 0; i < 2 * rounds; i++)
        texts->data[i] = (real)(i < n_order ? order[i] : 0);
    check_tensor_within(texts, want_order, 0,
                        "whose texts were read, 1 for a and 2 for b: a b b a a b b a ...");
}
