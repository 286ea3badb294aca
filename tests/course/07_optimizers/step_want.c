/* step_want.c - one step of an optimizer that adds o->step[i] to parameter i, right and mistaken. */
#include "want.h"

typedef enum {
    RIGHT,
    NOT_COUNTED,
    COUNTED_AFTER,
    ONE_FOR_ALL,
    ONLY_THE_FIRST,
    ENDS_AT_NULL,
    SKIPS_LAST,
    UPDATES_ALL,
    NEVER_UPDATES,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [NOT_COUNTED] = "the step was not counted: o->step[i] grows by 1 with each update",
    [COUNTED_AFTER] = "the step was counted after the updates: they expect 1 in the first step, so "
                      "count before",
    [ONE_FOR_ALL] = "one count for all: a step is counted only for a parameter that has a gradient",
    [ONLY_THE_FIRST] = "only the first parameter's steps were counted: each has a count of its "
                       "own, o->step[i]",
    [ENDS_AT_NULL] = "the walk ended at the first parameter without a gradient: only that one is "
                     "left out",
    [SKIPS_LAST] = "the last parameter was left out",
    [UPDATES_ALL] = "a parameter without a gradient was updated: it must stay as it is",
    [NEVER_UPDATES] = "no parameter was updated: call o->update(o, i)",
};

/* How much one step counts for parameter i, which has a gradient or not. */
static double counts(Slip slip, long i, bool has)
{
    if (slip == NOT_COUNTED || (slip == ONLY_THE_FIRST && i > 0))
        return 0;
    return has || slip == ONE_FOR_ALL || slip == UPDATES_ALL;
}

static Tensor *stepped(const Tensor *before, const Tensor *has_gradient, Slip slip)
{
    long n = before->shape[1];
    Tensor *after = copy_of(before);
    for (long i = 0; i < n - (slip == SKIPS_LAST); i++) {
        bool has = has_gradient->data[i] != 0;
        real *count = &after->data[n + i], old = *count;
        if (!has && slip == ENDS_AT_NULL)
            break;
        *count += (real)counts(slip, i, has);
        if (slip != NEVER_UPDATES && (has || slip == UPDATES_ALL))
            after->data[i] += slip == COUNTED_AFTER ? old : *count;
    }
    return after;
}

Tensor *step_want(const Tensor *before, const Tensor *has_gradient)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        MISTAKE(stepped(before, has_gradient, slip), said[slip]);
    return stepped(before, has_gradient, RIGHT);
}
