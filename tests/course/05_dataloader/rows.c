/* rows.c - 05.1: rows of tensors, picked by their numbers. */
#include "plain_data.h"

enum { PICK_RIGHT, PICK_PLACE, PICK_SCATTER, PICK_BACKWARDS, PICK_FIRST, PICK_NEXT };

/* Row i of the result is row indices[i] of t, or what a mistake makes of it. */
static Tensor *plain_rows(const Tensor *t, long n, const long *indices, int how)
{
    long N = t->shape[0], width = 1, shape[TENSOR_MAX_AXES] = {n};
    for (int d = 1; d < t->ndim; d++)
        width *= shape[d] = t->shape[d];
    Tensor *out = blank(t->ndim, shape);
    for (long i = 0; how == PICK_SCATTER && i < n * width; i++)
        out->data[i] = (real)NAN;
    for (long i = 0; i < n; i++) {
        long to = i, from = indices[i];
        if (how == PICK_PLACE)
            from = i % N;
        if (how == PICK_SCATTER) {
            to = indices[i];
            from = i;
        }
        if (how == PICK_BACKWARDS)
            from = indices[n - 1 - i];
        if (how == PICK_FIRST)
            from = indices[0];
        if (how == PICK_NEXT)
            from = (indices[i] + 1) % N;
        for (long c = 0; c < width && to < n && from < N; c++)
            out->data[to * width + c] = t->data[from * width + c];
    }
    return out;
}

static Tensor *only_the_last_place(const Tensor *t, long n, const long *indices)
{
    Tensor *out = plain_rows(t, n, indices, PICK_RIGHT);
    long width = n > 0 ? 1 : 0;
    for (int d = 1; d < t->ndim; d++)
        width *= t->shape[d];
    for (long i = 0; i < n * width; i++)
        out->data[i] = i < width ? out->data[(n - 1) * width + i] : (real)NAN;
    return out;
}

/* Only so many numbers of each row were copied. */
static Tensor *begun(const Tensor *t, long n, const long *indices, long copied)
{
    Tensor *out = plain_rows(t, n, indices, PICK_RIGHT);
    long width = 1;
    for (int d = 1; d < t->ndim; d++)
        width *= t->shape[d];
    for (long i = 0; i < n * width; i++)
        if (i % width >= copied)
            out->data[i] = (real)NAN;
    return out;
}

/* One of the two addresses lacks "* row". */
static Tensor *without_row(const Tensor *t, long n, const long *indices, bool in_the_data)
{
    Tensor *out = plain_rows(t, n, indices, PICK_RIGHT);
    size_t row = n > 0 ? (size_t)(shape_numel(out->ndim, out->shape) / n) * sizeof(real) : 0;
    for (long i = 0; i < shape_numel(out->ndim, out->shape); i++)
        out->data[i] = (real)NAN;
    for (long i = 0; i < n && row > 0; i++)
        memcpy((char *)out->data + (size_t)i * (in_the_data ? row : 1),
               (const char *)t->data + (size_t)indices[i] * (in_the_data ? 1 : row), row);
    return out;
}

static void register_pick_mistakes(const Tensor *t, long n, const long *indices)
{
#ifndef CHECK_RECORD
    FORGET();
    for (int in_the_data = 0; in_the_data < 2; in_the_data++)
        MISTAKE(without_row(t, n, indices, in_the_data),
                "a row number was added as if it were bytes: row k begins k * row bytes from the "
                "start, in the data and in the batch");
    MISTAKE(plain_rows(t, n, indices, PICK_PLACE),
            "row i of the batch is row i of the data: it should be row indices[i]");
    MISTAKE(
        plain_rows(t, n, indices, PICK_SCATTER),
        "the arrow points the wrong way: row i of the data went to row indices[i] of the batch; "
        "row indices[i] of the data goes to row i");
    MISTAKE(plain_rows(t, n, indices, PICK_BACKWARDS),
            "the rows are in reverse: row 0 of the batch is row indices[0] of the data");
    MISTAKE(plain_rows(t, n, indices, PICK_FIRST),
            "every row is row indices[0] of the data: it should be row indices[i]");
    MISTAKE(plain_rows(t, n, indices, PICK_NEXT),
            "every row is the one behind the right one: rows count from 0");
    for (long copied = 0; copied < 2; copied++)
        MISTAKE(begun(t, n, indices, copied), "the rows are not whole: nothing was copied, or only "
                                              "the first bytes of each; the third "
                                              "argument of memcpy is row");
    MISTAKE(only_the_last_place(t, n, indices), "all copies went into the first row of the batch: "
                                                "row i begins i * row bytes from its start");
#else
    (void)t, (void)n, (void)indices;
#endif
}

TEST(three_rows_by_hand, .points = 5, .exercise = "05.1 pick_rows", .file = "pick_rows.c",
     .hints =
         HINTS("One copy per row of the batch.",
               "Row i of out begins at (char *)out + (size_t)i * row; the row of in that it copies "
               "at (const char *)in + (size_t)indices[i] * row.",
               "memcpy((char *)out + (size_t)i * row, (const char *)in + (size_t)indices[i] * row, "
               "row);"))
{
    Tensor *x = input("x", SHAPE(3, 2), VALUES(10, 11, 20, 21, 30, 31));
    static const long indices[] = {2, 0, 2};
    given("indices", "[2, 0, 2]");
    EXPECT(Tensor *want = values(SHAPE(3, 2), VALUES(30, 31, 10, 11, 30, 31)));
    EXPECT(register_pick_mistakes(x, 3, indices););
    Dataset *d = tensor_dataset_new(x, NULL, NULL);
    Batch b;
    CALL(d->fetch(d, 3, indices, &b));
    long empty_rows = 0;
    for (long i = 0; i < 3; i++)
        empty_rows += isnan(b.x->data[2 * i]) && isnan(b.x->data[2 * i + 1]);
    MISTAKE_NUMBER(2,
                   "all copies went into the first row of the batch, or far behind it: row i "
                   "begins i * row bytes from its start, and only as a char * is a step one byte");
    MISTAKE_NUMBER(3, "the rows are not whole: nothing was copied; the third argument of memcpy is "
                      "row");
    check_long(empty_rows, 0, "every row of the batch is written");
    check_tensor_within(b.x, want, 0, "rows 2, 0 and 2 of x, in that order");
    dataset_free(d);
}

TEST(rows_of_any_shape, .points = 5, .exercise = "05.1 pick_rows", .file = "pick_rows.c",
     .hints =
         HINTS("pick_rows knows nothing of shapes: a row is a number of bytes.",
               "A row of a (N, 2, 3) tensor is 6 numbers in a row in memory, one of labels (N,) is "
               "one int.",
               "Use row as it is given, in both addresses and as the third argument of memcpy."))
{
    Tensor *x = draw("x", SHAPE(6, 2, 3)), *y = draw("y", SHAPE(6));
    IntTensor *labels = draw_ids("labels", SHAPE(6, 5), 0, 99);
    IntTensor *drawn = draw_ids("indices", SHAPE(4), 0, 5);
    long indices[4];
    for (int i = 0; i < 4; i++)
        indices[i] = drawn->data[i];
    EXPECT(Tensor *want_x = plain_rows(x, 4, indices, PICK_RIGHT));
    EXPECT(Tensor *want_y = plain_rows(y, 4, indices, PICK_RIGHT));
    EXPECT(Tensor *want_labels = plain_rows(listed_ids(labels), 4, indices, PICK_RIGHT));

    Dataset *d = tensor_dataset_new(x, y, labels);
    Batch b;
    CALL(d->fetch(d, 4, indices, &b));
    Tensor *batch_labels = listed_ids(b.labels);
    EXPECT(register_pick_mistakes(x, 4, indices););
    check_tensor_within(b.x, want_x, 0, "row i of x is row indices[i]");
    EXPECT(register_pick_mistakes(y, 4, indices););
    check_tensor_within(b.y, want_y, 0, "and row i of y belongs to the same example");
    EXPECT(register_pick_mistakes(listed_ids(labels), 4, indices););
    check_tensor_within(batch_labels, want_labels, 0, "so do the labels, which are ints");
    dataset_free(d);
}

TEST(a_batch_is_a_copy, .points = 2, .exercise = "05.1 pick_rows", .file = "pick_rows.c",
     .hints = HINTS("Data is only read.", "memcpy's first argument is where it writes.",
                    "memcpy(to, from, row), to in out"))
{
    Tensor *x = draw("x", SHAPE(4, 3));
    static const long indices[] = {3, 3, 1, 0, 2, 1, 3, 0, 0};
    given("indices", "[3, 3, 1, 0, 2, 1, 3, 0, 0]");
    EXPECT(Tensor *want = plain_rows(x, 9, indices, PICK_RIGHT));
    EXPECT(register_pick_mistakes(x, 9, indices););
    Dataset *d = tensor_dataset_new(x, NULL, NULL);
    Batch b;
    CALL(d->fetch(d, 9, indices, &b));
    check_tensor_within(b.x, want, 0, "a batch may be larger than the data, and hold a row often");
    check_copies(b.x, x, "the batch has memory of its own");
    dataset_free(d);
}

TEST(no_rows_and_empty_rows, .points = 2, .exercise = "05.1 pick_rows", .file = "pick_rows.c",
     .hints = HINTS("No rows: the loop does not run.",
                    "Rows of 0 numbers: nothing to copy, and perhaps no memory to copy from.",
                    "for (long i = 0; i < n && row > 0; i++)"))
{
    Tensor *x = draw("x", SHAPE(3, 2)), *thin = draw("thin", SHAPE(3, 0));
    static const long indices[] = {2, 1, 2, 0};
    given("indices", "[2, 1, 2, 0]");
    Dataset *d = tensor_dataset_new(x, NULL, NULL), *none = tensor_dataset_new(thin, NULL, NULL);
    Batch b;
    CALL(d->fetch(d, 0, indices, &b));
    check_shape(b.x, SHAPE(0, 2), "no rows of two numbers");
    CALL(none->fetch(none, 4, indices, &b));
    check_shape(b.x, SHAPE(4, 0), "four rows of no numbers");
    CALL(d->fetch(d, 1, indices, &b));
    check_tensor_within(b.x, plain_rows(x, 1, indices, PICK_RIGHT), 0, "one row: the last of x");
    dataset_free(d);
    dataset_free(none);
}
