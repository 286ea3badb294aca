/* task.h - a task so small that every step of training on it can be worked out in plain loops.
 *
 * The model is one row of weights w (D); a batch x is (B, D), and its loss mean((w - x)^2), with the
 * gradient 2 / D (w - mean of x over the batch). draw hands out x[0], x[1], ... of x (n, B, D).
 *
 * Not all batches are alike: a row that begins with IGNORED is in the batch and does not count, and
 * the rows of x that begin with ABSENT, the last of their batch, are not in it.
 */
#ifndef TASK_H
#define TASK_H

#include "check.h"
#include "trainer.h"

enum { MOST = 24 }; /* calls that are noted */
enum { IGNORED = 100, ABSENT = 200 };

/* How many of some rows (B, D) begin with a number below a mark. */
static inline long rows_below(const real *x, long B, long D, int mark)
{
    long count = 0;
    for (long b = 0; b < B; b++)
        count += x[b * D] < (real)mark;
    return count;
}

typedef struct {
    Module module;
    Tensor *w;
    Dropout *dropout; /* does nothing but know whether it would */
} Row;

typedef struct {
    Row *row;
    ParameterList *parameters;
    Optimizer *optimizer;
    const Tensor *x;
    long draws, losses;
    size_t used[MOST];   /* bytes of the current scope when a batch has arrived */
    long infinite_loss;  /* the loss number that is infinite, from 1; 0: none */
    long infinite_slope; /* the loss number that has a gradient without end, from 1; 0: none */
    Trainer trainer;
} Task;

static inline void task_draw(void *context, Batch *batch)
{
    Task *t = context;
    long B = t->x->shape[1], D = t->x->shape[2], i = t->draws++ % t->x->shape[0];
    const real *from = t->x->data + i * B * D;
    batch->size = rows_below(from, B, D, ABSENT);
    batch->x = tensor_new(SHAPE(batch->size, D));
    memcpy(batch->x->data, from, (size_t)(batch->size * D) * sizeof(real));
}

static inline long task_targets(void *context, const Batch *b)
{
    (void)context;
    return rows_below(b->x->data, b->size, b->x->shape[1], IGNORED);
}

static inline Tensor *task_loss(void *context, const Batch *b)
{
    Task *t = context;
    if (t->losses < MOST)
        t->used[t->losses] = scope_bytes(scope_current());
    t->losses++;
    if (t->losses == t->infinite_slope)
        return tensor_mean(tensor_sqrt(tensor_mul_scalar(t->row->w, 0)), ALL_AXES, false);
    long D = b->x->shape[1], counted = task_targets(context, b);
    Tensor *d = tensor_sub(t->row->w, b->x), *counts = tensor_new(SHAPE(b->size, 1));
    for (long i = 0; i < b->size; i++) /* 1 / (counted D), or 0 */
        counts->data[i] =
            rows_below(b->x->data + i * D, 1, D, IGNORED) != 0 ? 1 / ((real)counted * (real)D) : 0;
    Tensor *loss = tensor_sum(tensor_mul(tensor_mul(d, d), counts), ALL_AXES, false);
    return t->losses == t->infinite_loss ? tensor_add_scalar(loss, (real)INFINITY) : loss;
}

/* A schedule: what falls from step to step. */
static inline double task_schedule(void *context, long step)
{
    (void)context;
    return 0.4 - 0.05 * (double)step;
}

/* A trainer of the weights w on the batches x, with plain SGD and a rate of 0.5. */
static inline Trainer *task_start(Task *t, const Tensor *w, const Tensor *x)
{
    *t = (Task){.x = x};
    t->row = module_new(sizeof *t->row, "Row", NULL);
    t->row->w = module_parameter(&t->row->module, "w", SHAPE(w->shape[0]));
    memcpy(t->row->w->data, w->data, (size_t)w->shape[0] * sizeof(real));
    t->row->dropout = dropout_new(0, NULL);
    module_add(&t->row->module, "dropout", &t->row->dropout->module);
    t->parameters = parameters_of(&t->row->module);
    t->optimizer = sgd_new(t->parameters, (OptimizerOptions){.lr = 0.5});
    t->trainer = (Trainer){.model = &t->row->module,
                           .optimizer = t->optimizer,
                           .parameters = t->parameters,
                           .context = t,
                           .micro_batches = 1,
                           .draw = task_draw,
                           .loss = task_loss,
                           .targets = task_targets};
    return &t->trainer;
}

static inline void task_end(Task *t)
{
    optimizer_free(t->optimizer);
    parameters_free(t->parameters);
    module_free(&t->row->module);
}

#endif
