/* points.h - a module's points, test by test. */
#ifndef POINTS_H
#define POINTS_H

#include "report.h"

typedef struct {
    Report report;
    FILE *list; /* NULL, or where each test goes: name points outcome exercise file optional */
    Sum points, optional;                    /* optional: beside the points */
    const Result *first_open, *first_choice; /* the first that earned nothing; of the optional */
} Points;

/* Asks one test, reports it and counts it; did it earn its points? */
bool points_of(Points *p, const CheckTest *t);
/* Behind all of them. */
void points_tail(const Points *p);
/* Did a test lose nothing, though it earned nothing? It is optional, and was not begun. */
bool points_not_wanted(const CheckTest *t);

#endif
