/* advice.c - 14.9: which operation of a step to make faster first, and what the step takes then. */
#include "want.h"

/* Behind the spans that are listed, inside of an earlier one or of none (-1). */
static void add_span(Step *s, const char *name, long parent, double own, double part)
{
    long i = s->n++;
    double least = own * part, other = least * 0.9 * unit();
    bool by_memory = draw_seed() % 2 == 0;
    char *copy = scope_alloc(scope_current(), strlen(name) + 1); /* as a trace has them */
    s->spans[i] = (Span){.name = strcpy(copy, name), .parent = parent};
    s->own[i] = own;
    s->work[i] = (TraceWork){.flops = (by_memory ? other : least) * s->peak,
                             .bytes = (by_memory ? least : other) * s->bandwidth};
}

/* When each span begins and ends, so that it has the time of its own that was asked for. */
static void lay_out(Step *s)
{
    double whole[MOST], next[MOST], at = 0;
    for (long i = 0; i < s->n; i++)
        whole[i] = s->own[i];
    for (long i = s->n - 1; i >= 0; i--)
        if (s->spans[i].parent >= 0)
            whole[s->spans[i].parent] += whole[i];
    for (long i = 0; i < s->n; i++) {
        Span *span = &s->spans[i];
        double *from = span->parent < 0 ? &at : &next[span->parent];
        span->begin = next[i] = *from;
        span->end = *from += whole[i];
        given(span->name, "in %ld, %.6g to %.6g s; %.4g flops, %.4g bytes", span->parent,
              span->begin, span->end, s->work[i].flops, s->work[i].bytes);
    }
}

static Step new_step(void)
{
    Step s = {.peak = 1e9 * (50 + 100 * unit()), .bandwidth = 1e9 * (5 + 10 * unit())};
    given("the machine", "%.4g flops and %.4g bytes per second", s.peak, s.bandwidth);
    return s;
}

static const char *const operation[] = {"linear",    "softmax", "gelu", "layer_norm",
                                        "embedding", "add",     "mul",  "cross_entropy"};
enum { OPERATIONS = sizeof operation / sizeof *operation };

/* All names in an order that was drawn: none has a part of its own. */
static void draw_names(const char *name[OPERATIONS])
{
    for (long i = 0; i < OPERATIONS; i++) {
        long at = (long)(draw_seed() % (uint64_t)(i + 1));
        name[i] = name[at];
        name[at] = operation[i];
    }
}

/* How far the seconds are from those of the operation that was named, as a part of them. */
static double off_by(const Step *s, TraceAdvice advice)
{
    double gain = 0, step = 0;
    bool known = false;
    for (long i = 0; i < s->n; i++) {
        step += s->own[i];
        if (advice.name == NULL || strcmp(advice.name, s->spans[i].name) != 0)
            continue;
        known = true;
        double least = fmax(s->work[i].flops / s->peak, s->work[i].bytes / s->bandwidth);
        gain += fmax(s->own[i] - least, 0);
    }
    return known || advice.name == NULL ? fabs(advice.seconds / (step - gain) - 1) : INFINITY;
}

static TraceAdvice asked(Step *s)
{
    lay_out(s);
    const Span *spans = s->spans;
    const TraceWork *work = s->work;
    long n = s->n;
    double peak = s->peak, bandwidth = s->bandwidth;
    return CALL(trace_advice(spans, work, n, peak, bandwidth));
}

TEST(seconds_after_an_operation, .points = 2, .exercise = "14.9 trace_advice",
     .file = "trace_advice.c")
{
    for (int turn = 0; turn < 2; turn++) {
        const char *name[OPERATIONS];
        Step s = new_step();
        draw_names(name);
        for (long i = 0; i < 4; i++)
            add_span(&s, name[i], -1, 2 + unit(), 0.1 + 0.4 * unit());
        TraceAdvice advice = asked(&s);
        long named = advice.name != NULL;
        check_long(named, 1, "each of the four could be twice as fast");
        double seconds_off_by = off_by(&s, advice);
        check_at_most(seconds_off_by, 0.05, "what the step takes when it reaches its limit");
    }
}

/* The longest are near one limit and far from the other, the one furthest from its limit is short. */
TEST(the_best_of_spans_in_spans, .points = 4, .exercise = "14.9 trace_advice",
     .file = "trace_advice.c")
{
    for (int turn = 0; turn < 2; turn++) {
        const char *name[OPERATIONS];
        const double own[] = {10, 7, 7, 5, 1.2, 2, 2};
        const double part[] = {0.97, 0.96, 0.96, 0.5, 0.02, 0.7, 0.8};
        Step s = new_step();
        draw_names(name);
        add_span(&s, "step", -1, 0.1, 0);
        add_span(&s, "forward", 0, 0.1, 0);
        long from = draw_long("the operation that begins", 0, 6);
        for (long i = 0; i < 7; i++) {
            long which = (from + 3 * i) % 7;
            if (i == 4)
                add_span(&s, "backward", 0, 0.1, 0);
            long parent = i < 4 ? 1 : 6;
            add_span(&s, name[which], parent, own[which] + 0.2 * unit(), part[which]);
        }
        for (long which = 1; which < 3; which++) /* one is limited by memory alone, one by flops */
            for (long i = 0; i < s.n; i++)
                if (strcmp(s.spans[i].name, name[which]) == 0)
                    s.work[i] = (TraceWork){s.own[i] * s.peak * (which == 1 ? 0.96 : 0.1),
                                            s.own[i] * s.bandwidth * (which == 2 ? 0.96 : 0.1)};
        const char *best = EXPECT(best_want(&s));
        TraceAdvice advice = asked(&s);
        const char *first = advice.name != NULL ? advice.name : "nothing";
        check_text(first, best, "the operation after which the step is shortest");
        double seconds_off_by = off_by(&s, advice);
        check_at_most(seconds_off_by, 0.05, "what the step takes then");
    }
}

static void check_first(Step *s, const char *rule)
{
    const char *best = EXPECT(best_want(s));
    TraceAdvice advice = asked(s);
    const char *first = advice.name != NULL ? advice.name : "nothing";
    check_text(first, best, rule);
    double seconds_off_by = off_by(s, advice);
    check_at_most(seconds_off_by, 0.01, "what the step takes then");
}

TEST(names_that_come_again, .points = 6, .exercise = "14.9 trace_advice", .file = "trace_advice.c")
{
    const char *name[OPERATIONS];
    draw_names(name);
    Step often = new_step();
    long single = draw_long("the single one stands behind so many", 1, 5);
    for (long i = 0; i < 7; i++) {
        bool alone = i == single;
        add_span(&often, name[alone], -1, alone ? 3 : 1.5 + 0.1 * unit(), alone ? 0.2 : 0.4);
    }
    check_first(&often, "an operation is all spans of its name");

    Step mixed = new_step();
    long quick = draw_long("the quick one", 1, 2);
    for (long i = 0; i < 4; i++)
        add_span(&mixed, name[i % 2 + 2], -1,
                 i % 2                ? 3
                 : i == 2 * quick - 2 ? 1
                                      : 6,
                 i % 2                ? 0.6
                 : i == 2 * quick - 2 ? 4
                                      : 0.3);
    check_first(&mixed, "a span that is faster than its limit stays, and makes up for no other");

    Step waiting = new_step();
    add_span(&waiting, name[4], -1, 6 + unit(), 0.6);
    add_span(&waiting, name[5], -1, 2 + unit(), 0.2);
    add_span(&waiting, "step", -1, 4, 0);
    add_span(&waiting, name[6], 2, 2 + unit(), 0.5);
    check_first(&waiting, "time without work is waiting, and all of it can go");

    Step equal = new_step();
    for (long i = 0; i < 3; i++)
        add_span(&equal, name[i], -1, i == 0 ? 1 : 4, 0);
    check_first(&equal, "of equal ones the one that begins first");

    Step fast = new_step();
    for (long i = 0; i < 3; i++)
        add_span(&fast, name[i], -1, 1 + unit(), 1.1 + unit());
    check_first(&fast, "all are as fast as their limits: nothing, and the time of the step");
}
