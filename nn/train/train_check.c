/* train_check.c - what a step is given: how targets count, and which numbers end a run. */
#include "trainer.h"
#include <math.h>

long trainer_targets(const Trainer *t, const Batch *batch)
{
    return t->targets != NULL ? t->targets(t->context, batch) : batch->size;
}

void trainer_divide(Trainer *t, long targets)
{
    for (long i = 0; i < t->parameters->count && targets > 0; i++) {
        Tensor *g = t->parameters->tensor[i]->grad;
        for (long j = 0, n = g != NULL ? tensor_numel(g) : 0; j < n; j++)
            g->data[j] /= (real)targets;
    }
}

bool trainer_rate_is_sound(const Trainer *t, double lr)
{
    if (isfinite(lr) && lr >= 0)
        return true;
    kindling_set_error("trainer_run: the learning rate is %g in step %ld, expected a number of at "
                       "least 0. hint: look at what the schedule returns for %ld",
                       isnan(lr) ? fabs(lr) : lr, t->step + 1, t->step);
    return false;
}

bool trainer_is_sound(const Trainer *t, const char *what, double value)
{
    if (isfinite(value))
        return true;
    kindling_set_error("trainer_run: %s is %g in step %ld. hint: a lower learning rate, or "
                       "KINDLING_CHECK=1 to find the operation it began in",
                       what, isnan(value) ? fabs(value) : value, t->step + 1); /* never "-nan" */
    return false;
}
