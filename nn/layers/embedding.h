/* embedding.h - what embedding.c is given in module 11 (inside nn/ only). */
#ifndef KINDLING_EMBEDDING_H
#define KINDLING_EMBEDDING_H

#include "nn.h"

/* ---- embedding.c (11) ------------------------------------------------------------------------ */

void embedding_check(long vocabulary, long channels); /* fails if one is below 0 */

#endif
