/* int8_vnni.c - products of codes with AVX-512 VNNI: vpdpbusd multiplies 64 codes and adds them up
 * in fours.
 *
 * It wants unsigned codes on one side. A code of w plus 128 is one (its upper bit turned round),
 * and a nibble is one as it lies; what is too much, 128 or 8 times the codes of x, is known from x
 * alone and taken off beforehand (Int8Product.offsets, .total). Nothing saturates: the four
 * products of a lane are added in 32 bits. Compiled with these instructions wherever the compiler
 * knows them, and run only where the processor does.
 */
#include "int8_kernel.h"

#ifdef INT8_HAS_VERSIONS
#include <immintrin.h>

#define VNNI __attribute__((target("avx512f,avx512bw,avx512vnni,fma")))
#ifndef AHEAD
#define AHEAD 16384
#endif
#define TOGETHER 4 /* columns that share what is loaded of x */
#define EACH(c) _Pragma("GCC unroll 4") for (int c = 0; c < TOGETHER; c++)

/* The first n bytes, n <= 64, zeros behind them. */
VNNI static inline __m512i load_bytes(const void *at, long n)
{
    if (n >= 64)
        return _mm512_loadu_si512(at);
    return _mm512_maskz_loadu_epi8((UINT64_C(1) << n) - 1, at);
}

/* Columns lie one behind the other: all of them are asked for in the order of the memory, not in
 * that of their use. */
VNNI static inline void ask_ahead(const void *columns, long bytes)
{
    EACH(c) _mm_prefetch((const char *)columns + AHEAD + TOGETHER * bytes + 64 * c, _MM_HINT_T1);
}

/* The c-th of the columns from j on; where there are no more, the last one again. */
static inline long column_of(int c, long j, long last)
{
    return j + c < last ? j + c : last - 1;
}

/* In numbers without a sign: what is taken off later may bring a sum that went over the edge
 * back. */
VNNI static inline uint32_t sum_of(__m512i lanes)
{
    __m256i eight =
        _mm256_add_epi32(_mm512_castsi512_si256(lanes), _mm512_extracti64x4_epi64(lanes, 1));
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e)); /* the halves exchanged */
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0xb1)); /* neighbours exchanged */
    return (uint32_t)_mm_cvtsi128_si32(four);
}

/* ---- one scale for a column ------------------------------------------------------------------ */

VNNI static void dot_columns(const Int8Product *p, long r, long j, long last, int32_t *y)
{
    const __m512i turn = _mm512_set1_epi8(-128);
    const int8_t *x = p->x + r * p->x_row, *w[TOGETHER];
    __m512i sum[TOGETHER];
    EACH(c)
    {
        w[c] = p->codes + column_of(c, j, last) * p->in;
        sum[c] = _mm512_setzero_si512();
    }
    for (long i = 0; i < p->in; i += 64) {
        __m512i these = _mm512_loadu_si512(x + i); /* x ends in zeros */
        ask_ahead(w[0], i);
        EACH(c)
        {
            __m512i codes = _mm512_xor_si512(load_bytes(w[c] + i, p->in - i), turn);
            sum[c] = _mm512_dpbusd_epi32(sum[c], codes, these);
        }
    }
    for (int c = 0; c < TOGETHER && j + c < last; c++)
        y[r * p->out + j + c] = (int32_t)(sum_of(sum[c]) - 128 * (uint32_t)p->total[r]);
}

VNNI static void columns(const Int8Product *p, long first, long last, int32_t *y)
{
    for (long j = first; j < last; j += TOGETHER)
        for (long r = 0; r < p->m; r++)
            dot_columns(p, r, j, last, y);
}

/* ---- one for each group of codes: two groups in a register ----------------------------------- */

/* 16 scales; 0 for those that are not there. */
VNNI static inline __m512 load_scales(const uint16_t *scales, long n)
{
    __mmask32 there = n >= 16 ? 0xffff : (UINT32_C(1) << n) - 1;
    return _mm512_cvtph_ps(_mm512_castsi512_si256(_mm512_maskz_loadu_epi16(there, scales)));
}

VNNI static void dot_groups8(const Int8Product *p, long r, long j, long last, float *y)
{
    const __m512i turn = _mm512_set1_epi8(-128),
                  first_two = _mm512_set_epi32(1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    const int8_t *x = p->x + r * p->x_row, *w[TOGETHER];
    const int32_t *offsets = p->offsets + r * p->x_row / 4;
    const uint16_t *scales[TOGETHER];
    __m512 sum[TOGETHER], scale[TOGETHER];
    EACH(c)
    {
        w[c] = p->codes + column_of(c, j, last) * p->in;
        scales[c] = p->scales + column_of(c, j, last) * (p->in / INT8_GROUP);
        sum[c] = _mm512_setzero_ps();
    }
    for (long i = 0; i < p->in; i += 512) {
        long end = p->in < i + 512 ? p->in : i + 512;
        EACH(c) scale[c] = load_scales(scales[c] + i / INT8_GROUP, (end - i) / INT8_GROUP);
        __m512i pick = first_two;
        for (long k = i; k < end; k += 64) {
            __m512i these = _mm512_loadu_si512(x + k), start = _mm512_loadu_si512(offsets + k / 4);
            ask_ahead(w[0], k);
            EACH(c)
            {
                __m512i codes = _mm512_xor_si512(load_bytes(w[c] + k, end - k), turn);
                __m512 products = _mm512_cvtepi32_ps(_mm512_dpbusd_epi32(start, codes, these));
                sum[c] = _mm512_fmadd_ps(products, _mm512_permutexvar_ps(pick, scale[c]), sum[c]);
            }
            pick = _mm512_add_epi32(pick, _mm512_set1_epi32(2));
        }
    }
    for (int c = 0; c < TOGETHER && j + c < last; c++)
        y[r * p->out + j + c] = _mm512_reduce_add_ps(sum[c]);
}

VNNI static void groups8(const Int8Product *p, long first, long last, float *y)
{
    for (long j = first; j < last; j += TOGETHER)
        for (long r = 0; r < p->m; r++)
            dot_groups8(p, r, j, last, y);
}

/* ---- one for each group of nibbles: four groups in a register -------------------------------- */

VNNI static void dot_groups4(const Int8Product *p, long r, long j, long last, float *y)
{
    const __m512i low = _mm512_set1_epi8(15),
                  first_four = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
    const int8_t *x = p->x + r * p->x_row; /* by halves */
    const int32_t *offsets = p->offsets + r * p->x_row / 4;
    const uint8_t *w[TOGETHER];
    const uint16_t *scales[TOGETHER];
    __m512 sum[TOGETHER], scale[TOGETHER];
    EACH(c)
    {
        w[c] = p->nibbles + column_of(c, j, last) * (p->in / 2);
        scales[c] = p->scales + column_of(c, j, last) * (p->in / INT8_GROUP);
        sum[c] = _mm512_setzero_ps();
    }
    for (long i = 0; i < p->in; i += 512) {
        long end = p->in < i + 512 ? p->in : i + 512;
        EACH(c) scale[c] = load_scales(scales[c] + i / INT8_GROUP, (end - i) / INT8_GROUP);
        __m512i pick = first_four;
        for (long k = i; k < end; k += 128) {
            __m512i lower = _mm512_loadu_si512(x + k), upper = _mm512_loadu_si512(x + k + 64),
                    start = _mm512_loadu_si512(offsets + k / 8);
            ask_ahead(w[0], k / 2);
            EACH(c)
            {
                __m512i bytes = load_bytes(w[c] + k / 2, (end - k) / 2);
                __m512i eight = _mm512_dpbusd_epi32(start, _mm512_and_si512(bytes, low), lower);
                bytes = _mm512_and_si512(_mm512_srli_epi16(bytes, 4), low);
                __m512 products = _mm512_cvtepi32_ps(_mm512_dpbusd_epi32(eight, bytes, upper));
                sum[c] = _mm512_fmadd_ps(products, _mm512_permutexvar_ps(pick, scale[c]), sum[c]);
            }
            pick = _mm512_add_epi32(pick, _mm512_set1_epi32(4));
        }
    }
    for (int c = 0; c < TOGETHER && j + c < last; c++)
        y[r * p->out + j + c] = _mm512_reduce_add_ps(sum[c]);
}

VNNI static void groups4(const Int8Product *p, long first, long last, float *y)
{
    for (long j = first; j < last; j += TOGETHER)
        for (long r = 0; r < p->m; r++)
            dot_groups4(p, r, j, last, y);
}

const Int8Kernel int8_vnni = {"AVX-512 VNNI", columns, groups8, groups4, true};
#endif
