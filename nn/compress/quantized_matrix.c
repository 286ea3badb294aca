/* quantized_matrix.c - a matrix of codes: made, looked into, and ended. matrix_quantize.c fills
 * it. */
#include <stdio.h>
#include <string.h>
#include "quantize_parts.h"

/* ---- how ------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    QuantScheme scheme;
} schemes[] = {{"int8_tensor", {8, PER_TENSOR}},
               {"int8", {8, PER_COLUMN}},
               {"q8_0", {8, QUANT_BLOCK}},
               {"q4_0", {4, QUANT_BLOCK}}};
enum { SCHEMES = sizeof schemes / sizeof *schemes };

bool quant_scheme_named(const char *name, QuantScheme *scheme)
{
    for (int i = 0; i < SCHEMES; i++)
        if (strcmp(schemes[i].name, name) == 0) {
            *scheme = schemes[i].scheme;
            return true;
        }
    return false;
}

const char *quant_scheme_name(QuantScheme scheme)
{
    static __thread char text[48];
    for (int i = 0; i < SCHEMES; i++)
        if (schemes[i].scheme.bits == scheme.bits && schemes[i].scheme.group == scheme.group)
            return schemes[i].name;
    snprintf(text, sizeof text, "int%d in groups of %ld", scheme.bits, scheme.group);
    return text;
}

/* ---- memory ---------------------------------------------------------------------------------- */

QuantizedMatrix *quantized_matrix_new(long in, long out, QuantScheme scheme)
{
    quantized_matrix_check(in, out, scheme);
    UNDO_ON_FAIL;
    QuantizedMatrix *q = owned_alloc(sizeof *q);
    *q = (QuantizedMatrix){.scheme = scheme, .in = in, .out = out};
    size_t count = (size_t)in * (size_t)out;
    if (scheme.bits == 8)
        q->codes = owned_alloc(count);
    else
        q->nibbles = owned_alloc(count / 2);
    if (scheme.group > 0)
        q->halves = owned_alloc(count / (size_t)scheme.group * sizeof *q->halves);
    else
        q->scales = owned_alloc((scheme.group == PER_TENSOR ? 1 : (size_t)out) * sizeof *q->scales);
    return q;
}

void quantized_matrix_free(QuantizedMatrix *q)
{
    if (q == NULL)
        return;
    owned_free(q->codes);
    owned_free(q->nibbles);
    owned_free(q->scales);
    owned_free(q->halves);
    owned_free(q);
}

/* ---- looking --------------------------------------------------------------------------------- */

static void check_column(const char *operation, const QuantizedMatrix *q, long column)
{
    if (column < 0 || column >= q->out)
        fail("%s: there is no column %ld in a matrix of %ld", operation, column, q->out);
}

void quantized_column(const QuantizedMatrix *q, long column, int8_t *codes)
{
    enum { HALF = QUANT_BLOCK / 2 };
    check_column("quantized_column", q, column);
    if (q->codes != NULL) {
        memcpy(codes, q->codes + column * q->in, (size_t)q->in);
        return;
    }
    const uint8_t *at = q->nibbles + column * q->in / 2;
    for (long i = 0; i < q->in; i += QUANT_BLOCK, at += HALF)
        for (int j = 0; j < HALF; j++) {
            codes[i + j] = (int8_t)((at[j] & 15) - 8);
            codes[i + j + HALF] = (int8_t)((at[j] >> 4) - 8);
        }
}

float quantized_scale(const QuantizedMatrix *q, long column, long i)
{
    check_column("quantized_scale", q, column);
    if (i < 0 || i >= q->in)
        fail("quantized_scale: there is no code %ld in a column of %ld", i, q->in);
    if (q->halves != NULL)
        return half_to_float(q->halves[(column * q->in + i) / q->scheme.group]);
    return q->scales[q->scheme.group == PER_TENSOR ? 0 : column];
}

long quantized_group(const QuantizedMatrix *q)
{
    return q->scheme.group > 0 ? q->scheme.group : q->in;
}

Tensor *matrix_dequantize(const QuantizedMatrix *q)
{
    Tensor *w = tensor_new(SHAPE(q->in, q->out));
    Scope *scope = scope_open();
    int8_t *codes = scope_alloc(scope, (size_t)q->in + 1);
    for (long j = 0; j < q->out; j++) {
        quantized_column(q, j, codes);
        for (long i = 0; i < q->in; i++) /* + 0: no -0 */
            w->data[i * q->out + j] = (real)(quantized_scale(q, j, i) * (float)codes[i] + 0);
    }
    scope_close(scope);
    return w;
}
