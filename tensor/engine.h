/* engine.h - what the engine calls and a program does not see: short names, products, threads, files.
 *
 * tensor.h includes it for the engine's own files and for those that take their places in the course;
 * tools and tests that need something of it include it by name. It is not installed, and the library
 * keeps these names to itself, so that a program may have a fail, a gemm or a parallel_for of its own.
 */
#ifndef KINDLING_ENGINE_H
#define KINDLING_ENGINE_H

#include "tensor.h"

/* ---- fail.c: the short name of the function that everybody calls ------------------------------ */

#define fail kindling_fail
/* " at train.c:41", or "" where nobody has said it; until the thread's next call of this function. */
const char *call_site_text(CallSite where);

/* ---- scope.c: scopes that do not outlive a failure ---------------------------------------------- */

/* A failure calls failed(what) and closes the scope and those in it, before its handler is called. */
void scope_on_failure(Scope *scope, void (*failed)(void *what), void *what);

/* ---- gemm_plain.c, gemm_blocked.c, gemm.c: C = alpha A B + beta C on matrices --- */

/* A (m, k) with element (i, p) at a[i * a_row + p * a_col]; B (k, n), C (m, n) likewise. beta = 0
 * never reads C. gemm_plain is three loops; gemm_blocked packs panels and vectorizes; gemm is
 * gemm_blocked or a library's, by a fixed rule or as KINDLING_GEMM=builtin|blas|onednn says. */
typedef struct {
    const real *data;
    long row, col; /* strides in elements */
} Matrix;
void gemm_plain(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, real *c,
                long c_row);
void gemm_blocked(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, real *c,
                  long c_row);
void gemm(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, real *c, long c_row);
/* C = A B + bias, where bias[j] goes to column j: no pass over C of its own. */
void gemm_bias(long m, long n, long k, Matrix a, Matrix b, const real *bias, real *c, long c_row);

/* ---- parallel.c: OpenMP or one thread ------------------------------------------------------- */

/* Calls body(begin, end, context) on disjoint ranges that cover [0, n). grain: the fewest items
 * worth a thread. Which range a thread gets depends on n and the thread count only. */
void parallel_for(long n, long grain, void (*body)(long begin, long end, void *context),
                  void *context);

/* ---- file.c: files that are whole or absent ------------------------------------------------- */

typedef struct AtomicFile AtomicFile;
AtomicFile *atomic_open(const char *path); /* writes go to path.tmp.<pid> */
FILE *atomic_stream(AtomicFile *file);
int atomic_commit(AtomicFile *file); /* flush, fsync, rename; 0, or -1 and the temporary is gone */
void atomic_abandon(AtomicFile *file);

#endif
