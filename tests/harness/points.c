/* points.c - what a test earns, in the report and in the list of results. */
#include "parent.h"
#include "points.h"

static const char *outcome_word(const Result *r)
{
    return r->earned ? "pass" : r->verdict.outcome == NOT_WRITTEN ? "todo" : "fail";
}

static void add(Sum *sum, int points, bool earned)
{
    sum->possible += points;
    sum->earned += earned ? points : 0;
}

bool points_of(Points *p, const CheckTest *t)
{
    p->report.seconds = run_seconds; /* fewer for those after one that ran out of time */
    const Result *r = result_of(t);
    report_test(&p->report, r);
    add(&p->points, t->points, r->earned);
    add(&p->optional, t->optional, r->earned);
    if (p->list != NULL)
        fprintf(p->list, "%s\t%d\t%s\t%s\t%s\t%d\n", t->name, t->points, outcome_word(r),
                t->exercise, t->file, t->optional);
    const Result **open = t->optional ? &p->first_choice : &p->first_open;
    if (!r->earned && *open == NULL)
        *open = r;
    return r->earned;
}

bool points_not_wanted(const CheckTest *t)
{
    return t->optional && result_of(t)->verdict.outcome == NOT_WRITTEN;
}

void points_tail(const Points *p)
{
    report_tail(&p->report, p->points, p->optional,
                p->points.possible > 0 ? p->first_open : p->first_choice);
}
