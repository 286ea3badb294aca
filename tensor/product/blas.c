/* blas.c - the BLAS found at build time (OpenBLAS, BLIS, MKL, Accelerate), where there is one.
 *
 * An OpenBLAS with threads of its own (Debian's -pthread package) beside ours makes both
 * wait for each other; told to use one thread, it is as fast as the others.
 */
#include <stdio.h>
#include <string.h>
#include "gemm_library.h"

#ifdef HAVE_CBLAS
#include HAVE_CBLAS

/* OpenBLAS says what it is and takes a thread count; in other libraries these are NULL, and those
 * of OpenMP where the library is not built on it. */
#if defined(__ELF__)
extern int omp_get_max_threads(void) __attribute__((weak));
extern void omp_set_num_threads(int) __attribute__((weak));
extern char *openblas_get_config(void) __attribute__((weak));
extern int openblas_get_parallel(void) __attribute__((weak));
extern void openblas_set_num_threads(int) __attribute__((weak));
#endif

#ifndef BLAS_NAME
#define BLAS_NAME "BLAS"
#endif

static void multiply(const Gemm *g, Operand a, Operand b, real *scratch)
{
    (void)scratch;
#ifdef KINDLING_DOUBLE
    cblas_dgemm(
#else
    cblas_sgemm(
#endif
        CblasRowMajor, a.transposed ? CblasTrans : CblasNoTrans,
        b.transposed ? CblasTrans : CblasNoTrans, (int)g->m, (int)g->n, (int)g->k, g->alpha, a.data,
        (int)a.leading, b.data, (int)b.leading, g->beta, g->c.data, (int)g->c.row);
}

/* The configuration reads "OpenBLAS 0.3.21 NO_LAPACKE ...": its first two words. */
const GemmLibrary *blas_library(void)
{
    static char name[64] = BLAS_NAME;
    static GemmLibrary library = {.name = name, .multiply = multiply};
#if defined(__ELF__)
    library.get_threads = omp_get_max_threads;
    library.set_threads = omp_set_num_threads;
    if (openblas_get_parallel != NULL && openblas_get_parallel() == 1)
        openblas_set_num_threads(1);
    if (openblas_get_config != NULL) {
        const char *config = openblas_get_config(), *end = strchr(config, ' ');
        end = end ? strchr(end + 1, ' ') : NULL;
        snprintf(name, sizeof name, "%.*s", end ? (int)(end - config) : 60, config);
    }
#endif
    return &library;
}

#else

const GemmLibrary *blas_library(void)
{
    return NULL;
}

#endif
