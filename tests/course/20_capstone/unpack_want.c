/* unpack_want.c - the tensor in some bytes. */
#include "want.h"

static double number_of(const unsigned char *in, long C, long i)
{
    int byte = in[1 + 4 * C + i];
    return (double)artefact_get_float(in + 1 + 4 * (i % C)) * (byte < 128 ? byte : byte - 256);
}

Tensor *unpacked_want(const Tensor *t, const unsigned char *in)
{
    Tensor *out = blank(t->ndim, t->shape);
    for (long i = 0; i < tensor_numel(out); i++)
        out->data[i] = (real)(t->ndim == 2 ? number_of(in, t->shape[1], i)
                                           : (double)artefact_get_float(in + 1 + 4 * i));
    return out;
}
