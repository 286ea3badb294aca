/* quantized_bytes.c - what a model takes, counted on what is there and not by a formula.
 *
 * Invariant: everything is counted once, by the module that owns it.
 */
#include "quantize_parts.h"

size_t quantized_matrix_bytes(const QuantizedMatrix *q)
{
    size_t count = (size_t)q->in * (size_t)q->out;
    size_t codes = q->nibbles != NULL ? count / 2 : count;
    if (q->halves != NULL)
        return codes + count / (size_t)q->scheme.group * sizeof *q->halves;
    return codes + (q->scheme.group == PER_TENSOR ? 1 : (size_t)q->out) * sizeof *q->scales;
}

size_t quantized_bytes(const Module *m)
{
    const QuantizedMatrix *codes = module_codes(m);
    size_t bytes = codes != NULL ? quantized_matrix_bytes(codes) : 0;
    for (int i = 0; i < m->n_parameters; i++)
        if (!m->parameter[i].shared)
            bytes += (size_t)tensor_numel(m->parameter[i].tensor) * sizeof(real);
    for (int i = 0; i < m->n_buffers; i++)
        bytes += (size_t)tensor_numel(m->buffer[i].tensor) * sizeof(real);
    for (int i = 0; i < m->n_children; i++)
        bytes += quantized_bytes(m->children[i].module);
    return bytes;
}
