/* ranks.c - a training step of several ranks, joined by pipes, on the threads of one.
 *
 * The batch is cut into one share for each rank, and the threads are shared out, so all ranks together have the work and
 * the cores of one. Time in exchange is that of rank 0, waiting for others included. Invariant: rank 0 says how many
 * steps there are; the others take a step whenever they are told to.
 */
#include "bench.h"
#include "trainer.h"

typedef struct {
    GptStep *step;
    Ranks *ranks;
    Trainer trainer;
    double seconds; /* in all steps */
} RanksCase;

/* The rows of the next random batch that are this share's. */
static void draw_share(void *context, long i, long shares, Batch *batch)
{
    RanksCase *c = context;
    GptSize size = c->step->size;
    long which = c->trainer.step % GPT_STEP_BATCHES;
    Share mine = share_of(size.B, i, shares);
    batch->size = mine.count;
    batch->ids = int_tensor_new(SHAPE(mine.count, size.T));
    batch->labels = int_tensor_new(SHAPE(mine.count, size.T));
    for (long k = 0; k < mine.count * size.T; k++) {
        batch->ids->data[k] = c->step->ids[which]->data[mine.first * size.T + k];
        batch->labels->data[k] = c->step->targets[which]->data[mine.first * size.T + k];
    }
}

static Tensor *loss(void *context, const Batch *batch)
{
    return gpt_loss(((RanksCase *)context)->step->gpt, batch->ids, batch->labels);
}

/* A step of this rank, or none where rank 0 has had enough. */
static bool step_together(RanksCase *c, bool go_on)
{
    double started = kindling_seconds();
    if (ranks_broadcast(c->ranks, &go_on, sizeof go_on) != 0)
        kindling_fail("%s", kindling_error());
    if (!go_on)
        return false;
    Scope *scope = scope_open();
    if (!trainer_step(&c->trainer))
        kindling_fail("%s", kindling_error());
    scope_close(scope);
    c->seconds += kindling_seconds() - started;
    return true;
}

static void one_step(void *context)
{
    step_together(context, true);
}

int worker_ranks(const long *n, Effort effort)
{
    GptSize size = {n[1], n[2], n[3], n[4], n[5], n[6], false};
    int threads = kindling_threads() / (int)n[0];
    Ranks *ranks = ranks_pipe((int)n[0]);
    if (ranks == NULL)
        return -1;
    kindling_set_threads(threads > 0 ? threads : 1);
    worker_begin();
    GptStep *s = gpt_step_new(size);
    RanksCase c = {.step = s, .ranks = ranks};
    c.trainer = (Trainer){.model = &s->gpt->module,
                          .optimizer = s->adamw,
                          .parameters = s->parameters,
                          .context = &c,
                          .draw_share = draw_share,
                          .loss = loss,
                          .shares = n[0],
                          .ranks = ranks,
                          .sums = ranks_sum_new(ranks, n[0], parameters_numel(s->parameters))};
    if (ranks->rank == 0) {
        Timing t = measure(one_step, &c, effort);
        step_together(&c, false);
        worker_print("ranks", t, (double)(size.B * size.T), gpt_step_gflop(size));
        printf(
            ", \"params\": %ld, \"ranks\": %ld, \"exchange_share\": %.4f, \"exchange_mb\": %.3f}\n",
            parameters_numel(s->parameters), n[0], ranks->seconds / c.seconds,
            (double)ranks->bytes * 1e-6 / (double)c.trainer.step);
    } else {
        while (step_together(&c, true))
            continue;
    }
    ranks_sum_free(c.trainer.sums);
    gpt_step_free(s);
    fflush(stdout);
    ranks_close(ranks, true);
    return 0;
}
