/* test_train_ids.c - runs on a file of token ids: --tokenizer ids:N, and what writes with such a model. */
#include "conversation.h"
#include "small_run.h"

static void write_file(const char *name, const int *ids, long n, int width)
{
    unsigned char *bytes = malloc((size_t)(n * width));
    for (long i = 0; i < n; i++)
        for (int b = 0; b < width; b++)
            bytes[i * width + b] = (unsigned char)(ids[i] >> 8 * b);
    write_bytes(scratch(name), bytes, (size_t)(n * width));
    free(bytes);
}

static Corpus *read_ids(const char *name, const char *kind)
{
    return corpus_read(1, (char *const[]){(char *)scratch(name)}, 0.2, kind);
}

static Recipe recipe_of(const char *kind)
{
    Recipe r = small_recipe();
    r.tokenizer = kind;
    return r;
}

/* The tokens of a text as such a file, ids.bin or wide.bin. */
static Corpus *text_as_ids(char kind[32])
{
    Corpus *c = some_text();
    write_file("ids.bin", c->tokens, c->n_tokens, 2);
    write_file("wide.bin", c->tokens, c->n_tokens, 4);
    snprintf(kind, 32, "ids:%ld", c->vocabulary->size);
    return c;
}

/* ---- training -------------------------------------------------------------------------------------- */

/* All weights behind a run, in one row, and what it then loses on the part held out. */
static Tensor *trained(const char *kind, const Corpus *c, double *loss)
{
    Recipe recipe = recipe_of(kind);
    Run *run = run_new(&recipe, c);
    assert_non_null(run);
    assert_int_equal(run_train(run), 0);
    *loss = run_measure(run, 3);
    long n = run->parameters->count;
    Tensor *row[64];
    for (long i = 0; i < n; i++)
        row[i] = tensor_reshape(tensor_detach(run->parameters->tensor[i]), SHAPE(-1));
    Tensor *all = tensor_concat((int)n, row, 0);
    run_free(run);
    return all;
}

/* Whether tokens come out of a text or out of a file: the same windows, the same bits. */
static void test_as_the_text(void **state)
{
    (void)state;
    char narrow[32], wide[32];
    Corpus *text = text_as_ids(narrow);
    snprintf(wide, sizeof wide, "ids4:%ld", text->vocabulary->size);
    double loss, other_loss;
    Tensor *weights = trained("characters", text, &loss);
    for (int width = 2; width <= 4; width += 2) {
        const char *kind = width == 2 ? narrow : wide;
        Corpus *c = read_ids(width == 2 ? "ids.bin" : "wide.bin", kind);
        assert_non_null(c);
        assert_int_equal(c->n_tokens, text->n_tokens);
        assert_int_equal(c->n_training, text->n_training);
        assert_int_equal(c->vocabulary->size, text->vocabulary->size);
        assert_tensor_identical(trained(kind, c, &other_loss), weights);
        assert_true(other_loss == loss);
        corpus_free(c);
    }
    corpus_free(text);
}

static void test_it_goes_on_with_this_file_only(void **state)
{
    (void)state;
    char kind[32];
    corpus_free(text_as_ids(kind));
    Corpus *c = read_ids("ids.bin", kind);
    Recipe recipe = recipe_of(kind);
    train(&recipe, c, NULL);
    size_t size, again_size;
    char *last = kindling_read_file(scratch("last.safetensors"), &size);
    volatile sig_atomic_t stop = 1;
    train(&recipe, c, &stop);
    recipe.resume = true;
    train(&recipe, c, NULL);
    char *again = kindling_read_file(scratch("last.safetensors"), &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(last, again, size);
    owned_free(last);
    owned_free(again);
    int ids[400] = {1};
    write_file("other.bin", ids, 400, 2);
    Corpus *other = read_ids("other.bin", kind);
    assert_string_not_equal(other->fingerprint, c->fingerprint);
    assert_null(run_new(&recipe, other));
    assert_error_has("train: --resume: got a text with fingerprint");
    corpus_free(other);
    other = read_ids("other.bin", kind);
    ids[399] = 1; /* the last one alone tells two files apart */
    write_file("last.bin", ids, 400, 2);
    Corpus *changed = read_ids("last.bin", kind);
    assert_string_not_equal(other->fingerprint, changed->fingerprint);
    corpus_free(other);
    corpus_free(changed);
    corpus_free(c);
}

/* ---- writing --------------------------------------------------------------------------------------- */

static const char *run_on_ids(void)
{
    char kind[32];
    corpus_free(text_as_ids(kind));
    Corpus *c = read_ids("ids.bin", kind);
    Recipe recipe = recipe_of(kind);
    train(&recipe, c, NULL);
    corpus_free(c);
    return scratch("best.safetensors");
}

static void test_it_writes_ids(void **state)
{
    (void)state;
    LanguageModel *m = language_model_load(run_on_ids());
    assert_non_null(m);
    const Vocabulary *v = m->vocabulary;
    assert_int_equal(v->id_width, 2);
    assert_int_equal(v->size, m->gpt->options.vocabulary);
    for (int said = 0; said < 2; said++) {
        Conversation *c = conversation_new(m, (SampleOptions){.temperature = 1}, 1);
        if (said)
            assert_int_equal(conversation_hear(c, " 3\n1 0"), 0);
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        conversation_speak(c, 12, out);
        fclose(out);
        int ids[64];
        assert_true(text[0] == ' '); /* what was said stays apart from it */
        assert_int_equal(vocabulary_encode(v, text, size, ids), 12);
        assert_int_equal(c->n, said ? 15 : 13);
        if (said)
            assert_memory_equal(c->ids, ((int[]){3, 1, 0}), 3 * sizeof(int));
        assert_memory_equal(ids, c->ids + (said ? 3 : 1), 12 * sizeof(int));
        free(text);
        conversation_free(c);
    }
    static const char *const wrong[] = {
        "the", "3 x", "3x", "-1", "99", "1.5", "1,2", "99999999999999999999", "3 \xc3\xa9"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int ids[64];
        assert_int_equal(vocabulary_encode(v, wrong[i], strlen(wrong[i]), ids), -1);
        assert_error_has("expected ids of 0 to ");
    }
    language_model_free(m);
}

/* The words may be given to it: those of a BPE with as many tokens or fewer. */
static void test_a_tokenizer_gives_them_words(void **state)
{
    (void)state;
    static const char text[] = "ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab";
    Bpe *b = bpe_train(text, sizeof text - 1, 258);
    int ids[sizeof text];
    long n = bpe_encode(b, text, sizeof text - 1, ids);
    write_file("ids.bin", ids, n, 2);
    char *ranks = bpe_text(b);
    write_bytes(scratch("words.tiktoken"), ranks, strlen(ranks));
    owned_free(ranks);
    Corpus *c = corpus_read(1, (char *const[]){(char *)scratch("ids.bin")}, 0.5, "ids:260");
    assert_non_null(c);
    Recipe recipe = recipe_of("ids:260");
    recipe.context = 4;
    train(&recipe, c, NULL);
    corpus_free(c);
    char words[FILE_NAME_SIZE], best[FILE_NAME_SIZE];
    snprintf(words, sizeof words, "%s", scratch("words.tiktoken"));
    snprintf(best, sizeof best, "%s", scratch("best.safetensors"));
    LanguageModel *m = language_model_load_with(best, words);
    assert_non_null(m);
    assert_int_equal(m->gpt->options.vocabulary, 260);
    assert_int_equal(m->vocabulary->size, 258);
    int again[sizeof text];
    assert_int_equal(vocabulary_encode(m->vocabulary, text, sizeof text - 1, again), n);
    assert_memory_equal(again, ids, (size_t)n * sizeof *ids);
    language_model_free(m);
    assert_null(language_model_load_with(best, scratch("none.json")));
    Bpe *large = bpe_train("abcabcabcabcabcabdabdabdabd", 27, 262);
    ranks = bpe_text(large);
    write_bytes(words, ranks, strlen(ranks));
    owned_free(ranks);
    assert_null(language_model_load_with(best, words));
    assert_error_has("the tokenizer has 262 tokens, and the model knows 260");
    bpe_free(large);
    bpe_free(b);
}

/* ---- what is refused ------------------------------------------------------------------------------- */

static void test_kinds_that_are_none(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "ids",    "ids:",   "ids:0",    "ids:1",  "ids:65537",
        "ids:-5", "ids:9x", "ids: 9",   "ids4:",  "ids4:16777217",
        "ids8:9", "ids:09", "ids4:1e3", "ids2:9", "ids:99999999999999999999"};
    int ids[40] = {1};
    write_file("ids.bin", ids, 40, 2);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char expected[80];
        assert_null(read_ids("ids.bin", wrong[i]));
        snprintf(expected, sizeof expected, "train: --tokenizer: got \"%s\", expected characters",
                 wrong[i]);
        assert_error_has(expected);
    }
    write_file("wide.bin", ids, 40, 4);
    Corpus *largest[] = {read_ids("ids.bin", "ids:65536"), read_ids("wide.bin", "ids4:16777216")};
    for (int i = 0; i < 2; i++) {
        assert_non_null(largest[i]);
        corpus_free(largest[i]);
    }
}

static void test_files_that_do_not_fit(void **state)
{
    (void)state;
    int ids[40];
    for (int i = 0; i < 40; i++)
        ids[i] = 1 + i % 7;
    ids[33] = 9;
    write_file("ids.bin", ids, 40, 2);
    assert_null(read_ids("ids.bin", "ids:9"));
    assert_error_has("ids.bin: id 33 is 9, expected less than 9, the size of the vocabulary. hint: "
                     "the N of --tokenizer ids:N that the file was made with, or ids4:N");
    assert_null(read_ids("ids.bin", "ids4:5000"));
    assert_error_has("or ids:N for ids of 2 bytes");
    assert_null(read_ids("none.bin", "ids:9"));
    assert_error_has("none.bin: cannot open");
    assert_null(corpus_read(0, NULL, 0.2, "ids:9"));
    assert_error_has("train: --text: got 0 files, expected one file of ids");
    char *const two[] = {(char *)scratch("ids.bin"), (char *)scratch("ids.bin")};
    assert_null(corpus_read(2, two, 0.2, "ids:10"));
    assert_error_has("got 2 files, expected one file of ids for --tokenizer ids:N. hint: cat");
    write_file("wide.bin", ids, 40, 4);
    assert_null(read_ids("wide.bin", "ids:10"));
    assert_error_has("every second id of 2 bytes is 0");
    assert_null(read_ids("ids.bin", "characters"));
    assert_error_has("or --tokenizer ids:N for a file of ids below N");
}

static void test_answers_and_short_files(void **state)
{
    (void)state;
    char kind[32];
    corpus_free(text_as_ids(kind));
    Corpus *c = read_ids("ids.bin", kind);
    Recipe recipe = recipe_of(kind);
    recipe.answers = "A:";
    assert_null(run_new(&recipe, c));
    assert_error_has("train: --answers: got \"A:\" for a file of ids");
    recipe = recipe_of(kind);
    recipe.context = 1000;
    assert_null(run_new(&recipe, c));
    assert_error_has("of them held out, expected more than 1000");
    corpus_free(c);
}

/* A file that was changed says so. */
static void test_a_checkpoint_that_was_changed(void **state)
{
    (void)state;
    static const char *const wrong[] = {"9", "ids:", "ids:x", "ids2:7", ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        MetadataEntry entry = {"ids", wrong[i]};
        assert_int_equal(safetensors_save(scratch("changed"), 0, NULL, NULL, 1, &entry), 0);
        assert_null(vocabulary_of_checkpoint(scratch("changed")));
        assert_error_has("expected ids:N or ids4:N. hint: another copy of the file");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_as_the_text),
        UNIT_TEST(test_it_goes_on_with_this_file_only),
        UNIT_TEST(test_it_writes_ids),
        UNIT_TEST(test_a_tokenizer_gives_them_words),
        UNIT_TEST(test_kinds_that_are_none),
        UNIT_TEST(test_files_that_do_not_fit),
        UNIT_TEST(test_answers_and_short_files),
        UNIT_TEST(test_a_checkpoint_that_was_changed),
    };
    return run_tests_in_scratch("tools/train/train_ids", tests);
}
