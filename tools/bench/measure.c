/* measure.c - how long a step takes and how much memory the process held at most.
 *
 * Warm up, then time step by step and take the median. Memory is what the kernel says of the whole
 * process, so nothing can hide: libraries' buffers, caches and the C library's own count as well.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include "bench.h"

enum { MAX_SAMPLES = 8192 };

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static long page_faults(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_minflt : 0;
}

Timing measure(void (*step)(void *context), void *context, Effort e)
{
    static double wall[MAX_SAMPLES], cpu[MAX_SAMPLES];
    double start = kindling_seconds();
    for (long n = 0; n < 3 || kindling_seconds() - start < e.warmup; n++)
        step(context);
    memset(wall, 0, sizeof wall); /* so that the arrays cause no faults below */
    memset(cpu, 0, sizeof cpu);
    Timing t = {0};
    long faults = page_faults(), n = 0;
    start = kindling_seconds();
    while (n < MAX_SAMPLES && (n < e.min_steps || kindling_seconds() - start < e.seconds)) {
        double c0 = cpu_seconds(), w0 = kindling_seconds();
        step(context);
        wall[n] = (kindling_seconds() - w0) * 1e3;
        cpu[n] = (cpu_seconds() - c0) * 1e3;
        t.min_ms = n == 0 || wall[n] < t.min_ms ? wall[n] : t.min_ms;
        n++;
    }
    t.faults = (double)(page_faults() - faults) / (double)n;
    t.median_ms = sample_median(wall, n);
    t.cpu_ms = sample_median(cpu, n);
    t.steps = n;
    return t;
}

/* ---- memory -------------------------------------------------------------------------------------- */

static long start_kb;

long memory_kb(const char *field)
{
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    long kb = 0;
    size_t n = strlen(field);
    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (strncmp(line, field, n) == 0 && line[n] == ':')
            kb = strtol(line + n + 1, NULL, 10);
    if (status != NULL)
        fclose(status);
    return kb;
}

/* Writing 5 to clear_refs sets the peak back to what the process holds now (Linux). */
void memory_start(void)
{
    FILE *refs = fopen("/proc/self/clear_refs", "w");
    if (refs != NULL) {
        fputs("5", refs);
        fclose(refs);
    }
    start_kb = memory_kb("VmRSS");
}

double memory_peak_mb(void)
{
    return (double)(memory_kb("VmHWM") - start_kb) / 1024;
}
