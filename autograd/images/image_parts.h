/* image_parts.h - what the operations on images share (inside autograd/ only). */
#ifndef KINDLING_IMAGE_PARTS_H
#define KINDLING_IMAGE_PARTS_H

#include "autograd.h"

/* ---- image_describe.c: for pictures -------------------------------------------------------------- */

typedef struct {
    Window window; /* filled */
    long groups;
} Conv2dCapture;
/* "3x3 stride 2 groups 4": the kernel, and what is not as usual. */
void describe_conv2d(const Closure *c, char *text, size_t size);
/* The same for a pool, whose usual stride is the kernel. */
void describe_pool(const Window *w, char *text, size_t size);

/* ---- batch_norm_check.c ---------------------------------------------------------------------------- */

void batch_norm_check(const Tensor *x, const Tensor *gamma, const Tensor *beta, const Tensor *mean,
                      const Tensor *var, bool training, real momentum, real eps);

#endif
