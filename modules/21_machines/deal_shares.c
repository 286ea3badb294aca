/* deal_shares.c - which shares are whose, when ranks are not equally fast.
 *
 * Invariant: shares stay whole and in order, so that their sum does not tell who worked on them.
 */
#include "share_check.h"
#include "todo.h"

/* ---- 21.4 ---------------------------------------------------------------------------------------- */

void deal_shares(const long *rows, long shares, const double *speed, long ranks, long *first)
{
    deal_check(rows, shares, speed, ranks); /* given: one speed at least is above 0 */

    /* TODO: which shares each rank works on, so that the slowest is done as soon as possible. How you find
     *       it is your decision.
     *
     * CONTRACT  share i has rows[i] rows, rank r does speed[r] rows a second. Rank r gets the
     *           shares first[r] to first[r + 1] - 1: first has ranks + 1 numbers, from 0 to
     *           `shares`. A rank takes rows / speed seconds, of no rows 0, and a step as long as
     *           the slowest. Rows for a rank of speed 0 would take forever.
     * BUDGET    many shares, and a step at most 1.15 times as long as if rows could be cut
     *           anywhere: 3 points. Few shares of equal size, and no deal is shorter: 3 more. The
     *           same for any sizes, and with ranks of speed 0: 4 more.
     * EXAMPLE   rows (2, 2, 2, 2, 2, 2, 2, 2), speed (1, 2, 1): first is (0, 2, 6, 8), 4 seconds
     * HOLDS     all speeds doubled: half the time. Equal speeds and sizes: as long as by 21.1.
     * YOU HAVE  what you wrote before; scope_open, scope_alloc, scope_close
     * THINK     give each rank its part of all rows, rounded: for which three ranks and few
     *           shares is that not the best? Shares in another order might be dealt better still:
     *           what would it cost? */
    (void)first;
    todo("21.4 deal_shares");
}
