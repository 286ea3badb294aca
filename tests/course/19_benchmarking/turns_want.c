/* turns_want.c - a plan played on a machine that drifts. */
#include "want.h"

static void run(Machine *m, const Plan *plan, long i)
{
    m->ran[m->runs++] = (int)i;
    m->time += plan->work[i] * (1 + m->drift * m->time);
}

/* Seconds (n, rounds), and what the machine did. */
static Tensor *played(const Plan *plan, Rng rng, Machine *m)
{
    long order[MOST_BODIES], n = plan->n;
    Tensor *seconds = blank(SHAPE(n, plan->rounds));
    *m = (Machine){.drift = plan->drift, .look = plan->look};
    for (long i = 0; i < n; i++) {
        order[i] = i;
        run(m, plan, i);
    }
    for (long round = 0; round < plan->rounds; round++) {
        rng_shuffle(&rng, n, order);
        for (long k = 0; k < n; k++) {
            double start = machine_now(m);
            run(m, plan, order[k]);
            seconds->data[order[k] * plan->rounds + round] = (real)(machine_now(m) - start);
        }
    }
    return seconds;
}

Tensor *turns_want(const Plan *plan, Rng rng)
{
    Machine m;
    return played(plan, rng, &m);
}

Tensor *order_want(const Plan *plan, Rng rng)
{
    Machine m;
    played(plan, rng, &m);
    return who_ran(&m);
}
