/* grad_want.c - a gradient that has grown by a share. */
#include "want.h"

Tensor *grown_want(const Tensor *t, const Tensor *before, const Tensor *g)
{
    Tensor *share = summed_like(g, t);
    return before == NULL ? share : plain_pair(before, share, plus);
}
