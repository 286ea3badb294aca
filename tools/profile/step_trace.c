/* step_trace.c - the times of a step become spans: those of its parts as the clock told them, those of operations as
 * their closures have kept them.
 */
#include "step_trace.h"
#include "engine.h"

/* A clock that tells the times which were read earlier, one after the other. */
static double told_again(void *context)
{
    const double **next = context;
    return *(*next)++;
}

Trace *trace_of_step(Tensor *loss, const double *time)
{
    const double read[] = {time[0], time[0], time[1], time[1], time[2],
                           time[2], time[3], time[3], time[4], time[4]};
    const double *next = read;
    Trace *t = trace_new((Clock){told_again, &next});
    trace_begin(t, "step");
    trace_begin(t, "forward");
    trace_graph(t, loss, false, time[0]);
    trace_end(t);
    trace_begin(t, "backward");
    trace_graph(t, loss, true, time[1]);
    trace_end(t);
    const char *const after[] = {"AdamW", "zero grad"};
    for (int i = 0; i < 2; i++) {
        trace_begin(t, after[i]);
        trace_end(t);
    }
    trace_end(t);
    return t;
}

int trace_write(const Trace *t, const char *path)
{
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return -1;
    long count;
    const Span *spans = trace_spans(t, &count);
    trace_chrome(atomic_stream(file), spans, count);
    return atomic_commit(file);
}

double most_held(GptStep *s)
{
    Scope *scope = scope_open();
    long count;
    memory_trace_start();
    tensor_backward(gpt_step_loss(s));
    const MemoryEvent *events = memory_trace_stop(&count);
    double most = (double)peak_bytes(events, count);
    gpt_step_update(s);
    scope_close(scope);
    return most;
}

void print_seen(double most_held, long steps, const Counter counted[COUNTERS])
{
    printf("a step holds at most %.1f MB of values, closures and gradients of values\n"
           "counted in %ld steps:\n",
           most_held / 1048576, steps);
    for (int i = 0; i < COUNTERS; i++) {
        printf("  ");
        counter_print(stdout, &counted[i]);
    }
    printf("\n");
}
