/* optimizer.c - one step of training for all parameters.
 *
 * Invariant: a step changes parameters that have a gradient and no others, and allocates nothing.
 */
#include "optim.h"
#include "todo.h"

/* ---- 07.1 ---------------------------------------------------------------------------------- */

void optimizer_step(Optimizer *o)
{
    optimizer_check_step(o); /* given: stops where a gradient cannot be walked over */

    /* TODO: one step: update every parameter that has a gradient, and count how often each was.
     *
     * CONTRACT  o->update(o, i), which sgd_new or adam_new has put there, moves parameter i; it
     *           reads o->step[i], as adam_correct does (07.4). A parameter that took no part in the
     *           loss (its ->grad is NULL) stays as it is, and this step is none of its steps.
     *           Nothing is allocated.
     * EXAMPLE   parameters a, b, c, of which b has no gradient, and o->step = {4, 4, 0}: c is new.
     *           step becomes {5, 4, 1}, with o->update(o, 0) and o->update(o, 2) called
     * HOLDS     the sum of all counts grows by how many gradients there are.
     * YOU HAVE  o->parameters: a list with count and tensor[i]
     * THINK     does the count come before the update, or behind it? What would one count for
     *           all parameters do to a new one? */
    todo("07.1 optimizer_step");
}
