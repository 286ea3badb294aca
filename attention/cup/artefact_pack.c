/* artefact_pack.c - a tensor as bytes: a matrix as codes of 8 bits with a scale for each column. */
#include "cup_check.h"

static bool is_matrix(const Tensor *t)
{
    return t->ndim == 2;
}

EXERCISE
size_t artefact_tensor_bytes(const Tensor *t)
{
    size_t count = (size_t)tensor_numel(t);
    if (is_matrix(t))
        return 1 + 4 * (size_t)t->shape[1] + count;
    return 1 + 4 * count;
}

/* Column j of x (R, C), one number behind the other. */
static void copy_column(real *column, const Tensor *x, long j)
{
    long R = x->shape[0];
    for (long i = 0; i < R; i++)
        column[i] = x->data[i * x->shape[1] + j];
}

static void pack_matrix(unsigned char *scales, unsigned char *codes, const Tensor *x)
{
    long R = x->shape[0], C = x->shape[1];
    Scope *scratch = scope_open();
    real *column = scope_alloc(scratch, (size_t)R * sizeof *column);
    int8_t *code = scope_alloc(scratch, (size_t)R);
    for (long j = 0; j < C; j++) {
        copy_column(column, x, j);
        QuantParams p = quant_symmetric(column, R, 8);
        quantize_row(code, column, R, p);
        artefact_put_float(scales + 4 * j, p.scale);
        for (long i = 0; i < R; i++)
            codes[i * C + j] = (unsigned char)code[i];
    }
    scope_close(scratch);
}

EXERCISE
size_t artefact_pack(unsigned char *out, const Tensor *t)
{
    artefact_check("artefact_pack", t);
    if (is_matrix(t)) {
        out[0] = 'Q';
        pack_matrix(out + 1, out + 1 + 4 * t->shape[1], t);
    } else {
        out[0] = 'F';
        for (long i = 0; i < tensor_numel(t); i++)
            artefact_put_float(out + 1 + 4 * i, (float)t->data[i]);
    }
    return artefact_tensor_bytes(t);
}
