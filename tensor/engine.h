/* engine.h - what the engine calls and a program does not see: short names, products, threads,
 * files.
 *
 * tensor.h includes it for the engine's own files and for those that take their places in the
 * course; tools and tests that need something of it include it by name. It is not installed, and
 * the library keeps these names to itself, so that a program may have a fail, a gemm or a
 * parallel_for of its own.
 */
#ifndef KINDLING_ENGINE_H
#define KINDLING_ENGINE_H

#include <limits.h>
#include "tensor.h"

/* ---- the course: what a student writes ------------------------------------------------------- */

/* Stands before a function that a module asks for. It is weak, so a student's own, linked beside
 * the engine, takes its place everywhere. */
#define EXERCISE __attribute__((weak))

/* ---- fail.c (01): the short name of the function that everybody calls ------------------------ */

#define fail kindling_fail /* in the engine's own files */
/* " at train.c:41", or "" where nobody has said it; until the thread's next call of this
 * function. */
const char *call_site_text(CallSite where);

/* ---- scope.c (01): scopes that do not outlive a failure -------------------------------------- */

/* ended(context) when the scope closes, is detached, or its thread is released: for what of a
 * thread must not outlive it. */
void scope_on_end(Scope *scope, void (*ended)(void *context), void *context);
/* A failure calls failed(context) and closes the scope and those in it, before its handler is
 * called. */
void scope_on_failure(Scope *scope, void (*failed)(void *context), void *context);

/* ---- create.c (01): numbers drawn where they stay -------------------------------------------- */

/* What tensor_uniform and tensor_normal hold, into a contiguous t. */
void draw_uniform(Tensor *t, real low, real high, Rng *rng);
void draw_normal(Tensor *t, real mean, real std, Rng *rng);

/* ---- foreign_format.c (01): files of another kind -------------------------------------------- */

/* What these first bytes of a file are, with what to do about it: "a Git LFS pointer ... hint:
 * ..."; NULL: nothing known. For readers of weights, when it is not what they read. */
const char *foreign_format(const void *bytes, size_t n);

/* ---- gemm_plain.c (01): a product of matrices ------------------------------------------------ */

/* Element (i, j) lies at data[i * row + j * col]. */
typedef struct {
    real *data;
    long row, col; /* strides in elements */
} Matrix;
/* C = alpha A B + beta C in three loops; element (i, j) of C is c[i * c_row + j]. */
void gemm_plain(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, real *c,
                long c_row);

/* ---- gemm.c (02): products by who is fastest ------------------------------------------------- */

/* C = alpha A B + beta C + bias for A (m, k) and B (k, n) of any strides, and C (m, n) whose rows
 * are contiguous: c.col is 1. beta = 0 never reads C; bias[j] goes to column j, and NULL is
 * none. */
typedef struct {
    long m, n, k;
    real alpha;
    Matrix a, b;
    real beta;
    Matrix c;
    const real *bias;
} Gemm;

/* Ours or a library's, by a fixed rule or as KINDLING_GEMM=builtin|blas|onednn|steps|plain
 * says. */
void gemm(const Gemm *g);

/* ---- parallel.c (01): a loop on several threads ---------------------------------------------- */

/* Calls body(begin, end, context) on disjoint ranges that cover [0, n), each on a thread of its own
 * if there is work enough. work_per_item: how many elements are read or written for an item; 8
 * multiplications of a product count as one. Nothing in body may fail() or take memory: what it
 * needs is made before. */
void parallel_for(long n, int64_t work_per_item, void (*body)(long begin, long end, void *context),
                  void *context);
/* How many threads that would be: who cuts the work himself, to have scratch memory for each part,
 * makes as many parts and calls parallel_for(parts, WORTH_A_THREAD, body, context). */
long parallel_threads(long n, int64_t work_per_item);
#define WORTH_A_THREAD INT64_MAX
bool parallel_inside(void); /* does the calling thread run a part of such a loop? */
/* From here on a loop on one thread is cut, too: body is called so many times, one call after the
 * other. Below 2: once. For tests: on one thread they could not tell a body that takes all of [0,
 * n) instead of [begin, end). */
void parallel_in_pieces(long count);

/* ---- processors.c (01): how many this process may use ---------------------------------------- */

long processors_here(
    void); /* that it may run on; fewer, where its group has less time than they have */
/* So many processors' time, rounded up, have the group that the file `groups` names and those that
 * hold it, which are folders below `mounted`. 0: no limit. */
long processors_granted(const char *groups, const char *mounted);

/* ---- lines of the cache ---------------------------------------------------------------------- */

/* Columns are handed out by lines of the cache: threads that write into one wait for each other. */
#define CACHE_LINE 16L
static inline long cache_lines(long columns)
{
    return (columns + CACHE_LINE - 1) / CACHE_LINE;
}

/* ---- atomic.c (01): files that are whole or absent ------------------------------------------- */

typedef struct AtomicFile AtomicFile; /* a file that is being written */
/* Writes go to path.tmp.0. NULL and kindling_error(): that cannot be written, or path is no plain
 * file, which saving would replace. A link stays and its file is replaced, with the same
 * permissions; a hard link keeps the old file. */
AtomicFile *atomic_open(const char *path);
FILE *atomic_stream(AtomicFile *file);
/* Flush, fsync, rename, fsync of the folder; 0, or -1 and the temporary is gone. */
int atomic_commit(AtomicFile *file);
void atomic_abandon(AtomicFile *file); /* the temporary goes, the old file stays */

#endif
