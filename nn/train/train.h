/* train.h - the training loop, how it goes, and what is kept of it.
 * share.h: a batch in shares; ranks.h: who works on them. */
#ifndef KINDLING_TRAIN_H
#define KINDLING_TRAIN_H

#include "../data/data.h"
#include "../optim/optimizer.h"
#include "ranks.h"
#include "share.h"

#pragma GCC visibility push(default)

/* ---- trainer.c (08): the training loop ------------------------------------------------------- */

/* The training loop: schedule, draw batches, backward, clip, update; now and then, evaluate. The
 * functions are the caller's, and get the context. Those that may be NULL say what then happens. */
typedef struct Trainer Trainer;
struct Trainer {
    /* what is trained */
    Module *model;
    Optimizer *optimizer;
    const ParameterList *parameters;
    void *context;
    /* a step */
    void (*draw)(void *context, Batch *batch);      /* the next training batch, and nothing else */
    Tensor *(*loss)(void *context, const Batch *b); /* a scalar: a mean over its targets */
    long (*targets)(void *context, const Batch *b); /* how many those are; NULL: b->size */
    double (*schedule)(void *context, long step);   /* the rate; NULL: it stays as it is */
    double clip_norm;                               /* 0: no clipping */
    long micro_batches; /* drawn per step, which is that of one batch of all of them; 0: 1 */
    long steps;         /* how many in all */
    /* a step on many ranks, which train one model together (ranks.h). shares: each batch is cut
     * into so many, which draw_share makes one by one, and the weights are the same bits for any
     * number of ranks up to it. What share i of a step draws, batches and dropout, follows from
     * seed, step and i, never from the rank: put the streams there. A batch of size 0 is a share
     * without examples. draw and micro_batches are not used. Batch norm sees one share at a time,
     * and its running mean those of its own rank. shares 0: batches are not cut, and there is one
     * rank. */
    long shares;
    void (*draw_share)(void *context, long i, long shares, Batch *batch);
    Ranks *ranks; /* borrowed; NULL: one. Rank 0 evaluates, and calls improved and after_step */
    /* the ranks' weights are compared at first and every so many steps; 0: 100 */
    long compare_every;
    bool shard_moments; /* with shares: each rank keeps the moments of some parameters (below) */
    /* the look at held-out examples: every so many steps, and after the last; 0: only then */
    long evaluate_every;
    double (*evaluate)(void *context); /* the held-out loss; NULL: the mean over held_out */
    DataLoader *held_out;              /* NULL, too: no evaluation */
    void (*improved)(void *context, const Trainer *t, double loss); /* a new best; NULL: nothing */
    /* what follows each step and its evaluation: logs, saves; false ends the run. NULL: nothing */
    bool (*after_step)(void *context, const Trainer *t);
    /* asked on every rank after each step, so that a signal to any of them ends the run of all, in
     * order; NULL: no */
    bool (*stopped)(void *context);
    /* the progress line */
    long tokens_per_step;
    bool always_log; /* without a terminal, too */
    /* where it stands, filled in by trainer_run; to resume, set step and best_loss */
    long step; /* steps taken */
    double last_loss, last_norm, best_loss;
    RanksSum *sums; /* while it runs, with shares */
};
/* Fails unless model, optimizer, parameters, loss and draw (with shares: draw_share) are set. Runs
 * from t->step up to t->steps, or until after_step says false, or stopped true on any rank: 0.
 * Stops and returns -1, naming the step, when the rate is not finite or negative, or when a loss or
 * the norm of the gradients is not finite: the weights are then as they were before that step. On
 * many ranks, weights begin as rank 0's; -1, too, when a rank has ended or has other weights. */
int trainer_run(Trainer *t);

/* ---- shard_moments.c (08): Adam's moments among ranks ---------------------------------------- */

/* From here on this rank keeps moments of its own parameters alone, and updates no others: about
 * 1 / size of the numbers, of whole parameters. trainer_run with shard_moments does it, and sends
 * the weights round after each step; they are the bits of a run without it. Fails unless o is Adam
 * or AdamW. */
void moments_shard(Optimizer *o, OR_NULL const Ranks *r);
/* Called by all ranks: rank 0 has all moments again, for a checkpoint, until moments_shard. 0, or
 * -1 and kindling_error(): a rank has ended. */
int moments_gather(Optimizer *o, OR_NULL Ranks *r);

/* ---- progress.c (15): one line that says how it goes ----------------------------------------- */

/* "step 1200/2000  loss 1.843  12.4k tok/s  ETA 0:41", redrawn in place on a terminal and silent
 * elsewhere, unless `always`: then a line every tenth of the way. */
typedef struct {
    FILE *stream;
    long total, done;
    long first; /* steps done before the start: set first and done to it when resuming */
    double started, drawn;
    long tokens;
    bool live, always;
} Progress;
/* For a run of `total` steps, which starts now. */
Progress progress_start(FILE *stream, long total, bool always);
/* After step number `step` (1 is the first), which saw so many tokens. more: further text, NULL. */
void progress_step(Progress *p, long step, double loss, long tokens, OR_NULL const char *more);
void progress_end(Progress *p); /* a line break behind what is redrawn */
/* Of a clock that never goes back: only differences mean something. */
double kindling_seconds(void);

/* ---- weights.c (08): weights by name, as safetensors ----------------------------------------- */

/* Parameters and saved buffers. Loading checks every name and shape before it changes anything; a
 * name that is missing, left over or of another shape is an error that names it. Only a file with
 * none of the buffers was written before the model had any, and loads: they keep their numbers. 0,
 * -1 */
int module_save(Module *m, const char *path); /* atomic: the old file stays whole */
int module_load(Module *m, const char *path);
/* The two halves of loading. parameters_read gives the file's tensors in the list's order, in the
 * current scope, NULL for buffers that the file may lack; NULL and kindling_error() if one does not
 * fit. Tensors of the file whose name starts with `skip` may be left over (NULL: none). path is for
 * messages. */
Tensor **parameters_read(const ParameterList *list, SafeTensors *file, const char *path,
                         OR_NULL const char *skip);
/* Copies the numbers of values[i] into tensor i, NULL: it keeps its own. */
void parameters_assign(const ParameterList *list, Tensor *const values[]);

/* ---- checkpoint.c (08): a run on disk -------------------------------------------------------- */

/* Where a run stands besides weights and moments. All of it is stored, so that resuming gives the
 * same bits as never having stopped. The file says which version wrote it ("kindling.version");
 * those before 0.2 say nothing, and are read all the same. */
#define CHECKPOINT_MAX_RNG 4 /* streams in a checkpoint */
typedef struct {
    long step;
    double best_loss;
    int n_rng;
    Rng *rng[CHECKPOINT_MAX_RNG];
    long n_metadata; /* anything else, as text: hyper-parameters, the alphabet */
    const MetadataEntry *metadata;
} CheckpointState;
/* Weights, buffers, and, where they are not NULL, moments and state. Atomic. 0, or -1 and
 * kindling_error(). */
int checkpoint_save(const char *path, Module *m, OR_NULL const Optimizer *o,
                    OR_NULL const CheckpointState *state);
/* Restores weights, moments, lr, step, best loss and the rngs; with o or state NULL, the rest.
 * Metadata are read with safetensors_metadata. Nothing changes unless all of it fits. 0, -1 */
int checkpoint_load(const char *path, Module *m, OR_NULL Optimizer *o,
                    OR_NULL CheckpointState *state);

#pragma GCC visibility pop
#endif
