/* test_optimizer_steps.c - every parameter has a count of steps of its own, in memory and on disk. */
#include "scratch.h"

enum { PARAMETERS = 3, NUMBERS = 4, STEPS = 12 };

/* Parameter 0 always has a gradient, 1 in every third step, 2 from step 8 on. */
static bool has_gradient(int parameter, int step)
{
    return parameter == 0 || (parameter == 1 ? step % 3 == 1 : step >= 8);
}

static double gradient(int parameter, int step, int i)
{
    return sin(1 + i + 5 * parameter + 7 * step) * (1 + 0.1 * step);
}

/* ---- a model of three vectors ------------------------------------------------------------------- */

typedef struct {
    Module module;
    ParameterList *list;
    Optimizer *optimizer;
} Model;
typedef Optimizer *(*Maker)(const ParameterList *, OptimizerOptions);

static Model *model_new(Maker make, OptimizerOptions options)
{
    static const char *const name[PARAMETERS] = {"always", "sometimes", "late"};
    Model *m = module_new(sizeof *m, "Model", NULL);
    for (int p = 0; p < PARAMETERS; p++) {
        Tensor *t = module_parameter(&m->module, name[p], SHAPE(NUMBERS));
        for (int i = 0; i < NUMBERS; i++)
            t->data[i] = (real)(0.5 * cos(i + 3 * p));
    }
    m->list = parameters_of(&m->module);
    m->optimizer = make(m->list, options);
    return m;
}

static void model_free(Model *m)
{
    optimizer_free(m->optimizer);
    parameters_free(m->list);
    module_free(&m->module);
}

static void take_steps(Model *m, int from, int to)
{
    for (int step = from; step < to; step++) {
        optimizer_zero_grad(m->optimizer);
        for (int p = 0; p < PARAMETERS; p++) {
            Tensor *g = tensor_new(SHAPE(NUMBERS));
            for (int i = 0; i < NUMBERS; i++)
                g->data[i] = (real)gradient(p, step, i);
            if (has_gradient(p, step))
                grad_add(m->list->tensor[p], g);
        }
        optimizer_step(m->optimizer);
    }
}

/* ---- against the formula of Kingma and Ba --------------------------------------------------------- */

/* One number after all steps, in double, as torch.optim.Adam and AdamW do it. */
static double plain(int p, int i, const OptimizerOptions *o, bool decoupled)
{
    double w = (double)(real)(0.5 * cos(i + 3 * p)), m = 0, v = 0;
    for (int step = 0, t = 0; step < STEPS; step++) {
        if (!has_gradient(p, step))
            continue;
        double g = (double)(real)gradient(p, step, i) + (decoupled ? 0 : o->weight_decay * w);
        t++;
        if (decoupled)
            w *= 1 - o->lr * o->weight_decay;
        m = o->beta1 * m + (1 - o->beta1) * g;
        v = o->beta2 * v + (1 - o->beta2) * g * g;
        w -= o->lr * (m / (1 - pow(o->beta1, t))) / (sqrt(v / (1 - pow(o->beta2, t))) + o->eps);
    }
    return w;
}

static void check_plain(Maker make, OptimizerOptions asked, OptimizerOptions meant, bool decoupled)
{
    Model *m = model_new(make, asked);
    take_steps(m, 0, STEPS);
    for (int p = 0; p < PARAMETERS; p++)
        for (int i = 0; i < NUMBERS; i++)
            assert_close((double)m->list->tensor[p]->data[i], plain(p, i, &meant, decoupled),
                         IS_DOUBLE ? 1e-13 : 1e-5);
    assert_int_equal(m->optimizer->step[0], STEPS);
    assert_int_equal(m->optimizer->step[1], 4);
    assert_int_equal(m->optimizer->step[2], 4);
    model_free(m);
}

static void test_each_parameter_counts_its_own_steps(void **state)
{
    (void)state;
    OptimizerOptions o = {.lr = 0.05, .beta1 = 0.9, .beta2 = 0.999, .eps = 1e-8};
    check_plain(adam_new, (OptimizerOptions){.lr = 0.05}, o, false);
    check_plain(adamw_new, (OptimizerOptions){.lr = 0.05}, o, true);
    o.weight_decay = 0.3;
    check_plain(adam_new, o, o, false);
    check_plain(adamw_new, o, o, true);
}

/* What Adam promises: the first step is lr long, whenever it comes. */
static void test_the_first_step_may_come_late(void **state)
{
    (void)state;
    Model *m = model_new(adam_new, (OptimizerOptions){.lr = 0.01});
    Tensor *late = m->list->tensor[2];
    for (int step = 0; step < 999; step++) {
        tensor_fill(grad_buffer(m->list->tensor[0], &(real){0}), 1);
        optimizer_step(m->optimizer);
        optimizer_zero_grad(m->optimizer);
    }
    real before = late->data[0];
    grad_add(late, tensor_ones(SHAPE(NUMBERS)));
    optimizer_step(m->optimizer);
    assert_close((double)(before - late->data[0]), 0.01, 1e-6);
    model_free(m);
}

/* ---- exactly zero ----------------------------------------------------------------------------------- */

static Optimizer *adam_of_the_last_gradient(const ParameterList *parameters, OptimizerOptions o)
{
    Optimizer *adam = adam_new(parameters, o);
    adam->beta1 = 0;
    return adam;
}

/* Steps of lr, in the direction of the sign. */
static Optimizer *adamw_of_signs(const ParameterList *parameters, OptimizerOptions o)
{
    Optimizer *adamw = adamw_new(parameters, o);
    adamw->beta1 = adamw->beta2 = adamw->eps = 0;
    return adamw;
}

static void test_zero_can_be_told(void **state)
{
    (void)state;
    OptimizerOptions o = {.lr = 0.05, .beta1 = 0, .beta2 = 0.9, .eps = 1e-3};
    check_plain(adam_of_the_last_gradient, o, o, false);
    o.beta2 = o.eps = 0;
    check_plain(adamw_of_signs, o, o, true);
    Model *m = model_new(sgd_new, o);
    assert_true(m->optimizer->momentum == 0 && m->optimizer->weight_decay == 0);
    assert_int_equal(m->optimizer->n_state, 0);
    model_free(m);
    m = model_new(adam_new, (OptimizerOptions){.lr = 1});
    assert_true(m->optimizer->beta1 == 0.9 && m->optimizer->beta2 == 0.999);
    assert_true(m->optimizer->eps == 1e-8);
    model_free(m);
}

/* ---- on disk ------------------------------------------------------------------------------------ */

static const char *path(void)
{
    return scratch("steps.safetensors");
}

static const OptimizerOptions options = {.lr = 0.05, .weight_decay = 0.1};

static void assert_same(const Model *a, const Model *b)
{
    for (int p = 0; p < PARAMETERS; p++) {
        assert_int_equal(a->optimizer->step[p], b->optimizer->step[p]);
        assert_tensor_identical(a->list->tensor[p], b->list->tensor[p]);
        for (int s = 0; s < 2; s++)
            assert_tensor_identical(a->optimizer->state[s][p], b->optimizer->state[s][p]);
    }
}

static const char *stored_steps(void)
{
    static char text[64];
    SafeTensors *file = safetensors_open(path());
    assert_non_null(file);
    snprintf(text, sizeof text, "%s", safetensors_metadata(file, "optimizer.step"));
    safetensors_close(file);
    return text;
}

static void test_counts_resume_with_the_same_bits(void **state)
{
    (void)state;
    const CheckpointState none = {.step = 6};
    Model *straight = model_new(adamw_new, options), *before = model_new(adamw_new, options),
          *after = model_new(adamw_new, options);
    take_steps(straight, 0, STEPS);
    take_steps(before, 0, 6);
    assert_int_equal(checkpoint_save(path(), &before->module, before->optimizer, &none), 0);
    assert_string_equal(stored_steps(), "6 2 0");
    assert_int_equal(checkpoint_load(path(), &after->module, after->optimizer, NULL), 0);
    assert_same(before, after);
    take_steps(after, 6, STEPS);
    assert_same(straight, after);
    for (int p = 0; p < PARAMETERS; p++)
        after->optimizer->step[p] = 7;
    assert_int_equal(checkpoint_save(path(), &after->module, after->optimizer, &none), 0);
    assert_string_equal(stored_steps(), "7"); /* as every version before wrote it */
    model_free(straight);
    model_free(before);
    model_free(after);
}

/* A file of version 0.1: one count of steps, and no version. */
static void save_as_before(const Model *m, const char *steps)
{
    const char *names[9];
    Tensor *tensors[9];
    char text[9][64];
    int n = 0;
    for (int which = -1; which < 2; which++)
        for (int p = 0; p < PARAMETERS; p++, n++) {
            snprintf(text[n], sizeof text[n], "%s%s%s%s", which < 0 ? "" : "optimizer.",
                     which < 0 ? "" : m->optimizer->state_name[which], which < 0 ? "" : ".",
                     m->list->name[p]);
            names[n] = text[n];
            tensors[n] = which < 0 ? m->list->tensor[p] : m->optimizer->state[which][p];
        }
    const MetadataEntry notes[] = {{"training.step", "6"},
                                   {"training.best_loss", "0.5"},
                                   {"optimizer.kind", "AdamW"},
                                   {"optimizer.step", steps},
                                   {"optimizer.lr", "0.050000000000000003"}};
    assert_int_equal(safetensors_save(path(), n, names, tensors, 5, notes), 0);
}

static void test_one_count_of_an_old_file_is_everybodys(void **state)
{
    (void)state;
    Model *old = model_new(adamw_new, options), *m = model_new(adamw_new, options);
    CheckpointState where = {.step = 0};
    take_steps(old, 0, 6);
    save_as_before(old, "6");
    assert_int_equal(checkpoint_load(path(), &m->module, m->optimizer, &where), 0);
    for (int p = 0; p < PARAMETERS; p++)
        old->optimizer->step[p] = 6;
    assert_same(old, m);
    assert_true(where.step == 6 && where.best_loss == 0.5 && m->optimizer->lr == 0.05);
    model_free(old);
    model_free(m);
}

static void test_counts_that_are_none_change_nothing(void **state)
{
    (void)state;
    Model *m = model_new(adamw_new, options);
    const char *const bad[] = {"",       "6 6", "6 6 6 6", "6 6 6 6 6",           "6 x 6",
                               "6 6 6x", "-1",  "6 -6 6",  "99999999999999999999"};
    char expected[200];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        take_steps(m, 0, 1);
        save_as_before(m, bad[i]);
        take_steps(m, 1, 2);
        Tensor *before = tensor_keep(m->list->tensor[0]);
        long step = m->optimizer->step[0];
        assert_int_equal(checkpoint_load(path(), &m->module, m->optimizer, NULL), -1);
        snprintf(expected, sizeof expected,
                 "metadata \"optimizer.step\" is \"%s\", expected a number, or 3 of them", bad[i]);
        assert_error_has(path());
        assert_error_has(expected);
        assert_tensor_identical(m->list->tensor[0], before);
        assert_int_equal(m->optimizer->step[0], step);
        tensor_free(before);
    }
    model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_each_parameter_counts_its_own_steps),
        UNIT_TEST(test_the_first_step_may_come_late),
        UNIT_TEST(test_zero_can_be_told),
        UNIT_TEST(test_counts_resume_with_the_same_bits),
        UNIT_TEST(test_one_count_of_an_old_file_is_everybodys),
        UNIT_TEST(test_counts_that_are_none_change_nothing),
    };
    return run_tests_in_scratch("nn/optimizer_steps", tests);
}
