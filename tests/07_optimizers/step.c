/* step.c - 07.1: who is updated, and when a step is counted. */
#include "check.h"

/* An optimizer that adds the number of the step to every number of a parameter. */
static void add_step(Optimizer *o, long i)
{
    Tensor *w = o->parameters->tensor[i];
    for (long j = 0; j < tensor_numel(w); j++)
        w->data[j] += (real)o->step;
}

/* One number each; has[i] of 0 means parameter i has no gradient. All of them after some steps. */
static Tensor *stepped(Tensor *w, Tensor *has, long taken, long steps, long *count)
{
    ParameterList *list = parameters_new();
    long n = w->shape[0];
    for (long i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "p%ld", i);
        Tensor *p = tensor_requires_grad(tensor_full(SHAPE(1), w->data[i]));
        if (has->data[i] != 0)
            grad_add(p, tensor_ones(SHAPE(1)));
        parameters_add(list, name, p);
    }
    Optimizer *o = optimizer_new("Test", add_step, list, (OptimizerOptions){.lr = 1});
    o->step = taken;
    for (long s = 0; s < steps; s++)
        optimizer_step(o);
    *count = o->step;
    Tensor *after = tensor_zeros(SHAPE(n));
    for (long i = 0; i < n; i++)
        after->data[i] = list->tensor[i]->data[0];
    optimizer_free(o);
    parameters_free(list);
    return after;
}

typedef enum {
    RIGHT,
    NOT_COUNTED,
    COUNTED_AFTER,
    COUNTED_PER_PARAMETER,
    ENDS_AT_NULL,
    SKIPS_LAST,
    UPDATES_ALL
} Way;

static Tensor *plain_stepped(Way way, const Tensor *w, const Tensor *has, long step, long steps)
{
    Tensor *after = copy_of(w);
    for (long s = 0; s < steps; s++) {
        step += way == RIGHT || way >= ENDS_AT_NULL;
        for (long i = 0; i < w->shape[0] - (way == SKIPS_LAST); i++) {
            if (has->data[i] == 0 && way == ENDS_AT_NULL)
                break;
            if (has->data[i] == 0 && way != UPDATES_ALL)
                continue;
            step += way == COUNTED_PER_PARAMETER;
            after->data[i] += (real)step;
        }
        step += way == COUNTED_AFTER;
    }
    return after;
}

static inline void register_mistakes(const Tensor *w, const Tensor *has, long taken, long steps)
{
    MISTAKE(plain_stepped(NOT_COUNTED, w, has, taken, steps),
            "the step was not counted: o->step grows by 1 in each");
    MISTAKE(
        plain_stepped(COUNTED_AFTER, w, has, taken, steps),
        "the step was counted after the updates: they expect 1 in the first step, so count before");
    MISTAKE(plain_stepped(COUNTED_PER_PARAMETER, w, has, taken, steps),
            "the step was counted once per parameter: one step is one step for all");
    MISTAKE(plain_stepped(ENDS_AT_NULL, w, has, taken, steps),
            "the walk ended at the first parameter without a gradient: only that one is left out");
    MISTAKE(plain_stepped(SKIPS_LAST, w, has, taken, steps), "the last parameter was left out");
    MISTAKE(plain_stepped(UPDATES_ALL, w, has, taken, steps),
            "a parameter without a gradient was updated: it must stay as it is");
}

TEST(three_parameters_one_without_gradient, .points = 5, .exercise = "07.1 optimizer_step",
     .file = "optimizer.c",
     .hints = HINTS("Two things happen in a step: it is counted, and parameters are updated.",
                    "Count first. In the loop, ask whether p->tensor[i]->grad is NULL.",
                    "o->step++; for (...) if (p->tensor[i]->grad != NULL) o->update(o, i);"))
{
    Tensor *w = input("w", SHAPE(3), VALUES(10, 20, 30)),
           *has = input("has_gradient", SHAPE(3), VALUES(1, 0, 1));
    given("taken", "4 (steps before)");
    EXPECT(Tensor *want = values(SHAPE(3), VALUES(15, 20, 35)));
    EXPECT(register_mistakes(w, has, 4, 1););
    MISTAKE(values(SHAPE(3), VALUES(10, 20, 30)), "no parameter was updated: call o->update(o, i)");
    long taken = 4, count;
    Tensor *after = CALL(stepped(w, has, taken, 1, &count));
    check_tensor(after, want,
                 "this optimizer adds o->step = 5 to every parameter that has a gradient");
    check_long(count, 5, "one step counts one");
}

TEST(many_parameters_many_steps, .points = 4, .exercise = "07.1 optimizer_step",
     .file = "optimizer.c",
     .hints = HINTS("Any parameter may be without a gradient, the first and the last too.",
                    "o->step++ stands before the loop, not in it.",
                    "continue skips one parameter; break and return skip the rest."))
{
    long n = draw_long("n", 6, 9), taken = draw_long("taken", 0, 5),
         steps = draw_long("steps", 2, 4), count;
    Tensor *w = draw("w", SHAPE(n)), *has = draw("has_gradient", SHAPE(n));
    for (long i = 0; i < n; i++)
        has->data[i] = i != 1 && i != 3;
    resealed(has);
    EXPECT(Tensor *want = plain_stepped(RIGHT, w, has, taken, steps));
    EXPECT(register_mistakes(w, has, taken, steps););
    Tensor *after = CALL(stepped(w, has, taken, steps, &count));
    check_tensor(
        after, want,
        "every parameter with a gradient is updated once per step, with the step counted before");
    check_long(count, taken + steps, "one step counts one");
}
