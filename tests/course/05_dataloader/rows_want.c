/* rows_want.c - rows picked one number at a time, rightly and by each of the mistakes people make. */
#include "want.h"

typedef enum { RIGHT, BY_PLACE, SCATTERED, BACKWARDS, FIRST_ONLY, ONE_FURTHER } Slip;

static long width_of(const Tensor *t)
{
    return shape_numel(t->ndim - 1, t->shape + 1);
}

/* n rows like those of t, never written. */
static Tensor *unset_rows(const Tensor *t, long n)
{
    long shape[TENSOR_MAX_AXES];
    memcpy(shape, t->shape, sizeof shape);
    shape[0] = n;
    Tensor *out = blank(t->ndim, shape);
    memset(out->data, 0xff, (size_t)(n * width_of(t)) * sizeof(real));
    return out;
}

static Tensor *picked(const Tensor *t, long n, const long *indices, Slip slip)
{
    long N = t->shape[0], width = width_of(t);
    Tensor *out = unset_rows(t, n);
    for (long i = 0; i < n; i++) {
        long to = slip == SCATTERED ? indices[i] : i, from = indices[i];
        if (slip == BY_PLACE || slip == SCATTERED)
            from = i;
        else if (slip == BACKWARDS)
            from = indices[n - 1 - i];
        else if (slip == FIRST_ONLY)
            from = indices[0];
        else if (slip == ONE_FURTHER)
            from = (indices[i] + 1) % N;
        for (long c = 0; c < width && to < n && from < N; c++)
            out->data[to * width + c] = t->data[from * width + c];
    }
    return out;
}

/* All rows were written into the first, one over the other. */
static Tensor *all_in_row_0(const Tensor *t, long n, const long *indices)
{
    Tensor *out = unset_rows(t, n);
    for (long c = 0; c < width_of(t); c++)
        out->data[c] = t->data[indices[n - 1] * width_of(t) + c];
    return out;
}

/* Only so many numbers of each row were copied. */
static Tensor *begun(const Tensor *t, long n, const long *indices, long copied)
{
    Tensor *out = picked(t, n, indices, RIGHT);
    for (long i = 0; i < n * width_of(t); i++)
        if (i % width_of(t) >= copied)
            out->data[i] = (real)NAN;
    return out;
}

/* One of the two addresses, or both, lacks its "* row". */
static Tensor *without_row(const Tensor *t, long n, const long *indices, bool data, bool batch)
{
    Tensor *out = unset_rows(t, n);
    size_t row = (size_t)width_of(t) * sizeof(real);
    for (long i = 0; i < n; i++)
        memcpy((char *)out->data + (size_t)i * (batch ? 1 : row),
               (const char *)t->data + (size_t)indices[i] * (data ? 1 : row), row);
    return out;
}

static void address_mistakes(const Tensor *t, long n, const long *indices)
{
    static const char *const sentence =
        "a row number was added as if it were bytes: row k begins k * row bytes from the start, in "
        "the data and in the batch";
    MISTAKE(without_row(t, n, indices, true, false), sentence);
    MISTAKE(without_row(t, n, indices, false, true), sentence);
    MISTAKE(without_row(t, n, indices, true, true), sentence);
    MISTAKE(all_in_row_0(t, n, indices), "all copies went into the first row of the batch: row i "
                                         "begins i * row bytes from its start");
}

Tensor *rows_want(const Tensor *t, long n, const long *indices)
{
    address_mistakes(t, n, indices);
    MISTAKE(picked(t, n, indices, BY_PLACE),
            "row i of the batch is row i of the data: it should be row indices[i]");
    MISTAKE(picked(t, n, indices, BACKWARDS),
            "the rows are in reverse: row 0 of the batch is row indices[0] of the data");
    MISTAKE(picked(t, n, indices, FIRST_ONLY),
            "every row is row indices[0] of the data: it should be row indices[i]");
    if (n <= t->shape[0]) /* of more rows, some come from behind the data */
        MISTAKE(picked(t, n, indices, SCATTERED),
                "the arrow points the wrong way: row i of the data went to row indices[i] of the "
                "batch; row indices[i] of the data goes to row i");
    MISTAKE(picked(t, n, indices, ONE_FURTHER),
            "every row is the one behind the right one: rows count from 0");
    MISTAKE(begun(t, n, indices, 1), "only the first bytes of each row were copied: the third "
                                     "argument of memcpy is row");
    MISTAKE(begun(t, n, indices, 0),
            "the batch is as it was, or nearly: either nothing was copied, or only the first bytes "
            "of each row (the third argument of memcpy is row), or from the batch into the data "
            "(memcpy writes into its first argument)");
    return picked(t, n, indices, RIGHT);
}

long behind_want(long n, long width)
{
    long after_last = (long)sizeof(real) * width - width;
    MISTAKE_NUMBER((double)width, "one row too many: the loop goes on while i < n");
    if (n > 1) {
        MISTAKE_NUMBER((double)((n - 1) * width),
                       "rows were written far behind the batch: row counts bytes, and only as a "
                       "char * is a step one byte");
        MISTAKE_NUMBER((double)after_last, "row was taken for a number of numbers: it is in bytes "
                                           "already, without sizeof");
    }
    return 0;
}
