/* draws.h - inputs that several tests of module 15 draw, and a look at what came back.
 *
 * Numbers are drawn as steps: scale * (code + rest), where the rest is 0.1 to 0.4 up or down, so that none lies between
 * two codes, however it is rounded and in whatever precision its step is computed.
 */
#ifndef DRAWS_H
#define DRAWS_H

#include "check.h"

enum { UNTOUCHED = 99, MOST = 512 };

static inline double uniform(double low, double high)
{
    return low + (high - low) * ((double)(draw_seed() >> 11) * 0x1p-53);
}

static inline long below(long n)
{
    return (long)(draw_seed() % (uint64_t)n);
}

static inline int sign(void)
{
    return below(2) == 0 ? -1 : 1;
}

/* 0.1 to 0.4, up or down. */
static inline double rest(void)
{
    return sign() * uniform(0.1, 0.4);
}

/* A scale that is no half float, nor between two of them. */
static inline double draw_scale(void)
{
    double half = (double)half_to_float((uint16_t)(0x2400 + below(0x1000))); /* 1/64 to 1/4 */
    return half * (1 + sign() * uniform(0.1, 0.35) / 2048);
}

/* A number near x = scale * (code + 0.5): on one side of the middle between two codes with this scale, and on the other
 * with the half float that the scale becomes. */
static inline double between_scales(double scale, double code)
{
    double half = (double)half_to_float(half_from_float((float)scale));
    return (scale + half) / 2 * (code + 0.5);
}

/* n numbers, `step` apart: on steps -most to most, one of them exactly the last step, up or down. */
static inline void fill_steps(real *x, long n, long apart, double scale, long most)
{
    for (long i = 0; i < n; i++)
        x[i * apart] = (real)(scale * ((double)(below(2 * most - 1) - (most - 1)) + rest()));
    x[below(n) * apart] = (real)(sign() * scale * (double)most);
}

static inline Tensor *draw_steps(const char *name, long n, double scale, long most)
{
    Tensor *t = draw(name, SHAPE(n));
    fill_steps(t->data, n, 1, scale, most);
    resealed(t);
    return t;
}

/* (rows, in), each row with a scale of its own. */
static inline Tensor *draw_rows(const char *name, long rows, long in)
{
    Tensor *t = draw(name, SHAPE(rows, in));
    for (long r = 0; r < rows; r++)
        fill_steps(t->data + r * in, in, 1, draw_scale() * (double)(r + 1), 127);
    resealed(t);
    return t;
}

/* ---- parameters ------------------------------------------------------------------------------------- */

/* scale, zero_point, quant_min, quant_max */
static inline Tensor *four_of(QuantParams p)
{
    Tensor *t = blank(SHAPE(4));
    t->data[0] = (real)p.scale;
    t->data[1] = (real)p.zero_point;
    t->data[2] = (real)p.quant_min;
    t->data[3] = (real)p.quant_max;
    return t;
}

static inline void given_params(const char *name, QuantParams p)
{
    given(name, "scale %.9g, zero_point %d, codes %d to %d", (double)p.scale, p.zero_point,
          p.quant_min, p.quant_max);
}

/* ---- codes as numbers ---------------------------------------------------------------------------------- */

/* n codes, and one place behind them, which stays UNTOUCHED. */
static inline Tensor *codes_of(const int8_t *q, long n)
{
    Tensor *t = blank(SHAPE(n + 1));
    for (long i = 0; i <= n; i++)
        t->data[i] = (real)q[i];
    return t;
}

static inline void untouched(void *block, size_t bytes)
{
    memset(block, UNTOUCHED, bytes);
}

static inline void draw_codes(const char *name, int8_t *q, long n, long low, long high)
{
    for (long i = 0; i < n; i++)
        q[i] = (int8_t)(low + below(high - low + 1));
    char text[120] = "";
    for (long i = 0, at = 0; i < n && i < 8; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "%d ", q[i]);
    given(name, "%ld codes, %s%s", n, text, n > 8 ? "..." : "");
}

/* ---- matrices of codes ------------------------------------------------------------------------------- */

/* Row j: what a column keeps of codes, byte by byte. */
static inline Tensor *kept_codes(const QuantizedMatrix *q)
{
    long n = q->nibbles != NULL ? q->in / 2 : q->in;
    Tensor *t = blank(SHAPE(q->out, n));
    for (long i = 0; i < q->out * n; i++)
        t->data[i] = (real)(q->nibbles != NULL ? q->nibbles[i] : q->codes[i]);
    return t;
}

/* The scales as they are kept: floats, or halves as whole numbers. */
static inline Tensor *kept_scales(const QuantizedMatrix *q)
{
    long n = q->halves != NULL               ? q->out * (q->in / q->scheme.group)
             : q->scheme.group == PER_TENSOR ? 1
                                             : q->out;
    Tensor *t = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i] = q->halves != NULL ? (real)q->halves[i] : (real)q->scales[i];
    return t;
}

/* Codes and scales at random. Not of the student's functions: they are written in. */
static inline QuantizedMatrix *draw_matrix(const char *name, long in, long out, QuantScheme scheme)
{
    QuantizedMatrix *q = quantized_matrix_new(in, out, scheme);
    for (long i = 0; q->codes != NULL && i < in * out; i++)
        q->codes[i] = (int8_t)(below(255) - 127);
    for (long i = 0; q->nibbles != NULL && i < in * out / 2; i++)
        q->nibbles[i] = (uint8_t)below(256);
    long scales = scheme.group > 0 ? in * out / scheme.group : scheme.group == 0 ? out : 1;
    for (long i = 0; i < scales; i++) {
        double scale = uniform(0.02, 0.2);
        if (q->halves != NULL)
            q->halves[i] = half_from_float((float)scale);
        else
            q->scales[i] = (float)scale;
    }
    given(name, "(%ld, %ld) codes, %s", in, out, quant_scheme_name(scheme));
    return q;
}

#endif
