/* like_torch.h - results and gradients beside those that PyTorch gave (tests/fixtures/operations.py). */
#ifndef LIKE_TORCH_H
#define LIKE_TORCH_H

#include "layouts.h"
#include "../fixtures/operations.h"

/* A leaf with element i = scale sin(1.3 i + phase) + shift. */
static inline Tensor *wave(int ndim, const long *shape, double phase, double scale, double shift)
{
    Tensor *t = tensor_requires_grad(tensor_new(ndim, shape));
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = (real)(scale * sin(1.3 * (double)i + phase) + shift);
    return t;
}

/* t has these numbers, in this order; NaN where NaN is expected, and only there. */
#define assert_like_torch(t, expected)                                                             \
    check_like_torch(t, sizeof expected / sizeof *expected, expected, #t, __FILE__, __LINE__)
static inline void check_like_torch(const Tensor *t, size_t n, const real *expected,
                                    const char *what, const char *file, int line)
{
    assert_non_null(t);
    assert_int_equal(tensor_numel(t), n);
    const Tensor *flat = tensor_contiguous((Tensor *)t);
    for (size_t i = 0; i < n; i++) {
        double e = (double)expected[i], got = (double)flat->data[i];
        if (isnan(e) ? !isnan(got)
                     : got != e && !(fabs(got - e) <= (IS_DOUBLE ? 1e-10 : 1e-5) * (1 + fabs(e)))) {
            print_error("%s:%d: element %zu of %s is %.10g, PyTorch has %.10g\n", file, line, i,
                        what, got, e);
            _fail(file, line);
        }
    }
}

/* Backward from y with the gradient of the fixtures, or with ones for edges. */
static inline void torch_backward(Tensor *y)
{
    tensor_backward_from(y, wave(y->ndim, y->shape, 0.7, 1, 0), false);
}

static inline void torch_backward_ones(Tensor *y)
{
    tensor_backward_from(y, tensor_ones(y->ndim, y->shape), false);
}

/* Number i of input k, of count, in all combinations of the special numbers: a leaf. */
static inline Tensor *combinations(long n, const real *special, int count, int k)
{
    long repeat = 1, total = 1;
    for (int i = 0; i < count; i++) {
        total *= n;
        repeat *= i > k ? n : 1;
    }
    Tensor *t = tensor_requires_grad(tensor_new(SHAPE(total)));
    for (long i = 0; i < total; i++)
        t->data[i] = special[i / repeat % n];
    return t;
}

/* 0, 0.5, 1, ... in random order: no two are near each other. */
static inline Tensor *distinct_leaf(int ndim, const long *shape)
{
    Tensor *t = random_leaf(ndim, shape);
    long order[64], n = tensor_numel(t);
    for (long i = 0; i < n; i++)
        order[i] = i;
    rng_shuffle(&test_rng, n, order);
    for (long i = 0; i < n; i++)
        t->data[i] = (real)order[i] / 2;
    return t;
}

#endif
