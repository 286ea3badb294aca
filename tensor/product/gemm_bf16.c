/* gemm_bf16.c - matrix products of operands rounded to bfloat16; sums, C and weights stay float32.
 *
 * bfloat16 is the upper half of a float32: its range with 8 bits of precision (Kalamkar et al. 2019).
 * Where the processor multiplies pairs of them, that is twice the speed; elsewhere the numbers are
 * rounded as they are packed and multiplied as before, which gives the same result up to the order
 * of sums, and no speed: good for learning whether a model bears it.
 */
#include "gemm_kernel.h"

static void pack_rounded(long count, long width, long depth, const real *from, long step_i,
                         long step_p, real *to)
{
    gemm_kernel()->pack(count, width, depth, from, step_i, step_p, to);
    for (long i = 0; i < width * depth; i++) {
        uint32_t bits = bf16_bits((float)to[i]) << 16;
        float rounded;
        memcpy(&rounded, &bits, sizeof rounded);
        to[i] = rounded;
    }
}

const GemmKernel *gemm_bf16_kernel(void)
{
    static _Thread_local GemmKernel rounding;
#if defined(GEMM_HAS_BF16) && defined(GEMM_HAS_VERSIONS)
    if (__builtin_cpu_supports("avx512bf16"))
        return &gemm_avx512_bf16;
#elif defined(GEMM_HAS_BF16)
    return &gemm_avx512_bf16;
#endif
    rounding = *gemm_kernel();
    rounding.pack = pack_rounded;
    rounding.converts = true;
    return &rounding;
}
