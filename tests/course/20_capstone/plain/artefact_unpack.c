/* artefact_unpack.c - look at everything first, then write. */
#include <math.h>
#include "cup_check.h"

static bool scales_are_right(const unsigned char *scales, long n)
{
    for (long j = 0; j < n; j++) {
        float scale = artefact_get_float(scales + 4 * j);
        if (!isfinite(scale) || scale < 0)
            return false;
    }
    return true;
}

long artefact_unpack(Tensor *t, const unsigned char *in, size_t bytes)
{
    size_t needed = artefact_tensor_bytes(t);
    if (bytes < needed)
        return -1;
    if (t->ndim != 2) {
        if (in[0] != 'F')
            return -1;
        for (long i = 0; i < tensor_numel(t); i++)
            t->data[i] = artefact_get_float(in + 1 + 4 * i);
        return (long)needed;
    }

    if (in[0] != 'Q')
        return -1;
    long rows = t->shape[0], columns = t->shape[1];
    if (!scales_are_right(in + 1, columns))
        return -1;
    const unsigned char *codes = in + 1 + 4 * columns;
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++) {
            float scale = artefact_get_float(in + 1 + 4 * j);
            int code = (int8_t)codes[i * columns + j];
            t->data[i * columns + j] = (real)scale * (real)code;
        }
    return (long)needed;
}
