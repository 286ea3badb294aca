/* layouts.h - gradient checks of an operation with its inputs in every kind of layout.
 *
 * f sees tensors of the same shapes whatever the layout, but they lie in memory transposed or
 * backwards, or repeat their first row.
 */
#ifndef LAYOUTS_H
#define LAYOUTS_H

#include "test.h"

enum { PLAIN, TRANSPOSED, BACKWARDS, EXPANDED, LAYOUTS };

static inline Tensor *laid_out(Tensor *t, int layout)
{
    if (t->ndim == 0 || layout == PLAIN)
        return t;
    if (layout == TRANSPOSED)
        return tensor_transpose(tensor_contiguous(tensor_transpose(t, 0, -1)), 0, -1);
    if (layout == BACKWARDS || t->shape[0] == 0)
        return tensor_slice(t, -1, t->shape[t->ndim - 1], SLICE_END, -1);
    return tensor_expand(tensor_slice(t, 0, 0, 1, 1), t->ndim, t->shape);
}

typedef Tensor *(*Function)(Tensor *const in[], void *context);

typedef struct {
    Function f;
    void *context;
    int n, layout;
} LayoutCase;

static inline Tensor *in_layout(Tensor *const in[], void *context)
{
    const LayoutCase *c = context;
    Tensor *laid[8];
    for (int i = 0; i < c->n; i++)
        laid[i] = laid_out(in[i], c->layout);
    return c->f(laid, c->context);
}

static inline void check_every_layout(Function f, void *context, const char *what, const char *file,
                                      int line, int n, Tensor *const in[])
{
    for (int layout = 0; layout < LAYOUTS; layout++) {
        LayoutCase c = {f, context, n, layout};
        Scope *scope = scope_open();
        check_gradcheck(in_layout, &c, what, file, line, n, in);
        scope_close(scope);
    }
}

/* assert_gradcheck, once for each layout. */
#define assert_gradcheck_layouts(f, context, ...)                                                  \
    check_every_layout(f, context, #f, __FILE__, __LINE__, INPUTS(__VA_ARGS__))

/* Leaves away from a kink: no element closer to any of the points than 0.1. */
static inline Tensor *leaf_away_from(int ndim, const long *shape, int n, const double *points)
{
    Tensor *t = random_leaf(ndim, shape);
    for (long i = 0; i < tensor_numel(t); i++)
        for (int k = 0; k < n; k++)
            if (fabs((double)t->data[i] - points[k]) < 0.1) {
                t->data[i] = (real)rng_normal(&test_rng);
                k = -1;
            }
    return t;
}

static inline Tensor *positive_leaf(int ndim, const long *shape)
{
    return tensor_requires_grad(tensor_uniform(ndim, shape, (real)0.5, 2, &test_rng));
}

#endif
