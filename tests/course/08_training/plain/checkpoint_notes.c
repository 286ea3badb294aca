/* checkpoint_notes.c - the numbers of a checkpoint, as text that gives back every bit. */
#include "checkpoint.h"
#include <inttypes.h>

void checkpoint_notes(Notes *n, const Optimizer *o, const CheckpointState *s)
{
    notes_add(n, "training.step", "%ld", s->step);
    notes_add(n, "training.best_loss", "%.17g", s->best_loss);

    for (int i = 0; i < s->n_rng; i++) {
        uint64_t state = s->rng[i]->state;
        notes_add(n, rng_keys[i], "%016" PRIx64, state);
    }
    if (o != NULL) {
        notes_add(n, "optimizer.kind", "%s", o->kind);
        notes_add(n, "optimizer.step", "%s", step_counts(o));
        notes_add(n, "optimizer.lr", "%.17g", o->lr);
    }
}
