/* lora_want.c - 16.8: the sum number by number, and the least that products cost. */
#include "want.h"

Tensor *lora_want(const Tensor *x, const Tensor *w, const Tensor *a, const Tensor *b, double scale)
{
    long shape[TENSOR_MAX_AXES], in = w->shape[0], out = w->shape[1];
    memcpy(shape, x->shape, sizeof shape);
    shape[x->ndim - 1] = out;
    Tensor *y = blank(x->ndim, shape), *thin = plain_product(a, b), *rows = copy_of(x);
    const Tensor *weight = copy_of(w);
    for (long i = 0; i < plain_numel(y); i++) {
        double sum = 0;
        for (long k = 0; k < in; k++)
            sum += (double)rows->data[i / out * in + k] *
                   ((double)weight->data[k * out + i % out] +
                    scale * (double)thin->data[k * out + i % out]);
        y->data[i] = (real)sum;
    }
    return y;
}

double lora_products_want(long rows, long in, long out, long rank)
{
    double beside = (double)(rows * rank * (in + out)), before = (double)(in * rank * out);
    return 2 * ((double)(rows * in * out) + fmin(beside, before));
}

double lora_work_want(long rows, long in, long out, long rank)
{
    double beside = (2 * (double)rows + 1) * (double)(rank * (in + out)) + 3 * (double)(rows * out);
    double before = 2 * (double)(in * rank * out) + 3 * (double)(in * out);
    return 2 * (double)(rows * in * out) + fmin(beside, before);
}
