/* report.h - what the student reads. */
#ifndef REPORT_H
#define REPORT_H

#include "verdict.h"

typedef struct {
    FILE *out;
    bool colour;
    const char *program;    /* of the tests, for addr2line */
    const char *number;     /* "12", for the commands that are told */
    const char *flags;      /* " ENGINE=mine", to be repeated in those */
    int seconds;            /* a test may take */
    bool everything;        /* show every failure in full */
    bool chosen;            /* TEST= was given: these are not all */
    const CheckTest *first; /* all tests, in order */
} Report;

void report_head(const Report *r);
void report_test(const Report *r, const CheckTest *test, const Verdict *v, FILE *printed);
/* next: the first test that earned nothing, and what became of it; NULL when all passed. */
void report_tail(const Report *r, int points, int total, const CheckTest *next, const Verdict *v);

#endif
