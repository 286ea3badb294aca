// %% [markdown]
// # 14 Profiling
//
// A program is slow for one of three reasons, arithmetic, memory or waiting; two counts and one time tell which:
//
// $$P(I) = \min(P_{\text{peak}},\; I \cdot W), \qquad I = \frac{\text{flops}}{\text{bytes}}$$
//
// Below: a small GPT is counted before it runs; a clock that is played, and a real one; the roofs of this machine; a step as spans, and
// its memory.

// %%
#include <math.h>
#include <string.h>
#include "notebook.h"

enum { C = 64, HEADS = 4, DEPTH = 2, T = 32, B = 8, V = 65, MOST = 12 };

static Gpt *gpt;
static IntTensor *ids;

CELL
{
    Rng rng = rng_seed(14);
    gpt = gpt_new((GptOptions){.vocabulary = V,
                               .context = T,
                               .embed_dim = C,
                               .num_heads = HEADS,
                               .num_layers = DEPTH,
                               .causal = true,
                               .seed = 14});
    ids = int_tensor_new(SHAPE(B, T));
    for (long i = 0; i < B * T; i++)
        ids->data[i] = (int)rng_below(&rng, V);
}

// %% [markdown]
// ## Counted, before anything is timed
//
// Parameters, and 6 flops for each weight of a product and each token: 2 forward, 4 backward. What is left are attention and all that is no product.

// %%
CELL
{
    Tensor *loss = gpt_loss(gpt, ids, ids);
    double forward = flops_forward(loss), backward = flops_backward(loss);
    long parameters = count_parameters(&gpt->module);
    double in_products = DEPTH * 12.0 * C * C + C * V, rule = 6 * in_products * B * T;
    table_begin("what|number");
    table_row("parameters|%ld", parameters);
    table_row("million flops, forward|%.2f", forward * 1e-6);
    table_row("million flops, backward|%.2f", backward * 1e-6);
    table_row("6 for each weight and token|%.2f", rule * 1e-6);
    table_row("MB of a step, if no cache held anything|%.1f", bytes_step(loss) * 1e-6);
    table_end();
    gate(parameters > 100000 && parameters < 200000, "a hundred thousand parameters and some more");
    gate(forward + backward > rule && forward + backward < 1.3 * rule,
         "most flops are those of the rule");
    gate(fabs(backward / forward - 2) < 0.1, "backward is about twice forward");
}

// %% [markdown]
// ## By operation
//
// Flops, bytes, and what a machine of 120 GFLOP/s and 12 GB/s can reach at most.

// %%
typedef struct {
    const char *name;
    double flops, bytes;
} Kind;

static long kinds_of(Tensor *root, Kind kind[MOST])
{
    long n = 0;
    for (const Closure *c = backward_order(root); c != NULL; c = c->next) {
        long k = 0;
        while (k < n && strcmp(kind[k].name, c->op->name) != 0)
            k++;
        if (k == n && n == MOST)
            continue;
        if (k == n)
            kind[n++] = (Kind){.name = c->op->name};
        kind[k].flops += flops_closure(c);
        kind[k].bytes += bytes_moved(c);
    }
    return n;
}

CELL
{
    Kind kind[MOST];
    long n = kinds_of(gpt_loss(gpt, ids, ids), kind), low = 0;
    table_begin("operation|million flops|MB|flops per byte|GFLOP/s at most");
    for (long i = 0; i < n; i++) {
        if (kind[i].bytes == 0)
            continue;
        double intensity = arithmetic_intensity(kind[i].flops, kind[i].bytes);
        low += intensity < ridge_point(120e9, 12e9);
        table_row("%s|%.2f|%.2f|%.3f|%.1f", kind[i].name, kind[i].flops * 1e-6,
                  kind[i].bytes * 1e-6, intensity, roofline(intensity, 120e9, 12e9) * 1e-9);
    }
    table_end();
    gate(low > n / 3, "many operations stand below the ridge: the memory is their limit");
}

// %% [markdown]
// ## A clock that is played
//
// The clock is an argument, so a cell can hand in one whose time only the work moves on. 9 seconds to warm up, then 2, 7 and 3.

// %%
typedef struct {
    double time;
    const double *next;
} Played;

static double played_now(void *context)
{
    return ((Played *)context)->time;
}

static void played_work(void *context)
{
    Played *p = context;
    p->time += *p->next++;
}

CELL
{
    const double takes[] = {9, 2, 7, 3};
    double samples[3];
    Played played = {.time = 100, .next = takes};
    double median =
        measure_median((Clock){played_now, &played}, played_work, &played, 1, 3, samples);
    printf("samples %.0f %.0f %.0f, median %.0f s\n", samples[0], samples[1], samples[2], median);
    gate(samples[0] == 2 && samples[1] == 7 && samples[2] == 3, "the run to warm up is no sample");
    gate(median == 3, "the one in the middle");
}

// %% [markdown]
// ## A real clock
//
// A training step of the GPT, forty times. Times differ from run to run and from machine to machine: what they are is not checked.

// %%
static void one_step(void *context)
{
    (void)context;
    Scope *scope = scope_open();
    tensor_backward(gpt_loss(gpt, ids, ids));
    scope_close(scope);
}

CELL
{
    enum { RUNS = 40 };
    double samples[RUNS], run[RUNS];
    double median = measure_median(clock_monotonic(), one_step, NULL, 3, RUNS, samples);
    for (int i = 0; i < RUNS; i++) {
        run[i] = i;
        samples[i] *= 1e3;
    }
    display_chart(1, (Series[]){{"ms", RUNS, run, samples, false}},
                  &(ChartOptions){.title = "Milliseconds of a step", .x_title = "run"});
    double fastest = percentile(samples, RUNS, 0), slowest = percentile(samples, RUNS, 100);
    gate(median > 0 && fastest <= 1e3 * median + 1e-9 && slowest >= 1e3 * median - 1e-9,
         "the median lies between the fastest run and the slowest");
    gate(percentile(samples, RUNS, 95) <= slowest, "and no percentile above the slowest");
}

// %% [markdown]
// ## A step as spans
//
// Times that `graph_timing` has put into closures, as spans in regions. Own times add up to the root: each second is somewhere, once.

// %%
CELL
{
    graph_timing(true);
    Tensor *loss = gpt_loss(gpt, ids, ids);
    tensor_backward(loss);
    graph_timing(false);
    Played played = {.time = 0};
    Trace *trace = trace_new((Clock){played_now, &played});
    trace_begin(trace, "step");
    double forward = trace_graph(trace, loss, false, 0);
    played.time = trace_graph(trace, loss, true, forward);
    trace_end(trace);
    long n;
    const Span *spans = trace_spans(trace, &n);
    double *self = scope_alloc(scope_current(), (size_t)n * sizeof *self), sum = 0;
    self_times(spans, n, self);
    long longest = 0;
    for (long i = 0; i < n; i++) {
        sum += self[i];
        longest = self[i] > self[longest] ? i : longest;
    }
    double whole = spans[0].end - spans[0].begin;
    printf("%ld spans; the longest of its own is a %s\n", n, spans[longest].name);
    gate(n > 50, "every operation of the graph is a span");
    gate(fabs(sum - whole) < 1e-9, "own times add up to the step");
    trace_free(trace);
}

// %% [markdown]
// ## Memory of a step
//
// Bytes held after each event: values until the walk turns round, then gradients of values come and go.

// %%
CELL
{
    enum { MOST_EVENTS = 400 };
    static double at[MOST_EVENTS], held[MOST_EVENTS];
    Scope *scope = scope_open();
    long n;
    memory_trace_start();
    tensor_backward(gpt_loss(gpt, ids, ids));
    const MemoryEvent *events = memory_trace_stop(&n);
    double now = 0, taken = 0;
    long shown = n < MOST_EVENTS ? n : MOST_EVENTS;
    for (long i = 0; i < n; i++) {
        now += (double)events[i].bytes;
        taken += events[i].bytes > 0 ? (double)events[i].bytes : 0;
        if (i < shown) {
            at[i] = (double)i;
            held[i] = now * 1e-6;
        }
    }
    long peak = peak_bytes(events, n);
    display_chart(1, (Series[]){{"MB", shown, at, held, false}},
                  &(ChartOptions){.title = "MB held", .x_title = "event"});
    gate((double)peak >= now && (double)peak < taken,
         "more than at the end, less than all that was taken");
    scope_close(scope);
}

// %% [markdown]
// ## What the machine counts
//
// The source stands behind each. What is not available says so.

// %%
CELL
{
    CounterSet *set = counters_new();
    Counter counted[COUNTERS];
    counters_start(set);
    one_step(NULL);
    counters_stop(set, counted);
    counters_free(set);
    long there = 0;
    for (int i = 0; i < COUNTERS; i++) {
        counter_print(stdout, &counted[i]);
        there += counted[i].available;
    }
    gate(there >= 0 && there <= COUNTERS, "a counter that is not there is not 0");
    module_free(&gpt->module);
}

// %% [markdown]
// Next: `make measure-14`, with your predictions first.
