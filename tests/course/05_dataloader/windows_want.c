/* windows_want.c - windows of a text, token by token. */
#include "want.h"

/* Row i begins at start[i]; number t of it is the token `ahead` later. */
static Tensor *windows(const IntTensor *text, long n, const long *start, long T, long ahead)
{
    Tensor *out = blank(SHAPE(n, T));
    for (long i = 0; i < n * T; i++)
        out->data[i] = (real)text->data[start[i / T] + i % T + ahead];
    return out;
}

Tensor *ids_want(const IntTensor *text, long n, const long *start, long T)
{
    return windows(text, n, start, T, 0);
}

Tensor *labels_want(const IntTensor *text, long n, const long *start, long T)
{
    return windows(text, n, start, T, 1);
}
