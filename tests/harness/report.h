/* report.h - what the student reads. */
#ifndef REPORT_H
#define REPORT_H

#include "results.h"

typedef struct {
    FILE *out;
    bool colour;
    const char *number;     /* "12", for the commands that are told */
    const char *flags;      /* " ENGINE=mine", to be repeated in those */
    int seconds;            /* a test may take */
    bool everything;        /* show every failure in full */
    bool chosen;            /* TEST= was given: these are not all */
    const CheckTest *first; /* all tests, in order */
} Report;

void report_head(const Report *r);
void report_test(const Report *r, const Result *result);
/* open: the first test that earned nothing; NULL when all did. */
void report_tail(const Report *r, int points, int total, const Result *open);

#endif
