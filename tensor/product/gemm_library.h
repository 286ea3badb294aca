/* gemm_library.h - a matrix product of some library, as all of them offer it.
 *
 * Rows of neighbours, op(X) = X or its transpose, `leading` elements from one row in memory to the
 * next. A library is called on one thread; gemm.c cuts the work for several.
 */
#ifndef KINDLING_GEMM_LIBRARY_H
#define KINDLING_GEMM_LIBRARY_H

#include "engine.h"

typedef struct {
    const real *data;
    bool transposed;
    long leading;
} Operand;

typedef struct {
    const char *name; /* "OpenBLAS 0.3.21" */
    /* C = alpha op(A) op(B) + beta C; a and b are A and B of g, as the library reads them. scratch
     * has scratch(g) bytes, NULL: it needs none. */
    void (*multiply)(const Gemm *g, Operand a, Operand b, real *scratch);
    size_t (*scratch)(const Gemm *g);
    bool every_size; /* or not the small ones, where a call costs more than the work */
    /* Where it computes on the threads of OpenMP: the library's omp_get_max_threads and
     * omp_set_num_threads, or NULL. */
    int (*get_threads)(void);
    void (*set_threads)(int count);
} GemmLibrary;

/* NULL where there is none. */
const GemmLibrary *blas_library(void);
const GemmLibrary *onednn_library(void);

/* course_products.c: those that students write, in modules 17 and 01. */
const GemmLibrary *steps_library(void);
const GemmLibrary *plain_library(void);

/* gemm_rule.c: who it is where nobody has chosen; NULL: the built-in product. */
const GemmLibrary *gemm_rule(void);

/* Choose as KINDLING_GEMM would: "builtin", "blas", "onednn", "steps",
 * "plain"; NULL for the rule. False, and
 * nothing changes, where there is no such thing. */
bool gemm_choose(const char *name);

#endif
