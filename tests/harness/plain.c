/* plain.c - what is right, in the plainest loops there are: no strides, no kernels, all in double.
 *
 * What a student's objects are graded with does not have this file: nobody finds the answers there.
 */
#include "verdict.h"

static long count(const Tensor *t, int from, int to)
{
    long n = 1;
    for (int d = from; d < to; d++)
        n *= t->shape[d];
    return n;
}

Tensor *plain_matmul(const Tensor *a, const Tensor *b)
{
    long m = a->shape[a->ndim - 2], k = a->shape[a->ndim - 1], n = b->shape[b->ndim - 1];
    long batches = count(a, 0, a->ndim - 2), shape[TENSOR_MAX_AXES];
    memcpy(shape, a->shape, sizeof shape);
    shape[a->ndim - 1] = n;
    Tensor *out = blank(a->ndim, shape);
    for (long i = 0; i < batches * m; i++)
        for (long j = 0; j < n; j++) {
            double sum = 0;
            long base = b->ndim == 2 ? 0 : i / m * k * n;
            for (long p = 0; p < k; p++)
                sum += element(a, i * k + p) * element(b, base + p * n + j);
            out->data[i * n + j] = (real)sum;
        }
    return out;
}

Tensor *plain_transpose(const Tensor *a, int axis1, int axis2)
{
    axis1 += axis1 < 0 ? a->ndim : 0;
    axis2 += axis2 < 0 ? a->ndim : 0;
    Tensor view = {.data = a->data, .ndim = a->ndim};
    for (int axis = 0; axis < view.ndim; axis++) {
        int source = axis == axis1 ? axis2 : axis == axis2 ? axis1 : axis;
        view.shape[axis] = a->shape[source];
        view.stride[axis] = a->stride[source];
    }
    return copy_of(&view);
}

Tensor *plain_reshape(const Tensor *a, int ndim, const long *shape)
{
    Tensor *out = blank(ndim, shape);
    for (long i = 0; i < count(a, 0, a->ndim); i++)
        out->data[i] = (real)element(a, i);
    return out;
}

Tensor *plain_scaled(const Tensor *a, double factor)
{
    Tensor *out = blank(a->ndim, a->shape);
    for (long i = 0; i < count(a, 0, a->ndim); i++)
        out->data[i] = (real)(element(a, i) * factor);
    return out;
}

Tensor *plain_map(const Tensor *a, double (*f)(double))
{
    Tensor *out = blank(a->ndim, a->shape);
    for (long i = 0; i < count(a, 0, a->ndim); i++)
        out->data[i] = (real)f(element(a, i));
    return out;
}

Tensor *plain_softmax(const Tensor *a, int axis)
{
    axis += axis < 0 ? a->ndim : 0;
    long n = a->shape[axis], inner = count(a, axis + 1, a->ndim), outer = count(a, 0, axis);
    Tensor *out = blank(a->ndim, a->shape);
    for (long row = 0; row < outer * inner; row++) {
        long start = row / inner * n * inner + row % inner;
        double max = -INFINITY, sum = 0;
        for (long i = 0; i < n; i++)
            max = fmax(max, element(a, start + i * inner));
        for (long i = 0; i < n && max > -INFINITY; i++)
            sum += exp(element(a, start + i * inner) - max);
        for (long i = 0; i < n && max > -INFINITY; i++)
            out->data[start + i * inner] = (real)(exp(element(a, start + i * inner) - max) / sum);
    }
    return out;
}

/* ---- two tensors, number by number ---------------------------------------------------------------- */

double plus(double a, double b)
{
    return a + b;
}

double minus(double a, double b)
{
    return a - b;
}

double times(double a, double b)
{
    return a * b;
}

/* The place of out's element `flat` in a tensor that broadcasts to it. */
static long place(const Tensor *t, const Tensor *out, long flat)
{
    long offset = 0;
    for (int d = out->ndim - 1, e = t->ndim - 1; e >= 0; d--, e--) {
        long i = flat % out->shape[d];
        flat /= out->shape[d];
        offset += (t->shape[e] == 1 ? 0 : i) * t->stride[e];
    }
    return offset;
}

Tensor *plain_pair(const Tensor *a, const Tensor *b, double (*f)(double, double))
{
    long shape[TENSOR_MAX_AXES] = {0};
    int ndim = a->ndim > b->ndim ? a->ndim : b->ndim;
    for (int d = 0; d < ndim; d++) {
        int i = d - ndim + a->ndim, j = d - ndim + b->ndim;
        shape[d] = i < 0 || (j >= 0 && a->shape[i] == 1) ? b->shape[j] : a->shape[i];
    }
    Tensor *out = blank(ndim, shape);
    for (long i = 0; i < count(out, 0, ndim); i++)
        out->data[i] =
            (real)f((double)a->data[place(a, out, i)], (double)b->data[place(b, out, i)]);
    return out;
}
