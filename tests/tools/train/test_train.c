/* test_train.c - training runs on disk. Invariant: stopping and going on leaves no trace in the bits. */
#include "small_run.h"

/* ---- corpus -------------------------------------------------------------------------------------- */

static void test_corpus_joins_files_and_keeps_the_tail(void **state)
{
    (void)state;
    write_bytes(scratch("a.txt"), "abc", 3);
    write_bytes(scratch("b.txt"),
                "\xc3\xa9"
                "bcaab",
                7);
    Corpus *c = read_two(0.25);
    assert_non_null(c);
    assert_string_equal(c->text, "abc\n\xc3\xa9"
                                 "bcaab");
    assert_int_equal(c->n_tokens, 10);
    assert_int_equal(c->n_training, 7);
    assert_int_equal(c->vocabulary->size, 5);
    assert_int_equal(c->tokens[3], 0); /* the line break comes first */
    assert_int_equal(c->tokens[4], 4); /* e with an accent last */
    corpus_free(c);
}

/* A byte order mark says how a file is encoded, and is nothing to learn. */
static void test_corpus_knows_marks_from_text(void **state)
{
    (void)state;
    write_bytes(scratch("a.txt"),
                "\xef\xbb\xbf"
                "abc",
                6);
    write_bytes(scratch("b.txt"),
                "\xef\xbb\xbf"
                "de",
                5);
    Corpus *c = read_two(0.25);
    assert_non_null(c);
    assert_string_equal(c->text, "abc\nde");
    assert_int_equal(c->n_tokens, 6);
    corpus_free(c);
}

static void test_corpus_names_the_bad_file(void **state)
{
    (void)state;
    write_bytes(scratch("a.txt"), "abc", 3);
    write_bytes(scratch("b.txt"), "ab\xff", 3);
    assert_null(read_two(0.1));
    assert_error_has("b.txt: expected UTF-8 text: ");
    assert_error_has("byte 2");
    write_bytes(scratch("b.txt"), "\xef\xbb\xbf", 3);
    assert_null(read_two(0.1));
    assert_error_has("b.txt: got an empty file");
    unlink(scratch("b.txt"));
    assert_null(read_two(0.1));
    assert_error_has("b.txt: cannot open");
}

static void test_corpus_fingerprint_tells_texts_apart(void **state)
{
    (void)state;
    write_bytes(scratch("a.txt"), "abc", 3);
    write_bytes(scratch("b.txt"), "abcd", 4);
    Corpus *one = read_two(0.1), *two = read_two(0.2);
    write_bytes(scratch("b.txt"), "abce", 4);
    Corpus *other = read_two(0.1);
    assert_string_equal(one->fingerprint, two->fingerprint);
    assert_string_not_equal(one->fingerprint, other->fingerprint);
    corpus_free(one);
    corpus_free(two);
    corpus_free(other);
}

/* ---- runs ---------------------------------------------------------------------------------------- */

static void assert_same_file(const char *path, const char *expected, size_t size)
{
    size_t n;
    char *text = kindling_read_file(path, &n);
    assert_non_null(text);
    assert_int_equal(n, size);
    assert_memory_equal(text, expected, size);
    owned_free(text);
}

/* The log but for its fifth column, tokens per second. In the innermost scope. */
static const char *log_without_speed(void)
{
    const char *line = text_of_file(scratch("log.tsv"));
    FILE *out = text_stream();
    for (const char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        const char *speed = line;
        for (int tabs = 0; tabs < 4; speed++)
            tabs += *speed == '\t';
        const char *behind = speed + strcspn(speed, "\t");
        fprintf(out, "%.*s%.*s\n", (int)(speed - line), line, (int)(end - behind), behind);
    }
    return text_written();
}

static void check_resumed(Recipe recipe)
{
    Corpus *corpus = some_text();
    train(&recipe, corpus, NULL);
    const char *log = log_without_speed();
    size_t last_size, best_size;
    char *last = kindling_read_file(scratch("last.safetensors"), &last_size);
    char *best = kindling_read_file(scratch("best.safetensors"), &best_size);
    unlink(scratch("last.safetensors"));
    unlink(scratch("best.safetensors"));

    volatile sig_atomic_t stop = 1; /* one step each, three times, then the rest */
    train(&recipe, corpus, &stop);
    assert_int_not_equal(access(scratch("best.safetensors"), F_OK), 0); /* nothing was measured */
    recipe.resume = true;
    train(&recipe, corpus, &stop);
    train(&recipe, corpus, &stop);
    train(&recipe, corpus, NULL);
    assert_same_file(scratch("last.safetensors"), last, last_size);
    assert_same_file(scratch("best.safetensors"), best, best_size);
    assert_string_equal(log_without_speed(), log);
    owned_free(last);
    owned_free(best);
    corpus_free(corpus);
}

static void test_resumed_run_has_the_same_bits(void **state)
{
    (void)state;
    check_resumed(small_recipe());
    Recipe llama = small_recipe();
    llama.llama = true;
    llama.kv_heads = 1;
    check_resumed(llama);
}

/* The file is from before logs went on in the middle of an interval, or somebody has changed it. */
static void test_a_checkpoint_without_the_losses_behind_the_log(void **state)
{
    (void)state;
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe();
    volatile sig_atomic_t stop = 1;
    train(&recipe, corpus, &stop);
    recipe.resume = true;
    size_t size;
    char *last = kindling_read_file(scratch("last.safetensors"), &size);
    char *key = strstr(last + 8, "\"training.unlogged\":\"1 "); /* behind a length */
    assert_non_null(key);
    key[22] = 'x';
    write_bytes(scratch("last.safetensors"), last, size);
    assert_null(run_new(&recipe, corpus));
    assert_error_has("metadata \"training.unlogged\" is \"1x");
    key[1] = 'T';
    write_bytes(scratch("last.safetensors"), last, size);
    train(&recipe, corpus, NULL);
    owned_free(last);
    corpus_free(corpus);
}

static void test_best_checkpoint_needs_nothing_else(void **state)
{
    (void)state;
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe(), read = recipe_nanogpt;
    train(&recipe, corpus, NULL);
    char path[128];
    snprintf(path, sizeof path, "%s", scratch("best.safetensors"));
    char *const argv[] = {"train", "--from", path};
    assert_int_equal(recipe_read(&read, 3, argv), OPTIONS_READ);
    assert_int_equal(read.layers, 1);
    assert_int_equal(read.channels, 8);
    CharTokenizer *alphabet = char_tokenizer_from(checkpoint_metadata(path, "alphabet"));
    assert_int_equal(alphabet->size, corpus->vocabulary->size);
    Gpt *gpt = gpt_new(recipe_gpt(&read, alphabet->size));
    assert_int_equal(checkpoint_load(path, &gpt->module, NULL, NULL), 0);
    module_free(&gpt->module);
    char_tokenizer_free(alphabet);
    corpus_free(corpus);
}

static void test_resume_refuses_another_text_or_model(void **state)
{
    (void)state;
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe();
    train(&recipe, corpus, NULL);
    recipe.resume = true;
    strcpy(corpus->fingerprint, "0123");
    assert_null(run_new(&recipe, corpus));
    assert_error_has("got a text with fingerprint 0123");
    char *const argv[] = {"train", "--resume", "--layers", "2", "--out", scratch_folder};
    Recipe read = recipe_nanogpt;
    assert_int_equal(recipe_read(&read, 6, argv), OPTIONS_WRONG);
    assert_error_has("train: --layers: got 2, expected 1");
    corpus_free(corpus);
}

static void test_log_has_a_line_per_interval(void **state)
{
    (void)state;
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe();
    train(&recipe, corpus, NULL);
    FILE *f = fopen(scratch("log.tsv"), "r");
    assert_non_null(f);
    static const long steps[] = {3, 4, 6, 8, 9, 12};
    char line[256], loss[32], held_out[32];
    assert_non_null(fgets(line, sizeof line, f));
    for (int i = 0; i < 6; i++) {
        long step;
        assert_non_null(fgets(line, sizeof line, f));
        assert_int_equal(sscanf(line, "%ld\t%31s\t%31s", &step, loss, held_out), 3);
        assert_int_equal(step, steps[i]);
        assert_int_equal(strcmp(held_out, "-") != 0, step % 4 == 0);
        assert_true(strtod(loss, NULL) > 1 && strtod(loss, NULL) < 5);
    }
    assert_null(fgets(line, sizeof line, f));
    fclose(f);
    corpus_free(corpus);
}

/* Of one step by hand: plain SGD's would be lr times the gradient; AdamW's first step moves every
 * number by lr, and by lr times the decay of its own. */
static void test_log_tells_what_a_step_did(void **state)
{
    (void)state;
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe();
    recipe.steps = recipe.log_every = 1;
    recipe.warmup = 0;
    recipe.weight_decay = 0;
    Run *run = run_new(&recipe, corpus);
    double size[16], moved[16];
    long matrices = 0;
    for (long k = 0; k < run->parameters->count; k++) {
        const Tensor *t = run->parameters->tensor[k];
        double squares = 0;
        long n = tensor_numel(t);
        for (long i = 0; i < n; i++)
            squares += (double)t->data[i] * (double)t->data[i];
        if (t->ndim == 2)
            size[matrices++] = sqrt(squares / (double)n);
    }
    assert_int_equal(run_train(run), 0);
    double peak = 0;
    for (long k = 0; k < run->parameters->count; k++) {
        const Tensor *g = run->parameters->tensor[k]->grad;
        double squares = 0, most = 0;
        for (long i = 0; i < tensor_numel(g); i++) {
            squares += (double)g->data[i] * (double)g->data[i];
            most = fmax(most, fabs((double)g->data[i]));
        }
        peak = fmax(peak, most / sqrt(squares / (double)tensor_numel(g)));
    }
    for (long i = 0; i < matrices; i++)
        moved[i] = recipe.lr / size[i];
    for (long i = 0; i < matrices; i++) /* the median is that of the middle one */
        for (long j = i + 1; j < matrices; j++)
            if (moved[j] < moved[i]) {
                double x = moved[i];
                moved[i] = moved[j];
                moved[j] = x;
            }
    double norm, logged_peak, ratio;
    const char *line = strchr(text_of_file(scratch("log.tsv")), '\n') + 1;
    assert_int_equal(
        sscanf(line, "1\t%*s\t%*s\t%*s\t%*s\t%lf\t%lf\t%lf", &norm, &logged_peak, &ratio), 3);
    assert_true(fabs(logged_peak / peak - 1) < 1e-5);
    assert_true(fabs(norm / run->trainer.last_norm - 1) < 1e-5);
    assert_true(fabs(ratio / moved[matrices / 2] - 1) <
                0.05); /* embeddings of letters that were not there stay */
    run_free(run);
    corpus_free(corpus);
}

/* On a command line 0 is a number like any other. */
static void test_betas_of_zero_are_taken_at_their_word(void **state)
{
    (void)state;
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe();
    recipe.beta1 = recipe.beta2 = 0;
    Run *run = run_new(&recipe, corpus);
    assert_non_null(run);
    assert_true(run->optimizer->beta1 == 0 && run->optimizer->beta2 == 0);
    run_free(run);
    recipe.beta1 = 0.25;
    run = run_new(&recipe, corpus);
    assert_non_null(run);
    assert_true(run->optimizer->beta1 == 0.25 && run->optimizer->beta2 == 0);
    run_free(run);
    corpus_free(corpus);
}

static void test_text_shorter_than_the_context(void **state)
{
    (void)state;
    write_bytes(scratch("a.txt"), "hello", 5);
    write_bytes(scratch("b.txt"), "world", 5);
    Corpus *corpus = read_two(0.2);
    Recipe recipe = small_recipe();
    assert_null(run_new(&recipe, corpus));
    assert_error_has("train: --text: got 11 characters, 3 of them held out, "
                     "expected more than 8 (--context) in both parts. hint: a longer text");
    assert_null(strstr(kindling_error(), "or --context")); /* less than 1 would not help either */
    corpus_free(corpus);
    corpus = read_two(0.4);
    recipe.context = 5;
    assert_null(run_new(&recipe, corpus));
    assert_error_has("hint: a longer text, or --context 1");
    corpus_free(corpus);
}

/* Without --text; the fingerprint says so when somebody edits what calibrated numbers were measured on. */
static void test_a_text_of_its_own(void **state)
{
    (void)state;
    Corpus *corpus = corpus_read(0, NULL, 0.1, "characters");
    assert_non_null(corpus);
    assert_true(corpus->files == 1 && corpus->bytes == 127936);
    assert_string_equal(corpus->fingerprint, "bf4643e86eaf6f15");
    corpus_free(corpus);
    char here[4096];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir("/"), 0);
    corpus = corpus_read(0, NULL, 0.1, "characters");
    assert_int_equal(chdir(here), 0);
    assert_null(corpus);
    assert_error_has("notebooks-c/prose.txt");
    assert_error_has("hint: --text FILE");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_corpus_joins_files_and_keeps_the_tail),
        UNIT_TEST(test_corpus_knows_marks_from_text),
        UNIT_TEST(test_corpus_names_the_bad_file),
        UNIT_TEST(test_corpus_fingerprint_tells_texts_apart),
        UNIT_TEST(test_resumed_run_has_the_same_bits),
        UNIT_TEST(test_a_checkpoint_without_the_losses_behind_the_log),
        UNIT_TEST(test_best_checkpoint_needs_nothing_else),
        UNIT_TEST(test_resume_refuses_another_text_or_model),
        UNIT_TEST(test_log_has_a_line_per_interval),
        UNIT_TEST(test_log_tells_what_a_step_did),
        UNIT_TEST(test_betas_of_zero_are_taken_at_their_word),
        UNIT_TEST(test_text_shorter_than_the_context),
        UNIT_TEST(test_a_text_of_its_own),
    };
    return run_tests_in_scratch("tools/train/train", tests);
}
