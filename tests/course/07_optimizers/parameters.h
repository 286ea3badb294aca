/* parameters.h - parameters and gradients for the tests of module 07. */
#ifndef PARAMETERS_H
#define PARAMETERS_H

#include "want.h"

/* A parameter of its own: a copy of w, in the test's scope. */
static inline Tensor *parameter(const Tensor *w)
{
    Tensor *p = tensor_requires_grad(tensor_zeros(w->ndim, w->shape));
    memcpy(p->data, w->data, (size_t)tensor_numel(w) * sizeof(real));
    return p;
}

static inline void set_gradient(Tensor *p, const real *g)
{
    tensor_zero_grad(p);
    real beta;
    memcpy(grad_buffer(p, &beta)->data, g, (size_t)tensor_numel(p) * sizeof(real));
}

/* a, then b: two rows of n, or one row of both where they differ in size. */
static inline Tensor *joined(const Tensor *a, const Tensor *b)
{
    long n = tensor_numel(a), m = tensor_numel(b);
    Tensor *both = n == m ? blank(SHAPE(2, n)) : blank(SHAPE(n + m));
    memcpy(both->data, a->data, (size_t)n * sizeof(real));
    memcpy(both->data + n, b->data, (size_t)m * sizeof(real));
    return both;
}

/* Five steps from the weights and with the gradients that PyTorch was given (tests/fixtures/optimizers.py),
 * in a drawn order: every weight is on its own. */
static inline void check_torch(Optimizer *(*make)(const ParameterList *, OptimizerOptions),
                               OptimizerOptions options, const char *rule)
{
    Tensor *w = tensor_requires_grad(tensor_zeros(SHAPE(9)));
    ParameterList *list = parameters_new();
    int order[9];
    for (int i = 0; i < 9; i++) {
        int j = (int)(draw_seed() % (uint64_t)(i + 1));
        order[i] = order[j];
        order[j] = i;
    }
    for (int i = 0; i < 9; i++)
        w->data[i] = (real)(0.5 * cos(order[i]));
    parameters_add(list, "w", w);
    options.lr = 0.05;
    Optimizer *o = make(list, options);
    for (int t = 0; t < 5; t++) {
        real g[9];
        for (int i = 0; i < 9; i++)
            g[i] = (real)(sin(1 + order[i] + 7 * t) * (1 + 0.1 * t));
        set_gradient(w, g);
        given("o", "%s, step %d", rule, t + 1);
        o->step[0]++;
        Tensor *want = EXPECT(torch_want(t, order));
        CALL(o->update(o, 0));
        check_tensor(w, want, "the weights of PyTorch after this step");
    }
    optimizer_free(o);
    parameters_free(list);
}

#endif
