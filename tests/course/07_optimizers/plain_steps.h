/* plain_steps.h - what optimizers do, in plain loops, rightly and mistakenly. */
#ifndef PLAIN_STEPS_H
#define PLAIN_STEPS_H

#include "check.h"

/* ---- lists of parameters --------------------------------------------------------------------- */

/* A parameter of its own: a copy of w, in the test's scope. */
static inline Tensor *parameter(const Tensor *w)
{
    Tensor *p = tensor_requires_grad(tensor_zeros(w->ndim, w->shape));
    memcpy(p->data, w->data, (size_t)tensor_numel(w) * sizeof(real));
    return p;
}

/* Gradient number `step` of g (steps, ...), as the gradient of p. */
static inline void set_gradient(Tensor *p, const Tensor *g, long step)
{
    tensor_zero_grad(p);
    real beta;
    Tensor *grad = grad_buffer(p, &beta);
    long n = tensor_numel(p);
    memcpy(grad->data, g->data + step * n, (size_t)n * sizeof(real));
}

/* w (n) after as many steps as g (steps, n) has gradients; lr (steps). */
static inline Tensor *steps_of(Optimizer *(*make)(const ParameterList *, OptimizerOptions),
                               Tensor *w, Tensor *g, Tensor *lr, OptimizerOptions options)
{
    Tensor *p = parameter(w);
    ParameterList *list = parameters_new();
    parameters_add(list, "w", p);
    options.lr = (double)lr->data[0];
    Optimizer *o = make(list, options);
    for (long t = 0; t < g->shape[0]; t++) {
        set_gradient(p, g, t);
        o->lr = (double)lr->data[t];
        o->step[0]++;
        o->update(o, 0);
    }
    optimizer_free(o);
    parameters_free(list);
    return p;
}

/* ---- SGD ------------------------------------------------------------------------------------- */

typedef enum {
    SGD_RIGHT,
    SGD_UPHILL,
    SGD_NO_LR,
    SGD_NO_DECAY,
    SGD_DECAY_SIGN,
    SGD_DECAY_WITHOUT_LR,
    SGD_PARENTHESES,
    SGD_DECAY_WITHOUT_WEIGHT,
    SGD_DECAY_OUTSIDE_BUF,
    SGD_SLOPE_SCALED,
    SGD_BUF_NOT_KEPT,
    SGD_BUF_WITHOUT_MOMENTUM,
    SGD_OLD_BUF,
    SGD_LR_INSIDE,
    SGD_NESTEROV
} SgdWay;

static inline double one_sgd_step(SgdWay way, double w, double g, double *buf, double lr,
                                  double momentum, double decay)
{
    double decayed = way == SGD_DECAY_WITHOUT_WEIGHT ? decay : decay * w;
    double slope = g + (way == SGD_DECAY_SIGN ? -decayed : decayed), old = *buf;
    if (way == SGD_NO_DECAY || way == SGD_DECAY_OUTSIDE_BUF || way == SGD_DECAY_WITHOUT_LR ||
        way == SGD_PARENTHESES)
        slope = g;
    double enters = way == SGD_SLOPE_SCALED ? (1 - momentum) * slope
                    : way == SGD_LR_INSIDE  ? lr * slope
                                            : slope;
    *buf = (way == SGD_BUF_WITHOUT_MOMENTUM ? 1 : momentum) * old + enters;
    double move = lr * *buf;
    if (way == SGD_BUF_NOT_KEPT)
        *buf = 0;
    if (way == SGD_LR_INSIDE)
        move = *buf;
    if (way == SGD_OLD_BUF)
        move = lr * old;
    if (way == SGD_NESTEROV)
        move = lr * (slope + momentum * *buf);
    if (way == SGD_DECAY_OUTSIDE_BUF)
        move += lr * decay * w;
    if (way == SGD_DECAY_WITHOUT_LR)
        move += decay * w;
    if (way == SGD_PARENTHESES)
        move -= decay * w;
    if (way == SGD_NO_LR)
        move /= lr;
    return way == SGD_UPHILL ? w + move : w - move;
}

static inline Tensor *plain_sgd(SgdWay way, const Tensor *w, const Tensor *g, const Tensor *lr,
                                double momentum, double decay)
{
    Tensor *out = copy_of(w);
    long n = w->shape[0];
    for (long i = 0; i < n; i++) {
        double x = (double)w->data[i], buf = 0;
        for (long t = 0; t < g->shape[0]; t++)
            x = one_sgd_step(way, x, (double)g->data[t * n + i], &buf, (double)lr->data[t],
                             momentum, decay);
        out->data[i] = (real)x;
    }
    return out;
}

/* ---- what PyTorch was given: tests/fixtures/optimizers.h ------------------------------------- */

static inline Tensor *torch_weights(void)
{
    Tensor *w = blank(SHAPE(9));
    for (int i = 0; i < 9; i++)
        w->data[i] = (real)(0.5 * cos(i));
    return w;
}

static inline Tensor *torch_gradients(void)
{
    Tensor *g = blank(SHAPE(5, 9));
    for (int t = 0; t < 5; t++)
        for (int i = 0; i < 9; i++)
            g->data[t * 9 + i] = (real)(sin(1 + i + 7 * t) * (1 + 0.1 * t));
    return g;
}

static inline Tensor *torch_rates(void)
{
    Tensor *lr = blank(SHAPE(5));
    for (int t = 0; t < 5; t++)
        lr->data[t] = (real)0.05;
    return lr;
}

static inline Tensor *after_five(const double steps[5][9])
{
    Tensor *w = blank(SHAPE(9));
    for (int i = 0; i < 9; i++)
        w->data[i] = (real)steps[4][i];
    return w;
}

#endif
