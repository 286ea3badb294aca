/* rows.c - 05.1: rows of tensors, picked by their numbers. */
#include "want.h"

/* A batch of n rows, with much room behind it, so that whatever is written there can be counted. */
static Tensor *room_for(long n, long width)
{
    given("batch", "room for %ld rows of %ld numbers", n, width);
    return output("room", SHAPE(n + 100, width));
}

static Tensor *first_rows(const Tensor *room, long n)
{
    Tensor rows = *room;
    rows.shape[0] = n;
    return copy_of(&rows);
}

/* New memory is NaN everywhere: how many numbers are none any more? */
static long written_behind(const Tensor *room, long rows)
{
    long written = 0, width = room->shape[1];
    for (long i = rows * width; i < room->shape[0] * width; i++)
        written += !isnan(room->data[i]);
    return written;
}

static void check_rows(const Tensor *x, long n, const long *indices, const char *rule)
{
    long width = x->shape[1];
    size_t row = (size_t)width * sizeof(real);
    Tensor *room = room_for(n, width);
    const real *data = x->data;
    real *batch = room->data;
    given("row", "%zu", row);
    given("n", "%ld", n);

    CALL(pick_rows(batch, data, row, n, indices));
    long numbers_behind_the_batch = written_behind(room, n);
    check_long(numbers_behind_the_batch, 0, "n rows of `row` bytes are written");

    Tensor *want = EXPECT(rows_want(x, n, indices));
    CALL(pick_rows(batch, data, row, n, indices));
    Tensor *rows = first_rows(room, n);
    check_tensor_within(rows, want, 0, rule);
}

TEST(three_rows_by_hand, .points = 1, .exercise = "05.1 pick_rows", .file = "pick_rows.c")
{
    Tensor *x = input("data", SHAPE(3, 2), VALUES(10, 11, 20, 21, 30, 31));
    const long *indices = longs(input_ids("indices", SHAPE(3), IDS(2, 0, 2)));

    check_rows(x, 3, indices, "rows 2, 0 and 2 of the data, in that order");
}

TEST(rows_of_any_shape, .points = 7, .exercise = "05.1 pick_rows", .file = "pick_rows.c")
{
    Tensor *x = draw("x", SHAPE(6, 2, 3)), *y = draw("y", SHAPE(6));
    IntTensor *labels = draw_ids("labels", SHAPE(6, 5), 100, 999);
    const long *indices = longs(input_ids("indices", SHAPE(4), IDS(3, 5, 1, 3)));
    Dataset *d = tensor_dataset_new(x, y, labels);
    given("d", "a dataset of rows of x (6, 2, 3), y (6,) and labels (6, 5)");
    Batch batch;

    Tensor *want_x = EXPECT(rows_want(x, 4, indices)), *want_y = EXPECT(rows_want(y, 4, indices));
    Tensor *want_labels = EXPECT(rows_want(listed_ids(labels), 4, indices));
    CALL(d->fetch(d, 4, indices, &batch));
    check_tensor_within(batch.x, want_x, 0, "row i of x is row indices[i]");
    check_tensor_within(batch.y, want_y, 0, "and row i of y belongs to the same example");
    Tensor *labels_of_the_batch = listed_ids(batch.labels);
    check_tensor_within(labels_of_the_batch, want_labels, 0, "so do the labels, which are ints");
    dataset_free(d);
}

TEST(a_batch_is_a_copy, .points = 3, .exercise = "05.1 pick_rows", .file = "pick_rows.c")
{
    Tensor *x = draw("data", SHAPE(4, 3));
    const long *indices = longs(input_ids("indices", SHAPE(7), IDS(3, 3, 1, 0, 2, 1, 3)));

    check_rows(x, 7, indices, "a batch may be larger than the data, and hold a row often");
}

TEST(no_rows_and_empty_rows, .points = 3, .exercise = "05.1 pick_rows", .file = "pick_rows.c")
{
    Tensor *x = draw("data", SHAPE(4, 2)), *room = room_for(0, 2);
    const long *indices = longs(input_ids("indices", SHAPE(3), IDS(1, 2, 2)));
    const real *data = x->data;
    real *batch = room->data;
    size_t row = 2 * sizeof(real);

    CALL(pick_rows(batch, data, row, 0, indices));
    long numbers_written = written_behind(room, 0);
    check_long(numbers_written, 0, "n is 0: no row is written");
    CALL(pick_rows(batch, data, 0, 3, indices));
    numbers_written = written_behind(room, 0);
    check_long(numbers_written, 0, "rows of 0 bytes have no numbers");
    check_rows(x, 3, indices, "rows 1, 2 and 2 of the data, in that order");
}
