/* test_train_answers.c - runs whose loss counts answers only: --answers A: */
#include "small_run.h"

/* Both parts of it have answers, of one letter or more; the last line has no break. */
static const char talk[] =
    "Q: one?\nA: uno\nQ: two?\nA: dos\nAfter all\n A: no\nA:\nQ: three?\nA: tres\n"
    "Q: four?\nA: cuatro";

static Corpus *read_talk(const char *text, const char *tokenizer)
{
    write_bytes(scratch("talk.txt"), text, strlen(text));
    Corpus *c = corpus_read(1, (char *const[]){(char *)scratch("talk.txt")}, 0.3, tokenizer);
    assert_non_null(c);
    return c;
}

/* ---- which tokens -------------------------------------------------------------------------------- */

/* What stands in the text where tokens count, a bar where they begin again. */
static void what_counts(const Corpus *c, const bool *counts, char *out)
{
    bool before = false;
    size_t n = 0;
    for (long i = 0; i < c->n_tokens; i++) {
        size_t bytes;
        char *text = vocabulary_decode(c->vocabulary, &c->tokens[i], 1, &bytes);
        if (counts[i] && !before)
            out[n++] = '|';
        if (counts[i])
            memcpy(out + n, text, bytes);
        n += counts[i] ? bytes : 0;
        before = counts[i];
        owned_free(text);
    }
    out[n] = '\0';
}

static void test_what_comes_behind_the_mark(void **state)
{
    (void)state;
    static const char *const tokenizers[] = {"characters", "bpe:300"};
    for (int i = 0; i < 2; i++) {
        Corpus *c = read_talk(talk, tokenizers[i]);
        bool *counts = answers_of(c, "A:");
        char text[sizeof talk + 16];
        what_counts(c, counts, text);
        assert_string_equal(text, "| uno\n| dos\n|\n| tres\n| cuatro");
        owned_free(counts);
        corpus_free(c);
    }
}

/* Of a token that the mark ends within, the model has to write the rest. */
static void test_a_token_across_the_mark(void **state)
{
    (void)state;
    char text[2000] = "";
    for (int i = 0; i < 40; i++)
        strcat(text, "Q: what?\nA: that\n");
    Corpus *c = read_talk(text, "bpe:300");
    bool *counts = answers_of(c, "A: th");
    size_t bytes;
    for (long i = 0; i < c->n_tokens; i++) {
        char *token = vocabulary_decode(c->vocabulary, &c->tokens[i], 1, &bytes);
        bool rest = strcmp(token, " that") == 0;
        if (rest)
            assert_true(counts[i]);
        owned_free(token);
    }
    assert_false(counts[0]);
    owned_free(counts);
    corpus_free(c);
}

static void test_marks_that_no_line_has(void **state)
{
    (void)state;
    Corpus *c = read_talk(talk, "characters");
    assert_null(answers_of(c, "B:"));
    assert_error_has(
        "train: --answers: got \"B:\", with which no line of the part to train on begins");
    assert_null(answers_of(c, "A: u"));
    assert_error_has("of the part held out begins");
    assert_null(answers_of(c, "A: cuatro")); /* and nothing behind it */
    assert_error_has("of the part to train on");
    corpus_free(c);
}

/* ---- windows ------------------------------------------------------------------------------------- */

/* Every window with an answer in its labels is an example, and no other; ids are the text's. */
static void test_examples(void **state)
{
    (void)state;
    Corpus *c = read_talk(talk, "characters");
    bool *counts = answers_of(c, "A:");
    for (long T = 1; T < c->n_tokens; T += 5) {
        Dataset *d = answers_dataset_new(c->tokens, counts, c->n_tokens, T);
        long example = 0;
        for (long i = 0; i + T < c->n_tokens; i++) {
            bool has = false;
            for (long t = 1; t <= T; t++)
                has |= counts[i + t];
            if (!has)
                continue;
            Batch batch;
            assert_in_range(example, 0, d->count - 1);
            d->fetch(d, 1, &example, &batch);
            for (long t = 0; t < T; t++) {
                assert_int_equal(batch.ids->data[t], c->tokens[i + t]);
                int next = counts[i + t + 1] ? c->tokens[i + t + 1] : -100;
                assert_int_equal(batch.labels->data[t], next);
            }
            example++;
        }
        assert_int_equal(example, d->count);
        dataset_free(d);
    }
    bool none[sizeof talk] = {[0] = true};
    assert_null(answers_dataset_new(c->tokens, none, c->n_tokens, 4));
    assert_error_has("no window of 4 tokens has an answer in what comes next");
    owned_free(counts);
    corpus_free(c);
}

/* ---- runs ---------------------------------------------------------------------------------------- */

static Corpus *long_talk(void)
{
    char text[2000] = "";
    for (int i = 0; i < 40; i++)
        strcat(text, i % 3 == 0 ? "Q: what?\nA: that\n" : "Q: who?\nA: they\n");
    return read_talk(text, "characters");
}

/* Of the letters of questions none counts, in neither part. */
static void test_both_parts(void **state)
{
    (void)state;
    Corpus *c = long_talk();
    Recipe r = small_recipe();
    r.answers = "A:";
    Run *run = run_new(&r, c);
    for (int part = 0; part < 2; part++) {
        Dataset *d = part == 0 ? run->training : run->held_out;
        for (long i = 0; i < d->count; i++) {
            Batch batch;
            d->fetch(d, 1, &i, &batch);
            for (long t = 0; t < r.context; t++) {
                size_t bytes;
                if (batch.labels->data[t] < 0)
                    continue;
                char *letter = vocabulary_decode(c->vocabulary, &batch.labels->data[t], 1, &bytes);
                assert_non_null(strchr(" thaey\n", *letter));
                owned_free(letter);
            }
        }
    }
    run_free(run);
    corpus_free(c);
}

/* The mean over the labels that count, by hand. */
static void test_the_loss_is_that_of_answers(void **state)
{
    (void)state;
    Corpus *c = long_talk();
    Recipe r = small_recipe();
    r.answers = "A:";
    r.dropout = 0;
    Run *run = run_new(&r, c);
    assert_non_null(run);
    Batch batch;
    long first = 0;
    run->training->fetch(run->training, 1, &first, &batch);
    real loss = tensor_item(gpt_loss(run->gpt, batch.ids, batch.labels));
    Tensor *logits = gpt_forward(run->gpt, batch.ids, NULL);
    double sum = 0;
    long n = 0;
    for (long t = 0; t < r.context; t++) {
        int label = batch.labels->data[t];
        if (label < 0)
            continue;
        double total = 0;
        for (long v = 0; v < c->vocabulary->size; v++)
            total += exp((double)tensor_get(logits, SHAPE(0, t, v)));
        sum += log(total) - (double)tensor_get(logits, SHAPE(0, t, label));
        n++;
    }
    assert_in_range(n, 1, r.context - 1);
    assert_true(fabs((double)loss - sum / (double)n) < 1e-5);
    run_free(run);
    corpus_free(c);
}

/* Batches have more and fewer answers: held out, each label counts once. */
static void test_what_is_measured(void **state)
{
    (void)state;
    Corpus *c = long_talk();
    Recipe r = small_recipe();
    r.answers = "A:";
    Run *run = run_new(&r, c);
    module_train(&run->gpt->module, false);
    double both = run_measure(run, 2), first = run_measure(run, 1), sum[2];
    Rng rng = rng_stream((uint64_t)r.seed, 3);
    long n[2];
    for (int i = 0; i < 2; i++) {
        Batch batch;
        dataset_sample(run->held_out, r.batch, &rng, &batch);
        n[i] = answers_in(run, &batch);
        sum[i] = (double)n[i] * (double)tensor_item(gpt_loss(run->gpt, batch.ids, batch.labels));
    }
    assert_int_not_equal(n[0], n[1]);
    assert_true(fabs(first - sum[0] / (double)n[0]) < 1e-5);
    assert_true(fabs(both - (sum[0] + sum[1]) / (double)(n[0] + n[1])) < 1e-5);
    run_free(run);
    corpus_free(c);
}

/* Questions are not learnt: over the whole text the loss stays far above that of a run on all. */
static void test_what_is_learnt(void **state)
{
    (void)state;
    Corpus *c = long_talk();
    Recipe r = small_recipe();
    r.steps = 60;
    r.dropout = 0;
    r.lr = 0.01;
    double after[2];
    for (int only = 0; only < 2; only++) {
        r.answers = only ? "A:" : "";
        Run *run = run_new(&r, c);
        assert_int_equal(run_train(run), 0);
        run_free(run);
        Recipe all = r;
        all.answers = "";
        all.resume = true;
        Run *again = run_new(&all, c);
        assert_non_null(again);
        after[only] = run_measure(again, 8);
        run_free(again);
    }
    assert_true(after[1] > 1.5 * after[0]);
    corpus_free(c);
}

/* Stopped after step 5 and gone on: the bits of a run that was not. Long settings are whole in the file. */
static void test_a_run_on_answers_goes_on(void **state)
{
    (void)state;
    Corpus *c = long_talk();
    Recipe r = small_recipe();
    r.answers = "A:";
    r.freeze = "blocks.0.attn.qkv.weight,blocks.0.attn.out.weight,positions";
    train(&r, c, NULL);
    assert_int_equal(rename(scratch("last.safetensors"), scratch("whole.safetensors")), 0);
    Run *run = run_new(&r, c);
    run->trainer.steps = 5;
    assert_int_equal(run_train(run), 0);
    run_free(run);
    Recipe half = small_recipe();
    char *const typed[] = {"train", "--resume", "--out", (char *)scratch_folder};
    assert_int_equal(recipe_read(&half, 4, typed), OPTIONS_READ);
    assert_string_equal(half.answers, "A:");
    assert_string_equal(half.freeze, r.freeze);
    half.overwrite = false;
    half.quiet = true;
    train(&half, c, NULL);
    SafeTensors *a = safetensors_open(scratch("whole.safetensors"));
    SafeTensors *b = safetensors_open(scratch("last.safetensors"));
    for (long i = 0; i < safetensors_count(a); i++) {
        const char *name = safetensors_name(a, i);
        assert_tensor_identical(safetensors_read(b, name), safetensors_read(a, name));
    }
    safetensors_close(a);
    safetensors_close(b);
    corpus_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_what_comes_behind_the_mark),
        UNIT_TEST(test_a_token_across_the_mark),
        UNIT_TEST(test_marks_that_no_line_has),
        UNIT_TEST(test_examples),
        UNIT_TEST(test_both_parts),
        UNIT_TEST(test_the_loss_is_that_of_answers),
        UNIT_TEST(test_what_is_measured),
        UNIT_TEST(test_what_is_learnt),
        UNIT_TEST(test_a_run_on_answers_goes_on),
    };
    return run_tests_in_scratch("tools/train/answers", tests);
}
