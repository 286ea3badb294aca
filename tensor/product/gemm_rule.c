/* gemm_rule.c - who computes a product where KINDLING_GEMM does not say it.
 *
 * The built-in product (gemm_blocked.c) where it has a kernel for this processor's vectors (AVX2,
 * AVX-512, NEON); a BLAS where not, if there is one. On Apple's machines Accelerate comes first,
 * since it alone reaches their matrix unit. Its twin in tensor/plain/ stands for it in programs of
 * the course.
 */
#include "gemm_task.h"

const GemmLibrary *gemm_rule(void)
{
#ifdef __APPLE__
    return blas_library();
#else
    return gemm_is_tuned() ? NULL : blas_library();
#endif
}
