/* one_head.h - a head for 12.9 and 12.10: its tensors, and the plain numbers that a tile gets. */
#ifndef ONE_HEAD_H
#define ONE_HEAD_H

#include "check.h"

typedef struct {
    Tensor *q, *k, *v;           /* (Tq, D), (Tk, D), (Tk, D) */
    Tensor *out, *lse;           /* (Tq, D), (Tq) */
    Tensor *dout, *dq, *dk, *dv; /* NULL on the way there */
    TiledHead head;
} OneHead;

#endif
