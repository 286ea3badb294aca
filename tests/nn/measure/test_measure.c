/* test_measure.c - clocks, spans, memory events and counters; only what does not depend on how fast anything is. */
#include "measure_check.h"
#include "test.h"

/* ---- time --------------------------------------------------------------------------------------------- */

typedef struct {
    double seconds[64];
    long reads, calls, reads_at_call[64];
} Ticks;

static double tick(void *context)
{
    Ticks *t = context;
    return t->seconds[t->reads++];
}

static void body(void *context)
{
    Ticks *t = context;
    t->reads_at_call[t->calls++] = t->reads;
}

static void test_runs_are_timed_one_by_one(void **state)
{
    (void)state;
    Ticks t = {.seconds = {0, 3, 10, 11, 20, 29, 40, 42}};
    double samples[4];
    double median = measure_median((Clock){tick, &t}, body, &t, 3, 4, samples);
    const double want[] = {3, 1, 9, 2};
    for (int i = 0; i < 4; i++)
        assert_close(samples[i], want[i], 0);
    assert_close(median, 2, 0);
    assert_int_equal(t.reads, 8);
    assert_int_equal(t.calls, 7);
    assert_int_equal(t.reads_at_call[2], 0);
    assert_int_equal(t.reads_at_call[3], 1);
    assert_int_equal(t.reads_at_call[6], 7);
    assert_fails_with("measure_median: -1 runs to warm up",
                      measure_median((Clock){tick, &t}, body, &t, -1, 4, samples));
    assert_fails_with("measure_median: 0 runs",
                      measure_median((Clock){tick, &t}, body, &t, 1, 0, samples));
}

static void test_percentiles_are_samples(void **state)
{
    (void)state;
    const double x[] = {5, 1, 4, 2, 3}, even[] = {4, 1, 3, 200};
    assert_close(percentile(x, 5, 0), 1, 0);
    assert_close(percentile(x, 5, 20), 1, 0);
    assert_close(percentile(x, 5, 20.1), 2, 0);
    assert_close(percentile(x, 5, 50), 3, 0);
    assert_close(percentile(x, 5, 100), 5, 0);
    assert_close(percentile(even, 4, 50), 3, 0);
    assert_close(percentile(even, 1, 99), 4, 0);
    assert_close(x[0], 5, 0); /* not sorted in place */
    assert_fails_with("percentile: of 0 numbers", percentile(x, 0, 50));
    assert_fails_with("percentile: 101 percent", percentile(x, 5, 101));
    assert_fails_with("percentile: nan percent", percentile(x, 5, NAN));
    assert_fails_with("x[1] is NaN", percentile((double[]){1, NAN}, 2, 50));
}

static void test_the_real_clock_goes_on(void **state)
{
    (void)state;
    Clock clock = clock_monotonic();
    double before = clock.now(clock.context);
    assert_true(clock.now(clock.context) >= before);
    MachinePeak peak = machine_peak(clock, 0);
    assert_true(peak.flops > 0 && peak.bytes > 0);
    long alive = allocations_alive;
    assert_true(machine_bandwidth(clock, 0) > 0);
    assert_int_equal(allocations_alive, alive);
}

/* ---- spans ---------------------------------------------------------------------------------------------- */

static const Span spans[] = {{"step", -1, 0, 10e-6},
                             {"forward", 0, 1e-6, 5e-6},
                             {"a\"b", 1, 1e-6, 3e-6},
                             {"zero", 0, 6e-6, 10e-6}};

static void test_own_time(void **state)
{
    (void)state;
    double self[4];
    self_times(spans, 4, self);
    const double want[] = {2e-6, 2e-6, 2e-6, 4e-6};
    for (int i = 0; i < 4; i++)
        assert_close(self[i], want[i], 1e-18);
    self_times(spans, 0, self);
    assert_fails_with("self_times: span 0 lies in span 0",
                      self_times((Span[]){{"a", 0, 0, 1}}, 1, self));
    assert_fails_with("self_times: span 0 lies in span -2",
                      self_times((Span[]){{"a", -2, 0, 1}}, 1, self));
    assert_fails_with("self_times: span 0 begins at 2 and ends at 1",
                      self_times((Span[]){{"a", -1, 2, 1}}, 1, self));
}

/* The longest is at its limit, the slowest short; two of one name gain most together. */
static void test_where_to_begin(void **state)
{
    (void)state;
    const Span step[] = {{"step", -1, 0, 20}, {"a", 0, 0, 9},   {"b", 0, 9, 12},
                         {"c", 0, 12, 13},    {"b", 0, 13, 16}, {"wait", 0, 16, 18}};
    const TraceWork work[] = {{0, 0}, {16, 9}, {4, 1}, {0, 0.01}, {2, 2}, {0, 0}};
    TraceAdvice advice = trace_advice(step, work, 6, 2, 1);
    assert_string_equal(advice.name, "step"); /* 20 - 18, and so have b, 6 - 4, and wait */
    assert_close(advice.seconds, 18, 1e-12);
    advice = trace_advice(step + 2, work + 2, 0, 2, 1);
    assert_true(advice.name == NULL && advice.seconds == 0);
    assert_fails_with("a machine of 0 flops", trace_advice(step, work, 6, 0, 1));
    assert_fails_with("trace_advice: span 0 has no name",
                      trace_advice((Span[]){{NULL, -1, 0, 1}}, work, 1, 1, 1));
    assert_fails_with("span 0 does -1 flops and moves 0 bytes",
                      trace_advice(step, (TraceWork[]){{-1, 0}}, 1, 1, 1));
}

static void test_recompute_plan(void **state)
{
    (void)state;
    RecomputePart part[RECOMPUTE_MOST] = {{6, 1, 10}, {4, 1, 5}, {4, 1, 7}};
    bool again[RECOMPUTE_MOST] = {true, true, true};
    recompute_plan(again, 3, part, 17);
    assert_true(!again[0] && !again[1] && !again[2]);
    recompute_plan(again, 3, part, 14); /* the first alone holds 17, with the second 3 + 4 + 6 */
    assert_true(!again[0] && again[1] && again[2]);
    recompute_plan(again, 3, part, 9);
    assert_true(again[0] && again[1] && again[2]);
    recompute_plan(again, 0, part, 0);
    assert_fails_with("a budget of 8 bytes is too small: all results and the largest part are 9",
                      recompute_plan(again, 3, part, 8));
    assert_fails_with("there are 21 parts, expected 0 to 20", recompute_plan(again, 21, part, 99));
    part[1].flops = (double)NAN;
    assert_fails_with("part 1 has 4 bytes inside, a result of 1 and nan flops",
                      recompute_plan(again, 3, part, 99));
    for (long i = 0; i < RECOMPUTE_MOST; i++) /* alike: all but what fits, and one comes back */
        part[i] = (RecomputePart){5, 1, 3};
    recompute_plan(again, RECOMPUTE_MOST, part, 20 + 5 * 7);
    long count = 0;
    for (long i = 0; i < RECOMPUTE_MOST; i++)
        count += again[i];
    assert_int_equal(count, 14);
}

static char *written(void (*write)(FILE *stream, const Span *spans, long n), const Span *list,
                     long n)
{
    static char text[4096];
    FILE *file = tmpfile();
    assert_non_null(file);
    write(file, list, n);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void test_spans_for_other_programs(void **state)
{
    (void)state;
    assert_string_equal(written(trace_folded, spans, 4),
                        "step 2\nstep;forward 2\nstep;forward;a\"b 2\nstep;zero 4\n");
    char *json = written(trace_chrome, spans, 4);
    assert_non_null(strstr(json, "{\"name\": \"a\\\"b\", \"ph\": \"X\", \"ts\": 1.000, \"dur\": "
                                 "2.000, \"pid\": 1, \"tid\": 1},"));
    assert_non_null(strstr(json, "\"dur\": 4.000, \"pid\": 1, \"tid\": 1}\n]}\n"));
    assert_string_equal(written(trace_chrome, spans, 0),
                        "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n]}\n");
    assert_string_equal(written(trace_folded, spans, 0), "");
    const Span odd[] = {{"a;b\n", -1, 0, 1}};
    assert_string_equal(written(trace_folded, odd, 1), "a_b_ 1000000\n");
    assert_non_null(strstr(written(trace_chrome, odd, 1), "a;b\\u000a"));
    const Span path[] = {{"C:\\x", -1, 0, 1e-6}, {"too short", 0, 0, 0.4e-6}};
    assert_non_null(strstr(written(trace_chrome, path, 1), "\"C:\\\\x\""));
    assert_string_equal(written(trace_folded, path, 2), "C:\\x 1\n"); /* 0.6 and 0.4: 1 and 0 */
    static Span many[1 << 20]; /* more than any room has to spare */
    for (int i = 0; i < 1 << 20; i++)
        many[i] = (Span){"one", -1, i, i + (i == 1000 ? 1 : 0)};
    assert_string_equal(written(trace_folded, many, 1 << 20), "one 1000000\n");
}

/* A failure leaves a trace under way: it ends with its scope, and the next one begins. */
static void test_a_trace_ends_with_its_scope(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(4, 4));
    for (int i = 0; i < 3; i++) {
        Scope *scope = scope_open();
        memory_trace_start();
        assert_fails_with("a trace is under way", memory_trace_start());
        assert_fails_with("inner dimensions", tensor_matmul(x, tensor_ones(SHAPE(5, 5))));
        scope_close(scope); /* and nobody has called memory_trace_stop */
        tensor_backward(tensor_mean(x, ALL_AXES, false));
    }
    long count;
    assert_fails_with("no trace is under way", memory_trace_stop(&count));
    Scope *scope = scope_open();
    memory_trace_start();
    tensor_backward(tensor_sum(tensor_mul(x, x), ALL_AXES, false));
    const MemoryEvent *events = memory_trace_stop(&count);
    assert_true(count > 0 && peak_bytes(events, count) > 0);
    scope_close(scope);
    Scope *given_away = scope_open();
    memory_trace_start();
    scope_detach(given_away);
    assert_fails_with("no trace is under way", memory_trace_stop(&count));
    scope_close(given_away);
}

static void test_a_trace_nests(void **state)
{
    (void)state;
    Ticks ticks = {.seconds = {1, 2, 4, 8, 16, 32}};
    Trace *t = trace_new((Clock){tick, &ticks});
    char name[] = "inner";
    trace_begin(t, "outer");
    for (int i = 0; i < 2; i++) {
        trace_begin(t, name);
        trace_end(t);
    }
    name[0] = 'x'; /* it was copied */
    trace_end(t);
    long n;
    const Span *s = trace_spans(t, &n);
    assert_int_equal(n, 3);
    assert_string_equal(s[2].name, "inner");
    assert_int_equal(s[0].parent, -1);
    assert_int_equal(s[2].parent, 0);
    assert_close(s[0].end - s[0].begin, 31, 0);
    assert_close(s[2].begin, 8, 0);
    ticks.reads = 0;
    assert_fails_with("trace_end: no span is open", trace_end(t));
    trace_free(t);
    trace_free(NULL);
}

static double count_up(void *context)
{
    return (*(double *)context)++;
}

/* More spans than there was room for at first: none is lost, and none is changed. */
static void test_a_long_trace(void **state)
{
    (void)state;
    double now = 0;
    long n;
    char name[8];
    Trace *t = trace_new((Clock){count_up, &now});
    for (int i = 0; i < 300; i++) {
        snprintf(name, sizeof name, "%d", i);
        trace_begin(t, name);
        trace_end(t);
    }
    const Span *s = trace_spans(t, &n);
    assert_int_equal(n, 300);
    for (int i = 0; i < 300; i++) {
        snprintf(name, sizeof name, "%d", i);
        assert_string_equal(s[i].name, name);
        assert_true(s[i].begin == 2 * i && s[i].end == 2 * i + 1 && s[i].parent == -1);
    }
    trace_free(t);
}

/* 40 regions inside each other: 32 have a span, and the operation lies in the innermost of these. */
static void test_regions_beyond_the_deepest(void **state)
{
    (void)state;
    graph_timing(true);
    for (int i = 0; i < 40; i++)
        region_open("deep", i);
    Tensor *y = tensor_exp(tensor_requires_grad(tensor_ones(SHAPE(2))));
    for (int i = 0; i < 40; i++)
        region_close();
    graph_timing(false);
    double now = 0;
    long n;
    Trace *t = trace_new((Clock){count_up, &now});
    trace_graph(t, y, false, 0);
    const Span *s = trace_spans(t, &n);
    assert_int_equal(n, 33);
    assert_string_equal(s[32].name, "exp");
    for (long i = 0; i < n; i++)
        assert_int_equal(s[i].parent, i - 1);
    trace_free(t);
}

/* Two regions of one name, one behind the other, are two spans. */
static void test_regions_side_by_side(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_ones(SHAPE(2)));
    graph_timing(true);
    for (int i = 0; i < 2; i++) {
        region_open("block", i);
        x = tensor_exp(x);
        region_close();
    }
    graph_timing(false);
    double now = 0;
    long n;
    Trace *t = trace_new((Clock){count_up, &now});
    trace_graph(t, x, false, 0);
    const Span *s = trace_spans(t, &n);
    const char *const want[] = {"block", "exp", "block", "exp"};
    const long parent[] = {-1, 0, -1, 2};
    assert_int_equal(n, 4);
    for (long i = 0; i < n; i++) {
        assert_string_equal(s[i].name, want[i]);
        assert_int_equal(s[i].parent, parent[i]);
    }
    trace_free(t);
}

static void test_a_timed_graph_as_spans(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_ones(SHAPE(64, 64)));
    graph_timing(true);
    region_open("block", 0);
    region_begin("inner");
    Tensor *y = tensor_exp(tensor_matmul(x, x));
    region_close();
    y = tensor_add(y, x);
    region_close();
    Tensor *loss = tensor_sum(y, ALL_AXES, false);
    tensor_backward(loss);
    graph_timing(false);
    Ticks ticks = {.seconds = {0, 0, 0, 0}};
    Trace *t = trace_new((Clock){tick, &ticks});
    trace_begin(t, "forward");
    double end = trace_graph(t, loss, false, 0);
    trace_end(t);
    trace_begin(t, "backward");
    double back = trace_graph(t, loss, true, end);
    trace_end(t);
    long n;
    const Span *s = trace_spans(t, &n);
    const char *const want[] = {"forward",  "block", "inner", "matmul", "exp",   "add", "sum",
                                "backward", "sum",   "block", "add",    "inner", "exp", "matmul"};
    const long parent[] = {-1, 0, 1, 2, 2, 1, 0, -1, 7, 7, 9, 9, 11, 11};
    assert_int_equal(n, 14);
    for (long i = 0; i < n; i++) {
        assert_string_equal(s[i].name, want[i]);
        assert_int_equal(s[i].parent, parent[i]);
        assert_true(s[i].end >= s[i].begin);
    }
    assert_true(end > 0 && back > end);
    assert_close(s[6].end, end, 0);
    trace_free(t);
}

/* ---- memory ---------------------------------------------------------------------------------------------- */

static void test_the_high_water_mark(void **state)
{
    (void)state;
    const MemoryEvent events[] = {{"a", 5}, {"b", 7}, {"a", -5}, {"c", 4}, {"b", -7}, {"c", -4}};
    assert_int_equal(peak_bytes(events, 6), 12);
    assert_int_equal(peak_bytes(events, 1), 5);
    assert_int_equal(peak_bytes(events, 0), 0);
    assert_fails_with("peak_bytes: event 1 gives back 2 bytes more",
                      peak_bytes((MemoryEvent[]){{"a", 1}, {"b", -3}}, 2));
}

static void test_the_memory_of_a_step(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_ones(SHAPE(100, 100)));
    Scope *scope = scope_open();
    long n, bytes = 100 * 100 * (long)sizeof(real);
    memory_trace_start();
    assert_fails_with("memory_trace_start: a trace is under way", memory_trace_start());
    Tensor *y = tensor_exp(tensor_exp(tensor_exp(x)));
    tensor_backward(tensor_sum(y, ALL_AXES, false));
    const MemoryEvent *events = memory_trace_stop(&n);
    assert_true(n > 4);
    assert_string_equal(events[0].what, "exp");
    assert_in_range(events[0].bytes, bytes, bytes + 2000);
    long peak = peak_bytes(events, n); /* three values; one or two gradients of values besides */
    assert_in_range(peak, 4 * bytes, 6 * bytes + 20000);
    scope_close(scope);
    assert_fails_with("memory_trace_stop: no trace is under way", memory_trace_stop(&n));
}

/* Nothing is lost where there are more events than there was room for at first; and of nothing there are none. */
static void test_the_memory_of_many_operations(void **state)
{
    (void)state;
    Tensor *x = tensor_ones(SHAPE(50));
    Scope *scope = scope_open();
    long n;
    memory_trace_start();
    memory_trace_stop(&n);
    assert_int_equal(n, 0);
    memory_trace_start();
    long before = (long)scope_bytes(scope), sum = 0;
    for (int i = 0; i < 700; i++)
        x = tensor_exp(x);
    long held = (long)scope_bytes(scope) - before;
    const MemoryEvent *events = memory_trace_stop(&n);
    assert_in_range(n, 700, 701);
    for (long i = 0; i < n; i++)
        sum += events[i].bytes;
    assert_int_equal(sum, held);
    assert_string_equal(events[699].what, "exp");
    scope_close(scope);
}

/* What is made in a scope of its own is that scope's, and no event. */
static void test_the_memory_of_another_scope(void **state)
{
    (void)state;
    Tensor *x = tensor_ones(SHAPE(50));
    Scope *scope = scope_open();
    long n;
    memory_trace_start();
    Scope *inner = scope_open();
    tensor_exp(x);
    scope_close(inner);
    tensor_tanh(x);
    const MemoryEvent *events = memory_trace_stop(&n);
    assert_in_range(n, 1, 2);
    assert_string_equal(events[0].what, "tanh");
    scope_close(scope);
}

/* ---- counters --------------------------------------------------------------------------------------------- */

static void test_what_is_not_counted_is_not_zero(void **state)
{
    (void)state;
    CounterSet *set = counters_new();
    Counter counted[COUNTERS];
    counters_start(set);
    counters_stop(set, counted);
    counters_free(set);
    counters_free(NULL);
    for (int i = 0; i < COUNTERS; i++) {
        assert_string_equal(counted[i].source, i <= COUNTER_CACHE_MISSES ? "hardware" : "software");
        assert_true(counted[i].value >= 0);
    }
    char text[128] = "";
    FILE *file = tmpfile();
    assert_non_null(file);
    counter_print(file, &(Counter){"cycles", "hardware", false, 0});
    counter_print(file, &(Counter){"page faults", "software", true, 12});
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, "cycles not available here (hardware)\npage faults 12 (software)\n");
}

static void test_the_process(void **state)
{
    (void)state;
    process_peak_reset();
    if (process_bytes() < 0)
        skip_without("/proc of Linux");
    assert_true(process_bytes() > 1e5);
    assert_true(process_peak_bytes() >= process_bytes() * 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_runs_are_timed_one_by_one),
        UNIT_TEST(test_percentiles_are_samples),
        UNIT_TEST(test_the_real_clock_goes_on),
        UNIT_TEST(test_own_time),
        UNIT_TEST(test_where_to_begin),
        UNIT_TEST(test_recompute_plan),
        UNIT_TEST(test_spans_for_other_programs),
        UNIT_TEST(test_a_trace_ends_with_its_scope),
        UNIT_TEST(test_a_trace_nests),
        UNIT_TEST(test_a_long_trace),
        UNIT_TEST(test_regions_beyond_the_deepest),
        UNIT_TEST(test_regions_side_by_side),
        UNIT_TEST(test_a_timed_graph_as_spans),
        UNIT_TEST(test_the_high_water_mark),
        UNIT_TEST(test_the_memory_of_a_step),
        UNIT_TEST(test_the_memory_of_many_operations),
        UNIT_TEST(test_the_memory_of_another_scope),
        UNIT_TEST(test_what_is_not_counted_is_not_zero),
        UNIT_TEST(test_the_process),
    };
    return run_tests("nn/measure/measure", tests);
}
