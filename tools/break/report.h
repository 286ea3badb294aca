/* report.h - a report of a training step of a GPT that is known, on a machine that is: every number follows from shapes. */
#ifndef REPORT_H
#define REPORT_H

#include "kindling.h"

typedef struct {
    double parameters; /* thousands, the table tied to the output */
    double megaflops;  /* of a step, forward and backward */
    double gflops; /* that this step can reach at most, on a machine of 120 GFLOP/s and 12 GB/s */
    double ms;     /* the median of a step, by a clock that is played */
} StepReport;
StepReport step_report(uint64_t seed);

#endif
