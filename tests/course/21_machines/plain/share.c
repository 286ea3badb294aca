/* share.c - what everyone has, and one row more for the first few. */
#include "share_check.h"

Share share_of(long rows, long i, long shares)
{
    share_check(rows, i, shares);

    long least = rows / shares;
    long left_over = rows % shares;
    Share share;
    if (i < left_over) {
        share.count = least + 1;
        share.first = i * (least + 1);
    } else {
        share.count = least;
        share.first = left_over * (least + 1) + (i - left_over) * least;
    }
    return share;
}
