/* gather.h - checks that kernels and operations with whole numbers share, and rows of a table that
 * are open for a while.
 *
 * Private to this room. In module 11 all of it is given.
 */
#ifndef KINDLING_GATHER_H
#define KINDLING_GATHER_H

#include "contiguous.h"

/* ---- gather.c (11) --------------------------------------------------------------------------- */

/* Fails, naming the first, unless every id is in [0, size). what: "id", "index". */
void gather_check_ids(const char *operation, const char *what, const IntTensor *ids, long size);
/* Fails unless the table is (V, C) and ids leave an axis for C. */
void lookup_check_shapes(const Tensor *table, const IntTensor *ids);
/* Fails unless rows is (..., C) for ids (...) and a table (V, C). */
void lookup_check(const Tensor *rows, const Tensor *table, const IntTensor *ids);
/* The same, and unless out is contiguous. */
void lookup_check_output(const Tensor *out, const Tensor *table, const IntTensor *ids);

/* The rows of a table that ids name. */
typedef struct {
    Scope *scratch; /* open from row_totals_open to row_totals_close */
    Tensor *table;
    long repeated, *row; /* how many rows are named more than once, and which */
    long *place;         /* of a row of the table among them; below 0: it has none */
    double *total;       /* (repeated, C) */
    double *turn;        /* (C), where rows that are named once take turns */
    long in_turn;        /* whose turn it is, or -1 */
} RowTotals;

/* They hold what the table does. An id outside [0, V) fails, naming it. */
RowTotals row_totals_open(const char *operation, Tensor *table, const IntTensor *ids);
/* The C numbers of such a row, until the next call. */
double *row_totals_of(RowTotals *totals, long row);
/* Back into the table. */
void row_totals_close(RowTotals *totals);

#endif
