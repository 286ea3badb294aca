/* test_conversation.c - turns of a text, and what a model remembers of them. */
#include "conversation.h"
#include "core.h"
#include "repetition.h"
#include "stop_text.h"
#include "test.h"
#include "text.h"

static LanguageModel *letters(const char *alphabet, int end)
{
    LanguageModel *m = owned_alloc(sizeof *m);
    m->vocabulary = owned_alloc(sizeof *m->vocabulary);
    m->vocabulary->characters = char_tokenizer_from(alphabet);
    m->vocabulary->size = m->vocabulary->characters->size;
    m->gpt = gpt_new((GptOptions){.vocabulary = m->vocabulary->size + 1, /* one without a text */
                                  .context = 4,
                                  .embed_dim = 4,
                                  .num_heads = 1,
                                  .num_layers = 1,
                                  .causal = true});
    m->end = end;
    m->begin = -1;
    return m;
}

/* Greedy, and with a head that looks at nothing: it always chooses this token. */
static void always(LanguageModel *m, int id)
{
    Linear *head = m->gpt->head;
    LayerNorm *norm = m->gpt->norm;
    for (int i = 0; i < 4; i++) {
        norm->weight->data[i] = 0;
        norm->bias->data[i] = 1;
        for (long v = 0; v < m->gpt->options.vocabulary; v++)
            head->weight->data[i * m->gpt->options.vocabulary + v] = v == id;
    }
}

static void test_everything_said_counts(void **state)
{
    (void)state;
    LanguageModel *m = letters("\nabc", -1);
    always(m, 2);
    Conversation *c = conversation_new(m, (SampleOptions){0}, 1);
    assert_int_equal(conversation_hear(c, "a"), 0);
    conversation_speak(c, 3, text_stream());
    assert_string_equal(text_written(), "bbb");
    assert_int_equal(conversation_hear(c, "c?"), -1); /* and nothing was heard */
    assert_int_equal(conversation_hear(c, "c"), 0);
    conversation_speak(c, 1, text_stream());
    assert_string_equal(text_written(), "b");
    static const int expected[] = {1, 2, 2, 2, 3, 2};
    assert_int_equal(c->n, 6);
    assert_memory_equal(c->ids, expected, sizeof expected);
    conversation_free(c);
    language_model_free(m);
}

/* One whose every weight shows in what it writes. */
static LanguageModel *attentive(long context)
{
    LanguageModel *m = letters("\nabcdefg", -1);
    GptOptions o = m->gpt->options;
    o.vocabulary = m->vocabulary->size; /* gpt_generate would choose all rows of the model */
    o.context = context;
    o.embed_dim = 8;
    module_free(&m->gpt->module);
    m->gpt = gpt_new(o);
    ParameterList *list = parameters_of(&m->gpt->module);
    for (long i = 0; i < list->count; i++)
        init_normal(list->tensor[i], 0, (real)0.7, &test_rng);
    parameters_free(list);
    return m;
}

/* Turns of any length, and a context that is full again and again, in the middle of a turn and by what is heard:
 * each token is what gpt_generate gives, which begins without a memory. */
static void test_what_it_remembers_is_what_was_said(void **state)
{
    (void)state;
    enum { TURNS = 12 };
    static const char *const heard[TURNS] = {"abc", "d", "",  "efgabcd", "g", "abcdefgabcdefg",
                                             "a",   "",  "b", "abcdefg", "",  "cde"};
    static const long spoken[TURNS] = {3, 1, 9, 2, 5, 3, 1, 0, 12, 1, 1, 20};
    LanguageModel *m = attentive(10);
    SampleOptions options = {.temperature = 1};
    Conversation *c = conversation_new(m, options, 3);
    Rng rng = rng_seed(3);
    int ids[200];
    long n = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        n += vocabulary_encode(m->vocabulary, heard[turn], strlen(heard[turn]), ids + n);
        for (long i = 0; i < spoken[turn]; i++)
            gpt_generate(m->gpt, ids, n++, 1, options, &rng);
        assert_int_equal(conversation_hear(c, heard[turn]), 0);
        conversation_speak(c, spoken[turn], text_stream());
        text_written();
        assert_int_equal(c->n, n);
        assert_memory_equal(c->ids, ids, (size_t)n * sizeof *ids);
    }
    assert_true(n > 9 * 10); /* many a context */
    conversation_free(c);
    language_model_free(m);
}

static const Tensor *table;
static long looked_up;

static void count_tokens(Tensor *out, const Operation *op, int n, Tensor *const in[])
{
    (void)op;
    if (n == 1 && in[0] == table)
        looked_up += tensor_numel(out) / table->shape[1];
}

static void check_reading(long context, long expected)
{
    LanguageModel *m = attentive(context);
    Conversation *c = conversation_new(m, (SampleOptions){.temperature = 1}, 3);
    Observer observer = {.made = count_tokens};
    table = m->gpt->tokens->weight;
    looked_up = 0;
    observer_add(&observer);
    assert_int_equal(conversation_hear(c, "abcde"), 0);
    conversation_speak(c, 20, text_stream());
    text_written();
    assert_int_equal(conversation_hear(c, "fga"), 0);
    conversation_speak(c, 10, text_stream());
    observer_remove(&observer);
    text_written();
    assert_int_equal(c->n, 38);
    assert_int_equal(looked_up, expected);
    conversation_free(c);
    language_model_free(m);
}

/* Once, and once more what is left when a context is full. */
static void test_each_token_is_read_once(void **state)
{
    (void)state;
    check_reading(64, 37); /* nothing comes after the last */
    check_reading(8, 69);  /* eight times four tokens are left */
}

static void check_beginning(const char *alphabet, int end, int expected)
{
    LanguageModel *m = letters(alphabet, end);
    always(m, 1);
    Conversation *c = conversation_new(m, (SampleOptions){0}, 1);
    conversation_speak(c, 1, text_stream());
    text_written();
    assert_int_equal(c->n, 2);
    assert_int_equal(c->ids[0], expected);
    conversation_free(c);
    language_model_free(m);
}

static void test_a_text_begins_somewhere(void **state)
{
    (void)state;
    check_beginning(" \nabc", -1, 0); /* characters are in order: the line break comes first */
    check_beginning("\t\nabc", -1, 1);
    check_beginning("abc", -1, 0);
    check_beginning("\nabc", 3, 3);
}

static void test_a_text_ends(void **state)
{
    (void)state;
    LanguageModel *m = letters("abc", 1);
    Conversation *c = conversation_new(m, (SampleOptions){0}, 1);
    always(m, 1);
    conversation_speak(c, 9, text_stream());
    assert_string_equal(text_written(), "");
    assert_int_equal(c->n, 2);
    conversation_free(c);
    language_model_free(m);
    language_model_free(NULL);
    conversation_free(NULL);
}

/* The model is sure of the row that it has besides its tokens: it is not asked. */
static void test_a_row_without_a_text_is_never_chosen(void **state)
{
    (void)state;
    LanguageModel *m = letters("abc", -1);
    always(m, 3);
    for (int temperature = 0; temperature <= 2; temperature++) {
        Conversation *c = conversation_new(m, (SampleOptions){.temperature = temperature}, 1);
        conversation_speak(c, 50, text_stream());
        assert_int_equal(strlen(text_written()), 50);
        for (long i = 0; i < c->n; i++)
            assert_true(c->ids[i] >= 0 && c->ids[i] < 3);
        conversation_free(c);
    }
    language_model_free(m);
}

/* ---- where a turn ends, and what comes again ----------------------------------------------------- */

/* All it says in 30 letters, ended before `stop`. Owned. */
static char *said(const LanguageModel *m, const char *stop, double penalty, long *n)
{
    Conversation *c = conversation_new(m, (SampleOptions){.temperature = 1}, 5);
    c->stop = stop;
    c->repetition_penalty = penalty;
    assert_int_equal(conversation_hear(c, "abc"), 0);
    conversation_speak(c, 30, text_stream());
    const char *text = text_written();
    char *copy = owned_alloc(strlen(text) + 1);
    strcpy(copy, text);
    *n = c->n;
    conversation_free(c);
    return copy;
}

/* Every part of what it says, once as the text to stop at: what stands before its first place is
 * written, and no letter is said behind it. */
static void test_it_stops_before_a_text(void **state)
{
    (void)state;
    LanguageModel *m = attentive(10);
    long all, n;
    char *whole = said(m, NULL, 1, &all), *other = said(m, "", 1, &n);
    assert_string_equal(other, whole);
    owned_free(other);
    assert_int_equal(all, 33);
    for (int size = 1; size <= 4; size++)
        for (int at = 0; at + size <= 30; at++) {
            char stop[8] = "";
            memcpy(stop, whole + at, (size_t)size);
            char *some = said(m, stop, 1, &n);
            size_t first = (size_t)(strstr(whole, stop) - whole);
            assert_int_equal(strlen(some), first);
            assert_memory_equal(some, whole, first);
            assert_int_equal(n, 3 + (long)first + size);
            owned_free(some);
        }
    char almost[40]; /* what is held to the end is written */
    snprintf(almost, sizeof almost, "%sx", whole + 20);
    char *some = said(m, almost, 1, &n);
    assert_string_equal(some, whole);
    owned_free(some);
    owned_free(whole);
    language_model_free(m);
}

/* A token may hold the end of what is said, the stop text, and more. */
static void test_a_stop_text_within_a_token(void **state)
{
    (void)state;
    static const struct {
        const char *stop, *token[4], *written;
    } cases[] = {{"ab", {"xa", "aby"}, "xa"},
                 {"ab", {"a", "a", "b"}, "a"},
                 {"aab", {"a", "a", "aa", "bz"}, "aa"},
                 {"ab", {"a", "c"}, "ac"},
                 {"ab", {"xabyab"}, "x"},
                 {"\n\n", {"x\n", "y\n\n\n"}, "x\ny"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        StopText s = {.stop = cases[i].stop};
        Utf8Writer to = {.out = text_stream()};
        for (int k = 0; k < 4 && cases[i].token[k] != NULL; k++)
            stop_text_write(&s, &to, cases[i].token[k], strlen(cases[i].token[k]));
        stop_text_end(&s, &to);
        utf8_end(&to);
        assert_string_equal(text_written(), cases[i].written);
    }
}

/* By hand: (2, -1, .5, -inf, 3) with 0, 1 and 3 said, twice or once, at 1.25. */
static void test_what_was_said_pays_once(void **state)
{
    (void)state;
    const int ids[] = {1, 0, 3, 0, 7, 0};
    real logits[] = {2, -1, (real)0.5, (real)-INFINITY, 3}, same[5];
    memcpy(same, logits, sizeof same);
    repetition_penalize(logits, 5, ids, 6, 1);
    assert_memory_equal(logits, same, sizeof same);
    repetition_penalize(logits, 5, ids, 6, 1.25);
    const real expected[] = {(real)1.6, (real)-1.25, (real)0.5, (real)-INFINITY, 3};
    assert_memory_equal(logits, expected, sizeof expected);
    repetition_penalize(logits, 5, ids, 0, 9);
    assert_memory_equal(logits, expected, sizeof expected);
}

/* A model that is sure says the other letters once the penalty is large enough. */
static void test_a_penalty_is_heard(void **state)
{
    (void)state;
    LanguageModel *m = letters("abc", -1);
    always(m, 1);
    Conversation *c = conversation_new(m, (SampleOptions){0}, 1);
    c->repetition_penalty = 1.5;
    assert_int_equal(conversation_hear(c, "a"), 0);
    conversation_speak(c, 4, text_stream());
    assert_string_equal(text_written(), "bbbb"); /* 4 / 1.5 is still the largest */
    conversation_free(c);
    language_model_free(m);
    m = attentive(10);
    long n;
    char *plain = said(m, NULL, 1, &n), *bold = said(m, NULL, 50, &n);
    assert_string_not_equal(plain, bold);
    owned_free(plain);
    owned_free(bold);
    language_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_everything_said_counts),
        UNIT_TEST(test_what_it_remembers_is_what_was_said),
        UNIT_TEST(test_each_token_is_read_once),
        UNIT_TEST(test_a_text_begins_somewhere),
        UNIT_TEST(test_a_text_ends),
        UNIT_TEST(test_a_row_without_a_text_is_never_chosen),
        UNIT_TEST(test_it_stops_before_a_text),
        UNIT_TEST(test_a_stop_text_within_a_token),
        UNIT_TEST(test_what_was_said_pays_once),
        UNIT_TEST(test_a_penalty_is_heard),
    };
    return run_tests("tools/generate/conversation", tests);
}
