/* test_judge.c - the judge of the cup on models and clocks that are made up, and what comes of the figures. */
#include "test.h"

enum { V = 5, MOST = 64 };

/* ---- a model whose logits are a rule ------------------------------------------------------------------- */

typedef struct {
    char log[MOST + 1]; /* r: a new text, and the ids as digits */
    long n;
    real own; /* the logit of the id that was read; the others are 0 */
} Echo;

static void note(Echo *e, char c)
{
    if (e->n < MOST)
        e->log[e->n++] = c;
}

static void restart(void *context)
{
    note(context, 'r');
}

static void next(void *context, int id, real *logits)
{
    Echo *e = context;
    note(e, (char)('0' + id));
    for (long v = 0; v < V; v++)
        logits[v] = v == id ? e->own : 0;
}

static CupModel model_of(Echo *e)
{
    return (CupModel){e, restart, next, V};
}

static void test_nats_and_bits(void **state)
{
    (void)state;
    const int ids[] = {3, 3, 1, 1, 4};
    Echo even = {.own = 0}, sure = {.own = 2}, odd = {.own = (real)NAN};
    assert_close(cup_nats(model_of(&even), ids, 5), 4 * log(5), 1e-12);
    assert_string_equal(even.log, "r3311"); /* the last one is read by nobody */
    double all = log(exp(2) + 4);           /* two of four come again */
    assert_close(cup_nats(model_of(&sure), ids, 5), 2 * (all - 2) + 2 * all, 1e-6);
    Echo loud = {.own = 1000}; /* e^1000 is no number */
    assert_close(cup_nats(model_of(&loud), ids, 5), 2000, 1e-9);
    assert_true(isnan(cup_nats(model_of(&odd), ids, 5)));
    assert_close(cup_bits_per_byte(log(8), 6), 0.5, 1e-12);
    assert_fails_with("a text of 1 tokens", cup_nats(model_of(&even), ids, 1));
    assert_fails_with("ids[0] is 5, expected 0 to 4", cup_nats(model_of(&even), (int[]){5, 0}, 2));
    assert_fails_with("ids[1] is -1", cup_nats(model_of(&even), (int[]){0, -1}, 2));
    assert_fails_with("a text of 0 bytes", cup_bits_per_byte(1, 0));
}

/* ---- a clock that goes on by what it is told --------------------------------------------------------- */

static double now_of(void *context)
{
    double *ticks = context;
    return ticks[0] += ticks[1];
}

static void test_seconds_and_turns(void **state)
{
    (void)state;
    const int ids[] = {0, 1, 2, 3};
    double ticks[2] = {100, 0.25}, seconds[3], of_a[6], of_b[6];
    Clock clock = {now_of, ticks};
    Echo a = {.own = 1};
    cup_seconds(model_of(&a), clock, ids, 1, 4, seconds);
    for (int i = 0; i < 3; i++)
        assert_close(seconds[i], 0.25, 0);
    assert_close(ticks[0], 100 + 6 * 0.25, 0); /* twice for each token behind the prompt */
    assert_string_equal(a.log, "r0123");
    Echo both = {.own = 1};
    CupModel m = model_of(&both);
    cup_race(m, m, clock, ids, 2, 4, 3, of_a, of_b);
    assert_int_equal(both.n, 6 * 5);
    assert_fails_with("a prompt of 4 tokens of 4", cup_seconds(m, clock, ids, 4, 4, seconds));
    assert_fails_with("a prompt of -1 tokens", cup_seconds(m, clock, ids, -1, 4, seconds));
    assert_fails_with("0 rounds", cup_race(m, m, clock, ids, 2, 4, 0, of_a, of_b));
    CupModel other = m;
    other.vocabulary = 7;
    assert_fails_with("vocabularies of 5 and 7",
                      cup_race(m, other, clock, ids, 2, 4, 1, of_a, of_b));
}

/* a first in rounds 0 and 2, b in round 1: the clock gets slower by each look. */
static double slower(void *context)
{
    double *ticks = context;
    ticks[1] += 1;
    return ticks[0] += ticks[1];
}

static void test_whose_turn_it_is(void **state)
{
    (void)state;
    const int ids[] = {0, 1};
    double ticks[2] = {0, 0}, of_a[3], of_b[3];
    Echo e = {.own = 1};
    cup_race(model_of(&e), model_of(&e), (Clock){slower, ticks}, ids, 1, 2, 3, of_a, of_b);
    const double a[] = {2, 8, 10}, b[] = {4, 6, 12}; /* looks 1 2, 7 8, 9 10; 3 4, 5 6, 11 12 */
    for (int r = 0; r < 3; r++) {
        assert_close(of_a[r], a[r], 0);
        assert_close(of_b[r], b[r], 0);
    }
}

/* ---- what comes of it ----------------------------------------------------------------------------------- */

static void test_gate_and_score(void **state)
{
    (void)state;
    CupFigures base = {2, 1, 400, 100}, entry = {2.02, 0.5, 100, 100};
    assert_true(cup_passes(2, 2.02) && cup_passes(2, 1) && !cup_passes(2, 2.0201));
    assert_false(cup_passes(2, NAN) || cup_passes(NAN, 2));
    assert_close(cup_score(base, entry), 2, 1e-12); /* the cube root of 2 * 4 * 1 */
    entry.bits = 2.03;
    assert_close(cup_score(base, entry), 0, 0);
}

static void test_who_is_faster(void **state)
{
    (void)state;
    double low[20], high[20];
    for (int i = 0; i < 20; i++) {
        low[i] = 1 + 0.01 * i;
        high[i] = 2 + 0.01 * i;
    }
    assert_int_equal(cup_compare(low, 20, high, 20), CUP_FASTER);
    assert_int_equal(cup_compare(high, 20, low, 20), CUP_SLOWER);
    assert_int_equal(cup_compare(low, 20, low, 20), CUP_TIE);
    assert_int_equal(cup_compare(low, 3, high, 3), CUP_TIE); /* three runs say nothing */
    double first[35], second[35]; /* p is 0.003, and the medians are equal */
    for (int i = 0; i < 35; i++) {
        first[i] = i < 17 ? i : i == 17 ? 50 : 60 + i;
        second[i] = first[i] + (i == 17 ? 0 : 20);
    }
    assert_true(mann_whitney_p(first, 35, second, 35) < 0.01);
    assert_int_equal(cup_compare(first, 35, second, 35), CUP_TIE);
    assert_int_equal(cup_compare(second, 35, first, 35), CUP_TIE);
}

/* ---- through an entry ------------------------------------------------------------------------------------- */

static void test_an_entry_is_judged(void **state)
{
    (void)state;
    Gpt *g = gpt_new((GptOptions){.vocabulary = V,
                                  .context = 4,
                                  .embed_dim = 8,
                                  .num_heads = 2,
                                  .num_layers = 1,
                                  .causal = true,
                                  .no_bias = true,
                                  .seed = 20});
    size_t bytes;
    unsigned char *artefact = artefact_of(g, &bytes);
    Entry *e = entry_open(artefact, bytes);
    assert_non_null(e);
    assert_null(entry_open(artefact, bytes - 1));
    const int ids[] = {0, 1, 2, 3, 4, 3, 2, 1};
    double first = cup_nats(cup_model(e), ids, 8);
    assert_true(first > 0 && first < 8 * log(50));
    assert_close(cup_nats(cup_model(e), ids, 8), first, 0); /* nothing is left of the text before */
    real logits[V];
    assert_fails_with("entry_next: ids[0] is 5", entry_next(e, 5, logits));
    Tensor *w = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, INFINITY));
    unsigned char room[64];
    assert_fails_with("number 3 of (2, 2) is inf", artefact_pack(room, w));
    assert_fails_with("a view", artefact_pack(room, tensor_transpose(w, 0, 1)));
    entry_close(e);
    owned_free(artefact);
    module_free(&g->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_nats_and_bits),    UNIT_TEST(test_seconds_and_turns),
        UNIT_TEST(test_whose_turn_it_is), UNIT_TEST(test_gate_and_score),
        UNIT_TEST(test_who_is_faster),    UNIT_TEST(test_an_entry_is_judged)};
    return run_tests("attention/cup/judge", tests);
}
