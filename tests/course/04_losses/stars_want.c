/* stars_want.c - 04.5: steps as asked for; nats as they were, or nothing. */
#include "want.h"

Tensor *stars_want(const Tensor *step, const Tensor *nats)
{
    long n = plain_numel(step);
    Tensor *t = blank(SHAPE(2, n));
    for (long i = 0; i < n; i++) {
        t->data[i] = step->data[i];
        t->data[n + i] = nats != NULL ? nats->data[i] : 0;
    }
    return t;
}
