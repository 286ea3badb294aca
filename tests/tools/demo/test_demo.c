/* test_demo.c - the task of the demo. Invariant: the examination is never part of the lessons. */
#include "test.h"
#include "gaze.h"
#include "guess.h"
#include "speller.h"

static Word word(const char *text)
{
    Word w;
    assert_true(word_from(&w, text, strlen(text)));
    return w;
}

static void test_words_are_3_to_10_letters(void **state)
{
    (void)state;
    Word w;
    assert_true(word_from(&w, "PYTHON", 6));
    assert_string_equal(word_text(&w), "PYTHON");
    assert_true(word_from(&w, "python", 6));
    assert_string_equal(word_text(&w), "PYTHON");
    assert_false(word_from(&w, "OX", 2));
    assert_false(word_from(&w, "ABCDEFGHIJK", 11));
    assert_false(word_from(&w, "A-B", 3));
    assert_false(word_from(&w, "AB[", 3));
    assert_false(word_from(&w, "AB@", 3));
    assert_false(word_from(&w, "ab`", 3));
    assert_false(word_from(&w, "ab{", 3));
}

static void test_backwards(void **state)
{
    (void)state;
    Word w = word("PYTHON"), back = word_backwards(&w), twice = word_backwards(&back);
    assert_string_equal(word_text(&back), "NOHTYP");
    assert_true(word_equal(&w, &twice));
    assert_false(word_equal(&w, &back));
}

static void test_batch_counts_letters_only(void **state)
{
    (void)state;
    Word words[2] = {word("ABC"), word("ZYXWVUTSRQ")};
    Batch batch;
    words_batch(&batch, 2, words);
    static const int ids[] = {1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17};
    static const int labels[] = {3,  2,  1,  -100, -100, -100, -100, -100, -100, -100,
                                 17, 18, 19, 20,   21,   22,   23,   24,   25,   26};
    assert_int_equal(batch.size, 2);
    assert_int_equal(int_tensor_numel(batch.ids), 20);
    assert_memory_equal(batch.ids->data, ids, sizeof ids);
    assert_memory_equal(batch.labels->data, labels, sizeof labels);
}

static void test_examination_has_no_doubles(void **state)
{
    (void)state;
    Word first = word("KINDLING"); /* also on the list */
    Rng rng = rng_seed(1);
    HeldOut *h = held_out_new(&first, &rng);
    assert_true(h->n_words >= 190);
    assert_int_equal(h->count, h->n_words + HELD_OUT_STRINGS);
    assert_string_equal(word_text(&h->word[0]), "KINDLING");
    assert_string_equal(word_text(&h->word[1]), "PYTHON");
    for (long i = 0; i < h->count; i++)
        for (long j = 0; j < i; j++)
            assert_false(word_equal(&h->word[i], &h->word[j]));
    held_out_free(h);
}

/* Hold out what the stream is about to give: it has to be passed over. */
static void test_lessons_avoid_the_examination(void **state)
{
    (void)state;
    HeldOut *h = owned_alloc(sizeof *h);
    Rng rng = rng_seed(5), same = rng_seed(5);
    for (int i = 0; i < 3; i++)
        h->word[h->count++] = word_random(&same);
    Word fourth = word_random(&same), got = held_out_avoid(h, &rng);
    assert_true(word_equal(&got, &fourth));
    held_out_free(h);
}

static void test_random_words_have_every_length_and_letter(void **state)
{
    (void)state;
    Rng rng = rng_seed(2);
    bool length[WORD_LONGEST + 1] = {false}, letter[WORD_SYMBOLS] = {false};
    for (int i = 0; i < 1000; i++) {
        Word w = word_random(&rng);
        assert_in_range(w.length, WORD_SHORTEST, WORD_LONGEST);
        length[w.length] = true;
        for (int k = 0; k < WORD_LONGEST; k++) {
            assert_true((w.letter[k] > 0) == (k < w.length));
            letter[w.letter[k]] = true;
        }
    }
    for (int i = WORD_SHORTEST; i <= WORD_LONGEST; i++)
        assert_true(length[i]);
    for (int i = 1; i < WORD_SYMBOLS; i++)
        assert_true(letter[i]);
}

/* An encoder of random weights: labels and shapes of what is drawn. */
static void test_gaze_reads_the_word(void **state)
{
    (void)state;
    Gpt *gpt = gpt_new((GptOptions){.vocabulary = WORD_SYMBOLS,
                                    .context = WORD_LONGEST,
                                    .embed_dim = 8,
                                    .num_heads = 2,
                                    .num_layers = 2,
                                    .seed = 1});
    Word w = word("PYTHON"), answer = word_backwards(&w);
    Gaze g;
    gaze_take(&g, gpt, &w, &answer);
    assert_shape(g.weights[1], SHAPE(1, 2, WORD_LONGEST, WORD_LONGEST));
    assert_string_equal(g.keys[0], "P");
    assert_string_equal(g.queries[0], "N");
    assert_string_equal(g.queries[5], "P");
    assert_string_equal(g.keys[6], "\xc2\xb7");
    module_free(&gpt->module);
}

/* ---- how sure it is ------------------------------------------------------------------------------- */

static Guess guess(Gpt *gpt, double temperature)
{
    Word w = word("PYTHON");
    Guess g;
    guess_take(&g, gpt, &w, temperature);
    return g;
}

/* Shares by their definition, out of the logits; warmer is less sure. */
static void test_guess_is_softmax_by_temperature(void **state)
{
    (void)state;
    Gpt *gpt = speller_new(POSITIONS_SINUSOIDAL, 3);
    Word w = word("PYTHON");
    Batch batch;
    words_batch(&batch, 1, &w);
    Tensor *logits = gpt_forward(gpt, batch.ids, NULL);
    Guess cold = guess(gpt, 0.5), hot = guess(gpt, 3);
    assert_int_equal(cold.length, 6);
    for (int i = 0; i < 6; i++) {
        double sum = 0, most = 0, most_hot = 0;
        for (int k = 0; k < WORD_SYMBOLS; k++)
            sum += exp((double)tensor_get(logits, AT(0, i, k)) / 0.5);
        for (int k = 0; k < WORD_SYMBOLS; k++) {
            double share = exp((double)tensor_get(logits, AT(0, i, k)) / 0.5) / sum;
            assert_true(fabs(cold.share[i][k] - share) < 1e-5);
            most = fmax(most, cold.share[i][k]);
            most_hot = fmax(most_hot, hot.share[i][k]);
        }
        assert_true(most_hot <= most);
    }
    module_free(&gpt->module);
}

static void test_guess_draws_by_its_shares(void **state)
{
    (void)state;
    enum { DRAWS = 20000 };
    Gpt *gpt = speller_new(POSITIONS_SINUSOIDAL, 3);
    Guess g = guess(gpt, 1), sure = guess(gpt, 0);
    long seen[WORD_LONGEST][WORD_SYMBOLS] = {0};
    Rng rng = rng_seed(5);
    Word w = word("PYTHON"), best = speller_answer(gpt, &w);
    for (int n = 0; n < DRAWS; n++) {
        Word drawn = guess_draw(&g, &rng), coldest = guess_draw(&sure, &rng);
        assert_int_equal(drawn.length, 6);
        assert_true(word_equal(&coldest, &best));
        for (int i = 0; i < 6; i++)
            seen[i][drawn.letter[i]]++;
    }
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < WORD_SYMBOLS; k++) {
            double p = g.share[i][k], off = (double)seen[i][k] / DRAWS - p;
            assert_true(fabs(off) < 5 * sqrt(p / DRAWS) + 1e-9);
        }
    module_free(&gpt->module);
}

/* ---- somebody who looks on ----------------------------------------------------------------------- */

typedef struct {
    Gpt *gpt;
    long steps;
    double first, last;
} Seen;

/* Lets the model read a word, as the demo does for its stream. */
static void look(void *context, long step, double loss)
{
    Seen *seen = context;
    assert_int_equal(step, ++seen->steps);
    if (step == 1)
        seen->first = loss;
    seen->last = loss;
    Word w = word("PYTHON"), answer = speller_answer(seen->gpt, &w);
    assert_int_equal(answer.length, 6);
}

static Gpt *trained(const SpellerWatch *watch, Seen *seen)
{
    Word first = word("PYTHON");
    Rng rng = rng_seed(1);
    HeldOut *h = held_out_new(&first, &rng);
    Gpt *gpt = speller_new(POSITIONS_SINUSOIDAL, 7);
    seen->gpt = gpt;
    assert_int_equal(speller_train(gpt, h, 12, 7, false, watch), 0);
    held_out_free(h);
    return gpt;
}

static void test_looking_on_changes_nothing(void **state)
{
    (void)state;
    Seen seen = {.steps = 0}, none = {.steps = 0};
    Gpt *watched = trained(&(SpellerWatch){look, &seen}, &seen), *alone = trained(NULL, &none);
    ParameterList *a = parameters_of(&watched->module), *b = parameters_of(&alone->module);
    assert_int_equal(seen.steps, 12);
    assert_true(fabs(seen.first - log(WORD_SYMBOLS)) < 1e-4); /* all letters are equally likely */
    assert_true(seen.last < seen.first);
    for (long i = 0; i < a->count; i++)
        assert_memory_equal(a->tensor[i]->data, b->tensor[i]->data,
                            (size_t)tensor_numel(a->tensor[i]) * sizeof(real));
    parameters_free(a);
    parameters_free(b);
    module_free(&watched->module);
    module_free(&alone->module);
}

/* The number of heads decides how numbers are read, and not which there are. */
static void test_heads_do_not_change_what_it_starts_with(void **state)
{
    (void)state;
    Gpt *four = speller_new(POSITIONS_SINUSOIDAL, 3);
    ParameterList *of_four = parameters_of(&four->module);
    for (long heads = 1; heads <= 8; heads *= 2) {
        Gpt *gpt = speller_of_heads(POSITIONS_SINUSOIDAL, heads, 3);
        assert_int_equal(gpt->options.num_heads, heads);
        ParameterList *list = parameters_of(&gpt->module);
        assert_int_equal(list->count, of_four->count);
        for (long i = 0; i < list->count; i++)
            assert_memory_equal(list->tensor[i]->data, of_four->tensor[i]->data,
                                (size_t)tensor_numel(list->tensor[i]) * sizeof(real));
        parameters_free(list);
        module_free(&gpt->module);
    }
    parameters_free(of_four);
    module_free(&four->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_words_are_3_to_10_letters),
        UNIT_TEST(test_backwards),
        UNIT_TEST(test_batch_counts_letters_only),
        UNIT_TEST(test_examination_has_no_doubles),
        UNIT_TEST(test_lessons_avoid_the_examination),
        UNIT_TEST(test_random_words_have_every_length_and_letter),
        UNIT_TEST(test_gaze_reads_the_word),
        UNIT_TEST(test_guess_is_softmax_by_temperature),
        UNIT_TEST(test_guess_draws_by_its_shares),
        UNIT_TEST(test_looking_on_changes_nothing),
        UNIT_TEST(test_heads_do_not_change_what_it_starts_with),
    };
    return run_tests("tools/demo/demo", tests);
}
