/* windows.c - 05.2: windows of a text, and what comes next. */
#include "plain_data.h"

/* Window i begins at start[i]; label t of it is the token `ahead` later. */
static Tensor *plain_windows(const IntTensor *text, long n, const long *start, long T, long ahead)
{
    Tensor *out = blank(SHAPE(n, T));
    for (long i = 0; i < n; i++)
        for (long t = 0; t < T; t++) {
            long place = start[i] + t + ahead;
            bool inside = place >= 0 && place < text->shape[0];
            out->data[i * T + t] = inside ? (real)text->data[place] : -1;
        }
    return out;
}

/* The label of the last place is missing, or is the first token of the window again. */
static Tensor *short_labels(const IntTensor *text, long n, const long *start, long T, bool around)
{
    Tensor *out = plain_windows(text, n, start, T, 1);
    for (long i = 0; i < n; i++)
        out->data[i * T + T - 1] = around ? (real)text->data[start[i]] : 0;
    return out;
}

/* memcpy of T bytes, which are not even one token or little more. */
static inline Tensor *of_bytes(const IntTensor *text, long n, const long *start, long T, long ahead)
{
    Tensor *out = blank(SHAPE(n, T));
    for (long i = 0; i < n; i++) {
        int row[16] = {0};
        memcpy(row, text->data + start[i] + ahead, (size_t)T);
        for (long t = 0; t < T; t++)
            out->data[i * T + t] = (real)row[t];
    }
    return out;
}

/* Row i was written from place i on, over the row before. */
static inline Tensor *overlapping(const Tensor *rows)
{
    Tensor *out = blank(2, rows->shape);
    for (long i = 0, T = rows->shape[1]; i < rows->shape[0]; i++)
        memcpy(out->data + i, rows->data + i * T, (size_t)T * sizeof *out->data);
    return out;
}

static void register_window_mistakes(const IntTensor *text, long n, const long *start, long T,
                                     long ahead)
{
#ifndef CHECK_RECORD
    FORGET();
    long by_place[MOST] = {0}, apart[MOST] = {0}, first[MOST] = {0};
    for (long i = 0; i < n; i++) {
        by_place[i] = i;
        apart[i] = start[i] * T;
        first[i] = start[0];
    }
    MISTAKE(plain_windows(text, n, by_place, T, ahead),
            "window i begins at token i of the text: it should begin at token indices[i]");
    MISTAKE(plain_windows(text, n, apart, T, ahead),
            "the windows lie side by side, each T tokens on: window k begins at token k, so "
            "neighbouring windows overlap");
    MISTAKE(plain_windows(text, n, first, T, ahead),
            "every row is the first window: row i begins at token indices[i]");
    MISTAKE(
        plain_windows(text, n, start, T, 2),
        "everything is one token too late: the first id of window k is token k, its label token "
        "k + 1");
    MISTAKE(plain_windows(text, n, start, T, -1),
            "the labels are the tokens before: they are one token later, not earlier");
    MISTAKE(
        of_bytes(text, n, start, T, ahead),
        "only T bytes of each window were copied: memcpy counts bytes, T * sizeof(int) of them");
    MISTAKE(overlapping(plain_windows(text, n, start, T, ahead)),
            "the rows lie one over the other: row i begins i * T numbers behind ->data");
    MISTAKE(short_labels(text, n, start, T, true),
            "the last label is the window's own first token: it is the token behind the window");
    MISTAKE(short_labels(text, n, start, T, false),
            "the last label is missing: it is the token behind the window");
    MISTAKE_SHAPE(SHAPE(T, n), "the axes are swapped: (n, T), one row per window");
    MISTAKE_SHAPE(SHAPE(n), "one label per window: every token of it is followed by one, (n, T)");
    MISTAKE_SHAPE(SHAPE(n, T - 1),
                  "one token is lost at the end of each window: T ids and T labels");
    MISTAKE_SHAPE(SHAPE(n, T + 1), "a row holds T tokens; the T + 1st is a label only");
    MISTAKE_SHAPE(SHAPE(n * T), "two axes, (n, T): which token belongs to which window");
#else
    (void)text, (void)n, (void)start, (void)T, (void)ahead;
#endif
}

static void check_windows(const Batch *b, const IntTensor *text, long n, const long *start, long T)
{
    EXPECT(Tensor *want_ids = plain_windows(text, n, start, T, 0));
    EXPECT(Tensor *want_labels = plain_windows(text, n, start, T, 1));
    check_long(b->ids != NULL, 1, "the batch has ids");
    check_long(b->labels != NULL, 1, "the batch has labels: the tokens one later");
    Tensor *ids = listed_ids(b->ids), *labels = listed_ids(b->labels);
    EXPECT(register_window_mistakes(text, n, start, T, 0););
    MISTAKE(want_labels,
            "everything is one token too late: the first id of window k is token k of the text");
    check_tensor_within(ids, want_ids, 0, "row i: T tokens from token indices[i] on");
    EXPECT(register_window_mistakes(text, n, start, T, 1););
    MISTAKE(want_ids,
            "the labels are the tokens themselves: nothing is left to be guessed; they are "
            "the tokens one later");
    check_tensor_within(labels, want_labels, 0,
                        "row i: what comes after each token of row i of ids");
    (void)text, (void)n, (void)start, (void)T;
}

TEST(two_windows_by_hand, .points = 5, .exercise = "05.2 fetch_windows", .file = "text_dataset.c",
     .hints =
         HINTS("Two tensors (n, T); row i of each is T tokens in a row of the text.",
               "Row i of ids is copied from t->tokens + indices[i], row i of labels from one token "
               "further.",
               "memcpy(batch->labels->data + i * T, t->tokens + indices[i] + 1, (size_t)T * "
               "sizeof(int));"))
{
    /* more memory than the dataset is told of, so that a window in the wrong place can be named */
    IntTensor *text = input_ids("tokens", SHAPE(10), IDS(5, 6, 7, 8, 9, 3, 4, 91, 92, 93));
    static const long indices[] = {2, 0};
    given("indices", "[2, 0]");
    Dataset *d = text_dataset_new(text->data, 7, 3);

    Batch b = {0};
    CALL(d->fetch(d, 2, indices, &b));
    check_windows(&b, text, 2, indices, 3);
    dataset_free(d);
}

TEST(any_windows, .points = 5, .exercise = "05.2 fetch_windows", .file = "text_dataset.c",
     .hints = HINTS("T is the context of the dataset; n is how many windows are asked for.",
                    "Row i begins i * T numbers from the start of ->data.",
                    "const TextDataset *t = (const TextDataset *)d; long T = t->context;"))
{
    long T = draw_long("context", 2, 5), n = draw_long("n", 6, 9), indices[9];
    IntTensor *text = draw_ids("tokens", SHAPE(160), 100, 999);
    for (long i = 0; i < n; i++)
        indices[i] = (long)(draw_seed() % (uint64_t)(30 - T));
    Dataset *d = text_dataset_new(text->data, 30, T);
    Batch b = {0};
    CALL(d->fetch(d, n, indices, &b));
    check_windows(&b, text, n, indices, T);
    dataset_free(d);
}

TEST(the_last_window_ends_with_the_text, .points = 2, .exercise = "05.2 fetch_windows",
     .file = "text_dataset.c",
     .hints = HINTS("The last label of the last window is the last token.",
                    "Nothing behind the text may be read.",
                    "ids: tokens + indices[i]; labels: tokens + indices[i] + 1; T tokens each"))
{
    long T = draw_long("context", 1, 6);
    IntTensor *text = draw_ids("tokens", SHAPE(T + 1), 100, 999);
    Dataset *d = text_dataset_new(text->data, T + 1, T);
    long only = 0;
    check_long(d->count, 1, "T + 1 tokens hold one window of T and its labels");
    Batch b = {0};
    CALL(d->fetch(d, 1, &only, &b));
    check_windows(&b, text, 1, &only, T);
    dataset_free(d);
}

TEST(the_batch_is_cleared, .points = 2, .exercise = "05.2 fetch_windows", .file = "text_dataset.c",
     .hints = HINTS("Who uses the batch asks: is there an x? A stale pointer says yes.",
                    "A compound literal sets what it names, and everything else to 0.",
                    "*batch = (Batch){.size = n};"))
{
    IntTensor *text = draw_ids("tokens", SHAPE(12), 0, 9);
    static const long indices[] = {4, 1, 7};
    Tensor *old = draw("old", SHAPE(2));
    Dataset *d = text_dataset_new(text->data, 12, 4);
    Batch b = {.size = -77, .x = old, .y = old};
    CALL(d->fetch(d, 3, indices, &b));
    MISTAKE_NUMBER(-77, "the size of the batch was never set: how many windows it holds");
    MISTAKE_NUMBER(0, "the size of the batch was left 0: it is how many windows it holds");
    MISTAKE_NUMBER(4, "that is the context; the size of a batch is how many examples it holds");
    MISTAKE_NUMBER(12,
                   "that is how many tokens; the size of a batch is how many examples it holds");
    check_long(b.size, 3, "the size of the batch is n, the number of windows");
    FORGET();
    MISTAKE_NUMBER(0,
                   "the batch was not cleared, an old x is still in it: *batch = (Batch){.size = "
                   "n};");
    check_long(b.x == NULL && b.y == NULL, 1,
               "a text has no x and no y: they are NULL, whatever the batch held before");
    dataset_free(d);
}
