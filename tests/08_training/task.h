/* task.h - a task so small that every step of training on it can be worked out in plain loops.
 *
 * The model is one row of weights w (D); a batch x is (B, D), and its loss mean((w - x)^2), with the
 * gradient 2 / D (w - mean of x over the batch). draw hands out x[0], x[1], ... of x (n, B, D).
 */
#ifndef TASK_H
#define TASK_H

#include "check.h"
#include "../nn/trainer.h"

enum { MOST = 24 }; /* calls that are noted */

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
    batch->size = B;
    batch->x = tensor_new(SHAPE(B, D));
    memcpy(batch->x->data, t->x->data + i * B * D, (size_t)(B * D) * sizeof(real));
}

static inline Tensor *task_loss(void *context, const Batch *b)
{
    Task *t = context;
    if (t->losses < MOST)
        t->used[t->losses] = scope_bytes(scope_current());
    t->losses++;
    if (t->losses == t->infinite_slope)
        return tensor_mean(tensor_sqrt(tensor_mul_scalar(t->row->w, 0)), ALL_AXES, false);
    Tensor *d = tensor_sub(t->row->w, b->x);
    Tensor *loss = tensor_mean(tensor_mul(d, d), ALL_AXES, false);
    return t->losses == t->infinite_loss ? tensor_add_scalar(loss, (real)INFINITY) : loss;
}

/* A trainer of the weights w on the batches x, with plain SGD. */
static inline Trainer *task_start(Task *t, const Tensor *w, const Tensor *x)
{
    *t = (Task){.x = x};
    t->row = module_new(sizeof *t->row, "Row", NULL);
    t->row->w = module_parameter(&t->row->module, "w", SHAPE(w->shape[0]));
    memcpy(t->row->w->data, w->data, (size_t)w->shape[0] * sizeof(real));
    t->row->dropout = dropout_new(0, NULL);
    module_child(&t->row->module, "dropout", -1, &t->row->dropout->module);
    t->parameters = parameters_of(&t->row->module);
    t->optimizer = sgd_new(t->parameters, (OptimizerOptions){.lr = 0.5});
    t->trainer = (Trainer){.model = &t->row->module,
                           .optimizer = t->optimizer,
                           .parameters = t->parameters,
                           .context = t,
                           .draw = task_draw,
                           .loss = task_loss};
    return &t->trainer;
}

static inline void task_end(Task *t)
{
    optimizer_free(t->optimizer);
    parameters_free(t->parameters);
    module_free(&t->row->module);
}

/* ---- the same in plain loops ------------------------------------------------------------------ */

/* The loss of batch i; its gradient, times factor, is added to g. */
static inline double plain_batch(const double *w, const Tensor *x, long i, double factor, double *g)
{
    long B = x->shape[1], D = x->shape[2];
    double sum = 0;
    for (long b = 0; b < B; b++)
        for (long d = 0; d < D; d++) {
            double gap = w[d] - (double)x->data[(i * B + b) * D + d];
            sum += gap * gap;
            g[d] += factor * 2 * gap / (double)(B * D);
        }
    return sum / (double)(B * D);
}

#endif
