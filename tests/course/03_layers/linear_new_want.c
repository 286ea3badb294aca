/* linear_new_want.c - the parameters of a new layer, and their first numbers. */
#include "want.h"

const char *registered_want(long in, long out, bool bias)
{
    static char text[100];
    if (bias)
        snprintf(text, sizeof text, "weight (%ld, %ld), bias (%ld)", in, out, out);
    else
        snprintf(text, sizeof text, "weight (%ld, %ld)", in, out);
    return text;
}

Tensor *weight_want(long in, long out, Rng stream)
{
    double bound = 1 / sqrt((double)in);
    return plain_uniform(SHAPE(in, out), -bound, bound, stream);
}

Tensor *bias_want(long in, long out, Rng stream)
{
    double bound = in > 0 ? 1 / sqrt((double)in) : 0;
    return plain_uniform(SHAPE(out), -bound, bound, after_draws(stream, in * out));
}
