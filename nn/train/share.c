/* share.c - which rows of a batch are whose.
 *
 * Invariant: every row is in exactly one share, and rows keep their order.
 */
#include "share.h"

Share share_of(long rows, long i, long shares)
{
    share_check(rows, i, shares);
    long least = rows / shares,
         larger = rows % shares;           /* the first `larger` shares have one more */
    long before = i < larger ? i : larger; /* larger shares in front of this one */
    return (Share){.first = i * least + before, .count = least + (i < larger)};
}
