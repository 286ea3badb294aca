/* repetition.h - what was said is less likely to be said again. */
#ifndef REPETITION_H
#define REPETITION_H

#include "kindling.h"

/* The logit of each token that is among ids is divided by the penalty if it is above 0, and else
 * multiplied by it; how often it is there makes no difference. 1: all stay. An id of V or more has
 * no logit. Source: Keskar et al. 2019, "CTRL"; repetition_penalty of HuggingFace's. */
void repetition_penalize(real *logits, long V, const int *ids, long n, double penalty);

#endif
