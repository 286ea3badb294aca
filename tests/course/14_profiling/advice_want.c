/* advice_want.c - what is left of a step, whichever operation reaches its limit. */
#include "want.h"

/* The step's time when all spans of this name take no longer than they must. */
static double step_after(const Step *s, const char *name)
{
    double seconds = 0;
    for (long i = 0; i < s->n; i++) {
        double arithmetic = s->work[i].flops / s->peak, memory = s->work[i].bytes / s->bandwidth;
        double must = arithmetic > memory ? arithmetic : memory, takes = s->own[i];
        seconds += strcmp(s->spans[i].name, name) == 0 && must < takes ? must : takes;
    }
    return seconds;
}

const char *best_want(const Step *s)
{
    const char *best = "nothing";
    double shortest = step_after(s, best);
    for (long i = 0; i < s->n; i++) {
        double then = step_after(s, s->spans[i].name);
        if (then < shortest - 1e-9) {
            shortest = then;
            best = s->spans[i].name;
        }
    }
    return best;
}
