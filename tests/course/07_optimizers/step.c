/* step.c - 07.1: who is updated, and when a step is counted. */
#include "parameters.h"

/* An optimizer that adds a parameter's count of steps to each of its numbers. */
static void add_step(Optimizer *o, long i)
{
    Tensor *w = o->parameters->tensor[i];
    for (long j = 0; j < tensor_numel(w); j++)
        w->data[j] += (real)o->step[i];
}

/* One number for each of n parameters, w, of which parameter i has taken taken[i] steps. */
static Optimizer *new_optimizer(ParameterList *list, const Tensor *w, const Tensor *taken)
{
    for (long i = 0; i < w->shape[0]; i++) {
        char name[24];
        snprintf(name, sizeof name, "p%ld", i);
        parameters_add(list, name, tensor_requires_grad(tensor_full(SHAPE(1), w->data[i])));
    }
    Optimizer *o = optimizer_new("Test", add_step, list, (OptimizerOptions){.lr = 1});
    for (long i = 0; i < w->shape[0]; i++)
        o->step[i] = (long)taken->data[i];
    return o;
}

/* Also a gradient of 0 is one. */
static real slope_of(long i)
{
    return i == 0 ? 0 : 1;
}

static void give_gradients(Optimizer *o, const Tensor *has)
{
    optimizer_zero_grad(o);
    for (long i = 0; i < has->shape[0]; i++)
        if (has->data[i] != 0)
            grad_add(o->parameters->tensor[i], tensor_full(SHAPE(1), slope_of(i)));
}

/* (2, n): the parameters, and the counts of their steps. */
static Tensor *table_of(const Optimizer *o)
{
    long n = o->parameters->count;
    Tensor *table = blank(SHAPE(2, n));
    for (long i = 0; i < n; i++) {
        table->data[i] = o->parameters->tensor[i]->data[0];
        table->data[n + i] = (real)o->step[i];
    }
    return table;
}

/* How many parameters have the gradient that they were given. */
static long count_gradients(const Optimizer *o)
{
    long count = 0;
    for (long i = 0; i < o->parameters->count; i++) {
        const Tensor *grad = o->parameters->tensor[i]->grad;
        count += grad != NULL && grad->data[0] == slope_of(i);
    }
    return count;
}

static void check_step(Optimizer *o, const Tensor *has_gradient, const char *rule)
{
    give_gradients(o, has_gradient);
    Tensor *before = table_of(o);
    long gradients_given = count_gradients(o);

    Tensor *want = EXPECT(step_want(before, has_gradient));
    CALL(optimizer_step(o));
    Tensor *after = table_of(o);
    check_tensor(after, want, rule);
    long gradients_left = count_gradients(o);
    check_long(gradients_left, gradients_given, "as many gradients, of 0 or 1, as before the step");
}

TEST(four_parameters_one_without_gradient, .points = 1, .exercise = "07.1 optimizer_step",
     .file = "optimizer.c")
{
    Tensor *w = input("w", SHAPE(4), VALUES(10, 20, 30, 40));
    Tensor *taken = input("taken", SHAPE(4), VALUES(4, 4, 0, 7));
    Tensor *has_gradient = input("has_gradient", SHAPE(4), VALUES(1, 0, 1, 1));
    ParameterList *list = parameters_new();
    Optimizer *o = new_optimizer(list, w, taken);
    given("o", "parameters [10, 20, 30, 40], steps [4, 4, 0, 7], no gradient for the second; its "
               "update adds o->step[i] to parameter i");

    check_step(o, has_gradient,
               "rows: the parameters, to which this optimizer adds o->step[i], and o->step; the "
               "second has no gradient, the third its first step");
    optimizer_free(o);
    parameters_free(list);
}

TEST(many_parameters_many_steps, .points = 8, .exercise = "07.1 optimizer_step",
     .file = "optimizer.c")
{
    long n = draw_long("n", 6, 8), steps = draw_long("steps", 3, 5);
    Tensor *w = draw("w", SHAPE(n)), *taken = draw("taken", SHAPE(n));
    Tensor *has_gradient = draw("has_gradient", SHAPE(n));
    for (long i = 0; i < n; i++)
        taken->data[i] = (real)(i == 4 ? 0 : 2 + i);
    resealed(taken);
    may_change(has_gradient);
    ParameterList *list = parameters_new();
    Optimizer *o = new_optimizer(list, w, taken);

    for (long s = 0; s < steps; s++) {
        for (long i = 0; i < n; i++)
            has_gradient->data[i] = i != 1 && i != 3 && (i != 4 || s > 1) && (i != 5 || s != 1);
        given("o", "%ld parameters, %s without a gradient; its update adds o->step[i]", n,
              s == 1  ? "1, 3, 4 and 5"
              : s > 1 ? "1 and 3"
                      : "1, 3 and 4");
        check_step(o, has_gradient,
                   "rows: the parameters, to which this optimizer adds o->step[i], and o->step; "
                   "each is updated, and counted, in the steps in which it has a gradient");
    }
    optimizer_free(o);
    parameters_free(list);
}
