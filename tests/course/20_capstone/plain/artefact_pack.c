/* artefact_pack.c - a letter, scales, codes; or a letter and floats. */
#include "cup_check.h"

size_t artefact_tensor_bytes(const Tensor *t)
{
    if (t->ndim == 2) {
        size_t rows = (size_t)t->shape[0], columns = (size_t)t->shape[1];
        return 1 + 4 * columns + rows * columns;
    }
    return 1 + 4 * (size_t)tensor_numel(t);
}

static void pack_matrix(unsigned char *out, const Tensor *t)
{
    long rows = t->shape[0], columns = t->shape[1];
    Scope *scope = scope_open();
    real *column = scope_alloc(scope, (size_t)rows * sizeof(real));
    int8_t *codes = scope_alloc(scope, (size_t)rows);
    unsigned char *scales = out + 1;
    unsigned char *matrix = out + 1 + 4 * columns;
    out[0] = 'Q';
    for (long j = 0; j < columns; j++) {
        for (long i = 0; i < rows; i++)
            column[i] = t->data[i * columns + j];
        QuantParams p = quant_symmetric(column, rows, 8);
        quantize_row(codes, column, rows, p);
        artefact_put_float(scales + 4 * j, p.scale);
        for (long i = 0; i < rows; i++)
            matrix[i * columns + j] = (unsigned char)codes[i];
    }
    scope_close(scope);
}

size_t artefact_pack(unsigned char *out, const Tensor *t)
{
    artefact_check("artefact_pack", t);

    if (t->ndim == 2) {
        pack_matrix(out, t);
    } else {
        out[0] = 'F';
        for (long i = 0; i < tensor_numel(t); i++)
            artefact_put_float(out + 1 + 4 * i, (float)t->data[i]);
    }
    return artefact_tensor_bytes(t);
}
