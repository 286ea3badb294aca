/* products_want.c - shapes of products, and products in plain loops. */
#include "want.h"

/* ---- 01.12 matmul_shape ------------------------------------------------------------------------------- */

static long last_of(const Tensor *t)
{
    return t->shape[t->ndim - 1];
}

/* The common shape of the axes before the matrices; how many they are. */
static int batch_axes(const Tensor *a, const Tensor *b, long *shape)
{
    int na = a->ndim > 2 ? a->ndim - 2 : 0, nb = b->ndim > 2 ? b->ndim - 2 : 0;
    int n = na > nb ? na : nb;
    for (int place = 0; place < n; place++) {
        long x = place < na ? a->shape[na - 1 - place] : 1,
             y = place < nb ? b->shape[nb - 1 - place] : 1;
        shape[n - 1 - place] = x == 1 ? y : x;
    }
    return n;
}

Tensor *matmul_shape_want(const Tensor *a, const Tensor *b)
{
    long shape[ROOM];
    int ndim = batch_axes(a, b, shape);
    if (a->ndim > 1)
        shape[ndim++] = a->shape[a->ndim - 2];
    if (b->ndim > 1)
        shape[ndim++] = last_of(b);
    return shaped(ndim, shape);
}

const char *inner_sizes_are_checked(const Tensor *a, const Tensor *b)
{
    static char text[200];
    snprintf(text, sizeof text, "inner dimensions differ: %s @ %s, %ld against %ld",
             shape_text(a->ndim, a->shape), shape_text(b->ndim, b->shape), last_of(a),
             b->shape[b->ndim > 1 ? b->ndim - 2 : 0]);
    return text;
}

const char *batches_are_checked(const Tensor *a, const Tensor *b)
{
    static char text[200];
    snprintf(text, sizeof text, "cannot broadcast the batch axes of %s @ %s",
             shape_text(a->ndim, a->shape), shape_text(b->ndim, b->shape));
    return text;
}

/* ---- 01.13 gemm_plain ------------------------------------------------------------------------------------- */

/* alpha a b + beta c, written into the columns of a c that may be wider. */
Tensor *gemm_want(double alpha, const Tensor *a, const Tensor *b, double beta, const Tensor *c)
{
    Tensor *product = plain_matmul(a, b), *out = copy_of(c);
    for (long i = 0; i < product->shape[0]; i++)
        for (long j = 0; j < product->shape[1]; j++) {
            real *to = &out->data[i * out->shape[1] + j];
            double old = beta == 0 ? 0 : beta * (double)*to;
            *to = (real)(alpha * at(product, AT(i, j)) + old);
        }
    return out;
}
