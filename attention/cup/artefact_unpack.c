/* artefact_unpack.c - bytes as a tensor again, if they are one.
 *
 * An artefact comes from somebody else: nothing in it is believed before it was looked at.
 */
#include <math.h>
#include "cup_check.h"

static bool scales_fit(const unsigned char *scales, long C)
{
    for (long j = 0; j < C; j++) {
        float scale = artefact_get_float(scales + 4 * j);
        if (!(scale >= 0) || isinf(scale))
            return false;
    }
    return true;
}

static void unpack_matrix(Tensor *t, const unsigned char *scales, const unsigned char *codes)
{
    long C = t->shape[1];
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = (real)artefact_get_float(scales + 4 * (i % C)) * (real)(int8_t)codes[i];
}

/* -1 for another letter, fewer bytes than it takes, a scale that is negative or not finite. */
EXERCISE
long artefact_unpack(Tensor *t, const unsigned char *in, size_t bytes)
{
    size_t wanted = artefact_tensor_bytes(t);
    bool matrix = t->ndim == 2;
    if (bytes < wanted || in[0] != (matrix ? 'Q' : 'F'))
        return -1;
    if (matrix && !scales_fit(in + 1, t->shape[1]))
        return -1;
    if (matrix)
        unpack_matrix(t, in + 1, in + 1 + 4 * t->shape[1]);
    else
        for (long i = 0; i < tensor_numel(t); i++)
            t->data[i] = (real)artefact_get_float(in + 1 + 4 * i);
    return (long)wanted;
}
