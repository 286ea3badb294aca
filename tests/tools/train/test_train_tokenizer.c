/* test_train_tokenizer.c - runs whose tokens are learnt from the text: --tokenizer bpe:N, and old checkpoints. */
#include "small_run.h"

static Corpus *read_as(const char *tokenizer, double held_out)
{
    char *const both[] = {(char *)scratch("a.txt"), (char *)scratch("b.txt")};
    return corpus_read(2, both, held_out, tokenizer);
}

static Corpus *some_tokens(const char *tokenizer)
{
    corpus_free(some_text()); /* writes the files */
    Corpus *c = read_as(tokenizer, 0.2);
    assert_non_null(c);
    return c;
}

static Recipe recipe_of(const char *tokenizer)
{
    Recipe r = small_recipe();
    r.tokenizer = tokenizer;
    return r;
}

/* ---- the corpus ------------------------------------------------------------------------------------ */

/* "ab ab ..." and behind it what is held out: of that no merge is learnt. */
static void test_merges_come_from_what_is_trained_on(void **state)
{
    (void)state;
    write_bytes(scratch("a.txt"), "abababababababab", 16);
    write_bytes(scratch("b.txt"), "zqzqzqzqzqzqzqz", 15);
    Corpus *c = read_as("bpe:1000", 0.5);
    assert_non_null(c);
    assert_int_equal(bpe_token(c->vocabulary->bpe, "ab", 2), 256);
    assert_int_equal(bpe_token(c->vocabulary->bpe, "zq", 2), -1);
    assert_int_equal(c->vocabulary->size, 260); /* 2, 4, 8 and 16 letters */
    /* One token, and then 16 bytes, of which the last 9 are held out. */
    assert_int_equal(c->n_tokens, 17);
    assert_int_equal(c->n_training, 8);
    assert_close(c->bytes_per_token, 1, 0);
    corpus_free(c);
    c = read_as("bpe:1000", 0.001);
    assert_int_not_equal(bpe_token(c->vocabulary->bpe, "zq", 2), -1);
    corpus_free(c);
}

static void test_bytes_of_a_token_that_is_held_out(void **state)
{
    (void)state;
    write_bytes(scratch("a.txt"), "ab ab ab ab ab ab ab ab", 23);
    write_bytes(scratch("b.txt"), "ab ab \xE2\x82\xAC", 9);
    Corpus *c = read_as("bpe:258", 0.5); /* ab, " ab" */
    assert_non_null(c);
    /* ab, 7 times " ab", a line break, ab, " ab", " ", 3 bytes: 15 tokens, of which 8 are held out. */
    assert_int_equal(c->n_tokens, 15);
    assert_int_equal(c->n_training, 7);
    assert_close(c->bytes_per_token, (3 + 1 + 2 + 3 + 1 + 3) / 8.0, 1e-15);
    corpus_free(c);
}

static void test_kinds_that_are_none(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",        "bpe",     "bpe:",        "bpe:256", "bpe:12x",
                                        "bpe:-5",  "words",   "bpe:1000001", "BPE:300", "bpe:300 ",
                                        "bpe:1e3", "bpe: x3", "character"};
    corpus_free(some_text());
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char expected[80];
        assert_null(read_as(wrong[i], 0.2));
        snprintf(expected, sizeof expected, "train: --tokenizer: got \"%s\", expected characters",
                 wrong[i]);
        assert_error_has(expected);
    }
    corpus_free(some_tokens("bpe:257"));
}

static void test_tokens_shorter_than_the_context(void **state)
{
    (void)state;
    write_bytes(scratch("a.txt"), "hello hello hello", 17);
    write_bytes(scratch("b.txt"), "world", 5);
    Corpus *corpus = read_as("bpe:300", 0.2);
    Recipe recipe = recipe_of("bpe:300");
    assert_null(run_new(&recipe, corpus));
    assert_error_has("train: --text: got 9 tokens, 2 of them held out, expected more than 8");
    corpus_free(corpus);
}

/* ---- checkpoints ----------------------------------------------------------------------------------- */

static void test_a_checkpoint_holds_its_tokens(void **state)
{
    (void)state;
    Corpus *corpus = some_tokens("bpe:270");
    Recipe recipe = recipe_of("bpe:270"), read = recipe_nanogpt;
    train(&recipe, corpus, NULL);
    char path[128];
    snprintf(path, sizeof path, "%s", scratch("best.safetensors"));
    char *const argv[] = {"train", "--from", path};
    assert_int_equal(recipe_read(&read, 3, argv), OPTIONS_READ);
    assert_string_equal(read.tokenizer, "bpe:270");
    Vocabulary *v = vocabulary_of_checkpoint(path);
    assert_non_null(v);
    assert_null(v->characters);
    assert_int_equal(v->size, 270);
    assert_int_equal(v->bpe->n_merges, 14);
    for (long i = 0; i < 14; i++)
        assert_memory_equal(&v->bpe->merges[i], &corpus->vocabulary->bpe->merges[i],
                            sizeof(BpePair));
    int *ids = malloc(corpus->bytes * sizeof *ids);
    assert_int_equal(vocabulary_encode(v, corpus->text, corpus->bytes, ids), corpus->n_tokens);
    assert_memory_equal(ids, corpus->tokens, (size_t)corpus->n_tokens * sizeof *ids);
    size_t bytes;
    char *text = vocabulary_decode(v, ids, corpus->n_tokens, &bytes);
    assert_int_equal(bytes, corpus->bytes);
    assert_memory_equal(text, corpus->text, bytes);
    owned_free(text);
    free(ids);
    vocabulary_free(v);
    corpus_free(corpus);
}

static void test_resumed_run_has_the_same_bits(void **state)
{
    (void)state;
    Corpus *corpus = some_tokens("bpe:270");
    Recipe recipe = recipe_of("bpe:270");
    train(&recipe, corpus, NULL);
    size_t size, again_size;
    char *last = kindling_read_file(scratch("last.safetensors"), &size);
    volatile sig_atomic_t stop = 1; /* one step, then the rest */
    train(&recipe, corpus, &stop);
    corpus_free(corpus);
    corpus = some_tokens("bpe:270"); /* as another process learns them */
    recipe.resume = true;
    train(&recipe, corpus, NULL);
    char *again = kindling_read_file(scratch("last.safetensors"), &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(last, again, size);
    owned_free(last);
    owned_free(again);
    corpus_free(corpus);
}

/* What stands between documents is one token, in the corpus and in the checkpoint. */
static void test_documents(void **state)
{
    (void)state;
    static char text[6000];
    size_t n = 0;
    while (n + 60 < sizeof text)
        n += (size_t)sprintf(text + n, "a ship, a marsh, a river<|endoftext|>");
    write_bytes(scratch("a.txt"), text, n);
    write_bytes(scratch("b.txt"), text, n);
    Corpus *c = read_as("bpe:270", 0.2);
    assert_non_null(c);
    long markers = 0;
    for (long i = 0; i < c->n_tokens; i++)
        markers += c->tokens[i] == c->vocabulary->size - 1;
    assert_true(markers >= 2 * 150);
    Scope *scope = scope_open();
    MetadataEntry ranks = vocabulary_metadata(c->vocabulary);
    MetadataEntry kept[] = {ranks, vocabulary_special(c->vocabulary)};
    assert_int_equal(safetensors_save(scratch("special"), 0, NULL, NULL, 2, kept), 0);
    Vocabulary *v = vocabulary_of_checkpoint(scratch("special"));
    assert_non_null(v);
    assert_int_equal(v->size, c->vocabulary->size);
    assert_int_equal(v->bpe->special[0], v->size - 1);
    vocabulary_free(v);
    owned_free((void *)ranks.value);
    scope_close(scope);
    corpus_free(c);
}

static void test_another_kind_is_refused(void **state)
{
    (void)state;
    Corpus *corpus = some_tokens("bpe:270");
    Recipe recipe = recipe_of("bpe:270"), read = recipe_nanogpt;
    train(&recipe, corpus, NULL);
    char *const argv[] = {"train",        "--resume",    "--out",
                          scratch_folder, "--tokenizer", "characters"};
    assert_int_equal(recipe_read(&read, 6, argv), OPTIONS_WRONG);
    assert_error_has("train: --tokenizer: got characters, expected bpe:270");
    read = recipe_nanogpt;
    assert_int_equal(recipe_read(&read, 4, argv), OPTIONS_READ);
    assert_string_equal(read.tokenizer, "bpe:270");
    corpus_free(corpus);
}

/* Changes the first place of a file where these bytes stand. */
static void change(const char *path, const char *from, const char *to)
{
    size_t size, n = strlen(from);
    char *bytes = kindling_read_file(path, &size);
    assert_non_null(bytes);
    for (size_t at = 0; at + n <= size; at++)
        if (memcmp(bytes + at, from, n) == 0) {
            memcpy(bytes + at, to, n);
            write_bytes(path, bytes, size);
            owned_free(bytes);
            return;
        }
    assert_true(false);
}

/* Their metadata say nothing of a tokenizer. */
static void test_old_checkpoints_are_of_characters(void **state)
{
    (void)state;
    Corpus *corpus = some_tokens("characters");
    Recipe recipe = small_recipe(), read = recipe_nanogpt;
    train(&recipe, corpus, NULL);
    char path[128];
    snprintf(path, sizeof path, "%s", scratch("last.safetensors"));
    change(path, "\"tokenizer\"", "\"unheardof\"");
    assert_null(checkpoint_metadata(path, "tokenizer"));
    char *const argv[] = {"train", "--from", path};
    assert_int_equal(recipe_read(&read, 3, argv), OPTIONS_READ);
    assert_string_equal(read.tokenizer, "characters");
    Vocabulary *v = vocabulary_of_checkpoint(path);
    assert_non_null(v);
    assert_null(v->bpe);
    assert_int_equal(v->size, corpus->vocabulary->size);
    vocabulary_free(v);
    recipe.resume = true;
    recipe.steps = 13;
    train(&recipe, corpus, NULL);
    corpus_free(corpus);
}

static void test_tokens_that_were_damaged(void **state)
{
    (void)state;
    Corpus *corpus = some_tokens("bpe:270");
    Recipe recipe = recipe_of("bpe:270");
    train(&recipe, corpus, NULL);
    const char *path = scratch("best.safetensors");
    change(path, "Bw== 7", "Bw== 8");
    assert_null(vocabulary_of_checkpoint(path));
    assert_error_has("line 8: expected the rank behind");
    assert_error_has("best.safetensors");
    change(path, "\"bpe\"", "\"ebp\"");
    assert_null(vocabulary_of_checkpoint(path));
    assert_error_has("there is no \"alphabet\" in its metadata");
    corpus_free(corpus);
}

static void test_pieces_of_others(void **state)
{
    (void)state;
    if (!make_llama_kind("words"))
        return;
    corpus_free(some_text());
    Vocabulary *pieces = vocabulary_load(scratch("tok300.bin"));
    assert_non_null(pieces);
    Corpus *corpus = corpus_read_in(1, (char *const[]){(char *)scratch("a.txt")}, 0.2, pieces);
    size_t bytes;
    char *text = vocabulary_decode(pieces, corpus->tokens, corpus->n_tokens, &bytes);
    assert_int_equal(bytes, corpus->bytes);
    assert_memory_equal(text, corpus->text, bytes);
    owned_free(text);
    Recipe recipe = recipe_of("given");
    train(&recipe, corpus, NULL);
    const char *path = scratch("best.safetensors");
    Vocabulary *read = vocabulary_of_checkpoint(path);
    assert_int_equal(read->size, 300);
    vocabulary_free(read);
    change(path, "\"pieces\":\"0", "\"pieces\":\"z");
    assert_null(vocabulary_of_checkpoint(path));
    assert_error_has("byte 0 of \"pieces\" is wrong");
    change(path, "\"pieces\":\"z", "\"pieces\":\"0");
    change(path, "3c756e6b3e", "3c756e6b3f"); /* <unk> */
    assert_null(vocabulary_of_checkpoint(path));
    assert_error_has("best.safetensors: piece 0 is \"<unk?\", expected \"<unk>\"");
    corpus_free(corpus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_merges_come_from_what_is_trained_on),
        UNIT_TEST(test_bytes_of_a_token_that_is_held_out),
        UNIT_TEST(test_kinds_that_are_none),
        UNIT_TEST(test_tokens_shorter_than_the_context),
        UNIT_TEST(test_a_checkpoint_holds_its_tokens),
        UNIT_TEST(test_resumed_run_has_the_same_bits),
        UNIT_TEST(test_documents),
        UNIT_TEST(test_another_kind_is_refused),
        UNIT_TEST(test_old_checkpoints_are_of_characters),
        UNIT_TEST(test_pieces_of_others),
        UNIT_TEST(test_tokens_that_were_damaged),
    };
    return run_tests_in_scratch("tools/train/train_tokenizer", tests);
}
