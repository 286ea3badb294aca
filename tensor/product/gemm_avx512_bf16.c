/* gemm_avx512_bf16.c - the tiles of a matrix product for AVX512-BF16: half the steps, half the memory of
 * packed operands. Compiled with those instructions, and run only where the processor has them.
 */
#include "gemm_kernel.h"

#ifdef GEMM_HAS_BF16
#define GEMM_PAIRS
#include "gemm_tile.h"

const GemmKernel gemm_avx512_bf16 = GEMM_KERNEL("AVX512-BF16");
#endif
