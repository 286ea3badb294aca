/* checkpoint_notes.c - the numbers of a checkpoint, as text that gives back every bit.
 *
 * Seventeen digits give back every double; random states are written in hexadecimal.
 */
#include "checkpoint.h"
#include "todo.h"
#include <inttypes.h>

/* ---- 08.9 --------------------------------------------------------------------------------- */

void checkpoint_notes(Notes *n, const Optimizer *o, const CheckpointState *s)
{
    notes_add(n, "training.step", "%ld", s->step); /* given: like this, with a format of printf */

    /* TODO: write the other numbers, so that reading them gives the same bits.
     *
     * APPROACH
     *   1. "training.best_loss": s->best_loss. A double needs 17 digits: "%.17g".
     *   2. If o is not NULL: "optimizer.kind" (o->kind, "%s"); "optimizer.step", one count for each
     *      parameter, of which step_counts(o) makes a text ("%s"); "optimizer.lr" (o->lr, "%.17g").
     *   3. For each i below s->n_rng, under rng_keys[i], the state s->rng[i]->state, 64 bits in
     *      hexadecimal: "%016" PRIx64.
     *
     * EXAMPLE
     *   best_loss = 0.1 + 0.2:  "%g" writes 0.3, which is another number;
     *   "%.17g" writes 0.30000000000000004, and strtod gives back every bit
     *
     * HINT: which of these would you miss? Without optimizer.step, Adam corrects its moments as if
     * they were new; without the rngs, dropout draws other masks. */
    todo("08.9 checkpoint_notes");
}
