/* checkpoint_notes.c - the numbers of a checkpoint, as text that gives back every bit.
 *
 * Random states are written in hexadecimal.
 */
#include "checkpoint.h"
#include "todo.h"
#include <inttypes.h>

/* ---- 08.7 --------------------------------------------------------------------------------- */

void checkpoint_notes(Notes *n, const Optimizer *o, const CheckpointState *s)
{
    notes_add(n, "training.step", "%ld", s->step); /* given: like this, with a format of printf */

    /* TODO: write the other numbers of a checkpoint, so that reading them gives the same bits.
     *
     * CONTRACT  "training.best_loss": s->best_loss. If o is not NULL: "optimizer.kind" (o->kind,
     *           a text), "optimizer.step" (a text with one count for each parameter),
     *           "optimizer.lr" (o->lr). For each i below s->n_rng, under rng_keys[i]:
     *           s->rng[i]->state, 64 bits in sixteen hexadecimal digits: 000000000000002a.
     * EXAMPLE   best_loss = 0.1 + 0.2: "%g" writes 0.3, which is another number
     * HOLDS     six steps at a stretch, or three, a stop, and three more: the same weights, in
     *           every bit.
     * YOU HAVE  notes_add(n, key, format, ...), as above; step_counts(o), the text of all counts
     * THINK     how many decimal digits does a double need to come back? Which of these notes
     *           would you miss, and where would it show? */
    todo("08.7 checkpoint_notes");
}
