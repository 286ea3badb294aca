/* predictor.h - a tiny model of "what comes next", and a trainer that notes what happens to it. */
#ifndef PREDICTOR_H
#define PREDICTOR_H

#include "text.h"
#include "trainer.h"

typedef struct {
    Module *model;
    ParameterList *parameters;
    Optimizer *optimizer;
    Dataset *dataset;
    Rng rng;
    long draws, evaluations, improvements, step_of_best;
    long draws_at_evaluation[8];
    double held_out[8]; /* what the evaluations answer */
    bool trained_while_drawing, trained_while_evaluating, recorded_while_evaluating;
    long notes;              /* calls of after_step */
    double rate[8];          /* in each of them */
    Scope *outside;          /* of the steps */
    long poison_at;          /* the loss of this draw is NaN; 0: none */
    long allocations_at[64]; /* allocation_count when each batch is drawn */
} Task;

/* Text of period 3, a tiny model of "what comes next". */
static int tokens[64];

typedef struct {
    Module module;
    Embedding *embedding;
    LayerNorm *norm;
    Dropout *dropout;
    Linear *head;
} Predictor;

static inline Module *predictor_new(Rng *rng)
{
    Predictor *p = module_new(sizeof *p, "Predictor", NULL);
    p->embedding = embedding_new(3, 8, rng);
    p->norm = layer_norm_new(8);
    p->dropout = dropout_new((real)0.1, rng);
    p->head = linear_new(8, 3, true, rng);
    module_add(&p->module, "embedding", &p->embedding->module);
    module_add(&p->module, "norm", &p->norm->module);
    module_add(&p->module, "dropout", &p->dropout->module);
    module_add(&p->module, "head", &p->head->module);
    return &p->module;
}

static inline void draw(void *context, Batch *batch)
{
    Task *t = context;
    if (t->draws < 64)
        t->allocations_at[t->draws] = allocation_count;
    t->draws++;
    t->trained_while_drawing = t->model->training;
    dataset_sample(t->dataset, 4, &t->rng, batch);
}

static inline Tensor *loss(void *context, const Batch *b)
{
    Task *t = context;
    Predictor *p = (Predictor *)t->model;
    Tensor *x = layer_norm_forward(p->norm, embedding_forward(p->embedding, b->ids));
    Tensor *logits = linear_forward(p->head, dropout_forward(p->dropout, x));
    Tensor *value = tensor_cross_entropy(logits, b->labels, NO_IGNORE_INDEX, 0);
    return t->draws == t->poison_at ? tensor_mul_scalar(value, -(real)NAN) : value;
}

static inline double evaluate(void *context)
{
    Task *t = context;
    t->trained_while_evaluating = t->model->training;
    t->recorded_while_evaluating = grad_mode_is_on();
    t->draws_at_evaluation[t->evaluations] = t->draws;
    return t->held_out[t->evaluations++];
}

static inline void improved(void *context, const Trainer *trainer, double value)
{
    Task *t = context;
    t->improvements++;
    t->step_of_best = trainer->step;
    assert_true(value == trainer->best_loss);
}

static inline Trainer start(Task *t)
{
    for (int i = 0; i < 64; i++)
        tokens[i] = i % 3;
    *t = (Task){.rng = rng_seed(3)};
    t->model = predictor_new(&t->rng);
    t->parameters = parameters_of(t->model);
    t->optimizer = adamw_new(t->parameters, (OptimizerOptions){.lr = 0.05});
    t->dataset = text_dataset_new(tokens, 64, 8);
    return (Trainer){.model = t->model,
                     .optimizer = t->optimizer,
                     .parameters = t->parameters,
                     .context = t,
                     .draw = draw,
                     .loss = loss,
                     .tokens_per_step = 32};
}

static inline void end(Task *t)
{
    dataset_free(t->dataset);
    optimizer_free(t->optimizer);
    parameters_free(t->parameters);
    module_free(t->model);
}

#endif
