/* share_want.c - rows of shares: each begins where the one in front of it ends. */
#include "want.h"

Tensor *cut_want(long rows, long shares)
{
    Tensor *t = blank(SHAPE(shares, 2));
    long first = 0;
    for (long i = 0; i < shares; i++) {
        long count = rows / shares + (i < rows % shares);
        t->data[2 * i] = (real)first;
        t->data[2 * i + 1] = (real)count;
        first += count;
    }
    return t;
}

/* Share i alone: the larger ones in front of it have a row more. */
Tensor *share_want(long rows, long i, long shares)
{
    long least = rows / shares, larger = rows % shares;
    long first = least * i + (larger < i ? larger : i);
    return values(SHAPE(2), 2, (real[]){(real)first, (real)(least + (i < larger))});
}
