/* deal_shares.c - how long the step takes is guessed, and the guess is halved in. */
#include "share_check.h"

/* Can all shares be done in so many seconds? Each rank takes as many as fit. */
static bool enough(const long *rows, long shares, const double *speed, long ranks, double seconds,
                   long *first)
{
    long i = 0;
    for (long r = 0; r < ranks; r++) {
        double room = seconds * speed[r];
        first[r] = i;
        while (i < shares && rows[i] <= room) {
            room -= rows[i];
            i++;
        }
    }
    first[ranks] = i;
    return i == shares;
}

void deal_shares(const long *rows, long shares, const double *speed, long ranks, long *first)
{
    deal_check(rows, shares, speed, ranks);

    double low = 0, high = 0, fastest = 0;
    for (long i = 0; i < shares; i++)
        high += rows[i];
    for (long r = 0; r < ranks; r++)
        if (speed[r] > fastest)
            fastest = speed[r];
    high = 1.001 * high / fastest; /* enough for one rank that does everything */
    for (int turn = 0; turn < 100; turn++) {
        double middle = (low + high) / 2;
        if (enough(rows, shares, speed, ranks, middle, first))
            high = middle;
        else
            low = middle;
    }
    enough(rows, shares, speed, ranks, high, first);
}
