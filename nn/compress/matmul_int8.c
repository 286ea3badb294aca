/* matmul_int8.c - a product of codes, by the kernels of this machine
 * (tensor/product/int8_kernel.h).
 *
 * It stands in for the file of the same name in nn/plain/, which is the model answer of module 15,
 * wherever no student's file runs.
 *
 * Invariant: a row of the result does not know how many rows there are, nor how many threads.
 */
#include <math.h>
#include <string.h>
#include "int8_kernel.h"
#include "quantize_parts.h"

/* What the threads share. */
typedef struct {
    const Int8Kernel *kernel;
    Int8Product product;
    const QuantizedMatrix *w;
    const QuantParams *params; /* of each row of x */
    const void *column_sums;   /* (out), a product with ones; NULL: no zero points */
    void *sums;                /* (m, out) of int32_t, or of float where groups have scales */
    real *out;
} Task;

/* ---- the rows of x, as codes ----------------------------------------------------------------- */

/* quant_symmetric and quantize_row of a row, in loops that compilers make vectors of: the largest
 * |x| by its bits, which grow with it, and no limits, since no step lies beyond the last. The codes
 * are the same. */
static QuantParams quantize_row_fast(int8_t *codes, const real *x, long n)
{
    uint32_t most = 0;
    for (long i = 0; i < n; i++) {
        float number = (float)x[i];
        uint32_t bits;
        memcpy(&bits, &number, sizeof bits);
        bits &= 0x7fffffff;
        most = bits > most ? bits : most;
    }
    if (most >= 0x7f800000) /* not finite: said in full there */
        return quant_symmetric(x, n, 8);
    float largest;
    memcpy(&largest, &most, sizeof largest);
    QuantParams p = {largest / 127, 0, -127, 127};
    float steps_per_unit = p.scale > QUANT_LEAST_SCALE ? 1 / p.scale : 0;
    for (long i = 0; i < n; i++)
        codes[i] = (int8_t)(int)roundf((float)x[i] * steps_per_unit);
    return p;
}

static void quantize_rows(const Int8Kernel *kernel, Int8Product *p, const Tensor *x,
                          const QuantParams *input, QuantParams *params)
{
    Scope *scope = scope_current();
    size_t m = (size_t)p->m, row = (size_t)p->x_row;
    bool by_halves = p->nibbles != NULL && kernel->by_halves;
    int8_t *codes = scope_alloc(scope, m * row), *one = scope_alloc(scope, row);
    int32_t *offsets = scope_alloc(scope, m * row), *total = scope_alloc(scope, m * sizeof *total);
    for (long r = 0; r < p->m; r++) {
        const real *numbers = x->data + r * p->in;
        int8_t *to = codes + r * p->x_row, *at = by_halves ? one : to;
        int32_t *of_row = offsets + r * p->x_row / 4;
        params[r] = input != NULL ? *input : quantize_row_fast(at, numbers, p->in);
        if (input != NULL)
            quantize_row(at, numbers, p->in, params[r]);
        memset(at + p->in, 0, (size_t)(p->x_row - p->in));
        int8_offsets(at, p->x_row, p->nibbles != NULL ? 8 : 128, of_row, &total[r]);
        if (by_halves)
            int8_by_halves(at, p->x_row, to, of_row);
    }
    p->x = codes;
    p->offsets = offsets;
    p->total = total;
}

/* ---- columns --------------------------------------------------------------------------------- */

static bool fast_groups(const QuantizedMatrix *w)
{
    return w->scheme.group == INT8_GROUP;
}

/* Groups of another length, one after the other. */
static void other_groups(const Task *t, long first, long last)
{
    const Int8Product *p = &t->product;
    long group = t->w->scheme.group;
    for (long j = first; j < last; j++)
        for (long r = 0; r < p->m; r++) {
            float sum = 0;
            for (long i = 0; i < p->in; i += group)
                sum += half_to_float(p->scales[(j * p->in + i) / group]) *
                       (float)dot_int8(p->x + r * p->x_row + i, p->codes + j * p->in + i, group);
            ((float *)t->sums)[r * p->out + j] = sum;
        }
}

/* Into t->sums, without scales of rows and columns. */
static void multiply(const Task *t, long first, long last)
{
    const Int8Product *p = &t->product;
    if (t->w->halves == NULL)
        t->kernel->columns(p, first, last, t->sums);
    else if (!fast_groups(t->w))
        other_groups(t, first, last);
    else if (p->nibbles != NULL)
        t->kernel->groups4(p, first, last, t->sums);
    else
        t->kernel->groups8(p, first, last, t->sums);
}

/* Scales, less what zero points have added. */
static real finished(const Task *t, long r, long j)
{
    const QuantizedMatrix *w = t->w;
    long at = r * t->product.out + j;
    double total;
    if (w->halves != NULL) {
        total = (double)((const float *)t->sums)[at];
        if (t->column_sums != NULL)
            total -= t->params[r].zero_point * (double)((const float *)t->column_sums)[j];
    } else {
        int64_t sum = ((const int32_t *)t->sums)[at];
        if (t->column_sums != NULL) /* up to 255 * 127 for each code: no int32_t holds that */
            sum -= (int64_t)t->params[r].zero_point * ((const int32_t *)t->column_sums)[j];
        total = (double)w->scales[w->scheme.group == PER_TENSOR ? 0 : j] * (double)sum;
    }
    return (real)(t->params[r].scale * total);
}

/* The same without zero points, in loops that compilers make vectors of. */
static void finish_row(const Task *t, long r, long first, long last)
{
    long row = r * t->product.out;
    double scale = t->params[r].scale;
    const float *scales = t->w->scales, *of_groups = (const float *)t->sums + row;
    const int32_t *whole = (const int32_t *)t->sums + row;
    real *out = t->out + row;
    if (t->w->halves != NULL)
        for (long j = first; j < last; j++)
            out[j] = (real)(scale * (double)of_groups[j]);
    else
        for (long j = first; j < last; j++)
            out[j] = (real)(scale * ((double)scales[j] * (double)whole[j]));
}

static void finish(const Task *t, long first, long last)
{
    for (long r = 0; r < t->product.m; r++)
        if (t->column_sums == NULL && t->w->scheme.group != PER_TENSOR)
            finish_row(t, r, first, last);
        else
            for (long j = first; j < last; j++)
                t->out[r * t->product.out + j] = finished(t, r, j);
}

/* A line of the cache of the result each, so that threads do not wait for each other. */
static void some_lines(long first, long last, void *context)
{
    const Task *t = context;
    long end = last * CACHE_LINE < t->product.out ? last * CACHE_LINE : t->product.out;
    multiply(t, first * CACHE_LINE, end);
    finish(t, first * CACHE_LINE, end);
}

/* ---- zero points ----------------------------------------------------------------------------- */

/* What a zero point of 1 adds to each column: a product with a row of ones. */
static void multiply_ones(Task t, void *sums)
{
    Scope *scope = scope_current();
    long row = t.product.x_row;
    int8_t *ones = scope_alloc(scope, (size_t)row), *halves = scope_alloc(scope, (size_t)row);
    int32_t *offsets = scope_alloc(scope, (size_t)row), total;
    memset(ones, 0, (size_t)row);
    memset(ones, 1, (size_t)t.product.in);
    int8_offsets(ones, row, t.product.nibbles != NULL ? 8 : 128, offsets, &total);
    t.product.m = 1;
    t.product.x = ones;
    if (t.product.nibbles != NULL && t.kernel->by_halves) {
        int8_by_halves(ones, row, halves, offsets);
        t.product.x = halves;
    }
    t.product.offsets = offsets;
    t.product.total = &total;
    t.sums = sums;
    multiply(&t, 0, t.product.out);
}

EXERCISE
void matmul_int8(Tensor *out, const Tensor *x, const QuantizedMatrix *w, const QuantParams *input)
{
    matmul_int8_check(out, x, w, input);
    Scope *scope = scope_open();
    long m = x->shape[0];
    size_t count = (size_t)m * (size_t)w->out;
    QuantParams *params = scope_alloc(scope, (size_t)m * sizeof *params);
    Task t = {.kernel = int8_kernel(), .w = w, .params = params, .out = out->data};
    t.product = (Int8Product){.m = m,
                              .in = w->in,
                              .out = w->out,
                              .x_row = (w->in + INT8_PAD - 1) / INT8_PAD * INT8_PAD,
                              .codes = w->codes,
                              .nibbles = w->nibbles,
                              .scales = w->halves};
    quantize_rows(t.kernel, &t.product, x, input, params);
    if (input != NULL && input->zero_point != 0) {
        void *sums = scope_alloc(scope, (size_t)w->out * sizeof(int32_t));
        multiply_ones(t, sums);
        t.column_sums = sums;
    }
    t.sums = scope_alloc(scope, count * sizeof(int32_t));
    /* A code is read as fast as a number of a product of floats; the weights are what there is to
     * read. */
    parallel_for(cache_lines(w->out), (int64_t)CACHE_LINE * (w->in / 8 + 1) * (m > 0 ? m : 1) / 4,
                 some_lines, &t);
    scope_close(scope);
}
