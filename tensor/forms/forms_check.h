/* forms_check.h - forms.h, and what its functions look at first. For their own files. */
#ifndef KINDLING_FORMS_CHECK_H
#define KINDLING_FORMS_CHECK_H

#include "forms.h"

/* ---- csr.c (16) ------------------------------------------------------------------------------ */

void csr_check(const Tensor *w); /* fails unless it is a matrix */

#endif
