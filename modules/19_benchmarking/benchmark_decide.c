/* benchmark_decide.c - which of two programs is faster, on a machine that drifts and has bursts? */
#include "benchmark_check.h"
#include "todo.h"

/* ---- 19.8 ---------------------------------------------------------------------------------------- */

int benchmark_decide(Clock clock, const BenchmarkBody *bodies, long runs, Rng *rng)
{
    benchmark_decide_check(runs); /* given: runs >= 20 */

    /* TODO: an experiment of your own: is bodies[0] faster, or bodies[1], or can nobody say?
     *
     * CONTRACT  returns -1 if bodies[0] is faster, 1 if bodies[1] is, 0 if these runs do not say.
     *           At most `runs` runs of both together, whatever they are for.
     * BUDGET    judged by many played machines, 60 runs on each. Quiet ones, on which programs
     *           differ by 20 % or not at all, each decided right: 3 points. A machine that gets
     *           slower all the time: two equal programs are called different on at most 2 of 100
     *           machines, 8 % are found on 80 of 100, and 60 % on all: 4 more. The same with
     *           bursts, in which some runs take up to three times as long, and 5 % in place of 8:
     *           the last 5.
     * EXAMPLE   all 30 of A, then all 30 of B, 1 s each, 0.5 % slower each second: B looks 16 % slower, and is not
     * HOLDS     bodies[0] and bodies[1] change places: -1 and 1 do, too, but for luck. The first
     *           run of a body takes longer than all others.
     * YOU HAVE  clock.now(clock.context), bodies[i].run(bodies[i].context); 19.1 to 19.4 and
     *           19.7; rng_below(rng, 2); scope_open, scope_alloc, scope_close
     * THINK     what happens to two runs that are neighbours, and to two that are not? What can
     *           one run in a burst do to a mean, and what to a median? If A and B are equal: how
     *           often may you be wrong, and how do you know how often your rule is? */
    todo("19.8 benchmark_decide");
}
