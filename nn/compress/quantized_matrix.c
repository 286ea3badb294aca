/* quantized_matrix.c - a matrix of codes, column by column.
 *
 * A product of a row with a matrix reads its columns, each from top to bottom, so a column's codes
 * lie side by side. How many numbers share a scale is a bargain: a scale costs bytes, and one
 * number that is far from 0 makes the steps high for all that share it with it.
 */
#include <stdio.h>
#include <string.h>
#include "quantize_parts.h"

/* ---- how ------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    QuantScheme scheme;
} schemes[QUANT_SCHEMES] = {{"int8_tensor", {8, PER_TENSOR}},
                            {"int8", {8, PER_COLUMN}},
                            {"q8_0", {8, QUANT_BLOCK}},
                            {"q4_0", {4, QUANT_BLOCK}}};

QuantScheme quant_scheme(int i)
{
    if (i < 0 || i >= QUANT_SCHEMES)
        fail("quant_scheme: there is no scheme %d, expected 0 to %d", i, QUANT_SCHEMES - 1);
    return schemes[i].scheme;
}

bool quant_scheme_named(const char *name, QuantScheme *scheme)
{
    for (int i = 0; i < QUANT_SCHEMES; i++)
        if (strcmp(schemes[i].name, name) == 0) {
            *scheme = schemes[i].scheme;
            return true;
        }
    return false;
}

const char *quant_scheme_name(QuantScheme scheme)
{
    static __thread char text[48];
    for (int i = 0; i < QUANT_SCHEMES; i++)
        if (schemes[i].scheme.bits == scheme.bits && schemes[i].scheme.group == scheme.group)
            return schemes[i].name;
    snprintf(text, sizeof text, "int%d in groups of %ld", scheme.bits, scheme.group);
    return text;
}

/* ---- memory ---------------------------------------------------------------------------------- */

void quantized_matrix_check(long in, long out, QuantScheme s)
{
    if (in < 0 || out < 0)
        fail("quantized_matrix_new: sizes are %ld and %ld, expected none below 0", in, out);
    shape_check("quantized_matrix_new", SHAPE(in, out));
    if (s.bits != 8 && s.bits != 4)
        fail("quantized_matrix_new: codes of %d bits, expected 8 or 4", s.bits);
    if (s.bits == 4 && s.group != QUANT_BLOCK)
        fail("quantized_matrix_new: codes of 4 bits in groups of %ld, expected %d: they are kept "
             "as Q4_0 keeps them",
             s.group, QUANT_BLOCK);
    if (s.group < PER_TENSOR)
        fail("quantized_matrix_new: group is %ld, expected PER_TENSOR, PER_COLUMN, or how many "
             "codes share a scale",
             s.group);
    if (s.group > 0 && in % s.group != 0)
        fail("quantized_matrix_new: groups of %ld do not fill a column of %ld codes", s.group, in);
    if (in > DOT_INT8_MAX)
        fail("quantized_matrix_new: a column has %ld codes, expected at most %ld: more products "
             "could overflow an int32_t",
             in, DOT_INT8_MAX);
}

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

/* ---- numbers to codes ------------------------------------------------------------------------ */

/* Groups of a column: each has a scale of its own. */
static void fill_groups(QuantizedMatrix *q, long column, const real *x)
{
    long group = q->scheme.group, groups = q->in / group;
    for (long g = 0; g < groups; g++) {
        QuantParams p = quant_symmetric(x + g * group, group, 8);
        quantize_row(q->codes + column * q->in + g * group, x + g * group, group, p);
        q->halves[column * groups + g] = half_from_float(p.scale);
    }
}

/* Codes of 4 bits, as blocks have them. */
static void fill_nibbles(QuantizedMatrix *q, long column, const real *x)
{
    long groups = q->in / QUANT_BLOCK;
    for (long g = 0; g < groups; g++) {
        BlockQ4 block;
        quantize_q4_0(&block, x + g * QUANT_BLOCK, QUANT_BLOCK);
        q->halves[column * groups + g] = block.d;
        memcpy(q->nibbles + (column * q->in + g * QUANT_BLOCK) / 2, block.qs, sizeof block.qs);
    }
}

EXERCISE
void matrix_quantize(QuantizedMatrix *q, const Tensor *w)
{
    matrix_quantize_check(q, w);
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *columns = tensor_contiguous(tensor_transpose(tensor_new_view(w), 0, 1)); /* (out, in) */
    QuantParams all = quant_symmetric(columns->data, q->in * q->out, 8);
    for (long j = 0; j < q->out; j++) {
        const real *x = columns->data + j * q->in;
        if (q->nibbles != NULL) {
            fill_nibbles(q, j, x);
        } else if (q->halves != NULL) {
            fill_groups(q, j, x);
        } else {
            QuantParams own = quant_symmetric(x, q->in, 8);
            bool shared = q->scheme.group == PER_TENSOR;
            quantize_row(q->codes + j * q->in, x, q->in, shared ? all : own);
            q->scales[shared ? 0 : j] = shared ? all.scale : own.scale;
        }
    }
    scope_close(scope);
}

/* ---- looking --------------------------------------------------------------------------------- */

static void check_column(const char *operation, const QuantizedMatrix *q, long column)
{
    if (column < 0 || column >= q->out)
        fail("%s: there is no column %ld in a matrix of %ld", operation, column, q->out);
}

static _Thread_local long columns_asked;

long quantized_columns_asked(void)
{
    return columns_asked;
}

static _Thread_local const QuantizedMatrix *hidden, *hidden_behind;

void quantized_hide(const QuantizedMatrix *shown, const QuantizedMatrix *behind)
{
    hidden = shown;
    hidden_behind = behind;
}

void quantized_column(const QuantizedMatrix *q, long column, int8_t *codes)
{
    columns_asked++;
    enum { HALF = QUANT_BLOCK / 2 };
    q = q == hidden && q != NULL ? hidden_behind : q;
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

/* A product of a row with a matrix reads its columns, each from top to bottom, so a column's codes
 * lie side by side. How many numbers share a scale is a bargain: a scale costs bytes, and one
 * number that is far from 0 makes the steps high for all that share it with it. */
