/* adam_decay.c - weight decay, the only difference between Adam and AdamW.
 *
 * Adam adds decay w to g, where the division by sqrt(v) bends it; AdamW (Loshchilov and Hutter 2017)
 * takes lr decay w off the weight, beforehand.
 */
#include "optim.h"
#include "todo.h"

/* ---- 07.7 ---------------------------------------------------------------------------------- */

void adam_decay(Adam *a, double lr, double decay, bool decoupled)
{
    /* TODO: weight decay, in one of two places: a->keep and a->decay.
     *
     * APPROACH
     *   1. Not decoupled (Adam): a->decay is decay; it is added to the gradient, times the weight.
     *      All of the weight is kept: a->keep is 1.
     *   2. Decoupled (AdamW): the gradient stays clean, a->decay is 0. The weight loses the part
     *      lr decay of itself: a->keep is what is left of 1.
     *
     * EXAMPLE
     *   lr = 0.1, decay = 0.5
     *   Adam:  keep = 1,                   decay = 0.5
     *   AdamW: keep = 1 - 0.1 * 0.5 = 0.95, decay = 0
     *
     * HINT: set both, whatever decoupled is. */
    todo("07.7 adam_decay");
}
