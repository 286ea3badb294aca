/* onednn.c - the matrix product of oneDNN, loaded when KINDLING_GEMM=onednn asks for it.
 *
 * The library is large (PyTorch carries it too) and takes longer to load than a small training run
 * takes in all, so a program is not linked to it: nothing is loaded that was not asked for.
 */
#include <stdint.h>
#include <stdio.h>
#include "gemm_library.h"

#if defined(HAVE_DLOPEN) && !defined(KINDLING_DOUBLE)
#include <dlfcn.h>

/* From dnnl.h: rows of neighbours, 'N' or 'T'. Returns 0 where all went well. */
typedef int (*Sgemm)(char transa, char transb, int64_t m, int64_t n, int64_t k, float alpha,
                     const float *a, int64_t lda, const float *b, int64_t ldb, float beta, float *c,
                     int64_t ldc);
typedef struct {
    int major, minor, patch;
} Version; /* the start of dnnl_version_t */

static Sgemm sgemm;

static void multiply(const Gemm *g, Operand a, Operand b, real *scratch)
{
    (void)scratch;
    sgemm(a.transposed ? 'T' : 'N', b.transposed ? 'T' : 'N', g->m, g->n, g->k, g->alpha, a.data,
          a.leading, b.data, b.leading, g->beta, g->c.data, g->c.row);
}

const GemmLibrary *onednn_library(void)
{
    static const char *const files[] = {"libdnnl.so.3", "libdnnl.so.2", "libdnnl.so",
                                        "libdnnl.3.dylib", "libdnnl.2.dylib"};
    static char name[64];
    static GemmLibrary library = {.name = name, .multiply = multiply};
    void *handle = NULL;
    const Version *(*version)(void) = NULL;
    for (int i = 0; i < 5 && sgemm == NULL && handle == NULL; i++)
        handle = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
    if (handle != NULL) { /* POSIX: an object pointer holds a function's address */
        *(void **)&version = dlsym(handle, "dnnl_version");
        if (version != NULL)
            snprintf(name, sizeof name, "oneDNN %d.%d.%d", version()->major, version()->minor,
                     version()->patch);
        *(void **)&library.get_threads = dlsym(handle, "omp_get_max_threads");
        *(void **)&library.set_threads = dlsym(handle, "omp_set_num_threads");
        *(void **)&sgemm = dlsym(handle, "dnnl_sgemm");
    }
    return sgemm != NULL ? &library : NULL;
}

#else

const GemmLibrary *onednn_library(void)
{
    return NULL;
}

#endif
