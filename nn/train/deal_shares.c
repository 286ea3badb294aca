/* deal_shares.c - shares for ranks of unequal speed: who works on which, so that nobody waits long.
 *
 * Shares stay whole and in order, so sums have the same bits for every deal; only the step gets
 * shorter. Whether a given time is enough is easily seen: each rank in turn takes as many as it can
 * do in it, for a share that is left to a later rank helps no earlier one.
 */
#include <float.h>
#include <math.h>
#include "engine.h"
#include "share_check.h"

void deal_check(const long *rows, long shares, const double *speed, long ranks)
{
    if (shares < 1 || ranks < 1)
        fail("deal_shares: %ld shares for %ld ranks, expected at least 1 of each", shares, ranks);
    for (long i = 0; i < shares; i++)
        if (rows[i] < 0)
            fail("deal_shares: share %ld has %ld rows, expected at least 0", i, rows[i]);
    bool works = false;
    for (long r = 0; r < ranks; r++) {
        if (!(speed[r] >= 0 && speed[r] < INFINITY))
            fail("deal_shares: rank %ld does %g rows a second, expected a number of at least 0", r,
                 speed[r]);
        works = works || speed[r] > 0;
    }
    if (!works)
        fail("deal_shares: no rank does any rows a second. hint: a speed is rows / seconds of a "
             "step before");
}

/* Each rank takes what it can do in `limit` seconds. The time of the slowest; INFINITY if shares
 * are left. */
static double deal_within(const long *rows, long shares, const double *speed, long ranks,
                          double limit, long *first)
{
    long next = 0;
    double slowest = 0;
    for (long r = 0; r < ranks; r++) {
        first[r] = next;
        double own = 0;
        while (next < shares && speed[r] > 0 && (own + (double)rows[next]) / speed[r] <= limit)
            own += (double)rows[next++];
        if (own > 0)
            slowest = fmax(slowest, own / speed[r]);
    }
    first[ranks] = next;
    return next == shares ? slowest : INFINITY;
}

/* Invariant: `best` seconds are enough. Each round asks for less than the one before, and there
 * are only as many times as runs of shares. */
EXERCISE
void deal_shares(const long *rows, long shares, const double *speed, long ranks, long *first)
{
    deal_check(rows, shares, speed, ranks);
    double best = DBL_MAX, less = best;
    do {
        best = less;
        less = deal_within(rows, shares, speed, ranks, nextafter(best, 0), first);
    } while (less < best);
    deal_within(rows, shares, speed, ranks, best, first);
}
