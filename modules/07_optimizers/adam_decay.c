/* adam_decay.c - weight decay, the only difference between Adam and AdamW.
 *
 * In Adam decay is a part of the gradient, and the division by sqrt(v) changes its size; AdamW (Loshchilov and Hutter 2017)
 * shrinks the weight itself, beforehand.
 */
#include "optim.h"
#include "todo.h"

/* ---- 07.7 ---------------------------------------------------------------------------------- */

void adam_decay(Adam *a, double lr, double decay, bool decoupled)
{
    /* TODO: weight decay, in one of two places: a->keep and a->decay.
     *
     * CONTRACT  Adam (not decoupled): decay times the weight is added to the gradient, which
     *           others do with a->decay; all of the weight is kept. AdamW (decoupled): the
     *           gradient stays clean, and the weight loses the part lr decay of itself. Both
     *           members are set in either case.
     * EXAMPLE   lr = 0.1, decay = 0.5:   Adam: keep = 1, decay = 0.5      AdamW: keep = 0.95, decay = 0
     * HOLDS     without decay both are the same.
     * THINK     keep is what is left of 1: after which loss? */
    todo("07.7 adam_decay");
}
