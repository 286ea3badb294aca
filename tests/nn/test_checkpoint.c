/* test_checkpoint.c - stopping and resuming gives the same bits as never having stopped. */
#include "scratch.h"

static const char *path(void)
{
    return scratch("a.safetensors");
}

/* A run in miniature: shuffled rows, dropout, AdamW. */
typedef struct {
    Rng dropout_rng, sample_rng;
    Module *model;
    ParameterList *parameters;
    Optimizer *optimizer;
    Dataset *dataset;
    DataLoader *loader;
    CheckpointState state;
} Run;

static Optimizer *adamw(const ParameterList *p)
{
    return adamw_new(p, (OptimizerOptions){.lr = 0.03, .weight_decay = 0.1});
}

static Optimizer *sgd(const ParameterList *p)
{
    return sgd_new(p, (OptimizerOptions){.lr = 0.03, .momentum = 0.9});
}

static void run_start(Run *r, uint64_t seed, Optimizer *(*make)(const ParameterList *))
{
    Rng rng = rng_seed(seed), data = rng_seed(77);
    *r = (Run){.dropout_rng = rng_stream(seed, 1), .sample_rng = rng_stream(seed, 2)};
    Linear *first = linear_new(3, 6, true, &rng), *second = linear_new(6, 1, true, &rng);
    Dropout *dropout = dropout_new((real)0.2, &r->dropout_rng);
    r->model =
        sequential_new(LAYERS(&first->module, relu_new(), &dropout->module, &second->module));
    r->parameters = parameters_of(r->model);
    r->optimizer = make(r->parameters);
    Tensor *x = tensor_normal(SHAPE(14, 3), 0, 1, &data);
    r->dataset = tensor_dataset_new(x, tensor_normal(SHAPE(14, 1), 0, 1, &data), NULL);
    r->loader = loader_new(r->dataset, 4, true, false, 5);
    r->state = (CheckpointState){
        .best_loss = INFINITY, .n_rng = 2, .rng = {&r->dropout_rng, &r->sample_rng}};
}

static void run_end(Run *r)
{
    loader_free(r->loader);
    dataset_free(r->dataset);
    optimizer_free(r->optimizer);
    parameters_free(r->parameters);
    module_free(r->model);
}

static void run_steps(Run *r, int steps)
{
    for (int i = 0; i < steps; i++) {
        Scope *scope = scope_open();
        Batch b, sample;
        while (!loader_next(r->loader, &b)) {
        }
        dataset_sample(r->dataset, 2, &r->sample_rng, &sample);
        optimizer_zero_grad(r->optimizer);
        Tensor *loss = tensor_add(tensor_mse_loss(module_forward(r->model, b.x), b.y),
                                  tensor_mse_loss(module_forward(r->model, sample.x), sample.y));
        tensor_backward(loss);
        optimizer_step(r->optimizer);
        r->state.best_loss = fmin(r->state.best_loss, (double)tensor_item(loss));
        r->state.step++;
        scope_close(scope);
    }
}

static void assert_same_run(const Run *a, const Run *b)
{
    for (long i = 0; i < a->parameters->count; i++) {
        assert_int_equal(a->optimizer->step[i], b->optimizer->step[i]);
        assert_tensor_identical(a->parameters->tensor[i], b->parameters->tensor[i]);
        for (int s = 0; s < a->optimizer->n_state; s++)
            assert_tensor_identical(a->optimizer->state[s][i], b->optimizer->state[s][i]);
    }
    assert_true(a->dropout_rng.state == b->dropout_rng.state);
    assert_true(a->sample_rng.state == b->sample_rng.state);
    assert_true(a->optimizer->lr == b->optimizer->lr);
    assert_true(a->state.step == b->state.step);
    assert_true(a->state.best_loss == b->state.best_loss);
}

static void check_resume(Optimizer *(*make)(const ParameterList *))
{
    Run straight, before, after;
    run_start(&straight, 1, make);
    run_steps(&straight, 20);

    run_start(&before, 1, make);
    run_steps(&before, 10);
    before.optimizer->lr = 0.03 * 1.0000000000000002; /* the last bit counts, too */
    assert_int_equal(checkpoint_save(path(), before.model, before.optimizer, &before.state), 0);
    before.optimizer->lr = 0.03;
    run_start(&after, 999, make); /* another seed: everything must come from the file */
    assert_int_equal(checkpoint_load(path(), after.model, after.optimizer, &after.state), 0);
    assert_true(after.optimizer->lr == 0.03 * 1.0000000000000002);
    after.optimizer->lr = 0.03;
    assert_same_run(&before, &after);
    loader_seek(after.loader, after.state.step);
    run_steps(&after, 10);
    assert_same_run(&straight, &after);

    run_end(&straight);
    run_end(&before);
    run_end(&after);
}

static void test_resume_gives_the_same_bits(void **state)
{
    (void)state;
    check_resume(adamw);
    check_resume(sgd);
}

static void test_weights_alone_for_using_a_model(void **state)
{
    (void)state;
    Run a, b;
    run_start(&a, 1, adamw);
    run_steps(&a, 3);
    assert_int_equal(checkpoint_save(path(), a.model, a.optimizer, &a.state), 0);
    run_start(&b, 2, adamw);
    uint64_t rng_before = b.dropout_rng.state;
    assert_int_equal(checkpoint_load(path(), b.model, NULL, NULL), 0);
    for (long i = 0; i < a.parameters->count; i++)
        assert_tensor_identical(b.parameters->tensor[i], a.parameters->tensor[i]);
    assert_true(b.dropout_rng.state == rng_before && b.optimizer->step[0] == 0);
    assert_int_equal(checkpoint_load(path(), b.model, NULL, &b.state), 0);
    assert_true(b.dropout_rng.state == a.dropout_rng.state && b.state.step == 3);
    assert_int_equal(module_load(b.model, path()), -1);
    assert_error_has("hint: use checkpoint_load");
    b.state.n_rng = 0; /* without a state it is a file of a run that has not begun */
    assert_int_equal(checkpoint_save(path(), b.model, NULL, NULL), 0);
    assert_int_equal(checkpoint_load(path(), b.model, NULL, &b.state), 0);
    assert_true(b.state.step == 0 && isinf(b.state.best_loss));
    run_end(&a);
    run_end(&b);
}

static void test_metadata_of_the_caller_is_kept(void **state)
{
    (void)state;
    Run r;
    run_start(&r, 1, adamw);
    static const MetadataEntry metadata[] = {{"alphabet", "\n \"\\ab\xC3\xA9"}, {"layers", "4"}};
    r.state.metadata = metadata;
    r.state.n_metadata = 2;
    assert_int_equal(checkpoint_save(path(), r.model, r.optimizer, &r.state), 0);
    SafeTensors *file = safetensors_open(path());
    assert_non_null(file);
    assert_string_equal(safetensors_metadata(file, "alphabet"), metadata[0].value);
    assert_string_equal(safetensors_metadata(file, "layers"), "4");
    assert_string_equal(safetensors_metadata(file, "optimizer.kind"), "AdamW");
    safetensors_close(file);
    r.state.best_loss = 3;
    assert_int_equal(checkpoint_load(path(), r.model, r.optimizer, &r.state), 0);
    assert_true(isinf(r.state.best_loss));
    run_end(&r);
}

/* Loading must fail, say why, and change nothing. */
static void refuse(Run *r, const char *text)
{
    Run copy = *r;
    CheckpointState before = r->state;
    long step = r->optimizer->step[0];
    Scope *scope = scope_open();
    Tensor *w = tensor_keep(r->parameters->tensor[0]);
    Tensor *m = tensor_keep(r->optimizer->state[0][0]);
    assert_int_equal(checkpoint_load(path(), r->model, r->optimizer, &r->state), -1);
    assert_error_has(text);
    assert_tensor_identical(r->parameters->tensor[0], w);
    assert_tensor_identical(r->optimizer->state[0][0], m);
    assert_true(r->dropout_rng.state == copy.dropout_rng.state);
    assert_true(r->state.step == before.step && r->optimizer->step[0] == step);
    tensor_free(w);
    tensor_free(m);
    scope_close(scope);
}

static void test_files_that_do_not_fit_change_nothing(void **state)
{
    (void)state;
    Run a, s;
    run_start(&a, 1, adamw);
    run_start(&s, 2, sgd);
    run_steps(&a, 1);
    unlink(path());
    refuse(&a, path()); /* no file */
    assert_int_equal(checkpoint_save(path(), a.model, a.optimizer, &a.state), 0);
    refuse(&s, "its moments are those of AdamW, the optimizer is SGD");
    assert_int_equal(module_save(a.model, path()), 0);
    refuse(&a, "\"optimizer.kind\"");
    assert_int_equal(checkpoint_save(path(), a.model, NULL, &a.state), 0);
    refuse(&a, "no \"optimizer.kind\" in its metadata");
    assert_int_equal(checkpoint_load(path(), a.model, NULL, &a.state), 0);
    a.state.n_rng = 1;
    assert_int_equal(checkpoint_save(path(), a.model, a.optimizer, &a.state), 0);
    a.state.n_rng = 2;
    refuse(&a, "no \"training.rng.1\"");
    a.state.n_rng = 5;
    assert_fails_with("n_rng is 5, expected 0 to 4",
                      checkpoint_load(path(), a.model, a.optimizer, &a.state));
    assert_fails_with("checkpoint_save: n_rng is 5",
                      checkpoint_save(path(), a.model, a.optimizer, &a.state));
    run_end(&a);
    run_end(&s);
}

/* Save what fits, but with one entry of the metadata replaced. */
static void save_with(Run *r, const char *key, const char *value)
{
    MetadataEntry entry[] = {{"training.step", "3"},      {"training.best_loss", "0.5"},
                             {"optimizer.kind", "AdamW"}, {"optimizer.step", "3"},
                             {"optimizer.lr", "0.1"},     {"training.rng.0", "0123456789abcdef"},
                             {"training.rng.1", "1"}};
    for (int i = 0; i < 7; i++) {
        if (strcmp(entry[i].key, key) == 0)
            entry[i].value = value;
    }
    const char *names[12];
    Tensor *tensors[12];
    char text[12][64];
    long n = 0;
    for (int which = -1; which < 2; which++) {
        for (long i = 0; i < 4; i++, n++) {
            snprintf(text[n], sizeof text[n], "%s%s%s%s", which < 0 ? "" : "optimizer.",
                     which < 0 ? "" : r->optimizer->state_name[which], which < 0 ? "" : ".",
                     r->parameters->name[i]);
            names[n] = text[n];
            tensors[n] = which < 0 ? r->parameters->tensor[i] : r->optimizer->state[which][i];
        }
    }
    assert_int_equal(safetensors_save(path(), n, names, tensors, 7, entry), 0);
}

static void test_numbers_that_are_none_are_refused(void **state)
{
    (void)state;
    Run r;
    run_start(&r, 1, adamw);
    run_steps(&r, 1);
    save_with(&r, "training.step", "12x");
    refuse(&r, "metadata \"training.step\" is \"12x\", expected a number");
    save_with(&r, "training.step", "");
    refuse(&r, "\"training.step\" is \"\"");
    save_with(&r, "training.step", "99999999999999999999999");
    refuse(&r, "expected a number");
    save_with(&r, "optimizer.lr", "fast");
    refuse(&r, "\"optimizer.lr\" is \"fast\"");
    save_with(&r, "training.rng.0", "0123456789abcdefg");
    refuse(&r, "\"training.rng.0\"");
    save_with(&r, "", "");
    assert_int_equal(checkpoint_load(path(), r.model, r.optimizer, &r.state), 0);
    assert_true(r.dropout_rng.state == 0x0123456789abcdef && r.state.step == 3);
    run_end(&r);
}

static void test_a_truncated_file_changes_nothing(void **state)
{
    (void)state;
    Run r;
    run_start(&r, 1, sgd);
    run_steps(&r, 1);
    assert_int_equal(checkpoint_save(path(), r.model, r.optimizer, &r.state), 0);
    run_steps(&r, 1);
    size_t size;
    char *whole = kindling_read_file(path(), &size);
    long alive = 0;
    for (size_t n = 0; n < size; n++) {
        write_bytes(path(), whole, n);
        refuse(&r, path());
        if (n == 0)
            alive = allocations_alive;
        assert_int_equal(allocations_alive, alive);
    }
    owned_free(whole);
    run_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_resume_gives_the_same_bits),
        UNIT_TEST(test_weights_alone_for_using_a_model),
        UNIT_TEST(test_metadata_of_the_caller_is_kept),
        UNIT_TEST(test_files_that_do_not_fit_change_nothing),
        UNIT_TEST(test_numbers_that_are_none_are_refused),
        UNIT_TEST(test_a_truncated_file_changes_nothing),
    };
    return run_tests_in_scratch("nn/checkpoint", tests);
}
