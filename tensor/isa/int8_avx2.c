/* int8_avx2.c - products of codes with AVX2: codes become 16 bits wide, and vpmaddwd adds products
 * in pairs.
 *
 * There is an instruction for codes of 8 bits, vpmaddubsw, but it keeps a pair of products in 16
 * bits and saturates: 255 * 127 twice is 64,770, and 32,767 comes out. Nibbles are small enough for
 * it: 15 * 128 twice fits.
 * Compiled with these instructions wherever the compiler knows them, and run only where the
 * processor does.
 */
#include "int8_kernel.h"

#ifdef INT8_HAS_VERSIONS
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,fma,f16c")))
#define AHEAD 2048 /* bytes that are asked for early */

/* 16 codes, as numbers of 16 bits. */
AVX2 static inline __m256i wide(const int8_t *codes)
{
    return _mm256_cvtepi8_epi16(_mm_loadu_si128((const void *)codes));
}

/* 32 products in eight sums. */
AVX2 static inline __m256i products_of_32(const int8_t *x, const int8_t *w)
{
    return _mm256_add_epi32(_mm256_madd_epi16(wide(x), wide(w)),
                            _mm256_madd_epi16(wide(x + 16), wide(w + 16)));
}

AVX2 static int32_t sum_of_8(__m256i v)
{
    __m128i s = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0x4e));
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0xb1));
    return _mm_cvtsi128_si32(s);
}

AVX2 static int32_t dot_column(const int8_t *x, const int8_t *w, long n)
{
    __m256i sum = _mm256_setzero_si256(), other = sum;
    long i = 0;
    for (; i + 64 <= n; i += 64) {
        _mm_prefetch((const char *)w + i + AHEAD, _MM_HINT_T0);
        sum = _mm256_add_epi32(sum, products_of_32(x + i, w + i));
        other = _mm256_add_epi32(other, products_of_32(x + i + 32, w + i + 32));
    }
    return sum_of_8(_mm256_add_epi32(sum, other)) + dot_int8(x + i, w + i, n - i);
}

AVX2 static void columns(const Int8Product *p, long first, long last, int32_t *y)
{
    for (long j = first; j < last; j++)
        for (long r = 0; r < p->m; r++)
            y[r * p->out + j] = dot_column(p->x + r * p->x_row, p->codes + j * p->in, p->in);
}

/* ---- groups ---------------------------------------------------------------------------------- */

AVX2 static float sum_of_8_floats(__m256 v)
{
    __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    s = _mm_add_ss(s, _mm_shuffle_ps(s, s, 1));
    return _mm_cvtss_f32(s);
}

AVX2 static inline __m256 scaled(__m256i products, uint16_t scale, __m256 sum)
{
    return _mm256_fmadd_ps(_mm256_cvtepi32_ps(products),
                           _mm256_cvtph_ps(_mm_set1_epi16((short)scale)), sum);
}

AVX2 static void groups8(const Int8Product *p, long first, long last, float *y)
{
    long groups = p->in / INT8_GROUP;
    for (long j = first; j < last; j++)
        for (long r = 0; r < p->m; r++) {
            const int8_t *x = p->x + r * p->x_row, *w = p->codes + j * p->in;
            __m256 sum = _mm256_setzero_ps();
            for (long g = 0; g < groups; g++)
                sum = scaled(products_of_32(x + g * INT8_GROUP, w + g * INT8_GROUP),
                             p->scales[j * groups + g], sum);
            y[r * p->out + j] = sum_of_8_floats(sum);
        }
}

/* A group of nibbles, less what 8 too much in each of them makes of x: `offsets`. */
AVX2 static inline __m256i products_of_nibbles(const int8_t *x, const uint8_t *w,
                                               const int32_t *offsets)
{
    const __m256i low = _mm256_set1_epi8(15), ones = _mm256_set1_epi16(1);
    __m128i bytes = _mm_loadu_si128((const void *)w);
    __m256i codes = _mm256_and_si256(_mm256_set_m128i(_mm_srli_epi16(bytes, 4), bytes), low);
    __m256i pairs = _mm256_maddubs_epi16(codes, _mm256_loadu_si256((const void *)x));
    return _mm256_add_epi32(_mm256_madd_epi16(pairs, ones),
                            _mm256_loadu_si256((const void *)offsets));
}

AVX2 static void groups4(const Int8Product *p, long first, long last, float *y)
{
    long groups = p->in / INT8_GROUP;
    for (long j = first; j < last; j++)
        for (long r = 0; r < p->m; r++) {
            const int8_t *x = p->x + r * p->x_row;
            const int32_t *offsets = p->offsets + r * p->x_row / 4;
            const uint8_t *w = p->nibbles + j * p->in / 2;
            __m256 sum = _mm256_setzero_ps();
            for (long g = 0; g < groups; g++)
                sum = scaled(products_of_nibbles(x + g * INT8_GROUP, w + g * INT8_GROUP / 2,
                                                 offsets + g * INT8_GROUP / 4),
                             p->scales[j * groups + g], sum);
            y[r * p->out + j] = sum_of_8_floats(sum);
        }
}

const Int8Kernel int8_avx2 = {"AVX2", columns, groups8, groups4, false};
#endif
