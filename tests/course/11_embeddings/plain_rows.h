/* plain_rows.h - lookups and their way back in plain loops, right and with the mistakes people make (lookup_want.c). */
#ifndef PLAIN_ROWS_H
#define PLAIN_ROWS_H

#include "want.h"

typedef enum {
    PICK_RIGHT,
    PICK_PLACE,      /* row i in place of row ids[i] */
    PICK_FIRST,      /* the row of the first id for all */
    PICK_FLAT,       /* data[id + c]: the id not multiplied by the stride */
    PICK_BACKWARDS,  /* the ids from the last to the first */
    PICK_SEQUENCE_0, /* sequence 0's ids for the whole batch */
    PICK_COLUMN,     /* data[id * C + c] although the table is a view */
    PICK_CHANNEL_0,  /* the first channel for all */
    PICK_AXIS_0,     /* as many ids as axis 0 is long */
    PICK_LAST_AXIS   /* as many as the last axis is */
} Pick;

Tensor *plain_lookup(const Tensor *table, const IntTensor *ids, Pick pick);

typedef enum {
    ADD_RIGHT,
    ADD_LAST,      /* = in place of +=: the last of equal ids remains */
    ADD_ONCE,      /* only the first of equal ids counts */
    ADD_PLACE,     /* into row i in place of row ids[i] */
    ADD_MEAN,      /* the mean over equal ids */
    ADD_ROW_0,     /* row 0 of dy for all */
    ADD_AXIS_0,    /* as many ids as axis 0 is long */
    ADD_SEQUENCE_0 /* only the ids of the first sequence */
} Add;

/* The rows of dy that each id of the vocabulary gets, (V, C), from zero. */
Tensor *plain_scatter(long V, const Tensor *dy, const IntTensor *ids, Add add);

#endif
