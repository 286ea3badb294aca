/* optimizer.h - optimizers, clipping, learning rates. */
#ifndef KINDLING_OPTIMIZER_H
#define KINDLING_OPTIMIZER_H

#include "../layers/module.h"

#pragma GCC visibility push(default)

/* ---- optimizer.c (07): parameters, their moments, a step ------------------------------------- */

#define OPTIMIZER_MAX_STATE 3 /* moments per parameter */

typedef struct Optimizer Optimizer; /* below */
/* A list of parameters, what is kept for each, and a function that updates one. */
struct Optimizer {
    const char *kind;                     /* "SGD", "Adam", "AdamW" */
    void (*update)(Optimizer *o, long i); /* one step for parameter i */
    const ParameterList *parameters;      /* borrowed: free it after the optimizer */
    long n_parameters;                    /* how many it had at first; none may be added */
    double lr;                            /* set it between steps to follow a schedule */
    double momentum, beta1, beta2, eps, weight_decay;
    bool decay_matrices_only; /* no decay on biases and norms */
    bool nesterov, amsgrad;
    double *lr_scale, *group_decay;              /* [parameter]: see optimizer_group; owned */
    long *step;                                  /* [parameter]: how often it was updated, owned */
    int n_state;                                 /* moments kept per parameter */
    const char *state_name[OPTIMIZER_MAX_STATE]; /* "exp_avg", "momentum_buffer" ... */
    Tensor **state[OPTIMIZER_MAX_STATE];         /* [which][parameter], owned */
};
/* Until 0.4: a number that vanishes beside all others. */
#define OPTIMIZER_ZERO                                                                             \
    _Pragma("GCC warning \"OPTIMIZER_ZERO is deprecated: o->beta1 = 0 behind adam_new\"") 1e-300
/* 0 means the default, so that a member may be left out. Where the number 0 is meant, the optimizer
 * is told: Optimizer *o = adam_new(...); o->beta1 = 0. Numbers outside of what they can be fail (lr
 * <= 0, momentum or betas outside of [0, 1), eps or weight_decay < 0). */
typedef struct {
    double lr;                /* must be given */
    double momentum;          /* SGD; 0: none */
    double beta1, beta2;      /* Adam, AdamW; 0: .9 and .999 */
    double eps;               /* Adam, AdamW; 0: 1e-8 */
    double weight_decay;      /* SGD, Adam: added to the gradient; AdamW: taken off the weight */
    bool decay_matrices_only; /* no decay on parameters of fewer than 2 axes */
    bool nesterov;            /* SGD with momentum: a look ahead (Sutskever et al. 2013) */
    bool amsgrad; /* Adam, AdamW: by the largest mean of squares so far (Reddi et al. 2018) */
} OptimizerOptions;
/* A parameter group, as torch's list of them: what is in members, all of it in the optimizer's own
 * list, is updated with the rate lr_scale * o->lr, so that a schedule moves all groups, and decays
 * by weight_decay, whatever the options say: optimizer_group(adamw, norms, 1, 0). The last group
 * that names a parameter counts. Groups are options, and not in a checkpoint: who resumes makes
 * them as before. Fails, before anything is changed, where a member is none of the optimizer's, or
 * a number is negative. */
void optimizer_group(Optimizer *o, const ParameterList *members, double lr_scale,
                     double weight_decay);
/* Updates every parameter that has a gradient; the others neither move nor count the step. */
void optimizer_step(Optimizer *o);
void optimizer_zero_grad(Optimizer *o);    /* tensor_zero_grad of every parameter */
void optimizer_free(OR_NULL Optimizer *o); /* not its parameters; NULL is fine */

/* To write another one: its kind, its update, then one tensor of zeros per parameter and moment.
 * Owned: free it by optimizer_free. */
Optimizer *optimizer_new(const char *kind, void (*update)(Optimizer *o, long i),
                         const ParameterList *parameters, OptimizerOptions options);
void optimizer_add_state(Optimizer *o, const char *name); /* the name is not copied */
double optimizer_lr(const Optimizer *o, long i);          /* the rate of parameter i */
double optimizer_decay(const Optimizer *o, long i); /* the weight decay of parameter i, or 0 */
/* Stops where parameters were added to the list behind the optimizer's back. */
void optimizer_check(const char *operation, const Optimizer *o);

/* ---- sgd.c (07): downhill, with momentum ----------------------------------------------------- */

/* Against the gradient, with decay in it; with momentum a velocity goes along, in PyTorch's form:
 * lr is no part of it. Owned: free it by optimizer_free, before the list and the module, which it
 * borrows.
 *     Optimizer *o = sgd_new(parameters, (OptimizerOptions){.lr = 0.1, .momentum = 0.9}); */
Optimizer *sgd_new(const ParameterList *parameters, OptimizerOptions options);

/* ---- adam.c (07): steps of even size --------------------------------------------------------- */

/* Steps by the running means of g and g^2, corrected for their start (module 07). Adam: Kingma and
 * Ba 2014. AdamW: Loshchilov and Hutter 2017. Each parameter's moments are corrected by its own
 * count of steps, as in PyTorch: one that is unfrozen late begins with its first step. Owned: free
 * it by optimizer_free. */
Optimizer *adam_new(const ParameterList *parameters, OptimizerOptions options);
Optimizer *adamw_new(const ParameterList *parameters, OptimizerOptions options);

/* ---- clip.c (07): gradients, not too large --------------------------------------------------- */

/* All gradients together, as one vector, are no longer than max_norm >= 0 afterwards; returns the
 * norm before. One that is not finite changes nothing. */
double clip_grad_norm(const ParameterList *parameters, double max_norm);

/* ---- schedule.c (08): learning rates --------------------------------------------------------- */

/* The rate of a step, 0 is the first. Warm-up rises linearly over `warmup` steps, lr (step + 1) /
 * warmup; then the rate falls from lr to lr_min, where it is from step total on, along half a
 * cosine or in a line. The first step moves already, and step warmup - 1 has lr. Where the warm-up
 * begins at 0 and step warmup is the first with lr (HuggingFace's), step - 1 takes the place of
 * step in it:
 *     o->lr = schedule_cosine(step < warmup ? step - 1 : step, total, warmup, lr, lr_min);
 *     o->lr = schedule_cosine(step, 1000, 50, 3e-4, 3e-5);    before optimizer_step */
double schedule_cosine(long step, long total, long warmup, double lr, double lr_min);
double schedule_linear(long step, long total, long warmup, double lr, double lr_min);
/* After the same warm-up lr, times gamma every so many steps; every < 1 fails. */
double schedule_step(long step, long every, double gamma, long warmup, double lr);

#pragma GCC visibility pop
#endif
