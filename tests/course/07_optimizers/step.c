/* step.c - 07.1: who is updated, and when a step is counted. */
#include "check.h"

/* An optimizer that adds a parameter's count of steps to each of its numbers. */
static void add_step(Optimizer *o, long i)
{
    Tensor *w = o->parameters->tensor[i];
    for (long j = 0; j < tensor_numel(w); j++)
        w->data[j] += (real)o->step[i];
}

/* One number for each of n parameters, w, of which parameter i has taken taken[i] steps. In has
 * (steps, n) a 0 means: no gradient. Returns (2, n), the numbers and the counts afterwards. */
static Tensor *stepped(Tensor *w, Tensor *taken, Tensor *has)
{
    ParameterList *list = parameters_new();
    long n = w->shape[0];
    for (long i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "p%ld", i);
        parameters_add(list, name, tensor_requires_grad(tensor_full(SHAPE(1), w->data[i])));
    }
    Optimizer *o = optimizer_new("Test", add_step, list, (OptimizerOptions){.lr = 1});
    for (long i = 0; i < n; i++)
        o->step[i] = (long)taken->data[i];
    for (long s = 0; s < has->shape[0]; s++) {
        optimizer_zero_grad(o);
        for (long i = 0; i < n; i++)
            if (has->data[s * n + i] != 0)
                grad_add(list->tensor[i], tensor_ones(SHAPE(1)));
        optimizer_step(o);
    }
    Tensor *after = tensor_zeros(SHAPE(2, n));
    for (long i = 0; i < n; i++) {
        after->data[i] = list->tensor[i]->data[0];
        after->data[n + i] = (real)o->step[i];
    }
    optimizer_free(o);
    parameters_free(list);
    return after;
}

typedef enum {
    RIGHT,
    NOT_COUNTED,
    COUNTED_AFTER,
    ONE_FOR_ALL,
    ONLY_THE_FIRST,
    ENDS_AT_NULL,
    SKIPS_LAST,
    UPDATES_ALL,
    NEVER_UPDATES
} Way;

/* How much one step counts for parameter i, which has a gradient or not. */
static inline double counts(Way way, long i, bool has)
{
    if (way == NOT_COUNTED || (way == ONLY_THE_FIRST && i > 0))
        return 0;
    return has || way == ONE_FOR_ALL || way == UPDATES_ALL;
}

static Tensor *plain_stepped(Way way, const Tensor *w, const Tensor *taken, const Tensor *has)
{
    long n = w->shape[0];
    Tensor *after = blank(SHAPE(2, n));
    for (long i = 0; i < n; i++) {
        after->data[i] = w->data[i];
        after->data[n + i] = taken->data[i];
    }
    for (long s = 0; s < has->shape[0]; s++)
        for (long i = 0; i < n - (way == SKIPS_LAST); i++) {
            bool has_one = has->data[s * n + i] != 0;
            real *count = &after->data[n + i], before = *count;
            if (!has_one && way == ENDS_AT_NULL)
                break;
            *count += (real)counts(way, i, has_one);
            if (way != NEVER_UPDATES && (has_one || way == UPDATES_ALL))
                after->data[i] += way == COUNTED_AFTER ? before : *count;
        }
    return after;
}

static inline void register_mistakes(const Tensor *w, const Tensor *taken, const Tensor *has)
{
    MISTAKE(plain_stepped(NOT_COUNTED, w, taken, has),
            "the step was not counted: o->step[i] grows by 1 with each update");
    MISTAKE(plain_stepped(COUNTED_AFTER, w, taken, has),
            "the step was counted after the updates: they expect 1 in the first step, so count "
            "before");
    MISTAKE(plain_stepped(ONE_FOR_ALL, w, taken, has),
            "one count for all: a step is counted only for a parameter that has a gradient");
    MISTAKE(plain_stepped(ONLY_THE_FIRST, w, taken, has),
            "only the first parameter's steps were counted: each has a count of its own, "
            "o->step[i]");
    MISTAKE(plain_stepped(ENDS_AT_NULL, w, taken, has),
            "the walk ended at the first parameter without a gradient: only that one is left out");
    MISTAKE(plain_stepped(SKIPS_LAST, w, taken, has), "the last parameter was left out");
    MISTAKE(plain_stepped(UPDATES_ALL, w, taken, has),
            "a parameter without a gradient was updated: it must stay as it is");
    MISTAKE(plain_stepped(NEVER_UPDATES, w, taken, has),
            "no parameter was updated: call o->update(o, i)");
}

TEST(three_parameters_one_without_gradient, .points = 5, .exercise = "07.1 optimizer_step",
     .file = "optimizer.c",
     .hints = HINTS("Two things happen to a parameter that has a gradient, and none to the others.",
                    "Count first. In the loop, ask whether p->tensor[i]->grad is NULL.",
                    "if (p->tensor[i]->grad != NULL) { o->step[i]++; o->update(o, i); }"))
{
    Tensor *w = input("w", SHAPE(3), VALUES(10, 20, 30)),
           *taken = input("taken", SHAPE(3), VALUES(4, 4, 0)),
           *has = input("has_gradient", SHAPE(1, 3), VALUES(1, 0, 1));
    EXPECT(Tensor *want = values(SHAPE(2, 3), VALUES(15, 20, 31, 5, 4, 1)));
    EXPECT(register_mistakes(w, taken, has););
    Tensor *after = CALL(stepped(w, taken, has));
    check_tensor(after, want,
                 "rows: the parameters, to which this optimizer adds o->step[i], and o->step; the "
                 "second has no gradient, the third its first step");
}

TEST(many_parameters_many_steps, .points = 4, .exercise = "07.1 optimizer_step",
     .file = "optimizer.c",
     .hints = HINTS("Any parameter may be without a gradient, the first and the last too, and one "
                    "may come late.",
                    "o->step[i] counts the updates of parameter i, and nothing else.",
                    "continue skips one parameter; break and return skip the rest."))
{
    long n = draw_long("n", 6, 9), steps = draw_long("steps", 3, 5);
    Tensor *w = draw("w", SHAPE(n)), *taken = draw("taken", SHAPE(n)),
           *has = draw("has_gradient", SHAPE(steps, n));
    for (long i = 0; i < n; i++) {
        taken->data[i] = (real)(i == 4 ? 0 : 2 + i);
        for (long s = 0; s < steps; s++)
            has->data[s * n + i] = i != 1 && i != 3 && (i != 4 || s > 1) && (i != 5 || s != 1);
    }
    resealed(taken);
    resealed(has);
    EXPECT(Tensor *want = plain_stepped(RIGHT, w, taken, has));
    EXPECT(register_mistakes(w, taken, has););
    Tensor *after = CALL(stepped(w, taken, has));
    check_tensor(after, want,
                 "rows: the parameters, to which this optimizer adds o->step[i], and o->step; each "
                 "is updated, and counted, in the steps in which it has a gradient");
}
