/* counters.c - the processor's counters by perf_event_open, the kernel's by getrusage, where there
 * are such.
 *
 * Invariant: what could not be opened or read is not available, and never a number.
 */
#include <string.h>
#include <time.h>
#include "counters.h"
#include "engine.h"
#if (defined(__unix__) || defined(__APPLE__)) && !defined(__wasm__)
#include <sys/resource.h>
#include <unistd.h>
#define HAVE_USAGE 1
#endif
#if defined(__linux__) && defined(__has_include)
/* a C library may come without the kernel's headers: musl */
#if __has_include(<linux/perf_event.h>)
#define HAVE_PERF_EVENTS 1
#endif
#endif
#ifdef HAVE_PERF_EVENTS
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
long syscall(long number, ...); /* POSIX does not have it, so unistd.h hides it */
#endif

enum { OF_PROCESSOR = COUNTER_CACHE_MISSES + 1 };
struct CounterSet {
    int opened[OF_PROCESSOR]; /* a file, or -1 */
    int64_t start[COUNTERS];
};

static const struct {
    const char *name, *source;
} known[COUNTERS] = {
    {"instructions", "hardware"}, {"cycles", "hardware"},           {"cache misses", "hardware"},
    {"page faults", "software"},  {"context switches", "software"}, {"task clock ns", "software"},
};

#if defined(HAVE_PERF_EVENTS) && defined(SYS_perf_event_open)
static int open_counter(int which)
{
    static const uint64_t event[OF_PROCESSOR] = {
        PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_CACHE_MISSES};
    struct perf_event_attr wish = {.type = PERF_TYPE_HARDWARE,
                                   .size = sizeof wish,
                                   .config = event[which],
                                   .exclude_kernel = 1,
                                   .exclude_hv = 1,
                                   .inherit = 1};
    return (int)syscall(SYS_perf_event_open, &wish, 0, -1, -1, 0UL);
}

static bool read_opened(int file, int64_t *value)
{
    return file >= 0 && read(file, value, sizeof *value) == (ssize_t)sizeof *value;
}

static void close_opened(int file)
{
    if (file >= 0)
        close(file);
}
#else
static int open_counter(int which)
{
    (void)which;
    return -1;
}

static bool read_opened(int file, int64_t *value)
{
    (void)file, (void)value;
    return false;
}

static void close_opened(int file)
{
    (void)file;
}
#endif

static bool read_software(int which, int64_t *value)
{
#ifdef HAVE_USAGE
    struct rusage usage;
    if (which != COUNTER_TASK_CLOCK) {
        if (getrusage(RUSAGE_SELF, &usage) != 0)
            return false;
        *value = which == COUNTER_PAGE_FAULTS ? usage.ru_minflt + usage.ru_majflt
                                              : usage.ru_nvcsw + usage.ru_nivcsw;
        return true;
    }
#endif
#ifdef CLOCK_PROCESS_CPUTIME_ID
    struct timespec t;
    if (which == COUNTER_TASK_CLOCK && clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) == 0) {
        *value = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
        return true;
    }
#endif
    return false;
}

static bool read_counter(const CounterSet *s, int which, int64_t *value)
{
    return which < OF_PROCESSOR ? read_opened(s->opened[which], value)
                                : read_software(which, value);
}

CounterSet *counters_new(void)
{
    CounterSet *s = owned_alloc(sizeof *s);
    for (int i = 0; i < OF_PROCESSOR; i++)
        s->opened[i] = open_counter(i);
    return s;
}

void counters_free(CounterSet *s)
{
    if (s == NULL)
        return;
    for (int i = 0; i < OF_PROCESSOR; i++)
        close_opened(s->opened[i]);
    owned_free(s);
}

void counters_start(CounterSet *s)
{
    for (int i = 0; i < COUNTERS; i++)
        if (!read_counter(s, i, &s->start[i]))
            s->start[i] = 0;
}

void counters_stop(CounterSet *s, Counter *counter)
{
    for (int i = COUNTERS - 1; i >= 0; i--) {
        int64_t now = 0;
        bool there = read_counter(s, i, &now);
        counter[i] = (Counter){.name = known[i].name,
                               .source = known[i].source,
                               .available = there,
                               .value = there ? now - s->start[i] : 0};
    }
}

void counter_print(FILE *stream, const Counter *counter)
{
    if (counter->available)
        fprintf(stream, "%s %lld (%s)\n", counter->name, (long long)counter->value,
                counter->source);
    else
        fprintf(stream, "%s not available here (%s)\n", counter->name, counter->source);
}
