/* measure.c - how long a step takes and how much memory the process held at most.
 *
 * Warm up, then time step by step and take the median. Memory is what the kernel says of the whole
 * process, so nothing can hide: libraries' buffers, caches and the C library's own count as well.
 */
#include <string.h>
#include <time.h>
#include "bench.h"

enum { MAX_SAMPLES = 8192 };

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

Timing measure(void (*step)(void *context), void *context, Effort e)
{
    static double wall[MAX_SAMPLES], cpu[MAX_SAMPLES];
    double began = kindling_seconds();
    for (long n = 0; n < 3 || kindling_seconds() - began < e.warmup; n++)
        step(context);
    memset(wall, 0, sizeof wall); /* so that the arrays cause no faults below */
    memset(cpu, 0, sizeof cpu);
    Timing t = {0};
    CounterSet *counters = counters_new();
    Counter counted[COUNTERS];
    long n = 0;
    counters_start(counters);
    began = kindling_seconds();
    while (n < MAX_SAMPLES && (n < e.min_steps || kindling_seconds() - began < e.seconds)) {
        double c0 = cpu_seconds(), w0 = kindling_seconds();
        step(context);
        wall[n] = (kindling_seconds() - w0) * 1e3;
        cpu[n] = (cpu_seconds() - c0) * 1e3;
        t.min_ms = n == 0 || wall[n] < t.min_ms ? wall[n] : t.min_ms;
        n++;
    }
    counters_stop(counters, counted);
    counters_free(counters);
    t.faults = (double)counted[COUNTER_PAGE_FAULTS].value / (double)n;
    t.median_ms = e.mean ? sample_mean(wall, n) : sample_median(wall, n);
    t.cpu_ms = sample_median(cpu, n);
    t.steps = n;
    return t;
}

/* ---- memory -------------------------------------------------------------------------------------- */

static double start;

void memory_start(void)
{
    process_peak_reset();
    start = process_bytes();
}

double memory_peak_mb(void)
{
    return (process_peak_bytes() - start) / 1048576; /* both are -1 where the kernel does not say */
}

double memory_all_mb(void)
{
    double bytes = process_peak_bytes();
    return bytes > 0 ? bytes / 1048576 : 0;
}
