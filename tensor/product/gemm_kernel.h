/* gemm_kernel.h - what a matrix product asks of one instruction set, and how it cuts K.
 *
 * The words are those of BLIS (Van Zee and van de Geijn 2015): a micro-kernel multiplies a
 * micro-panel of A (MR rows) with one of B (NR columns) and keeps that micro-tile of C in
 * registers. gemm_blocked.c has the loops around it; tensor/isa/ has a GemmKernel for each
 * instruction set.
 */
#ifndef KINDLING_GEMM_KERNEL_H
#define KINDLING_GEMM_KERNEL_H

#include <string.h>
#include "engine.h"

/* ---- how K is cut ---------------------------------------------------------------------------- */

#define GEMM_KC 384L   /* products that are packed at once */
#define GEMM_NARROW 16 /* columns */

/* The sum over p is cut at multiples of these from 0, never by its length, so that zeros appended
 * to K change no bit: products are added up in runs, runs in blocks of KC, blocks in groups, groups
 * in double. A narrow C, as the gradient of a small layer is, can afford short runs; but not in the
 * first block, so that the numbers of a short product do not know how many columns there are:
 * scores of attention have one more with each key. */
typedef struct {
    long run, group;
} GemmCuts;

static inline GemmCuts gemm_cuts(long n)
{
    return n <= GEMM_NARROW ? (GemmCuts){32, GEMM_KC} : (GemmCuts){GEMM_KC, 16 * GEMM_KC};
}

/* How long the runs of the block at p are. */
static inline long gemm_run(GemmCuts cut, long p)
{
    return p == 0 ? GEMM_KC : cut.run;
}

/* ---- kernels --------------------------------------------------------------------------------- */

/* C = alpha A B + beta C + bias for one micro-tile. */
typedef struct {
    long k, run; /* sums of a narrow C are cut at multiples of run */
    const real *a, *b;
    long a_step, b_step; /* from one p to the next */
    real alpha, beta;
    const real *bias; /* a number for each column, or NULL */
    real *c;
    long c_row;
} MicroTile;

typedef struct {
    const char *name; /* the instructions */
    int mr, nr;       /* the largest micro-tile; nr is two vectors */
    void (*micro_kernel)(const MicroTile *t, int rows, int columns);
    /* to[p * width + i] = from[i * step_i + p * step_p] for i < count. Up to nr / 2 numbers behind
     * to[k * width] may be written too. */
    void (*pack)(long count, long width, long k, const real *from, long step_i, long step_p,
                 real *to);
    /* All of g by itself, without packing; scratch has gemm_few_rows_scratch(n) bytes. */
    void (*few_rows)(const Gemm *g, GemmCuts cut, void *scratch);
} GemmKernel;

#define GEMM_NEAR 512  /* columns of C whose sums fit on the stack, */
#define GEMM_ROW 4096L /* and in the first-level cache */
static inline size_t gemm_few_rows_scratch(long n)
{
    long columns = n < GEMM_ROW ? n : GEMM_ROW;
    return n > GEMM_NEAR ? (size_t)columns * (2 * sizeof(real) + sizeof(double)) : 0;
}

#define GEMM_LARGEST_MR 14
#define GEMM_LARGEST_NR 32

/* A portable build has a kernel for each instruction set and asks the processor. */
#if defined(KINDLING_PORTABLE) && defined(__x86_64__)
#define GEMM_HAS_VERSIONS
#endif

extern const GemmKernel gemm_native;
#ifdef GEMM_HAS_VERSIONS
extern const GemmKernel gemm_avx2, gemm_avx512;
#endif
const GemmKernel *gemm_kernel(void); /* the best one here */
bool gemm_is_tuned(void);            /* it is made for this processor's vectors */

#endif
