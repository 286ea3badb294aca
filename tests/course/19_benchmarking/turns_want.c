/* turns_want.c - a plan played in many orders, one of which is right. */
#include "want.h"

typedef enum {
    RIGHT,
    BLOCKS,
    ALWAYS_THE_SAME,
    DRAWN_ONCE,
    THERE_AND_BACK,
    BEGINS_ANEW,
    COLD,
    WARM_EACH_ROUND,
    WARM_IN_ROUND,
    WARM_TIMED,
    ONE_WARMED,
    ROUNDS_FIRST,
    BY_TURN,
    ONE_LOOK,
    CUMULATED,
    MILLISECONDS,
    NOT_ADVANCED,
    OWN_STREAM,
    WHOLE_ROUND,
    SHARED_ROUND,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [BLOCKS] = "all rounds of one body, then all of the next: whoever comes last pays for the "
               "drift; round by round",
    [ALWAYS_THE_SAME] = "in the same order in each round: who comes last in every round pays for "
                        "the drift; shuffle",
    [DRAWN_ONCE] = "the order was drawn once, and is the same in all rounds: shuffle before each",
    [THERE_AND_BACK] = "there and back, A B B A, without chance: a machine with a rhythm of its "
                       "own may keep step; shuffle",
    [BEGINS_ANEW] =
        "each shuffle begins with 0, 1, ..., n - 1: it goes on from the order of the round before",
    [COLD] = "nobody ran to warm up: the first round pays for it",
    [WARM_EACH_ROUND] = "each body runs to warm up in every round: once, at the beginning",
    [WARM_IN_ROUND] =
        "a body warms up just before its first timed run: all of them before the first round",
    [WARM_TIMED] = "the clock was read while warming up: nobody wants to know",
    [ONE_WARMED] = "only one body warmed up: each has caches of its own to fill",
    [ROUNDS_FIRST] = "samples[round * n + i]: a row belongs to a body, samples[i * rounds + round]",
    [BY_TURN] = "samples are stored in the order of turns, k, and not of bodies, order[k]",
    [ONE_LOOK] = "the clock is read once between two runs: the end of one was taken for the start "
                 "of the next",
    [CUMULATED] = "the time at the end, not the difference from the time before",
    [MILLISECONDS] = "in milliseconds: the clock gives seconds, and so do samples",
    [NOT_ADVANCED] = "the rng was copied: every shuffle draws the same numbers",
    [OWN_STREAM] = "drawn from a stream of its own: the rng that was given",
    [WHOLE_ROUND] = "from the beginning of the round: each run from just before it",
    [SHARED_ROUND] = "the round's time was shared out evenly: each run has its own",
};

typedef struct {
    const Plan *plan;
    Slip slip;
    Machine m;
    Tensor *seconds;
    double last; /* the clock at the end of the run before */
} Play;

static double look(Play *p)
{
    double time = p->m.time;
    p->m.time += p->m.look;
    p->m.reads++;
    return time;
}

static void run(Play *p, long i)
{
    if (p->m.runs < MOST_RUNS)
        p->m.ran[p->m.runs] = (int)i;
    p->m.runs++;
    p->m.time += p->plan->work[i] * (1 + p->m.drift * p->m.time);
}

static void timed(Play *p, long i, long turn, long round, double round_start)
{
    const Plan *plan = p->plan;
    double start = p->slip == ONE_LOOK ? p->last
                   : p->slip == WHOLE_ROUND || p->slip == CUMULATED
                       ? (p->slip == CUMULATED ? 0 : round_start)
                       : look(p);
    run(p, i);
    p->last = look(p);
    double time = (p->last - start) * (p->slip == MILLISECONDS ? 1000 : 1);
    long row = p->slip == BY_TURN ? turn : i;
    p->seconds->data[p->slip == ROUNDS_FIRST ? round * plan->n + row : row * plan->rounds + round] =
        (real)time;
}

static void warm_up(Play *p)
{
    for (long i = 0; i < p->plan->n; i++) {
        if (p->slip == COLD || p->slip == WARM_EACH_ROUND || p->slip == WARM_IN_ROUND ||
            (p->slip == ONE_WARMED && i > 0))
            continue;
        if (p->slip == WARM_TIMED)
            look(p);
        run(p, i);
        if (p->slip == WARM_TIMED)
            look(p);
    }
}

static void set_order(long *order, long n, long round, Slip slip)
{
    for (long i = 0; i < n; i++)
        if (round == 0 || slip == BEGINS_ANEW)
            order[i] = i;
        else if (slip == THERE_AND_BACK)
            order[i] = round % 2 == 1 ? n - 1 - i : i;
}

static void one_round(Play *p, long *order, long round, Rng *rng)
{
    const Plan *plan = p->plan;
    Slip slip = p->slip;
    Rng copy = *rng;
    set_order(order, plan->n, round, slip);
    if (slip != ALWAYS_THE_SAME && slip != THERE_AND_BACK && (slip != DRAWN_ONCE || round == 0))
        rng_shuffle(slip == NOT_ADVANCED ? &copy : rng, plan->n, order);
    double start = slip == WHOLE_ROUND || slip == SHARED_ROUND ? look(p) : 0;
    for (long k = 0; k < plan->n; k++) {
        if (slip == WARM_EACH_ROUND || (slip == WARM_IN_ROUND && round == 0))
            run(p, order[k]);
        if (slip == SHARED_ROUND)
            run(p, order[k]);
        else
            timed(p, order[k], k, round, start);
    }
    if (slip == SHARED_ROUND) {
        double each = (look(p) - start) / (double)plan->n;
        for (long i = 0; i < plan->n; i++)
            p->seconds->data[i * plan->rounds + round] = (real)each;
    }
}

static Play played(const Plan *plan, Rng rng, Slip slip)
{
    long order[MOST_BODIES];
    Rng own = rng_seed(0), *stream = slip == OWN_STREAM ? &own : &rng;
    Play p = {.plan = plan, .slip = slip, .seconds = blank(SHAPE(plan->n, plan->rounds))};
    p.m = (Machine){.drift = plan->drift, .look = plan->look};
    warm_up(&p);
    if (slip == ONE_LOOK)
        p.last = look(&p);
    if (slip == BLOCKS) {
        for (long i = 0; i < plan->n; i++)
            for (long round = 0; round < plan->rounds; round++)
                timed(&p, i, i, round, 0);
        return p;
    }
    for (long round = 0; round < plan->rounds; round++)
        one_round(&p, order, round, stream);
    return p;
}

Tensor *turns_want(const Plan *plan, Rng rng)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        MISTAKE(played(plan, rng, slip).seconds, said[slip]);
    return played(plan, rng, RIGHT).seconds;
}

static bool same_runs(const Machine *a, const Machine *b)
{
    return a->runs == b->runs && memcmp(a->ran, b->ran, sizeof a->ran) == 0;
}

Tensor *order_want(const Plan *plan, Rng rng)
{
    Play right = played(plan, rng, RIGHT);
    for (Slip slip = 1; slip < SLIPS; slip++) {
        Play p = played(plan, rng, slip);
        if (!same_runs(&p.m, &right.m))
            MISTAKE(who_ran(&p.m), said[slip]);
    }
    return who_ran(&right.m);
}

long reads_want(const Plan *plan, Rng rng)
{
    MISTAKE_NUMBER((double)(plan->n * plan->rounds + 1), said[ONE_LOOK]);
    MISTAKE_NUMBER((double)(plan->n * plan->rounds), said[CUMULATED]);
    MISTAKE_NUMBER((double)(2 * plan->n * (plan->rounds + 1)), said[WARM_TIMED]);
    MISTAKE_NUMBER((double)(2 * plan->rounds), said[SHARED_ROUND]);
    MISTAKE_NUMBER((double)((plan->n + 1) * plan->rounds), said[WHOLE_ROUND]);
    return played(plan, rng, RIGHT).m.reads;
}

long runs_want(const Plan *plan, Rng rng)
{
    MISTAKE_NUMBER((double)(plan->n * plan->rounds), said[COLD]);
    MISTAKE_NUMBER((double)(2 * plan->n * plan->rounds), said[WARM_EACH_ROUND]);
    MISTAKE_NUMBER((double)(plan->n * plan->rounds + 1), said[ONE_WARMED]);
    return played(plan, rng, RIGHT).m.runs;
}
