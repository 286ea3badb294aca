/* loss_parts.h - what the files of the losses share. Inside nn/ only. */
#ifndef KINDLING_LOSS_PARTS_H
#define KINDLING_LOSS_PARTS_H

#include "nn.h"

/* ---- reduction.c (05) ------------------------------------------------------------------------ */

/* Fails if reduction is none of the three, if a constant of this name wants a gradient (NULL: there
 * is none). */
void loss_check(const char *operation, Reduction reduction, const char *name,
                OR_NULL const Tensor *constant);
/* The losses themselves, their sum, or their sum divided by count; 0 for a count of 0. */
Tensor *loss_reduce(Tensor *losses, Reduction reduction, double count);

#endif
