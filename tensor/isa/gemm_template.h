/* gemm_template.h - the micro-kernel of the matrix product, and how its micro-panels are packed.
 *
 * A micro-tile of C, up to MR x 2 vectors, stays in registers while its sum over p runs. A step
 * takes two vectors of a micro-panel of B and one number, broadcast, for each row of one of A:
 *
 *     b   row p at b + p * b_step, one or two vectors wide (NR is two)
 *     a   column p at a + p * a_step, up to MR numbers
 *
 * Both are packed, or lie in B and A as they are. A file that includes this is compiled for one
 * instruction set and defines one GemmKernel.
 * Invariant: every number of C is summed over p upwards and cut at the same p, whatever micro-tile
 * it lies in, so that neither the cut into tiles nor the number of threads shows in the result.
 */
#ifndef KINDLING_GEMM_TEMPLATE_H
#define KINDLING_GEMM_TEMPLATE_H

#include "gemm_few_rows_template.h"
#include "vector.h"

/* As many rows as keep their sums in registers. */
#if defined(__AVX512F__)
#define MR 14 /* 14 x 2 sums, 2 vectors of B and a broadcast: 31 of 32 registers */
#elif defined(__AVX__)
#define MR 6 /* 6 x 2 sums of 16 registers */
#elif defined(__aarch64__)
#define MR 12
#else
#define MR 6
#endif
#define NR (2 * LANES)
#define AHEAD 8 /* steps between asking for a piece of a micro-panel of B and using it */

/* ---- one micro-tile -------------------------------------------------------------------------- */

/* Where a vector of finished sums goes. */
static ALWAYS_INLINE void store_row(real *c, Vector v, real beta, const real *bias)
{
    if (beta != 0)
        v += beta * load(c);
    if (bias != NULL)
        v += load(bias);
    store(c, v);
}

/* Products p of up to `steps`: the micro-panels move on past them. rows and width (in vectors) are
 * constants wherever this is called, so that the loops over them disappear. */
static ALWAYS_INLINE void multiply_steps(const MicroTile *t, long steps, const int rows,
                                         const int width, const real **a_panel,
                                         const real **b_panel, Vector sum[MR][2])
{
    long a_step = t->a_step, b_step = t->b_step;
    const real *a = *a_panel, *b = *b_panel;
    for (long p = steps; p > 0; p--) {
        Vector left = load(b), right = width > 1 ? load(b + LANES) : left;
        __builtin_prefetch(b + AHEAD * b_step);
        if (width > 1)
            __builtin_prefetch(b + AHEAD * b_step + LANES);
        UNROLL
        for (int i = 0; i < rows; i++) {
            sum[i][0] += a[i] * left;
            if (width > 1)
                sum[i][1] += a[i] * right;
        }
        a += a_step;
        b += b_step;
    }
    *a_panel = a;
    *b_panel = b;
}

/* A micro-tile of one vector has registers for the sum of a run beside that of all runs. */
static ALWAYS_INLINE void fixed_tile(const MicroTile *t, const int rows, const int width)
{
    Vector sum[MR][2] = {0};
    const real *a = t->a, *b = t->b;
    for (int i = 0; i < rows; i++) {
        __builtin_prefetch(t->c + i * t->c_row, 1);
        __builtin_prefetch(t->c + i * t->c_row + width * LANES - 1, 1);
    }
    if (width > 1)
        multiply_steps(t, t->k, rows, width, &a, &b, sum);
    for (long left = t->k; width == 1 && left > 0; left -= t->run) {
        Vector run[MR][2] = {0};
        multiply_steps(t, left < t->run ? left : t->run, rows, width, &a, &b, run);
        UNROLL
        for (int i = 0; i < rows; i++)
            sum[i][0] += run[i][0];
    }
    const real alpha = t->alpha, beta = t->beta, *bias = t->bias;
    real *c = t->c;
    long c_row = t->c_row;
    UNROLL
    for (int i = 0; i < rows; i++) {
        store_row(c + i * c_row, alpha * sum[i][0], beta, bias);
        if (width > 1)
            store_row(c + i * c_row + LANES, alpha * sum[i][1], beta, bias ? bias + LANES : NULL);
    }
}

#define ROWS(n)                                                                                    \
    case n:                                                                                        \
        wide ? fixed_tile(t, n, 2) : fixed_tile(t, n, 1);                                          \
        break
static void whole_tile(const MicroTile *t, int rows, bool wide)
{
    switch (rows) {
        ROWS(1);
        ROWS(2);
        ROWS(3);
        ROWS(4);
        ROWS(5);
        ROWS(6);
#if MR > 6
        ROWS(7);
        ROWS(8);
        ROWS(9);
        ROWS(10);
        ROWS(11);
        ROWS(12);
#endif
#if MR > 12
        ROWS(13);
        ROWS(14);
#endif
    }
}

/* A micro-tile that would stick out of C at the right is made beside it; what exists is carried
 * over. */
static void micro_kernel(const MicroTile *t, int rows, int columns)
{
    bool wide = columns > LANES;
    if (columns == (wide ? NR : LANES)) {
        whole_tile(t, rows, wide);
        return;
    }
    _Alignas(64) real beside[MR][NR], bias[NR] = {0};
    size_t bytes = (size_t)columns * sizeof(real);
    MicroTile edge = *t;
    edge.c = beside[0];
    edge.c_row = NR;
    if (t->bias != NULL)
        edge.bias = memcpy(bias, t->bias, bytes);
    if (t->beta != 0) {
        memset(beside, 0, sizeof beside);
        for (int i = 0; i < rows; i++)
            memcpy(beside[i], t->c + i * t->c_row, bytes);
    }
    whole_tile(&edge, rows, wide);
    for (int i = 0; i < rows; i++)
        memcpy(t->c + i * t->c_row, beside[i], bytes);
}

/* ---- packing --------------------------------------------------------------------------------- */

static void pack_rows(long count, long width, long k, const real *from, long step, real *to)
{
    long p = 0;
    for (; p + LANES <= k; p += LANES) /* the last rows first: their spill is written over */
        for (long i = (count - 1) / LANES * LANES; i >= 0; i -= LANES)
            transpose_square(count - i, LANES, from + i * step + p, step, to + p * width + i,
                             width);
    for (; p < k; p++)
        for (long i = 0; i < count; i++)
            to[p * width + i] = from[i * step + p];
}

static ALWAYS_INLINE void ask_for(const real *at)
{
    __builtin_prefetch(at);
    __builtin_prefetch(at + LANES);
}

/* Each row is in another page, where no machine looks ahead by itself. A vector may be longer than
 * a row of the micro-panel, as long as another row follows in memory. */
static void pack_columns(long count, long width, long k, const real *from, long step, real *to)
{
    long p = 0;
    if (count <= LANES && step >= LANES)
        for (; p < k - 1; p++) {
            ask_for(from + (p + AHEAD) * step);
            store(to + p * width, load(from + p * step));
        }
    else if (count == NR)
        for (; p < k; p++) {
            ask_for(from + (p + AHEAD) * step);
            store(to + p * width, load(from + p * step));
            store(to + p * width + LANES, load(from + p * step + LANES));
        }
    for (; p < k; p++)
        memcpy(to + p * width, from + p * step, (size_t)count * sizeof(real));
}

/* In a micro-panel that sticks out of C the rest is filled: sums of it go nowhere, but garbage is
 * slow. */
static void pack_numbers(long count, long width, long k, const real *from, long step_i, long step_p,
                         real *to)
{
    if (count < width)
        memset(to, 0, (size_t)(width * k) * sizeof(real));
    if (step_i == 1) {
        pack_columns(count, width, k, from, step_p, to);
    } else if (step_p == 1) {
        pack_rows(count, width, k, from, step_i, to);
    } else {
        for (long p = 0; p < k; p++)
            for (long i = 0; i < count; i++)
                to[p * width + i] = from[i * step_i + p * step_p];
    }
}

#define GEMM_KERNEL(instructions)                                                                  \
    {                                                                                              \
        instructions, MR, NR, micro_kernel, pack_numbers, few_rows                                 \
    }

#endif
