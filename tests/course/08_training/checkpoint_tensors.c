/* checkpoint_tensors.c - 08.6: the tensors of a file, each under its name. */
#include "checkpoint.h"
#include "want.h"

/* ---- 08.6 checkpoint_tensors ------------------------------------------------------------------------- */

/* A Linear and its optimizer. */
typedef struct {
    Linear *linear;
    ParameterList *parameters;
    Optimizer *optimizer;
} Small;

static Small small_start(Optimizer *make(const ParameterList *, OptimizerOptions), double momentum)
{
    Small s = {.linear = linear_new(3, 2, true, &(Rng){draw_seed()})};
    s.parameters = parameters_of(&s.linear->module);
    s.optimizer = make(s.parameters, (OptimizerOptions){.lr = 0.1, .momentum = momentum});
    return s;
}

static void small_end(Small s)
{
    optimizer_free(s.optimizer);
    parameters_free(s.parameters);
    module_free(&s.linear->module);
}

typedef struct {
    const char *name;
    Tensor *tensor;
} Named;

static void fill(Tensor *t, double number)
{
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = (real)number;
}

/* Writes first, first + 1, ... into what the list has under the names, and looks into the tensors that they
 * should be; behind those numbers, how many more the list has. It ends the list. */
static Tensor *numbers_through(ParameterList *list, long n, const Named *named, long first)
{
    Tensor *numbers = blank(SHAPE(n + 1));
    long others = list->count;
    for (long i = 0; i < n; i++)
        fill(named[i].tensor, 0);
    for (long i = 0; i < n; i++) {
        Tensor *found = parameters_find(list, named[i].name);
        if (found != NULL)
            fill(found, (double)(first + i));
        others -= found != NULL;
    }
    for (long i = 0; i < n; i++)
        numbers->data[i] = named[i].tensor->data[0];
    numbers->data[n] = (real)others;
    parameters_free(list);
    return numbers;
}

/* As it stands in the list. */
static const char *names_of(const ParameterList *list)
{
    static char text[1024];
    size_t used = 0;
    text[0] = '\0';
    for (long i = 0; i < list->count && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%.99s", i > 0 ? ", " : "",
                                 list->name[i]);
    return text;
}

TEST(weights_and_moments_are_listed, .points = 3, .exercise = "08.6 checkpoint_tensors",
     .file = "checkpoint_tensors.c")
{
    long first = draw_long("first", 1001, 9990); /* of the numbers that are written */
    Small s = small_start(adam_new, 0);
    Module *m = &s.linear->module;
    const Optimizer *o = s.optimizer;
    const Named named[] = {{"weight", s.linear->weight},
                           {"bias", s.linear->bias},
                           {"optimizer.exp_avg.weight", o->state[0][0]},
                           {"optimizer.exp_avg.bias", o->state[0][1]},
                           {"optimizer.exp_avg_sq.weight", o->state[1][0]},
                           {"optimizer.exp_avg_sq.bias", o->state[1][1]}};
    grad_add(s.linear->bias, tensor_ones(SHAPE(2)));
    s.optimizer->step[0] = 3;
    given("m", "a Linear: weight and bias, which has a gradient");
    given("o", "Adam: exp_avg and exp_avg_sq of both, of which the weight has taken steps");

    Tensor *want = EXPECT(tensors_want(6, first));
    const char *order_want = EXPECT(moments_outside_want());
    ParameterList *list = CALL(checkpoint_tensors(m, o));
    const char *order = names_of(list);
    check_text(order, order_want, "what belongs to the model, then moments outside");
    Tensor *numbers = numbers_through(list, 6, named, first);
    check_tensor(
        numbers, want,
        "six numbers in a row, written under the names weight, bias, optimizer.exp_avg.weight, "
        ".bias, "
        "optimizer.exp_avg_sq.weight, .bias, reach these tensors; and 0 others are listed");
    small_end(s);
}

TEST(one_moment_is_listed, .points = 1, .exercise = "08.6 checkpoint_tensors",
     .file = "checkpoint_tensors.c")
{
    long first = draw_long("first", 1001, 9990); /* of the numbers that are written */
    Small s = small_start(sgd_new, 0.9);
    Module *m = &s.linear->module;
    const Optimizer *o = s.optimizer;
    const Named named[] = {{"weight", s.linear->weight},
                           {"bias", s.linear->bias},
                           {"optimizer.momentum_buffer.weight", o->state[0][0]},
                           {"optimizer.momentum_buffer.bias", o->state[0][1]}};
    given("m", "a Linear: weight and bias"), given("o", "SGD: momentum_buffer of both");

    Tensor *want = EXPECT(tensors_want(4, first));
    ParameterList *list = CALL(checkpoint_tensors(m, o));
    Tensor *numbers = numbers_through(list, 4, named, first);
    check_tensor(numbers, want,
                 "four numbers in a row, written under the names weight, bias, "
                 "optimizer.momentum_buffer.weight, "
                 ".bias, reach these tensors; and 0 others are listed");
    small_end(s);
}

TEST(moments_of_some_of_the_weights, .points = 1, .exercise = "08.6 checkpoint_tensors",
     .file = "checkpoint_tensors.c")
{
    long first = draw_long("first", 1001, 9990); /* of the numbers that are written */
    Linear *linear = linear_new(3, 2, true, &(Rng){draw_seed()});
    ParameterList *some = parameters_new();
    parameters_add(some, "bias", linear->bias);
    Optimizer *o = sgd_new(some, (OptimizerOptions){.lr = 0.1, .momentum = 0.9});
    Module *m = &linear->module;
    const Named named[] = {{"weight", linear->weight},
                           {"bias", linear->bias},
                           {"optimizer.momentum_buffer.bias", o->state[0][0]}};
    given("m", "a Linear: weight and bias"), given("o", "SGD: momentum_buffer of the bias alone");

    Tensor *want = EXPECT(tensors_want(3, first));
    ParameterList *list = CALL(checkpoint_tensors(m, o));
    Tensor *numbers = numbers_through(list, 3, named, first);
    check_tensor(numbers, want, "the names of moments are those of the optimizer's parameters");
    optimizer_free(o);
    parameters_free(some);
    module_free(m);
}

TEST(files_without_moments, .points = 1, .exercise = "08.6 checkpoint_tensors",
     .file = "checkpoint_tensors.c")
{
    long first = draw_long("first", 1001, 9990); /* of the numbers that are written */
    Small s = small_start(sgd_new, 0);
    Module *m = &s.linear->module;
    const Named named[] = {{"weight", s.linear->weight}, {"bias", s.linear->bias}};
    given("m", "a Linear: weight and bias"), given("o", "plain SGD, in a second call NULL");
    const Optimizer *const optimizers[] = {s.optimizer, NULL};
    for (int i = 0; i < 2; i++) {
        const Optimizer *o = optimizers[i];
        Tensor *want = EXPECT(tensors_want(2, first));
        ParameterList *list = CALL(checkpoint_tensors(m, o));
        Tensor *numbers = numbers_through(list, 2, named, first);
        check_tensor(numbers, want, "two numbers reach weight and bias; and 0 others are listed");
    }
    small_end(s);
}

TEST(buffers_are_listed, .points = 1, .exercise = "08.6 checkpoint_tensors",
     .file = "checkpoint_tensors.c")
{
    long first = draw_long("first", 1001, 9990); /* of the numbers that are written */
    Small s = small_start(sgd_new, 0);
    Module *m = &s.linear->module;
    const Optimizer *o = s.optimizer;
    module_buffer(m, "mean", BUFFER_SAVED, SHAPE(2));
    module_buffer(m, "table", BUFFER_NOT_SAVED, SHAPE(2));
    const Named named[] = {
        {"weight", s.linear->weight}, {"bias", s.linear->bias}, {"mean", m->buffer[0].tensor}};
    given("m",
          "a model with a weight, a bias, a buffer \"mean\", and one that no file has, \"table\"");
    given("o", "plain SGD, in a second call NULL");
    for (int i = 0; i < 2; i++, o = NULL) {
        Tensor *want = EXPECT(tensors_want(3, first));
        ParameterList *list = CALL(checkpoint_tensors(m, o));
        Tensor *numbers = numbers_through(list, 3, named, first);
        check_tensor(numbers, want,
                     "three numbers reach weight, bias and mean; and 0 others are listed");
    }
    small_end(s);
}
