/* recompute_plan.c - which parts of a step are made again on the way back, when memory is short.
 *
 * Every choice is looked at, but those that already cost more than the best one, or hold too much.
 */
#include <math.h>
#include <string.h>
#include "engine.h"
#include "measure_check.h"

void recompute_plan_check(long n, const RecomputePart *part, double budget)
{
    double results = 0, largest = 0;
    if (n < 0 || n > RECOMPUTE_MOST)
        fail("recompute_plan: there are %ld parts, expected 0 to %d", n, RECOMPUTE_MOST);
    for (long i = 0; i < n; i++) {
        const RecomputePart *p = &part[i];
        if (!(p->inside >= 0 && p->result >= 0 && p->flops >= 0 &&
              isfinite(p->inside + p->result + p->flops)))
            fail("recompute_plan: part %ld has %g bytes inside, a result of %g and %g flops, "
                 "expected finite numbers of at least 0",
                 i, p->inside, p->result, p->flops);
        results += p->result;
        largest = fmax(largest, p->inside);
    }
    if (!(results + largest <= budget))
        fail("recompute_plan: a budget of %g bytes is too small: all results and the largest part "
             "are %g",
             budget, results + largest);
}

typedef struct {
    const RecomputePart *part;
    long n;
    double room, least; /* bytes for what is inside of parts; flops of the best choice so far */
    bool now[RECOMPUTE_MOST], *best;
} Search;

/* Parts in front of i are decided: `kept` bytes stay, the largest made again comes back. */
static void decide(Search *s, long i, double kept, double largest, double flops)
{
    if (flops >= s->least || kept + largest > s->room)
        return;
    if (i == s->n) {
        s->least = flops;
        memcpy(s->best, s->now, (size_t)s->n * sizeof *s->best);
        return;
    }
    const RecomputePart *p = &s->part[i];
    s->now[i] = false;
    decide(s, i + 1, kept + p->inside, largest, flops);
    s->now[i] = true;
    decide(s, i + 1, kept, fmax(largest, p->inside), flops + p->flops);
}

EXERCISE
void recompute_plan(bool again[], long n, const RecomputePart *part, double budget)
{
    recompute_plan_check(n, part, budget);
    Search s = {.part = part, .n = n, .room = budget, .least = INFINITY, .best = again};
    for (long i = 0; i < n; i++)
        s.room -= part[i].result;
    decide(&s, 0, 0, 0, 0);
}
