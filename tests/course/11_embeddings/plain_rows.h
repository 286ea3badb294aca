/* plain_rows.h - lookups and their way back in plain loops, right and with the mistakes people make. */
#ifndef PLAIN_ROWS_H
#define PLAIN_ROWS_H

#include "check.h"

static inline long count_of(const IntTensor *ids)
{
    long n = 1;
    for (int d = 0; d < ids->ndim; d++)
        n *= ids->shape[d];
    return n;
}

/* A blank (..., C) for ids (...). */
static inline Tensor *blank_rows(const IntTensor *ids, long C)
{
    long shape[TENSOR_MAX_AXES];
    for (int d = 0; d < ids->ndim; d++)
        shape[d] = ids->shape[d];
    shape[ids->ndim] = C;
    return blank(ids->ndim + 1, shape);
}

typedef enum {
    PICK_RIGHT,
    PICK_PLACE,      /* row i in place of row ids[i] */
    PICK_FIRST,      /* the row of the first id for all */
    PICK_FLAT,       /* data[id + c]: the id not multiplied by the stride */
    PICK_BACKWARDS,  /* the ids from the last to the first */
    PICK_SEQUENCE_0, /* sequence 0's ids for the whole batch */
    PICK_COLUMN,     /* data[id * C + c] although the table is a view */
    PICK_CHANNEL_0   /* the first channel for all */
} Pick;

static inline Tensor *plain_lookup(const Tensor *table, const IntTensor *ids, Pick pick)
{
    long n = count_of(ids), V = table->shape[0], C = table->shape[1];
    long T = ids->ndim > 0 ? ids->shape[ids->ndim - 1] : 1;
    Tensor *t = blank_rows(ids, C);
    for (long i = 0; i < n; i++) {
        long from = pick == PICK_FIRST ? 0 : pick == PICK_BACKWARDS ? n - 1 - i : i;
        if (pick == PICK_SEQUENCE_0)
            from = i % T;
        long row = pick == PICK_PLACE ? i % V : ids->data[from];
        for (long c = 0; c < C; c++) {
            long column = pick == PICK_CHANNEL_0 ? 0 : c;
            double number = at(table, AT(row, column));
            if (pick == PICK_COLUMN)
                number = (double)table->data[row * C + c];
            if (pick == PICK_FLAT)
                number = at(table, AT((row + c) / C, (row + c) % C));
            t->data[i * C + c] = (real)number;
        }
    }
    return t;
}

typedef enum {
    ADD_RIGHT,
    ADD_LAST,      /* = in place of +=: the last of equal ids remains */
    ADD_ONCE,      /* only the first of equal ids counts */
    ADD_PLACE,     /* into row i in place of row ids[i] */
    ADD_MEAN,      /* the mean over equal ids */
    ADD_ROW_0,     /* row 0 of dy for all */
    ADD_SEQUENCE_0 /* only the ids of the first sequence */
} Add;

/* The rows of dy that each id of the vocabulary gets, (V, C), from zero. */
static inline Tensor *plain_scatter(long V, const Tensor *dy, const IntTensor *ids, Add add)
{
    long n = count_of(ids), C = dy->shape[dy->ndim - 1];
    const Tensor *rows = copy_of(dy);
    Tensor *t = blank(SHAPE(V, C)), *seen = blank(SHAPE(V));
    if (add == ADD_SEQUENCE_0 && ids->ndim > 1)
        n = ids->shape[ids->ndim - 1];
    for (long i = 0; i < n; i++) {
        long row = add == ADD_PLACE ? i % V : ids->data[i];
        seen->data[row] += 1;
        for (long c = 0; c < C; c++) {
            real *to = &t->data[row * C + c], from = rows->data[(add == ADD_ROW_0 ? 0 : i) * C + c];
            if (add == ADD_ONCE && seen->data[row] > 1)
                from = 0;
            *to = add == ADD_LAST ? from : *to + from;
        }
    }
    for (long i = 0; add == ADD_MEAN && i < V * C; i++)
        if (seen->data[i / C] > 0)
            t->data[i] /= seen->data[i / C];
    return t;
}

#endif
