/* gemm_avx512.c - the micro-kernel of the matrix product for AVX-512; compiled with those
 * instructions, and run only where the processor has them. Empty unless the build is portable. */
#include "gemm_kernel.h"

#ifdef GEMM_HAS_VERSIONS
#include "gemm_template.h"

const GemmKernel gemm_avx512 = GEMM_KERNEL("AVX-512");
#endif
