/* share.c - which rows of a batch are whose.
 *
 * Invariant: every row is in exactly one share, and rows keep their order.
 */
#include "share_check.h"
#include "todo.h"

/* ---- 21.1 ---------------------------------------------------------------------------------------- */

Share share_of(long rows, long i, long shares)
{
    share_check(rows, i, shares); /* given: 0 <= i < shares */

    /* TODO: the rows of share i, as .first and .count.
     *
     * CONTRACT  shares follow each other without a gap, sizes differ by at most one, and the
     *           larger ones come first. Rows and shares may be more than 2^40: there is no time
     *           for a walk over them.
     * EXAMPLE   share_of(10, i, 4):  0 1 2 | 3 4 5 | 6 7 | 8 9        share 2 is {.first = 6, .count = 2}
     *           share_of(3, i, 4):   0 | 1 | 2 |                      share 3 is {.first = 3, .count = 0}
     * HOLDS     counts of all shares add up to rows.
     * THINK     share i is asked for alone: what must it know of those in front of it? How many of
     *           them are larger ones? */
    todo("21.1 share_of");
}
