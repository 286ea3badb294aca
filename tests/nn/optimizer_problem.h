/* optimizer_problem.h - a weight and a bias, the gradients that optimizers.py gives them, and what is expected. */
#ifndef OPTIMIZER_PROBLEM_H
#define OPTIMIZER_PROBLEM_H

#include "test.h"

typedef Optimizer *(*Maker)(const ParameterList *, OptimizerOptions);

typedef struct {
    Tensor *weight, *bias; /* (2, 3) and (3): numbers 0 to 5 and 6 to 8 */
    ParameterList *list;
} Problem;

static inline Problem problem_new(void)
{
    Problem p = {tensor_new_in(NULL, SHAPE(2, 3)), tensor_new_in(NULL, SHAPE(3)), parameters_new()};
    for (int i = 0; i < 9; i++)
        (i < 6 ? p.weight->data + i : p.bias->data + (i - 6))[0] = (real)(0.5 * cos(i));
    parameters_add(p.list, "weight", tensor_requires_grad(p.weight));
    parameters_add(p.list, "bias", tensor_requires_grad(p.bias));
    return p;
}

static inline void problem_free(Problem *p, Optimizer *o)
{
    optimizer_free(o);
    parameters_free(p->list);
    tensor_free(p->weight);
    tensor_free(p->bias);
}

static inline void set_gradients(Problem *p, int t)
{
    parameters_zero_grad(p->list);
    real g[9];
    for (int i = 0; i < 9; i++)
        g[i] = (real)(sin(1 + i + 7 * t) * (1 + 0.1 * t));
    grad_add(p->weight, tensor_from(SHAPE(2, 3), 6, g));
    grad_add(p->bias, tensor_from(SHAPE(3), 3, g + 6));
}

static inline void assert_weights(const Problem *p, const double expected[9])
{
    for (int i = 0; i < 9; i++) {
        double w = (double)(i < 6 ? p->weight->data[i] : p->bias->data[i - 6]);
        assert_close(w, expected[i], IS_DOUBLE ? 1e-11 : 2e-6);
    }
}

#endif
