/* race.c - the task of make break-19: 400 comparisons of two programs, decided by the module's functions.
 *
 * The machine is made up, so that what is true is known: a run takes its work, times what the machine does besides. That
 * wanders from run to run, drifts by up to some percent in a race, and now and then is a burst; the clock ticks.
 */
#include <math.h>
#include "benchmark.h"
#include "race.h"

enum { RACES = 200, ROUNDS = 10 };

static const double slower = 1.08, tick = 0.04;

typedef struct {
    Rng rng;
    double time, drift;
} Machine;
typedef struct {
    Machine *machine;
    double work;
} Program;

static double ticks(void *context)
{
    return tick * floor(((const Machine *)context)->time / tick);
}

static void run(void *context)
{
    const Program *program = context;
    Machine *m = program->machine;
    double besides = 1 + 0.02 * fabs(rng_normal(&m->rng)) + m->drift * m->time;
    if (rng_below(&m->rng, 25) == 0)
        besides += 2 * rng_uniform(&m->rng);
    m->time += program->work * besides;
}

static Comparison raced(double work_a, double work_b, uint64_t seed)
{
    Machine m = {.rng = rng_stream(seed, 1), .time = 0};
    m.drift = 0.006 * (2 * rng_uniform(&m.rng) - 1);
    Rng order = rng_stream(seed, 2);
    Program a = {&m, work_a}, b = {&m, work_b};
    const BenchmarkBody body[2] = {{run, &a}, {run, &b}};
    double seconds[2 * ROUNDS];
    benchmark_interleaved((Clock){ticks, &m}, body, 2, ROUNDS, &order, seconds);
    return benchmark_compare(seconds, seconds + ROUNDS, ROUNDS, 0.95, &order);
}

static bool inside(Interval at, double ratio)
{
    return at.low <= ratio && ratio <= at.high;
}

RaceResult races_run(uint64_t seed)
{
    RaceResult r = {0, 0, 0};
    for (long i = 0; i < RACES; i++) {
        uint64_t of_race = seed * 1000 + (uint64_t)i;
        Comparison same = raced(1, 1, of_race), other = raced(1, slower, of_race + RACES);
        r.false_alarms += (same.p < 0.05) / (double)RACES;
        r.found += (other.p < 0.05) / (double)RACES;
        r.covered +=
            (inside(same.interval, 1) + inside(other.interval, 1 / slower)) / (2.0 * RACES);
    }
    return r;
}
