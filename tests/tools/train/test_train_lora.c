/* test_train_lora.c - runs in which the weights stay and a product beside each learns: --lora 2 */
#include <math.h>
#include <stdlib.h>
#include "begin_from.h"
#include "language_model.h"
#include "small_run.h"

static Recipe beside(void)
{
    Recipe r = small_recipe();
    r.lora = 2;
    r.lr = 0.02;
    return r;
}

/* A copy of every number of the model, lora's left out; owned by the current scope. */
static Tensor **numbers_of(Gpt *g, long *n)
{
    ParameterList *list = parameters_of(&g->module);
    Tensor **copy = scope_alloc(scope_current(), (size_t)list->count * sizeof *copy);
    *n = 0;
    for (long i = 0; i < list->count; i++)
        if (strncmp(list->name[i], "lora.", 5) != 0)
            copy[(*n)++] = tensor_add_scalar(list->tensor[i], 0);
    parameters_free(list);
    return copy;
}

static void test_weights_stay(void **state)
{
    (void)state;
    Corpus *c = some_text();
    Recipe r = beside();
    Run *run = run_new(&r, c);
    assert_non_null(run);
    assert_true(run->lora->lora[0]->scale == 2); /* at any rank */
    long n, m;
    Tensor **before = numbers_of(run->gpt, &n);
    double first = run_measure(run, 4);
    assert_int_equal(run_train(run), 0);
    Tensor **after = numbers_of(run->gpt, &m);
    assert_int_equal(n, m);
    for (long i = 0; i < n; i++)
        assert_tensor_identical(after[i], before[i]);
    assert_true(run_measure(run, 4) < first);
    /* qkv, out, up and down: of (8, 24), (8, 8), (8, 32) and (32, 8) rank times both sides */
    assert_int_equal(parameters_numel(run->parameters), 2 * (32 + 16 + 40 + 40));
    run_free(run);
    corpus_free(c);
}

/* best.safetensors is a model as any: whoever reads it needs to know of nothing beside it, and
 * last.safetensors, read to write, gives the sums, too. */
static void test_the_files(void **state)
{
    (void)state;
    Corpus *c = some_text();
    Recipe r = beside();
    r.eval_every = 0; /* measured once, at the end: both files are of the same step */
    Run *run = run_new(&r, c);
    assert_int_equal(run_train(run), 0);
    double measured = run_measure(run, 4);
    assert_true(isfinite(run->trainer.best_loss));
    static const char *const files[] = {"best.safetensors", "last.safetensors"};
    for (int i = 0; i < 2; i++) {
        SafeTensors *file = safetensors_open(scratch(files[i]));
        bool has = false;
        for (long k = 0; k < safetensors_count(file); k++)
            has |= strncmp(safetensors_name(file, k), "lora.", 5) == 0;
        safetensors_close(file);
        assert_int_equal(has, i == 1);
        LanguageModel *m = language_model_load(scratch(files[i]));
        assert_non_null(m);
        Gpt *own = run->gpt;
        LoraModel *lora = run->lora;
        run->gpt = m->gpt;
        run->lora = NULL;
        module_train(&m->gpt->module, false);
        double again = run_measure(run, 4);
        run->gpt = own;
        run->lora = lora;
        module_train(&own->module, false);
        measured = run_measure(run, 4);
        assert_true(measured == again);
        language_model_free(m);
    }
    run_free(run);
    corpus_free(c);
}

static void test_the_best_at_the_end(void **state)
{
    (void)state;
    Corpus *c = some_text();
    for (int any = 0; any < 2; any++) {
        Recipe r = beside();
        r.eval_every = any ? 4 : 0;
        Run *run = run_new(&r, c);
        assert_int_equal(run_train(run), 0);
        if (!any)
            run->trainer.best_loss = INFINITY;
        module_train(&run->gpt->module, false);
        double was = run_measure(run, 4);
        assert_int_equal(run_take_best(run), 0);
        assert_null(run->lora);
        if (!any)
            assert_true(run_measure(run, 4) == was);
        LanguageModel *best = any ? language_model_load(scratch("best.safetensors")) : NULL;
        long n, m;
        Tensor **taken = numbers_of(run->gpt, &n);
        if (any) {
            Tensor **read = numbers_of(best->gpt, &m);
            assert_int_equal(n, m);
            for (long i = 0; i < n; i++)
                assert_tensor_identical(taken[i], read[i]);
        }
        language_model_free(best);
        run_free(run);
    }
    corpus_free(c);
}

/* Stopped after step 5 and gone on: the bits of a run that was not. */
static void test_it_goes_on(void **state)
{
    (void)state;
    Corpus *c = some_text();
    Recipe r = beside();
    train(&r, c, NULL);
    assert_int_equal(rename(scratch("last.safetensors"), scratch("whole.safetensors")), 0);
    Run *run = run_new(&r, c);
    run->trainer.steps = 5;
    assert_int_equal(run_train(run), 0);
    run_free(run);
    Recipe half = small_recipe();
    char *const typed[] = {"train", "--resume", "--out", (char *)scratch_folder};
    assert_int_equal(recipe_read(&half, 4, typed), OPTIONS_READ);
    assert_int_equal(half.lora, 2);
    half.overwrite = false;
    half.quiet = true;
    train(&half, c, NULL);
    SafeTensors *a = safetensors_open(scratch("whole.safetensors"));
    SafeTensors *b = safetensors_open(scratch("last.safetensors"));
    assert_int_equal(safetensors_count(a), safetensors_count(b));
    for (long i = 0; i < safetensors_count(a); i++) {
        const char *name = safetensors_name(a, i);
        assert_tensor_identical(safetensors_read(b, name), safetensors_read(a, name));
        if (strstr(name, "moment") != NULL) /* nothing is kept of what stays */
            assert_non_null(strstr(name, "qkv.") ? name
                            : strstr(name, ".a") ? name
                                                 : strstr(name, ".b"));
    }
    safetensors_close(a);
    safetensors_close(b);
    corpus_free(c);
}

/* It begins as the model it begins with: b is 0. */
static void test_beside_the_weights_of_another(void **state)
{
    (void)state;
    Corpus *c = some_text();
    Recipe r = small_recipe();
    train(&r, c, NULL);
    assert_int_equal(rename(scratch("best.safetensors"), scratch("first.safetensors")), 0);
    LanguageModel *first = language_model_load(scratch("first.safetensors"));
    Recipe to = beside();
    to.init = scratch("first.safetensors");
    assert_int_equal(recipe_begin_from(&to, first->gpt, 1, (char *const[]){"train"}), 0);
    Run *run = run_new(&to, c);
    assert_non_null(run);
    run_begin_from(run, first->gpt);
    long n, m;
    Tensor **now = numbers_of(run->gpt, &n), **was = numbers_of(first->gpt, &m);
    assert_int_equal(n, m);
    for (long i = 0; i < n; i++)
        assert_tensor_identical(now[i], was[i]);
    module_train(&run->gpt->module, false);
    module_train(&first->gpt->module, false);
    IntTensor *ids = int_tensor_new(SHAPE(1, 4));
    for (int i = 0; i < 4; i++)
        ids->data[i] = i;
    lora_weigh_all(run->lora);
    Tensor *y = gpt_forward(run->gpt, ids, NULL);
    lora_rest_all(run->lora);
    assert_tensor_identical(y, gpt_forward(first->gpt, ids, NULL));
    run_free(run);
    language_model_free(first);
    corpus_free(c);
}

static void test_what_does_not_go_together(void **state)
{
    (void)state;
    Recipe r = small_recipe();
    assert_int_equal(recipe_read(&r, 4, (char *const[]){"train", "--lora", "2", "--recompute"}),
                     OPTIONS_WRONG);
    assert_error_has("train: --lora: got --recompute as well");
    r = small_recipe();
    assert_int_equal(
        recipe_read(&r, 5, (char *const[]){"train", "--lora", "2", "--freeze", "tokens"}),
        OPTIONS_WRONG);
    assert_error_has("train: --lora: got --freeze as well");
    r = small_recipe();
    assert_int_equal(recipe_read(&r, 3, (char *const[]){"train", "--lora", "2"}), OPTIONS_WRONG);
    assert_error_has("train: --lora: got no --init, so the weights that stay would be random. hint: "
                     "--init build/train/best.safetensors, or leave --lora away");
    r = small_recipe();
    assert_int_equal(
        recipe_read(&r, 5, (char *const[]){"train", "--lora", "2", "--init", "folder"}),
        OPTIONS_READ);
    Corpus *c = some_text();
    r = small_recipe();
    r.lora = 9;
    assert_null(run_new(&r, c));
    assert_error_has(
        "train: --lora: got a rank of 9, expected at most 8, the smallest side of a matrix");
    corpus_free(c);
}

/* ---- the log --------------------------------------------------------------------------------------- */

/* Each weight as the model uses it, with its product. */
static Tensor **sums_of(const LoraModel *l)
{
    Tensor **sum = scope_alloc(scope_current(), (size_t)l->count * sizeof *sum);
    for (long i = 0; i < l->count; i++) {
        const Lora *one = l->lora[i];
        Tensor *product = tensor_mul_scalar(tensor_matmul(one->a, one->b), one->scale);
        sum[i] = tensor_add(one->weight, product);
    }
    return sum;
}

static double length_of(const Tensor *t)
{
    double squares = 0;
    for (long i = 0; i < tensor_numel(t); i++)
        squares += (double)t->data[i] * (double)t->data[i];
    return sqrt(squares);
}

/* The last number of the last line. */
static double last_ratio(void)
{
    const char *text = text_of_file(scratch("log.tsv")), *tab = strrchr(text, '\t');
    return strtod(tab + 1, NULL);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A step is measured by the weight that it changes: b begins with 0, and is tiny for some steps. */
static void test_log_tells_how_far_weights_move(void **state)
{
    (void)state;
    Corpus *c = some_text();
    Recipe r = beside();
    r.warmup = 0;
    r.steps = r.log_every = 1;
    Run *run = run_new(&r, c);
    assert_non_null(run);
    grad_mode(false);
    for (int step = 1; step <= 3; step++) {
        double moved[8];
        Tensor **before = sums_of(run->lora);
        run->trainer.steps = step;
        grad_mode(true);
        assert_int_equal(run_train(run), 0);
        grad_mode(false);
        Tensor **after = sums_of(run->lora);
        for (long i = 0; i < run->lora->count; i++)
            moved[i] = length_of(tensor_sub(after[i], before[i])) / length_of(before[i]);
        qsort(moved, (size_t)run->lora->count, sizeof *moved, by_size);
        double median = moved[run->lora->count / 2];
        assert_true(median > 0);
        assert_float_equal(last_ratio(), median, 1e-3 * median);
    }
    grad_mode(true);
    run_free(run);
    corpus_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_weights_stay),
        UNIT_TEST(test_the_files),
        UNIT_TEST(test_the_best_at_the_end),
        UNIT_TEST(test_it_goes_on),
        UNIT_TEST(test_beside_the_weights_of_another),
        UNIT_TEST(test_what_does_not_go_together),
        UNIT_TEST(test_log_tells_how_far_weights_move),
    };
    return run_tests_in_scratch("tools/train/lora", tests);
}
