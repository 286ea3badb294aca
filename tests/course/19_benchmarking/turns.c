/* turns.c - 19.7: who runs when, on a machine that gets slower. */
#include "draws.h"
#include "want.h"

/* What benchmark_interleaved makes of a plan. */
static void play(const Plan *plan, Rng *rng, Machine *m, Tensor *seconds)
{
    Job job[MOST_BODIES];
    BenchmarkBody body[MOST_BODIES];
    double *samples = ROOM_FOR(plan->n * plan->rounds, double);
    *m = (Machine){.drift = plan->drift, .look = plan->look};
    for (long i = 0; i < plan->n; i++) {
        job[i] = (Job){m, (int)i, plan->work[i]};
        body[i] = (BenchmarkBody){machine_run, &job[i]};
    }
    benchmark_interleaved((Clock){machine_now, m}, body, plan->n, plan->rounds, rng, samples);
    for (long i = 0; i < plan->n * plan->rounds; i++)
        seconds->data[i] = (real)samples[i];
}

TEST(a_machine_that_drifts, .points = 5, .exercise = "19.7 benchmark_interleaved",
     .file = "benchmark_interleaved.c")
{
    long rounds = draw_long("rounds", 6, 9), n = draw_long("n", 2, 4);
    Plan plan = draw_plan(n, rounds);
    Rng rng = rng_seed(draw_seed());
    Machine m;
    Tensor *seconds = blank(SHAPE(plan.n, plan.rounds));

    Tensor *want = EXPECT(turns_want(&plan, rng));
    check_called("benchmark_interleaved(clock, bodies, n, rounds, &rng, samples)");
    play(&plan, &rng, &m, seconds);
    check_tensor(seconds, want,
                 "row i has the seconds of body i, round after round, each from just before its "
                 "run to just after");
    Plan many = draw_plan(draw_long("many bodies", 260, MOST_BODIES), 2);
    Rng again = rng_seed(draw_seed());
    Tensor *of_many = blank(SHAPE(many.n, many.rounds));
    Tensor *want_of_many = EXPECT(turns_want(&many, again));
    check_called("benchmark_interleaved(clock, bodies, many, 2, &rng, samples)");
    play(&many, &again, &m, of_many);
    check_tensor(of_many, want_of_many, "there may be any number of bodies");
}

TEST(who_runs_when, .points = 2, .exercise = "19.7 benchmark_interleaved",
     .file = "benchmark_interleaved.c")
{
    long rounds = draw_long("rounds", 6, 9), n = draw_long("n", 3, 4);
    Plan plan = draw_plan(n, rounds);
    Rng rng = rng_seed(draw_seed());
    Machine m;
    Tensor *seconds = blank(SHAPE(plan.n, plan.rounds));

    Tensor *want = EXPECT(order_want(&plan, rng));
    check_called("benchmark_interleaved(clock, bodies, n, rounds, &rng, samples)");
    play(&plan, &rng, &m, seconds);
    Tensor *ran = who_ran(&m);
    check_tensor_within(
        ran, want, 0,
        "each once to warm up; then each once a round, in an order that rng_shuffle goes on with");
}

TEST(looks_at_the_clock, .points = 2, .exercise = "19.7 benchmark_interleaved",
     .file = "benchmark_interleaved.c")
{
    long rounds = draw_long("rounds", 5, 9), n = draw_long("n", 2, 4);
    Plan plan = draw_plan(n, rounds);
    Rng rng = rng_seed(draw_seed());
    Machine m;
    Tensor *seconds = blank(SHAPE(plan.n, plan.rounds));

    check_called("benchmark_interleaved(clock, bodies, n, rounds, &rng, samples)");
    play(&plan, &rng, &m, seconds);
    check_long(m.reads, 2 * n * rounds, "two looks at the clock for each timed run, and none else");
    check_called(
        "benchmark_interleaved(clock, bodies, n, rounds, &rng, samples), with the same bodies");
    Rng again = rng_seed(draw_seed());
    play(&plan, &again, &m, seconds);
    check_long(m.runs, n + n * rounds, "n runs to warm up, n in each round");
}

TEST(one_body_alone, .points = 1, .exercise = "19.7 benchmark_interleaved",
     .file = "benchmark_interleaved.c")
{
    Plan plan = draw_plan(1, draw_long("rounds", 1, 4));
    Rng rng = rng_seed(draw_seed());
    Machine m;
    Tensor *seconds = blank(SHAPE(1, plan.rounds));

    Tensor *want = EXPECT(turns_want(&plan, rng));
    check_called("benchmark_interleaved(clock, bodies, 1, rounds, &rng, samples)");
    play(&plan, &rng, &m, seconds);
    check_tensor(seconds, want, "one body, after one run to warm up");
}
