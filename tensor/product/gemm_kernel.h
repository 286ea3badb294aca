/* gemm_kernel.h - what the blocked matrix product asks of one instruction set.
 *
 * gemm.c cuts a product into blocks, strips and panels; a GemmKernel packs those and multiplies
 * one tile. gemm_native.c, gemm_avx2.c and gemm_avx512.c each make one from gemm_tile.h.
 */
#ifndef KINDLING_GEMM_KERNEL_H
#define KINDLING_GEMM_KERNEL_H

#include <string.h>
#include "engine.h"

/* C = alpha panel strip + beta C + bias for one tile. */
typedef struct {
    long depth, run; /* sums are cut at multiples of run, in tiles of one vector */
    const real *panel, *strip;
    long panel_step, strip_step; /* from one p to the next */
    real alpha, beta;
    const real *bias; /* a number for each column, or NULL */
    real *c;
    long c_row;
} GemmTile;

typedef struct {
    const char *name; /* the instructions */
    int rows, lanes;  /* the largest tile is rows x 2 lanes */
    void (*tile)(const GemmTile *t, int rows, int columns);
    /* to[p * width + i] = from[i * step_i + p * step_p] for i < count. Up to lanes numbers behind
     * to[depth * width] may be written too. */
    void (*pack)(long count, long width, long depth, const real *from, long step_i, long step_p,
                 real *to);
    /* The whole product by itself, as gemm_with promises it, for k and n above 0. */
    void (*few_rows)(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta,
                     const real *bias, real *c, long c_row);
} GemmKernel;

#define GEMM_LARGEST_ROWS 14
#define GEMM_LARGEST_LANES 16

/* A portable build has a kernel for each instruction set and asks the processor. */
#if defined(KINDLING_PORTABLE) && defined(__x86_64__)
#define GEMM_HAS_VERSIONS
#endif

extern const GemmKernel gemm_native;
#ifdef GEMM_HAS_VERSIONS
extern const GemmKernel gemm_avx2, gemm_avx512;
#endif
const GemmKernel *gemm_kernel(void); /* the best one here */

/* ---- how K is cut ------------------------------------------------------------------------------ */

#define GEMM_LAYER 384L /* what is packed at once */
#define GEMM_NARROW 16  /* columns */

/* The sum over p is cut at multiples of these from 0, never by its length, so that zeros appended to K
 * change no bit: products are added up in runs, runs in layers, layers in groups, groups in double.
 * A narrow C, as the gradient of a small layer is, can afford short runs; but not in the first
 * layer, so that the numbers of a short product do not know how many columns there are: scores of
 * attention have one more with each key. */
typedef struct {
    long run, layer, group;
} GemmCuts;

/* How deep the runs of the layer at p are. */
static inline long gemm_run(GemmCuts cut, long p)
{
    return p == 0 ? cut.layer : cut.run;
}

static inline GemmCuts gemm_cuts(long n)
{
    return n <= GEMM_NARROW ? (GemmCuts){32, GEMM_LAYER, GEMM_LAYER}
                            : (GemmCuts){GEMM_LAYER, GEMM_LAYER, 16 * GEMM_LAYER};
}

/* gemm_blocked with a kernel of choice, and bias[j] added to column j if bias is not NULL. */
void gemm_with(const GemmKernel *kernel, long m, long n, long k, real alpha, Matrix a, Matrix b,
               real beta, const real *bias, real *c, long c_row);

#endif
