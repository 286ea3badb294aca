/* held_out.c - the mean loss over examples that were not trained on. */
#include "trainer.h"
#include "todo.h"

/* ---- 08.4 --------------------------------------------------------------------------------- */

double trainer_mean_loss(const Trainer *t, DataLoader *examples)
{
    /* TODO: the mean of t->loss over all targets of the loader, each counting the same.
     *
     * CONTRACT  t->loss gives the mean over the targets of a batch. The last batch is often
     *           smaller, and some targets may be ignored; a batch without any counts as if it were
     *           not there, whatever t->loss would say of it. The batches are those of the loader's
     *           epoch 0, each once, wherever the loader stood; where it stands afterwards is yours.
     *           A held-out set may be much larger than memory. 0 if there are no targets.
     * EXAMPLE   batches of 3, 3 and 2 targets with the losses 2, 2 and 6: 3
     * HOLDS     another batch size, or asked a second time: the same mean, up to rounding.
     * YOU HAVE  what data.h has for a DataLoader; t->loss(t->context, &batch), tensor_item;
     *           trainer_targets(t, &batch)
     * THINK     for how much does the batch of 2 stand? When does the tensor of a loss go, and
     *           what must you have read by then? */
    todo("08.4 trainer_mean_loss");
}
