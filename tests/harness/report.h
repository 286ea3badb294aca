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

/* ---- fold.c: lines for a terminal of its own width ------------------------------------------- */

/* The columns of a terminal, at least 36; SIZE_MAX: it is none, or its width is not known. */
size_t fold_width(FILE *out);
/* Writes text from `column` on, with line breaks between words where a line would be longer than
 * `last`; further lines, also those of the text itself, begin at `indent`. A command, "make 12
 * TEST=name", stays whole. */
void fold_write(FILE *out, const char *text, size_t column, size_t indent, size_t last);

/* ---- report.c -------------------------------------------------------------------------------- */

typedef struct {
    int earned, possible;
} Sum;

void report_head(const Report *r);
void report_test(const Report *r, const Result *result);
/* optional: of the points beside the 100. open: the first test that earned nothing, of those that
 * nobody needs only if nothing else was asked; NULL when all did. */
void report_tail(const Report *r, Sum points, Sum optional, const Result *open);

#endif
