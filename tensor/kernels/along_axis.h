/* along_axis.h - a function of one contiguous row, applied along any axis (inside tensor/ only). */
#ifndef KINDLING_ALONG_AXIS_H
#define KINDLING_ALONG_AXIS_H

#include "tensor.h"

/* ---- along_axis.c (01) ----------------------------------------------------------------------- */

/* x may be y. x2 is NULL where there is one input. */
typedef void (*RowKernel)(long n, real *out, const real *x, const real *x2);

/* reduces: a row of the output is one number, and axis has size 1 in out. x2 may be NULL. */
void along_axis(const char *operation, Tensor *out, const Tensor *x, const Tensor *x2, int axis,
                RowKernel kernel, bool reduces);

#endif
