/* points.h - a module's points, test by test. */
#ifndef POINTS_H
#define POINTS_H

#include "report.h"

typedef struct {
    Report report;
    FILE *list; /* NULL, or where to write "name points outcome exercise file" for each test */
    int earned, possible;
    const Result *first_open; /* the first test that earned nothing */
} Points;

/* Asks one test, reports it and counts it; did it earn its points? */
bool points_of(Points *p, const CheckTest *t);

#endif
