/* contest.h - the task of make break-20: a model that goes backwards as an entry of the cup, and races of equals. */
#ifndef CONTEST_H
#define CONTEST_H

#include "kindling.h"

typedef struct {
    double bytes; /* of the artefact, over those of the floats */
    double more;  /* bits that the entry needs over the model in float, less 1 */
    double score;
    double lucky; /* of races between two that are equally fast: called faster or slower */
} ContestNumbers;
ContestNumbers contest_numbers(Gpt *gpt, uint64_t seed);

#endif
