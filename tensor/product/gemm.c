/* gemm.c - the product of two matrices, C = alpha A B + beta C: who computes it.
 *
 * The rule: the built-in product (gemm_blocked.c) where it has a kernel for this processor's vectors
 * (AVX2, AVX-512, NEON); a BLAS where not, if there is one. On Apple's machines Accelerate comes
 * first, since it alone reaches their matrix unit. KINDLING_GEMM=builtin|blas|onednn overrides it.
 * Invariant: nothing is measured. A measurement can choose differently from one run to the next,
 * and another kernel adds in another order: the same seed would not give the same bits.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gemm_kernel.h"
#include "gemm_library.h"

#define SMALL_WORK 128 /* multiplications below which a call costs more than the work */
#define FEW_ROWS 4     /* below, each number of B is used so rarely that packing costs more */

/* ---- who computes it ------------------------------------------------------------------------- */

static const GemmLibrary *_Atomic library; /* NULL: built in */
static atomic_bool chosen;

static bool has_tuned_kernel(void)
{
    return strcmp(gemm_kernel()->name, "baseline") != 0;
}

static const GemmLibrary *by_rule(void)
{
#ifdef __APPLE__
    return blas_library();
#else
    return has_tuned_kernel() ? NULL : blas_library();
#endif
}

bool gemm_choose(const char *name)
{
    const GemmLibrary *wanted = name == NULL ? by_rule() : NULL;
    if (name != NULL && strcmp(name, "builtin") != 0) {
        if (strcmp(name, "blas") == 0)
            wanted = blas_library();
        else if (strcmp(name, "onednn") == 0)
            wanted = onednn_library();
        if (wanted == NULL)
            return false;
    }
    library = wanted;
    chosen = true;
    return true;
}

/* Several threads may come here first at once; all of them choose the same. */
static const GemmLibrary *backend(void)
{
    if (!chosen) {
        const char *name = getenv("KINDLING_GEMM");
        if (!gemm_choose(name != NULL && *name != '\0' ? name : NULL)) {
            fprintf(stderr, "KINDLING_GEMM=%s: there is no such matrix product here\n", name);
            gemm_choose(NULL);
        }
    }
    return library;
}

/* NULL: a library's */
static const GemmKernel *kernel(void)
{
    return backend() == NULL ? gemm_kernel() : NULL;
}

const char *gemm_backend(void)
{
    static _Thread_local char name[48];
    if (backend() != NULL)
        return backend()->name;
    if (!has_tuned_kernel())
        return "built-in";
    snprintf(name, sizeof name, "built-in %s", gemm_kernel()->name);
    return name;
}

/* ---- the product ----------------------------------------------------------------------------- */

static bool by_library(long m, long n, long k)
{
    return k > 0 && m * n * k >= SMALL_WORK && kernel() == NULL;
}

static void built_in(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta,
                     const real *bias, real *c, long c_row)
{
    if (k > 0 && n > 0 && (m * n * k < SMALL_WORK || (m < FEW_ROWS && b.col == 1)))
        gemm_kernel()->few_rows(m, n, k, alpha, a, b, beta, bias, c, c_row);
    else
        gemm_with(kernel(), m, n, k, alpha, a, b, beta, bias, c, c_row);
}

void gemm(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, real *c, long c_row)
{
    if (by_library(m, n, k))
        gemm_by_library(backend(), m, n, k, alpha, a, b, beta, c, c_row);
    else
        built_in(m, n, k, alpha, a, b, beta, NULL, c, c_row);
}

/* A library cannot add the bias as it writes, so every row starts with it. */
void gemm_bias(long m, long n, long k, Matrix a, Matrix b, const real *bias, real *c, long c_row)
{
    if (by_library(m, n, k)) {
        for (long i = 0; i < m; i++)
            memcpy(c + i * c_row, bias, (size_t)n * sizeof(real));
        gemm_by_library(backend(), m, n, k, 1, a, b, 1, c, c_row);
    } else {
        built_in(m, n, k, 1, a, b, 0, bias, c, c_row);
    }
}
