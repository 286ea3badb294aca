/* decide.c - 19.11: A, B or nobody can say, on machines that are played. */
#include "draws.h"
#include "want.h"

/* Each run takes its work, times the drift, times up to some per cent of noise, times what a burst makes of it. */
typedef struct {
    double time, drift, noise;
    bool bursts;
    double burst; /* by how much runs take longer now */
    long left;    /* runs that it goes on */
    long runs;
    Rng rng;
} Shared;
typedef struct {
    Shared *machine;
    double work;
    bool is_warm;
} Program;

static double shared_now(void *context)
{
    return ((Shared *)context)->time;
}

static void program_run(void *context)
{
    Program *program = context;
    Shared *m = program->machine;
    if (m->bursts && m->left == 0 && rng_below(&m->rng, 30) == 0) {
        m->left = 2 + rng_below(&m->rng, 5);
        m->burst = 0.5 + 1.5 * rng_uniform(&m->rng);
    }
    double slow = 1 + m->drift * m->time - m->noise * log(1 - rng_uniform(&m->rng));
    if (m->left > 0) {
        slow *= 1 + m->burst * (0.9 + 0.2 * rng_uniform(&m->rng));
        m->left--;
    }
    m->time += program->work * slow * (program->is_warm ? 1 : 3);
    m->runs++;
    program->is_warm = true;
}

/* What kind of machines these are. */
typedef struct {
    double drift, noise;
    bool bursts;
} Kind;
enum { RUNS = 60 };

/* One experiment: body 1 takes `more` times the work of body 0. */
static int decided(Kind kind, double more, Rng *rng, long *most_runs)
{
    Shared m = {.drift = kind.drift * (0.5 + 0.5 * rng_uniform(rng)),
                .noise = kind.noise,
                .bursts = kind.bursts,
                .rng = rng_seed(rng_bits(rng))};
    Program programs[] = {{&m, 1, false}, {&m, more, false}};
    BenchmarkBody bodies[] = {{program_run, &programs[0]}, {program_run, &programs[1]}};
    Rng own = rng_seed(rng_bits(rng));
    Scope *scope = scope_open();
    int verdict = benchmark_decide((Clock){shared_now, &m}, bodies, RUNS, &own);
    scope_close(scope);
    *most_runs = m.runs > *most_runs ? m.runs : *most_runs;
    return verdict;
}

/* Over many machines: how often a difference was found, and how often the same program differed from itself. */
typedef struct {
    long found, false_alarms, most_runs;
} Score;

static Score scored(Kind kind, double low, double high, long different, long same)
{
    Score score = {0, 0, 0};
    Rng rng = rng_seed(draw_seed());
    for (long i = 0; i < different; i++) {
        double more = 1 + low + (high - low) * rng_uniform(&rng);
        bool first_is_faster = rng_below(&rng, 2) == 0;
        int verdict = decided(kind, first_is_faster ? more : 1 / more, &rng, &score.most_runs);
        score.found += verdict == (first_is_faster ? -1 : 1);
    }
    for (long i = 0; i < same; i++)
        score.false_alarms += decided(kind, 1, &rng, &score.most_runs) != 0;
    given("clock, bodies",
          "of %ld machines on which the programs differ, and %ld on which they do not", different,
          same);
    given("runs", "%d", RUNS);
    return score;
}

TEST(decide_on_quiet_machines, .points = 2, .exercise = "19.11 benchmark_decide",
     .file = "benchmark_decide.c")
{
    check_called("benchmark_decide(clock, bodies, runs, &rng)");
    Score score = scored((Kind){0, 0.01, false}, 0.2, 0.4, 100, 0);
    check_at_least(score.found, 97, "of 100 differences of 20 to 40 %, on quiet machines");
    check_at_most(score.most_runs, RUNS, "at most `runs` runs on each machine, warm-ups too");
}

/* More than 2 of 100 false alarms, or fewer than 80 of 100 found. */
static void check_score(Kind kind, double more, const char *rule)
{
    check_called("benchmark_decide(clock, bodies, runs, &rng)");
    Score score = scored(kind, more, more, 200, 600);
    check_at_most(score.false_alarms, 12, "of 600 machines with two equal programs: 2 of 100");
    check_at_least(score.found, 160, rule);
    check_at_most(score.most_runs, RUNS, "at most `runs` runs on each machine, warm-ups too");
}

TEST(decide_while_it_drifts, .points = 3, .exercise = "19.11 benchmark_decide",
     .file = "benchmark_decide.c")
{
    check_score((Kind){0.01, 0.02, false}, 0.08, "of 200 differences of 8 %: 80 of 100");
}

TEST(decide_through_bursts, .points = 3, .exercise = "19.11 benchmark_decide",
     .file = "benchmark_decide.c")
{
    check_score((Kind){0.01, 0.02, true}, 0.05, "of 200 differences of 5 %: 80 of 100");
}
