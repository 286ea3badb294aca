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
/* The held-out loss of the model as it will be used; keeps the best one. */
double trainer_evaluate(Trainer *t);

/* ---- sealed_run.c, training_cause.c (08): what is wrong with a run --------------------------- */

#define RUN_STEPS 240L

/* What each step noted. */
typedef struct {
    double loss[RUN_STEPS];     /* of its batch, while training */
    double held_out[RUN_STEPS]; /* of examples that are not trained on, behind the step */
    double norm[RUN_STEPS];     /* of the gradient that the step used */
    double rate[RUN_STEPS];     /* warm-up over 24 steps, then a cosine down to 0 */
} TrainingCurves;

typedef enum {
    CAUSE_NONE,         /* nothing is wrong */
    CAUSE_LARGE_RATE,   /* the rate is 30 times what it should be */
    CAUSE_SMALL_RATE,   /* it is 3000 times less than it should be */
    CAUSE_NO_WARM_UP,   /* the schedule begins with its largest rate */
    CAUSE_SHORT,        /* the schedule is made for half as many steps */
    CAUSE_NOT_CLEARED,  /* gradients are never set to 0 */
    CAUSE_NO_STEP,      /* the weights are never changed */
    CAUSE_NAN,          /* one batch has a loss that is NaN, and nobody looked */
    CAUSE_FEW_EXAMPLES, /* there are 4 examples to learn from, not 96 */
    CAUSE_NOT_SHUFFLED, /* examples come in the order of their targets, in each round of 12 steps */
    CAUSE_SAME_LOSS,    /* as the held-out loss, that of the batch was noted */
    CAUSE_DROPPING,     /* dropout is on while the held-out loss is measured */
    TRAINING_CAUSES     /* how many there are */
} TrainingCause;

/* A run of a small model with this mistake in it; seed draws examples, weights, sizes and rates. */
void sealed_run(TrainingCause cause, uint64_t seed, TrainingCurves *c);
/* The mistake of such a run. */
TrainingCause training_cause(const TrainingCurves *c);

/* ---- train_ranks.c (08) ---------------------------------------------------------------------- */

/* trainer_gradients from t->shares shares on t->ranks, into *mean. 0; -1 and
 * kindling_error(): a rank has ended. */
int trainer_share_gradients(Trainer *t, double *mean);
/* Do all ranks go on? Every so often, and at the end: do they have the same weights? 0, -1 */
int trainer_all_continue(Trainer *t, bool *go_on);
/* Rank 0's weights and step become everybody's. 0, -1 */
int trainer_sync_start(Trainer *t);

/* ---- shard_moments.c (08) -------------------------------------------------------------------- */

/* With t->shard_moments: each parameter, as the rank that updates it has it, is everybody's. 0,
 * -1 */
int trainer_send_weights(Trainer *t);

#endif
