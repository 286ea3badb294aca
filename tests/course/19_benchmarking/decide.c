/* decide.c - 19.8: A, B or nobody can say, on machines that are played. */
#include "draws.h"
#include "want.h"

/* Each run takes its work, times the drift, times up to some per cent of noise, times what a burst makes of it. */
typedef struct {
    double work[2], drift, noise;
    bool bursts, is_warm[2];
    double time, burst; /* by how much runs take longer now */
    long left;          /* runs that it goes on */
    long runs;
    Rng rng;
} Shared;
static Shared machine;              /* not to be had by a body's context */
static const int number[] = {0, 1}; /* what a body's context points to */

static double shared_now(void *context)
{
    (void)context;
    return machine.time;
}

static void program_run(void *context)
{
    Shared *m = &machine;
    int which = *(const int *)context;
    if (m->bursts && m->left == 0 && rng_below(&m->rng, 30) == 0) {
        m->left = 2 + rng_below(&m->rng, 5);
        m->burst = 0.5 + 1.5 * rng_uniform(&m->rng);
    }
    double slow = 1 + m->drift * m->time - m->noise * log(1 - rng_uniform(&m->rng));
    if (m->left > 0) {
        slow *= 1 + m->burst * (0.9 + 0.2 * rng_uniform(&m->rng));
        m->left--;
    }
    m->time += m->work[which] * slow * (m->is_warm[which] ? 1 : 3);
    m->runs++;
    m->is_warm[which] = true;
}

/* What kind of machines these are. */
typedef struct {
    double drift, noise;
    bool bursts;
} Kind;
enum { RUNS = 60, CLEAR = 18 };

/* One experiment with two programs that take so long. */
static int decided(Kind kind, double first, double second, Rng *rng, long *most_runs)
{
    machine = (Shared){.work = {first, second},
                       .drift = kind.drift * (0.5 + 0.5 * rng_uniform(rng)),
                       .noise = kind.noise,
                       .bursts = kind.bursts,
                       .rng = rng_seed(rng_bits(rng))};
    BenchmarkBody bodies[] = {{program_run, (void *)&number[0]}, {program_run, (void *)&number[1]}};
    Rng own = rng_seed(rng_bits(rng));
    Scope *scope = scope_open();
    int verdict = benchmark_decide((Clock){shared_now, NULL}, bodies, RUNS, &own);
    scope_close(scope);
    *most_runs = machine.runs > *most_runs ? machine.runs : *most_runs;
    return verdict;
}

/* ---- machines looked at one by one --------------------------------------------------------------- */

/* Row i has the seconds of two programs on machine i: in a drawn order, one takes more times as long as the
 * other; or, where there may be ties, exactly as long, and so short a number that no sum of them is rounded. */
static Tensor *draw_programs(double low, double high, bool ties)
{
    Tensor *seconds = draw_between("seconds", SHAPE(CLEAR, 2), 1, 2);
    for (long i = 0; i < CLEAR; i++) {
        real *row = seconds->data + 2 * i;
        uint64_t slower = draw_seed() % (ties ? 3 : 2);
        double more = 1 + low + (high - low) * (double)(draw_seed() % 1000) / 1000;
        if (slower == 2)
            row[0] = row[1] = (real)(floor((double)row[0] * 64) / 64);
        else
            row[slower] = (real)((double)row[1 - slower] * more);
    }
    resealed(seconds);
    return seconds;
}

/* Of each machine the seconds of the program that is called faster; 0 where nobody can say. */
static Tensor *called_faster(Kind kind, const Tensor *seconds, long *most_runs)
{
    Tensor *faster = blank(SHAPE(CLEAR));
    Rng rng = rng_seed(draw_seed());
    for (long i = 0; i < CLEAR; i++) {
        const real *row = seconds->data + 2 * i;
        int verdict = decided(kind, (double)row[0], (double)row[1], &rng, most_runs);
        faster->data[i] = verdict == -1  ? row[0]
                          : verdict == 1 ? row[1]
                          : verdict == 0 ? 0
                                         : (real)NAN;
    }
    given("runs", "%d", RUNS);
    return faster;
}

TEST(decide_on_quiet_machines, .points = 3, .exercise = "19.8 benchmark_decide",
     .file = "benchmark_decide.c")
{
    Tensor *seconds = draw_programs(0.2, 0.4, true);
    long most_runs = 0;

    Tensor *want = EXPECT(faster_want(seconds));
    check_called("benchmark_decide(clock, bodies, runs, &rng), on quiet machines");
    Tensor *faster = called_faster((Kind){0, 0, false}, seconds, &most_runs);
    check_tensor(
        faster, want,
        "seconds of the program that is called faster; 0: both take as long, nobody can say");
    check_at_most(most_runs, RUNS, "at most `runs` runs on each machine, warm-ups too");
}

/* ---- many machines: how often? ------------------------------------------------------------------- */

/* How often a difference was found, and how often the same program differed from itself. */
typedef struct {
    long found, false_alarms;
} Score;

static Score scored(Kind kind, double more, long different, long same, long *most_runs)
{
    Score score = {0, 0};
    Rng rng = rng_seed(draw_seed());
    for (long i = 0; i < different; i++) {
        bool first = rng_below(&rng, 2) == 0;
        int verdict = decided(kind, first ? 1 : more, first ? more : 1, &rng, most_runs);
        score.found += verdict == (first ? -1 : 1);
    }
    for (long i = 0; i < same; i++)
        score.false_alarms += decided(kind, 1, 1, &rng, most_runs) != 0;
    given("clock, bodies",
          "of %ld machines on which one program takes %g times as long, and %ld on which none does",
          different, more, same);
    return score;
}

/* First what nobody should miss, machine by machine; then what luck may spoil, on hundreds of them. */
static void check_score(Kind kind, double more, const char *rule)
{
    Tensor *seconds = draw_programs(0.6, 1, false);
    long most_runs = 0;

    Tensor *want = EXPECT(faster_want(seconds));
    check_called("benchmark_decide(clock, bodies, runs, &rng)");
    Tensor *faster = called_faster(kind, seconds, &most_runs);
    check_tensor(faster, want,
                 "seconds of the program that is called faster: a difference of 60 % is found");
    Score score = scored(kind, more, 200, 600, &most_runs);
    check_at_most(score.false_alarms, 12, "of 600 machines with two equal programs: 2 of 100");
    check_at_least(score.found, 160, rule);
    check_at_most(most_runs, RUNS, "at most `runs` runs on each machine, warm-ups too");
}

TEST(decide_while_it_drifts, .points = 4, .exercise = "19.8 benchmark_decide",
     .file = "benchmark_decide.c")
{
    check_score((Kind){0.01, 0.02, false}, 1.08, "of 200 differences of 8 %: 80 of 100");
}

TEST(decide_through_bursts, .points = 5, .exercise = "19.8 benchmark_decide",
     .file = "benchmark_decide.c")
{
    check_score((Kind){0.01, 0.02, true}, 1.05, "of 200 differences of 5 %: 80 of 100");
}
