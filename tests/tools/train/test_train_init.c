/* test_train_init.c - runs that begin with the weights of others: --init, and parts that stay: --freeze. */
#include "begin_from.h"
#include "language_model.h"
#include "small_run.h"

/* ---- a run to begin with ------------------------------------------------------------------------- */

/* Its best.safetensors, of 12 steps; the files are moved, so that others may be written. */
static const char *first_run(void)
{
    Recipe r = small_recipe();
    Corpus *c = some_text();
    train(&r, c, NULL);
    corpus_free(c);
    assert_int_equal(rename(scratch("best.safetensors"), scratch("first.safetensors")), 0);
    return scratch("first.safetensors");
}

/* What the program does: the model, the settings it brings, the text in its tokens. */
typedef struct {
    LanguageModel *model;
    Recipe recipe;
    Corpus *corpus;
} Begun;

static int begin(Begun *b, const char *path, int argc, char *const argv[])
{
    *b = (Begun){.model = language_model_load(path), .recipe = small_recipe()};
    if (b->model == NULL)
        return -1;
    b->recipe.init = path;
    if (language_model_may_train(b->model, path) != 0 ||
        recipe_begin_from(&b->recipe, b->model->gpt, argc, argv) != 0)
        return -1;
    Vocabulary *given = b->model->vocabulary;
    b->model->vocabulary = NULL;
    b->corpus = corpus_read_in(1, (char *const[]){(char *)scratch("a.txt")}, 0.2, given);
    return b->corpus != NULL ? 0 : -1;
}

static void end(Begun *b)
{
    corpus_free(b->corpus);
    language_model_free(b->model);
}

static char *const nothing[] = {"train"};

/* ---- beginning ----------------------------------------------------------------------------------- */

static void test_it_begins_with_the_others_numbers(void **state)
{
    (void)state;
    Begun b;
    assert_int_equal(begin(&b, first_run(), 1, nothing), 0);
    b.recipe.seed = 99; /* other starting values, which nothing is left of */
    Run *run = run_new(&b.recipe, b.corpus);
    assert_non_null(run);
    run_begin_from(run, b.model->gpt);
    ParameterList *from = parameters_of(&b.model->gpt->module);
    for (long i = 0; i < from->count; i++)
        assert_tensor_identical(run->parameters->tensor[i], from->tensor[i]);
    parameters_free(from);
    run_free(run);
    end(&b);
}

/* From a better place the same steps go further; and what comes out is a checkpoint as any. */
static void test_it_goes_on(void **state)
{
    (void)state;
    Begun b;
    double loss[2];
    const char *path = first_run();
    for (int begun = 0; begun < 2; begun++) {
        assert_int_equal(begin(&b, path, 1, nothing), 0);
        Run *run = run_new(&b.recipe, b.corpus);
        if (begun)
            run_begin_from(run, b.model->gpt);
        loss[begun] = run_measure(run, 4);
        assert_int_equal(run_train(run), 0);
        run_free(run);
        end(&b);
    }
    assert_true(loss[1] < loss[0]);
    LanguageModel *m = language_model_load(scratch("best.safetensors"));
    assert_non_null(m);
    assert_int_equal(m->vocabulary->size, m->gpt->options.vocabulary);
    language_model_free(m);
}

static void test_a_shorter_context(void **state)
{
    (void)state;
    Begun b;
    assert_int_equal(
        begin(&b, first_run(), 5, (char *const[]){"train", "--context", "5", "--dropout", "0"}), 0);
    assert_int_equal(b.recipe.context, 5);
    Run *run = run_new(&b.recipe, b.corpus);
    run_begin_from(run, b.model->gpt);
    assert_tensor_identical(run->gpt->positions->table,
                            tensor_slice(b.model->gpt->positions->table, 0, 0, 5, 1));
    run_free(run);
    end(&b);
}

/* ---- Llamas ---------------------------------------------------------------------------------------- */

static void check_same_model(const LanguageModel *a, const LanguageModel *b)
{
    int ids[2][16];
    long n = vocabulary_encode(a->vocabulary, "the cat", 7, ids[0]);
    assert_int_equal(vocabulary_encode(b->vocabulary, "the cat", 7, ids[1]), n);
    assert_memory_equal(ids[0], ids[1], (size_t)n * sizeof **ids);
    IntTensor *x = int_tensor_from(SHAPE(1, n), n, ids[0]);
    assert_tensor_identical(gpt_forward(a->gpt, x, NULL), gpt_forward(b->gpt, x, NULL));
    assert_int_equal(a->begin, b->begin);
    assert_int_equal(a->end, b->end);
}

/* No step: what is saved is the same model with the same tokens. Some steps: it is a better one of
 * this text. */
static void check_begins_with_llama(const char *path)
{
    Begun b;
    double loss[2];
    corpus_free(some_text());
    for (int go = 0; go < 2; go++) {
        assert_int_equal(begin(&b, path, 1, nothing), 0);
        b.recipe.steps = go * 12;
        b.recipe.warmup = 0;
        b.recipe.dropout = 0;
        Run *run = run_new(&b.recipe, b.corpus);
        assert_non_null(run);
        run_begin_from(run, b.model->gpt);
        assert_int_equal(run_train(run), 0);
        loss[go] = run_measure(run, 4);
        run_free(run);
        LanguageModel *saved = language_model_load(scratch("last.safetensors"));
        LanguageModel *first = language_model_load(path);
        assert_non_null(saved);
        assert_int_equal(saved->vocabulary->size, 300);
        if (go == 0)
            check_same_model(saved, first);
        language_model_free(first);
        language_model_free(saved);
        end(&b);
    }
    assert_true(loss[1] < loss[0]);
}

static void test_it_begins_with_a_llama(void **state)
{
    (void)state;
    if (!make_llama_kind("words"))
        return;
    check_begins_with_llama(scratch("words.bin"));
    assert_true(make_llama_kind("hub-words"));
    check_begins_with_llama(scratch_folder);
}

/* ---- what is given ------------------------------------------------------------------------------- */

/* The folder of a run is its best weights, or if none were better than at first the last. */
static void test_the_folder_of_a_run(void **state)
{
    (void)state;
    static const char *const kept[] = {"best.safetensors", "last.safetensors"};
    Recipe r = small_recipe();
    r.dropout = 0;
    Corpus *c = some_text();
    train(&r, c, NULL);
    corpus_free(c);
    for (int i = 0; i < 2; i++) {
        Begun b;
        LanguageModel *whole = language_model_load(scratch_folder);
        LanguageModel *m = language_model_load(scratch(kept[i]));
        assert_non_null(whole);
        check_same_model(whole, m);
        language_model_free(whole);
        language_model_free(m);
        assert_int_equal(begin(&b, scratch_folder, 1, nothing), 0);
        end(&b);
        assert_int_equal(unlink(scratch(kept[i])), 0);
    }
    assert_null(language_model_load(scratch_folder));
    assert_error_has("expected model.safetensors or model.safetensors.index.json, found neither");
}

static void test_a_tokenizer_is_no_model(void **state)
{
    (void)state;
    if (!make_llama_kind("words"))
        return;
    char expected[256];
    snprintf(expected, sizeof expected,
             "%s: a tokenizer with 300 tokens, expected a model. hint: the file or folder of the "
             "model, beside which its tokenizer is found",
             scratch("tok300.bin"));
    assert_null(language_model_load(scratch("tok300.bin")));
    assert_error_has(expected);
    write_bytes(scratch("none.bin"), "neither", 7);
    assert_null(language_model_load(scratch("none.bin")));
    assert_error_has("none.bin: ");
    assert_null(strstr(kindling_error(), "a tokenizer with"));
}

static void test_angles_without_a_llama(void **state)
{
    (void)state;
    Recipe r = small_recipe();
    assert_int_equal(recipe_read(&r, 3, (char *const[]){"train", "--rope-base", "500"}),
                     OPTIONS_WRONG);
    assert_error_has("train: --rope-base: got no --llama, and positions that are learnt do not turn");
    r = small_recipe();
    assert_int_equal(recipe_read(&r, 2, (char *const[]){"train", "--rope-half"}), OPTIONS_WRONG);
    assert_error_has("train: --rope-half: got no --llama");
    r = small_recipe();
    assert_int_equal(
        recipe_read(&r, 4, (char *const[]){"train", "--rope-base", "500", "--llama"}), OPTIONS_READ);
}

/* ---- what a recipe cannot say -------------------------------------------------------------------- */

static void check_refused(GptOptions o, const char *why)
{
    Recipe r = small_recipe();
    r.init = "folder";
    Gpt *g = gpt_new(o);
    assert_int_equal(recipe_begin_from(&r, g, 1, nothing), -1);
    assert_error_has(why);
    module_free(&g->module);
}

static void test_models_of_others(void **state)
{
    (void)state;
    Recipe r = small_recipe();
    for (int llama = 0; llama < 2; llama++) {
        r.llama = llama;
        r.channels = 12;
        GptOptions o = recipe_gpt(&r, 30);
        Gpt *g = gpt_new(o);
        Recipe into = small_recipe();
        into.init = "folder";
        assert_int_equal(recipe_begin_from(&into, g, 1, nothing), 0);
        assert_true(into.channels == 12 && into.llama == (bool)llama && !into.bias);
        module_free(&g->module);
        o.rope.factor = 2;
        if (llama)
            check_refused(o, "train: --init: the model in folder has not the angles of train's own");
        o.rope.factor = 0;
        o.causal = false;
        check_refused(o, "has not the causal mask");
        o.causal = true;
        o.qkv_in_one = false;
        check_refused(o, "single matrix for q, k and v");
    }
}

static void test_settings_that_are_others(void **state)
{
    (void)state;
    Begun b;
    const char *path = first_run();
    assert_int_equal(begin(&b, path, 3, (char *const[]){"train", "--layers", "3"}), -1);
    assert_error_has("train: --layers: got 3, expected 1, for the model in");
    end(&b);
    assert_int_equal(begin(&b, path, 3, (char *const[]){"train", "--context", "9"}), -1);
    assert_error_has("train: --context: got 9, expected 8");
    end(&b);
    write_bytes(scratch("a.txt"), "the Quick brown fox, the quick brown fox", 40);
    assert_int_equal(begin(&b, path, 1, nothing), -1);
    assert_error_has("Q");
    end(&b);
    Recipe r = small_recipe();
    assert_int_equal(recipe_read(&r, 4, (char *const[]){"train", "--init", "x", "--resume"}),
                     OPTIONS_WRONG);
    assert_error_has("train: --init: got --resume as well");
}

/* ---- what stays ---------------------------------------------------------------------------------- */

static bool is_frozen(const char *name)
{
    return strncmp(name, "tokens", 6) == 0 || strncmp(name, "blocks.0.attn", 13) == 0;
}

static void test_frozen_parameters_stay(void **state)
{
    (void)state;
    Recipe r = small_recipe();
    Corpus *c = some_text();
    r.freeze = "tokens,blocks.0.attn";
    Run *run = run_new(&r, c), *fresh;
    assert_non_null(run);
    assert_int_equal(run_train(run), 0);
    Gpt *before = gpt_new(recipe_gpt(&r, c->vocabulary->size));
    ParameterList *now = parameters_of(&run->gpt->module), *was = parameters_of(&before->module);
    for (long i = 0; i < now->count; i++) {
        size_t size = (size_t)tensor_numel(now->tensor[i]) * sizeof(real);
        bool same = memcmp(now->tensor[i]->data, was->tensor[i]->data, size) == 0;
        assert_int_equal(same, is_frozen(now->name[i]));
    }
    parameters_free(now);
    parameters_free(was);
    module_free(&before->module);
    run_free(run);
    r.freeze = "block.";
    assert_null(run_new(&r, c));
    assert_error_has("train: --freeze: got \"block.\", with which no parameter's name begins");
    r.freeze = "tokens,positions,blocks,norm";
    assert_null(run_new(&r, c));
    assert_error_has("and nothing is left that learns");
    r.freeze = ",,";
    fresh = run_new(&r, c);
    assert_non_null(fresh);
    run_free(fresh);
    corpus_free(c);
}

/* Stopped after step 5 and gone on: the bits of a run that was not, frozen parts included. */
static void test_a_frozen_run_goes_on(void **state)
{
    (void)state;
    Recipe r = small_recipe();
    Corpus *c = some_text();
    r.freeze = "blocks.0.up";
    train(&r, c, NULL);
    assert_int_equal(rename(scratch("last.safetensors"), scratch("whole.safetensors")), 0);
    Recipe half = r;
    Run *run = run_new(&r, c);
    run->trainer.steps = 5;
    assert_int_equal(run_train(run), 0);
    run_free(run);
    half.resume = true;
    half.overwrite = false;
    train(&half, c, NULL);
    SafeTensors *a = safetensors_open(scratch("whole.safetensors"));
    SafeTensors *b = safetensors_open(scratch("last.safetensors"));
    assert_int_equal(safetensors_count(a), safetensors_count(b));
    for (long i = 0; i < safetensors_count(a); i++) {
        const char *name = safetensors_name(a, i);
        assert_tensor_identical(safetensors_read(b, name), safetensors_read(a, name));
        assert_true(strstr(name, "moment") == NULL || strstr(name, "blocks.0.up") == NULL);
    }
    assert_string_equal(safetensors_metadata(b, "freeze"), "blocks.0.up");
    safetensors_close(a);
    safetensors_close(b);
    corpus_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_it_begins_with_the_others_numbers),
        UNIT_TEST(test_it_goes_on),
        UNIT_TEST(test_a_shorter_context),
        UNIT_TEST(test_the_folder_of_a_run),
        UNIT_TEST(test_it_begins_with_a_llama),
        UNIT_TEST(test_a_tokenizer_is_no_model),
        UNIT_TEST(test_angles_without_a_llama),
        UNIT_TEST(test_models_of_others),
        UNIT_TEST(test_settings_that_are_others),
        UNIT_TEST(test_frozen_parameters_stay),
        UNIT_TEST(test_a_frozen_run_goes_on),
    };
    return run_tests_in_scratch("tools/train/init", tests);
}
