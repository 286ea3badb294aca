/* int8_vnni.c - products of codes with AVX-512 VNNI: vpdpbusd multiplies 64 codes and adds them up in fours.
 *
 * It wants unsigned codes on one side. A code of w plus 128 is one (its upper bit turned round), and a nibble is
 * one as it lies; what is too much, 128 or 8 times the codes of x, is known from x alone and taken off
 * beforehand (Int8Product.offsets, .total). Nothing saturates: the four products of a lane are added in 32 bits.
 * Compiled with these instructions wherever the compiler knows them, and run only where the processor does.
 */
#include "int8_kernel.h"

#ifdef INT8_HAS_VERSIONS
#include <immintrin.h>

#define VNNI __attribute__((target("avx512f,avx512bw,avx512vnni,fma")))
#define AHEAD 4096 /* bytes that are asked for early */

/* The first n bytes, n <= 64, zeros behind them. */
VNNI static inline __m512i load_bytes(const void *at, long n)
{
    return _mm512_maskz_loadu_epi8(n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1, at);
}

/* ---- one scale for a column ------------------------------------------------------------------------- */

VNNI static int32_t dot_column(const Int8Product *p, const int8_t *x, const int8_t *w)
{
    const __m512i turn = _mm512_set1_epi8(-128);
    __m512i sum[4] = {_mm512_setzero_si512(), _mm512_setzero_si512(), _mm512_setzero_si512(),
                      _mm512_setzero_si512()};
    long i = 0;
    for (; i + 256 <= p->in; i += 256)
        for (int k = 0; k < 4; k++) {
            const int8_t *at = w + i + 64 * k;
            _mm_prefetch((const char *)at + AHEAD, _MM_HINT_T0);
            __m512i codes = _mm512_xor_si512(_mm512_loadu_si512(at), turn);
            sum[k] = _mm512_dpbusd_epi32(sum[k], codes, _mm512_loadu_si512(x + i + 64 * k));
        }
    for (; i < p->in; i += 64) {
        __m512i codes = _mm512_xor_si512(load_bytes(w + i, p->in - i), turn);
        sum[0] =
            _mm512_dpbusd_epi32(sum[0], codes, _mm512_loadu_si512(x + i)); /* x ends in zeros */
    }
    return _mm512_reduce_add_epi32(
        _mm512_add_epi32(_mm512_add_epi32(sum[0], sum[1]), _mm512_add_epi32(sum[2], sum[3])));
}

VNNI static void columns(const Int8Product *p, long first, long last, int32_t *y)
{
    for (long j = first; j < last; j++)
        for (long r = 0; r < p->m; r++)
            y[r * p->out + j] =
                dot_column(p, p->x + r * p->x_row, p->codes + j * p->in) - 128 * p->total[r];
}

/* ---- one for each group of codes: two groups in a register ------------------------------------------- */

/* The sums of 64 products in fours, as floats. */
VNNI static inline __m512 products_of_64(const int8_t *w, const int8_t *x, const int32_t *offsets,
                                         long n)
{
    __m512i codes = n >= 64 ? _mm512_loadu_si512(w) : load_bytes(w, n);
    codes = _mm512_xor_si512(codes, _mm512_set1_epi8(-128));
    return _mm512_cvtepi32_ps(
        _mm512_dpbusd_epi32(_mm512_loadu_si512(offsets), codes, _mm512_loadu_si512(x)));
}

/* 16 scales; 0 for those that are not there. */
VNNI static inline __m512 load_scales(const uint16_t *scales, long n)
{
    __mmask32 there = n >= 16 ? 0xffff : (UINT32_C(1) << n) - 1;
    return _mm512_cvtph_ps(_mm512_castsi512_si256(_mm512_maskz_loadu_epi16(there, scales)));
}

VNNI static float dot_groups8(const Int8Product *p, long r, const int8_t *w, const uint16_t *scales)
{
    const __m512i first_two = _mm512_set_epi32(1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    const int8_t *x = p->x + r * p->x_row;
    const int32_t *offsets = p->offsets + r * p->x_row / 4;
    __m512 sum = _mm512_setzero_ps(), other = sum; /* in turn: neither waits for the other */
    for (long i = 0; i < p->in; i += 512) {
        long end = p->in < i + 512 ? p->in : i + 512;
        __m512 scale = load_scales(scales + i / INT8_GROUP, (end - i) / INT8_GROUP);
        __m512i pick = first_two;
        for (long k = i; k < end; k += 64) {
            _mm_prefetch((const char *)w + k + AHEAD, _MM_HINT_T0);
            __m512 products = products_of_64(w + k, x + k, offsets + k / 4, end - k);
            __m512 next = _mm512_fmadd_ps(products, _mm512_permutexvar_ps(pick, scale), other);
            other = sum;
            sum = next;
            pick = _mm512_add_epi32(pick, _mm512_set1_epi32(2));
        }
    }
    return _mm512_reduce_add_ps(_mm512_add_ps(sum, other));
}

VNNI static void groups8(const Int8Product *p, long first, long last, float *y)
{
    for (long j = first; j < last; j++)
        for (long r = 0; r < p->m; r++)
            y[r * p->out + j] =
                dot_groups8(p, r, p->codes + j * p->in, p->scales + j * p->in / INT8_GROUP);
}

/* ---- one for each group of nibbles: four groups in a register ---------------------------------------- */

/* 128 products in sums of eight: x by halves. */
VNNI static inline __m512 products_of_128(const uint8_t *w, const int8_t *x, const int32_t *offsets,
                                          long n)
{
    const __m512i low = _mm512_set1_epi8(15);
    __m512i bytes = n >= 64 ? _mm512_loadu_si512(w) : load_bytes(w, n);
    __m512i sum = _mm512_dpbusd_epi32(_mm512_loadu_si512(offsets), _mm512_and_si512(bytes, low),
                                      _mm512_loadu_si512(x));
    bytes = _mm512_and_si512(_mm512_srli_epi16(bytes, 4), low);
    return _mm512_cvtepi32_ps(_mm512_dpbusd_epi32(sum, bytes, _mm512_loadu_si512(x + 64)));
}

VNNI static float dot_groups4(const Int8Product *p, long r, const uint8_t *w,
                              const uint16_t *scales)
{
    const __m512i first_four = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
    const int8_t *x = p->x + r * p->x_row;
    const int32_t *offsets = p->offsets + r * p->x_row / 4;
    __m512 sum = _mm512_setzero_ps(), other = sum; /* in turn: neither waits for the other */
    for (long i = 0; i < p->in; i += 512) {
        long end = p->in < i + 512 ? p->in : i + 512;
        __m512 scale = load_scales(scales + i / INT8_GROUP, (end - i) / INT8_GROUP);
        __m512i pick = first_four;
        for (long k = i; k < end; k += 128) {
            _mm_prefetch((const char *)w + k / 2 + AHEAD, _MM_HINT_T0);
            __m512 products = products_of_128(w + k / 2, x + k, offsets + k / 8, (end - k) / 2);
            __m512 next = _mm512_fmadd_ps(products, _mm512_permutexvar_ps(pick, scale), other);
            other = sum;
            sum = next;
            pick = _mm512_add_epi32(pick, _mm512_set1_epi32(4));
        }
    }
    return _mm512_reduce_add_ps(_mm512_add_ps(sum, other));
}

VNNI static void groups4(const Int8Product *p, long first, long last, float *y)
{
    for (long j = first; j < last; j++)
        for (long r = 0; r < p->m; r++)
            y[r * p->out + j] =
                dot_groups4(p, r, p->nibbles + j * p->in / 2, p->scales + j * p->in / INT8_GROUP);
}

const Int8Kernel int8_vnni = {"AVX-512 VNNI", columns, groups8, groups4, true};
#endif
