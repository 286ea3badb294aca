/* trainer.h - the parts of training, one by one. For trainer.c, their own files and tests.
 *
 * A step is trainer_gradients, then what is done with them; looking up is trainer_evaluate. Each
 * reads and sets members of the Trainer (train.h), and nothing else is shared between them.
 */
#ifndef KINDLING_TRAINER_H
#define KINDLING_TRAINER_H

#include "nn.h"

/* ---- trainer.c (08) -------------------------------------------------------------------------- */

/* How many targets of a batch count in its loss: t->targets, or one for each example. */
long trainer_targets(const Trainer *t, const Batch *batch);
/* Gradients of a sum over so many targets become those of their mean; of none, they are 0
 * already. */
void trainer_divide(Trainer *t, long targets);
/* false, and a message: a rate that is NaN, infinite or negative ruins the weights in one step. */
bool trainer_rate_is_sound(const Trainer *t, double lr);
/* false, and a message: a loss or norm that is not finite ends the run before it reaches the
 * weights. */
bool trainer_is_sound(const Trainer *t, const char *what, double value);

/* Fresh gradients of the mean loss over all targets of one step's micro-batches; returns that mean.
 * Without any target that counts, all of it is 0. */
double trainer_gradients(Trainer *t);
/* One whole step. false: rate, loss or norm was no sound number, and the weights are as before. */
bool trainer_step(Trainer *t);

/* The mean of t->loss over all targets of one epoch, whatever the sizes of the batches. */
double trainer_mean_loss(const Trainer *t, DataLoader *examples);
/* The held-out loss, with nothing recorded and nothing dropped out; keeps the best one. */
double trainer_evaluate(Trainer *t);

/* ---- train_ranks.c (08) ---------------------------------------------------------------------- */

/* trainer_gradients from t->shares shares on t->ranks, into *mean. 0; -1 and
 * kindling_error(): a rank has ended. */
int trainer_share_gradients(Trainer *t, double *mean);
/* Do all ranks go on? Every so often, and at the end: do they have the same weights? 0, -1 */
int trainer_all_continue(Trainer *t, bool *go_on);
/* Rank 0's weights and step become everybody's. 0, -1 */
int trainer_sync_start(Trainer *t);

#endif
