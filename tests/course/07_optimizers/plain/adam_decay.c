/* adam_decay.c - weight decay, the only difference between Adam and AdamW. */
#include "optim.h"

void adam_decay(Adam *a, double lr, double decay, bool decoupled)
{
    if (decoupled) {
        a->keep = (real)(1 - lr * decay);
        a->decay = 0;
    } else {
        a->keep = 1;
        a->decay = (real)decay;
    }
}
