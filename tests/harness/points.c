/* points.c - what a test earns, in the report and in the list of results. */
#include "parent.h"
#include "points.h"

static const char *outcome_word(const Result *r)
{
    return r->earned ? "pass" : r->verdict.outcome == NOT_WRITTEN ? "todo" : "fail";
}

bool points_of(Points *p, const CheckTest *t)
{
    p->report.seconds = run_seconds; /* fewer for those after one that ran out of time */
    const Result *r = result_of(t);
    report_test(&p->report, r);
    p->possible += t->points;
    p->earned += r->earned ? t->points : 0;
    if (p->list != NULL)
        fprintf(p->list, "%s\t%d\t%s\t%s\t%s\n", t->name, t->points, outcome_word(r), t->exercise,
                t->file);
    if (!r->earned && p->first_open == NULL)
        p->first_open = r;
    return r->earned;
}
