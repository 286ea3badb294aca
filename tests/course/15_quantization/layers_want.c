/* layers_want.c - ranges, layers and bytes by loops. */
#include "want.h"

/* ---- 15.10 ---------------------------------------------------------------------------------------------- */

/* b may be NULL. */
Tensor *observed_want(const Tensor *a, const Tensor *b)
{
    const Tensor *batches[] = {copy_of(a), copy_of(b != NULL ? b : a)};
    double low = 0, high = 0, count = 0;
    for (int k = 0; k < (b != NULL ? 2 : 1); k++)
        for (long i = 0; i < tensor_numel(batches[k]); i++) {
            low = fmin(low, (double)batches[k]->data[i]);
            high = fmax(high, (double)batches[k]->data[i]);
            count++;
        }
    return values(SHAPE(3), VALUES((real)low, (real)high, (real)count));
}

/* ---- 15.11 ---------------------------------------------------------------------------------------------- */

Tensor *layer_want(const Tensor *x, const QuantizedLinear *l)
{
    const QuantizedMatrix *w = l->weight;
    long shape[TENSOR_MAX_AXES], rows = tensor_numel(x) / w->in;
    const Tensor *flat = values(SHAPE(rows, w->in), rows * w->in, copy_of(x)->data);
    const Tensor *product = matmul_want(flat, w, l->calibrated ? &l->input : NULL);
    for (int d = 0; d < x->ndim; d++)
        shape[d] = d == x->ndim - 1 ? w->out : x->shape[d];
    Tensor *y = blank(x->ndim, shape);
    for (long i = 0; i < rows * w->out; i++)
        y->data[i] = product->data[i] + (l->bias != NULL ? l->bias->data[i % w->out] : 0);
    return y;
}

/* ---- 15.12 ---------------------------------------------------------------------------------------------- */

long matrix_bytes_want(const QuantizedMatrix *q)
{
    long codes = q->in * q->out, group = q->scheme.group;
    if (group > 0) /* scales are half floats */
        return (q->nibbles != NULL ? codes / 2 : codes) + codes / group * 2;
    return codes + (group == PER_TENSOR ? 1 : q->out) * 4;
}

long model_bytes_want(const Module *m)
{
    const QuantizedMatrix *q = module_codes(m);
    long bytes = q != NULL ? matrix_bytes_want(q) : 0;
    for (int i = 0; i < m->n_parameters; i++)
        if (!m->parameter[i].shared)
            bytes += tensor_numel(m->parameter[i].tensor) * (long)sizeof(real);
    for (int i = 0; i < m->n_buffers; i++)
        bytes += tensor_numel(m->buffer[i].tensor) * (long)sizeof(real);
    for (int i = 0; i < m->n_children; i++)
        bytes += model_bytes_want(m->children[i].module);
    return bytes;
}
