/* share.c - which rows of a batch are whose.
 *
 * Invariant: every row is in exactly one share, and rows keep their order.
 */
#include "share_check.h"

EXERCISE
Share share_of(long rows, long i, long shares)
{
    share_check(rows, i, shares);
    long least = rows / shares, larger = rows % shares;
    long before = i < larger ? i : larger; /* shares in front that have one row more */
    return (Share){.first = i * least + before, .count = least + (i < larger)};
}
