/* vector.h - a vector as wide as the machine's registers, and a square of them transposed.
 *
 * What a file that includes this means by Vector is set by the flags it is compiled with, so it is
 * for what is compiled once per instruction set, and called *_template.h for that.
 */
#ifndef KINDLING_VECTOR_H
#define KINDLING_VECTOR_H

#include <string.h>
#include "tensor.h"
#ifdef __AVX512F__
#include <immintrin.h>
#endif

#if defined(VECTOR_BYTES) /* gemm_steps.h has a wish */
#elif defined(__AVX512F__)
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

#ifndef LOADED /* gemm_steps.h counts them */
#define LOADED(from) (from)
#endif

static ALWAYS_INLINE Vector load(const real *from)
{
    Vector v;
    memcpy(&v, LOADED(from), sizeof v);
    return v;
}

static ALWAYS_INLINE void store(real *to, Vector v)
{
    memcpy(to, &v, sizeof v);
}

/* ---- a square, transposed -------------------------------------------------------------------- */

#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector)
#define HAVE_SHUFFLE /* gcc 12, any clang */
#endif
#endif

#ifdef HAVE_SHUFFLE
/* A vector is made of pieces of 16 bytes, which can be loaded from different rows; in each piece by
 * itself two vectors are zipped, a0 b0 a1 b1 ..., which is one instruction of any machine. */
#define PIECE (16 / (int)sizeof(real)) /* numbers */
typedef real Piece __attribute__((vector_size(16)));
#if LANES == 16
#define LOW_ZIP 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29
#define HIGH_ZIP 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31
#elif LANES == 8 && !defined(KINDLING_DOUBLE)
#define LOW_ZIP 0, 8, 1, 9, 4, 12, 5, 13
#define HIGH_ZIP 2, 10, 3, 11, 6, 14, 7, 15
#elif LANES == 8
#define LOW_ZIP 0, 8, 2, 10, 4, 12, 6, 14
#define HIGH_ZIP 1, 9, 3, 11, 5, 13, 7, 15
#elif LANES == 4 && !defined(KINDLING_DOUBLE)
#define LOW_ZIP 0, 4, 1, 5
#define HIGH_ZIP 2, 6, 3, 7
#elif LANES == 4
#define LOW_ZIP 0, 4, 2, 6
#define HIGH_ZIP 1, 5, 3, 7
#else
#define LOW_ZIP 0, 2
#define HIGH_ZIP 1, 3
#endif
#ifdef KINDLING_DOUBLE
#define JOIN_PIECES(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3)
#else
#define JOIN_PIECES(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)
#endif

/* The piece of row i at `from`; in place of rows that are missing stands the first one again. */
static ALWAYS_INLINE Piece piece_of_row(long rows, const real *from, long step, long i)
{
    Piece p;
    memcpy(&p, from + (i < rows ? i : 0) * step, sizeof p);
    return p;
}

/* Of the rows i, i + PIECE, i + 2 PIECE, ... a piece each. */
static ALWAYS_INLINE Vector pieces_of_rows(long rows, const real *from, long step, long i)
{
    Piece first = piece_of_row(rows, from, step, i);
#if VECTOR_BYTES == 64 /* inserting from memory has two ports, a shuffle of registers one */
    __m512 v = _mm512_castps128_ps512((__m128)first);
    v = _mm512_insertf32x4(v, (__m128)piece_of_row(rows, from, step, i + PIECE), 1);
    v = _mm512_insertf32x4(v, (__m128)piece_of_row(rows, from, step, i + 2 * PIECE), 2);
    v = _mm512_insertf32x4(v, (__m128)piece_of_row(rows, from, step, i + 3 * PIECE), 3);
    return (Vector)v;
#elif VECTOR_BYTES == 32
    return JOIN_PIECES(first, piece_of_row(rows, from, step, i + PIECE));
#else
    return first;
#endif
}

/* One step of a perfect shuffle of rows: after log2(PIECE) of them the pieces are transposed. */
static ALWAYS_INLINE void zip_halves(Vector to[PIECE], const Vector from[PIECE])
{
    UNROLL
    for (int i = 0; i < PIECE / 2; i++) {
        to[2 * i] = __builtin_shufflevector(from[i], from[i + PIECE / 2], LOW_ZIP);
        to[2 * i + 1] = __builtin_shufflevector(from[i], from[i + PIECE / 2], HIGH_ZIP);
    }
}

/* to[j * width + i] = from[i * step + j] for up to LANES columns j, whole pieces, of up to LANES
 * rows i. */
static ALWAYS_INLINE void transpose_square(long rows, long columns, const real *from, long step,
                                           real *to, long width)
{
    for (long j = 0; j < columns; j += PIECE) {
        Vector a[PIECE], b[PIECE];
        UNROLL
        for (int i = 0; i < PIECE; i++)
            a[i] = pieces_of_rows(rows, from + j, step, i);
        zip_halves(b, a);
#ifndef KINDLING_DOUBLE
        zip_halves(a, b);
#else
        memcpy(a, b, sizeof a);
#endif
        UNROLL
        for (int i = 0; i < PIECE; i++)
            store(to + (j + i) * width, a[i]);
    }
}
#else
static inline void transpose_square(long rows, long columns, const real *from, long step, real *to,
                                    long width)
{
    for (long i = 0; i < LANES; i++)
        for (long j = 0; j < columns; j++)
            to[j * width + i] = from[(i < rows ? i : 0) * step + j];
}
#endif

#endif
