/* windows_want.c - windows of a text, token by token, and those that known mistakes give. */
#include "want.h"

#define NO_TOKEN (-1)

/* Row i begins at start[i]; number t of it is the token `ahead` later. */
static Tensor *windows(const IntTensor *text, long n, const long *start, long T, long ahead)
{
    Tensor *out = blank(SHAPE(n, T));
    for (long i = 0; i < n * T; i++) {
        long place = start[i / T] + i % T + ahead;
        bool inside = place >= 0 && place < text->shape[0];
        out->data[i] = (real)(inside ? text->data[place] : NO_TOKEN);
    }
    return out;
}

/* The last number of each row is another. */
static Tensor *ending_with(const IntTensor *text, long n, const long *start, long T, bool own_first)
{
    Tensor *out = windows(text, n, start, T, 1);
    for (long i = 0; i < n; i++)
        out->data[i * T + T - 1] = (real)(own_first ? text->data[start[i]] : 0);
    return out;
}

/* memcpy of T bytes, which are not even one token or little more; new ints are 0. */
static Tensor *of_bytes(const IntTensor *text, long n, const long *start, long T, long ahead)
{
    Tensor *out = blank(SHAPE(n, T));
    for (long i = 0; i < n; i++) {
        int row[MOST] = {0};
        memcpy(row, text->data + start[i] + ahead, (size_t)T);
        for (long t = 0; t < T; t++)
            out->data[i * T + t] = (real)row[t];
    }
    return out;
}

/* Row i was written from place i on, over the row before. */
static Tensor *overlapping(const Tensor *rows)
{
    long n = rows->shape[0], T = rows->shape[1];
    Tensor *out = blank(2, rows->shape);
    for (long i = 0; i < n * T; i++)
        out->data[i / T + i % T] = rows->data[i];
    return out;
}

static void start_mistakes(const IntTensor *text, long n, const long *start, long T, long ahead)
{
    long by_place[MOST], apart[MOST], first[MOST];
    for (long i = 0; i < n; i++) {
        by_place[i] = i;
        apart[i] = start[i] * T;
        first[i] = start[0];
    }
    MISTAKE(windows(text, n, by_place, T, ahead),
            "window i begins at token i of the text: it should begin at token indices[i]");
    MISTAKE(windows(text, n, apart, T, ahead),
            "the windows lie side by side, each T tokens on: window k begins at token k, so "
            "neighbouring windows overlap");
    MISTAKE(windows(text, n, first, T, ahead),
            "every row is the first window: row i begins at token indices[i]");
    MISTAKE(overlapping(windows(text, n, start, T, ahead)),
            "the rows lie one over the other: row i begins i * T numbers behind ->data");
}

static void window_mistakes(const IntTensor *text, long n, const long *start, long T, long ahead)
{
    if (n > 1)
        start_mistakes(text, n, start, T, ahead);
    MISTAKE(of_bytes(text, n, start, T, ahead),
            "only T bytes of each window were copied: memcpy counts bytes, T * sizeof(int) of "
            "them");
    MISTAKE_SHAPE(SHAPE(n, T - 1),
                  "one token is lost at the end of each window: T ids and T labels");
    MISTAKE_SHAPE(SHAPE(n, T + 1), "a row holds T tokens; the T + 1st is a label only");
    MISTAKE_SHAPE(SHAPE(n * T), "two axes, (n, T): which token belongs to which window");
    MISTAKE_SHAPE(SHAPE(T, n), "the axes are swapped: (n, T), one row per window");
}

Tensor *ids_want(const IntTensor *text, long n, const long *start, long T)
{
    window_mistakes(text, n, start, T, 0);
    MISTAKE(windows(text, n, start, T, 1),
            "everything is one token too late: the first id of window k is token k of the text");
    MISTAKE_MESSAGE("ids is NULL", "the batch has no ids: an int tensor (n, T)");
    return windows(text, n, start, T, 0);
}

Tensor *labels_want(const IntTensor *text, long n, const long *start, long T)
{
    window_mistakes(text, n, start, T, 1);
    MISTAKE(windows(text, n, start, T, 0),
            "the labels are the tokens themselves: nothing is left to be guessed; they are the "
            "tokens one later");
    MISTAKE(windows(text, n, start, T, 2),
            "everything is one token too late: the first id of window k is token k, its label "
            "token k + 1");
    MISTAKE(windows(text, n, start, T, -1),
            "the labels are the tokens before: they are one token later, not earlier");
    MISTAKE(ending_with(text, n, start, T, true),
            "the last label is the window's own first token: it is the token behind the window");
    MISTAKE(ending_with(text, n, start, T, false),
            "the last label is missing: it is the token behind the window");
    MISTAKE_SHAPE(SHAPE(n), "one label per window: every token of it is followed by one, (n, T)");
    MISTAKE_MESSAGE("labels is NULL", "the batch has no labels: an int tensor (n, T), the tokens "
                                      "one later");
    return windows(text, n, start, T, 1);
}

long size_want(long n, long context, long n_tokens)
{
    MISTAKE_NUMBER(-77, "the size of the batch was never set: how many windows it holds");
    MISTAKE_NUMBER(0, "the size of the batch was left 0: it is how many windows it holds");
    MISTAKE_NUMBER((double)context, "that is the context; the size of a batch is how many examples "
                                    "it holds");
    MISTAKE_NUMBER((double)n_tokens, "that is how many tokens; the size of a batch is how many "
                                     "examples it holds");
    return n;
}

const char *cleared_want(void)
{
    MISTAKE_MESSAGE("left is", "the batch was not cleared, what it held before is still in it: "
                               "*batch = (Batch){.size = n};");
    return "nothing";
}
