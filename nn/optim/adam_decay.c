/* adam_decay.c - weight decay, the only difference between Adam and AdamW.
 *
 * Adam adds decay w to g, where it is divided by sqrt(v), too; AdamW (Loshchilov and Hutter 2017)
 * takes lr decay w off the weight, beforehand.
 */
#include "optim.h"

EXERCISE
void adam_decay(Adam *a, double lr, double decay, bool decoupled)
{
    a->keep = decoupled ? (real)(1 - lr * decay) : 1;
    a->decay = decoupled ? 0 : (real)decay;
}
