/* sgd.h - a step of SGD for n numbers in a row. For sgd.c and what calls it.
 *
 * A large parameter is shared out to several threads, so n need not be all of its numbers.
 */
#ifndef KINDLING_SGD_H
#define KINDLING_SGD_H

#include "nn.h"

/* w = w - lr (g + decay w) */
void sgd_plain(long n, real *w, const real *g, real lr, real decay);
/* buf = momentum buf + (g + decay w), then w = w - lr buf */
void sgd_momentum(long n, real *w, real *buf, const real *g, real lr, real momentum, real decay);

#endif
