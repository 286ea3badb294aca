/* vector.h - a vector as wide as the machine's registers, and a square of them transposed.
 *
 * What a file that includes this means by Vector is set by the flags it is compiled with, so it is
 * for what is compiled once per instruction set, and called *_template.h for that.
 */
#ifndef KINDLING_VECTOR_H
#define KINDLING_VECTOR_H

#include <string.h>
#include "tensor.h"

#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
#ifdef KINDLING_DOUBLE
#define LANES (VECTOR_BYTES / 8)
#else
#define LANES (VECTOR_BYTES / 4)
#endif
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif
#define ALWAYS_INLINE inline __attribute__((always_inline))
typedef real Vector __attribute__((vector_size(VECTOR_BYTES)));

static ALWAYS_INLINE Vector load(const real *from)
{
    Vector v;
    memcpy(&v, from, sizeof v);
    return v;
}

static ALWAYS_INLINE void store(real *to, Vector v)
{
    memcpy(to, &v, sizeof v);
}

/* ---- a square, transposed ---------------------------------------------------------------------- */

#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector)
#define HAVE_SHUFFLE /* gcc 12, any clang */
#endif
#endif

#ifdef HAVE_SHUFFLE
/* Where the numbers of a zipped vector come from: a0 b0 a1 b1 ..., of the first or second halves. */
#if LANES == 16
#define LOW_HALVES 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH_HALVES 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#elif LANES == 8
#define LOW_HALVES 0, 8, 1, 9, 2, 10, 3, 11
#define HIGH_HALVES 4, 12, 5, 13, 6, 14, 7, 15
#elif LANES == 4
#define LOW_HALVES 0, 4, 1, 5
#define HIGH_HALVES 2, 6, 3, 7
#else
#define LOW_HALVES 0, 2
#define HIGH_HALVES 1, 3
#endif

/* One step of a perfect shuffle of rows: after log2(LANES) of them the square is transposed. */
static ALWAYS_INLINE void zip_halves(Vector to[LANES], const Vector from[LANES])
{
    UNROLL
    for (int i = 0; i < LANES / 2; i++) {
        to[2 * i] = __builtin_shufflevector(from[i], from[i + LANES / 2], LOW_HALVES);
        to[2 * i + 1] = __builtin_shufflevector(from[i], from[i + LANES / 2], HIGH_HALVES);
    }
}

/* to[j * width + i] = from[i * step + j] for LANES columns j of up to LANES rows i; in place of rows that
 * are missing stands the first one again. */
static ALWAYS_INLINE void transpose_square(long rows, const real *from, long step, real *to,
                                           long width)
{
    Vector a[LANES], b[LANES];
    UNROLL
    for (int i = 0; i < LANES; i++)
        a[i] = load(from + (i < rows ? i : 0) * step);
    zip_halves(b, a);
#if LANES == 16
    zip_halves(a, b);
    zip_halves(b, a);
    zip_halves(a, b);
#elif LANES == 8
    zip_halves(a, b);
    zip_halves(b, a);
    memcpy(a, b, sizeof a);
#elif LANES == 4
    zip_halves(a, b);
#else
    memcpy(a, b, sizeof a);
#endif
    UNROLL
    for (int i = 0; i < LANES; i++)
        store(to + i * width, a[i]);
}
#else
static inline void transpose_square(long rows, const real *from, long step, real *to, long width)
{
    for (long i = 0; i < LANES; i++)
        for (long j = 0; j < LANES; j++)
            to[j * width + i] = from[(i < rows ? i : 0) * step + j];
}
#endif

#endif
