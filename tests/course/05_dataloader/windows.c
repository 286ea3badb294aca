/* windows.c - 05.1: windows of a text, and what comes next. */
#include "want.h"

static void check_windows(const Dataset *d, const IntTensor *text, long n, const long *indices)
{
    long T = ((const TextDataset *)d)->context;
    Batch batch = {0};

    Tensor *want_ids = EXPECT(ids_want(text, n, indices, T));
    CALL(fetch_windows(d, n, indices, &batch));
    Tensor *ids = listed_ids(batch.ids);
    check_tensor_within(ids, want_ids, 0, "row i: T tokens from token indices[i] on");

    Tensor *want_labels = EXPECT(labels_want(text, n, indices, T));
    CALL(fetch_windows(d, n, indices, &batch));
    Tensor *labels = listed_ids(batch.labels);
    check_tensor_within(labels, want_labels, 0,
                        "row i: what comes after each token of row i of ids");
}

TEST(two_windows_by_hand, .points = 1, .exercise = "05.1 fetch_windows", .file = "text_dataset.c")
{
    /* more memory than the dataset is told of, so that a window in the wrong place can be named */
    IntTensor *text = input_ids("text", SHAPE(10), IDS(5, 6, 7, 8, 9, 3, 4, 91, 92, 93));
    const long *indices = longs(input_ids("indices", SHAPE(2), IDS(2, 0)));
    Dataset *d = text_dataset_new(text->data, 7, 3);
    given("d", "a dataset of tokens 5 6 7 8 9 3 4, context 3");
    given("n", "2");

    check_windows(d, text, 2, indices);
    dataset_free(d);
}

TEST(any_windows, .points = 8, .exercise = "05.1 fetch_windows", .file = "text_dataset.c")
{
    long T = draw_long("context", 2, 5), n = draw_long("n", 6, 9);
    IntTensor *text = draw_ids("text", SHAPE(160), 100, 999);
    const long *indices = longs(draw_ids("indices", SHAPE(n), 0, 29 - T));
    Dataset *d = text_dataset_new(text->data, 30, T);
    given("d", "a dataset of 30 tokens, context %ld", T);

    check_windows(d, text, n, indices);
    dataset_free(d);
}

TEST(the_last_window_ends_with_the_text, .points = 3, .exercise = "05.1 fetch_windows",
     .file = "text_dataset.c")
{
    long T = draw_long("context", 2, 6);
    IntTensor *text = draw_ids("text", SHAPE(T + 1), 100, 999);
    const long *indices = longs(input_ids("indices", SHAPE(1), IDS(0)));
    Dataset *d = text_dataset_new(text->data, T + 1, T);
    given("d", "a dataset of %ld tokens, context %ld", T + 1, T);
    given("n", "1");

    check_windows(d, text, 1, indices);
    dataset_free(d);
}

TEST(the_batch_is_cleared, .points = 2, .exercise = "05.1 fetch_windows", .file = "text_dataset.c")
{
    long n = draw_long("n", 5, 19), T = draw_long("context", 2, 4);
    IntTensor *text = draw_ids("text", SHAPE(30), 0, 9);
    const long *indices = longs(draw_ids("indices", SHAPE(n), 0, 29 - T));
    Tensor *old = draw("old", SHAPE(2));
    Dataset *d = text_dataset_new(text->data, 30, T);
    given("d", "a dataset of 30 tokens, context %ld", T);
    given("batch", "one that holds an old x, an old y and a size of -77");

    Batch batch = {.size = -77, .x = old, .y = old};
    CALL(fetch_windows(d, n, indices, &batch));
    check_long(batch.size, n, "the size of the batch is n, the number of windows");

    batch = (Batch){.size = -77, .x = old, .y = old};
    CALL(fetch_windows(d, n, indices, &batch));
    const char *left = batch.x != NULL ? "x" : batch.y != NULL ? "y" : "nothing";
    check_text(left, "nothing", "a text has no x and no y: they are NULL, whatever the batch held");
    dataset_free(d);
}
