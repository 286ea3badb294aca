/* rows.h - walking several tensors of one shape in step, a row at a time (inside tensor/ only).
 *
 * Neighbouring axes that lie in memory like one are merged first, so that a contiguous tensor is a
 * single row, whatever its shape.
 */
#ifndef KINDLING_ROWS_H
#define KINDLING_ROWS_H

#include "tensor.h"

/* ---- rows.c (01) ----------------------------------------------------------------------------- */

#define WALK_MAX_OPERANDS 5

typedef struct {
    int operands;
    int ndim; /* axes outside the row */
    long shape[TENSOR_MAX_AXES];
    long stride[WALK_MAX_OPERANDS][TENSOR_MAX_AXES];
    real *base[WALK_MAX_OPERANDS];
    long rows;                          /* product of shape */
    long n;                             /* elements in a row */
    long row_stride[WALK_MAX_OPERANDS]; /* elements between neighbours in a row */
} RowWalk;

typedef struct {
    long index[TENSOR_MAX_AXES];
    real *at[WALK_MAX_OPERANDS]; /* where the current row of each operand begins */
} WalkPosition;

/* Operands must broadcast to shape; a size of 1 or a missing axis repeats. */
void walk_start(RowWalk *w, int ndim, const long *shape, int operands, const Tensor *const t[]);
void walk_seek(const RowWalk *w, long row, WalkPosition *p);
void walk_next(const RowWalk *w, WalkPosition *p);

#endif
