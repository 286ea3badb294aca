/* quantized_bytes.c - sums of sizes: of a matrix of codes, and of a module with all below it. */
#include "quantize_parts.h"

size_t quantized_matrix_bytes(const QuantizedMatrix *q)
{
    long numbers = q->in * q->out;
    size_t bytes = 0;
    if (q->codes != NULL)
        bytes += (size_t)numbers * sizeof(int8_t);
    if (q->nibbles != NULL)
        bytes += (size_t)numbers / 2;
    if (q->scales != NULL) {
        long scales = q->scheme.group == PER_TENSOR ? 1 : q->out;
        bytes += (size_t)scales * sizeof(float);
    }
    if (q->halves != NULL) {
        long halves = numbers / q->scheme.group;
        bytes += (size_t)halves * sizeof(uint16_t);
    }
    return bytes;
}

size_t quantized_bytes(const Module *m)
{
    size_t bytes = 0;
    const QuantizedMatrix *codes = module_codes(m);
    if (codes != NULL)
        bytes += quantized_matrix_bytes(codes);
    for (long i = 0; i < m->n_parameters; i++)
        if (!m->parameter[i].shared)
            bytes += (size_t)tensor_numel(m->parameter[i].tensor) * sizeof(real);
    for (long i = 0; i < m->n_buffers; i++)
        bytes += (size_t)tensor_numel(m->buffer[i].tensor) * sizeof(real);
    for (long i = 0; i < m->n_children; i++)
        bytes += quantized_bytes(m->children[i].module);
    return bytes;
}
