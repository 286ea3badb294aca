/* race.h - programs against each other on a machine that drifts: what a comparison says of them, and what is so. */
#ifndef RACE_H
#define RACE_H

#include "kindling.h"

typedef struct {
    double false_alarms; /* of the races of a program against itself: p < 0.05 */
    double found;        /* of the races against one that is slower: p < 0.05 */
    double covered;      /* of all intervals: the true ratio is inside */
} RaceResult;
RaceResult races_run(uint64_t seed);

#endif
