/* gemm_native.c - the micro-kernel of the matrix product for the machine the compiler was told
 * of. */
#include "gemm_template.h"

#if defined(__AVX512F__)
const GemmKernel gemm_native = GEMM_KERNEL("AVX-512");
#elif defined(__AVX__) && defined(__FMA__)
const GemmKernel gemm_native = GEMM_KERNEL("AVX2");
#elif defined(__aarch64__)
const GemmKernel gemm_native = GEMM_KERNEL("NEON");
#else
const GemmKernel gemm_native = GEMM_KERNEL("baseline");
#endif
