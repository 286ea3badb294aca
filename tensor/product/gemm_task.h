/* gemm_task.h - one thread's part of a matrix product.
 *
 * Who computes it, how K is cut and in what memory is settled before threads begin: gemm_task_run
 * cannot fail, and so may be called in a loop that runs in parallel.
 */
#ifndef KINDLING_GEMM_TASK_H
#define KINDLING_GEMM_TASK_H

#include "gemm_kernel.h"
#include "gemm_library.h"

typedef struct {
    Gemm g;
    GemmCuts cut;               /* of the whole product, of which g may be some columns */
    const GemmLibrary *library; /* NULL: our own product */
    const GemmKernel *kernel;   /* of our own product */
    bool few_rows;              /* our own product goes row by row, else in blocks */
    void *scratch;              /* gemm_task_scratch(task) bytes */
} GemmTask;

GemmTask gemm_task(const Gemm *g); /* by the rule of gemm.c; fails where a library cannot take g */
size_t gemm_task_scratch(const GemmTask *t);
void gemm_task_run(const GemmTask *t); /* m and n are not 0 */
int64_t gemm_work(const Gemm *g);      /* for parallel_for */

/* In blocks, and by a library. */
size_t gemm_blocked_scratch(const GemmTask *t);
void gemm_blocked_run(const GemmTask *t);
size_t gemm_library_scratch(const GemmTask *t);
void gemm_library_run(const GemmTask *t);
void gemm_library_check(const Gemm *g); /* fails where a size or a stride is none of a BLAS */

/* gemm with a kernel or a library of choice. */
void gemm_with(const GemmKernel *kernel, const Gemm *g, bool few_rows);
void gemm_by_library(const GemmLibrary *library, const Gemm *g);

#endif
