/* processors.c - how many processors this process may use: not all that a machine has, in a
 * container or under a batch system.
 *
 * Invariant: at least one.
 */
#define _GNU_SOURCE /* sched_getaffinity */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "tensor.h"

/* "150000 100000" in cpu.max, microseconds of each 100000: a processor and a half. 0: no file, or
 * "max". */
static long quota_of(const char *folder)
{
    char path[1024 + 16];
    long quota = 0, period = 0;
    snprintf(path, sizeof path, "%s/cpu.max", folder);
    FILE *file = fopen(path, "r");
    bool limited =
        file != NULL && fscanf(file, "%ld %ld", &quota, &period) == 2 && quota > 0 && period > 0;
    if (file != NULL)
        fclose(file);
    return limited ? (quota + period - 1) / period : 0;
}

/* Containers and systemd limit a group of processes, or one that holds it. */
long processors_granted(const char *groups, const char *mounted)
{
    char line[512], folder[1024] = "";
    FILE *file = fopen(groups, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "0::/", 4) == 0) /* the second version of control groups */
            snprintf(folder, sizeof folder, "%s%.*s", mounted, (int)strcspn(line + 3, "\n"),
                     line + 3);
    if (file != NULL)
        fclose(file);
    long least = 0;
    while (strlen(folder) >= strlen(mounted) && folder[0] != '\0') {
        long here = quota_of(folder);
        least = here > 0 && (least == 0 || here < least) ? here : least;
        *strrchr(folder, '/') = '\0';
    }
    return least;
}

static long here;

static void look_around(void)
{
    long n = 1;
#ifdef _SC_NPROCESSORS_ONLN
    n = sysconf(_SC_NPROCESSORS_ONLN);
#endif
#ifdef CPU_COUNT
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        n = CPU_COUNT(&allowed);
#endif
    long quota = processors_granted("/proc/self/cgroup", "/sys/fs/cgroup");
    n = quota > 0 && quota < n ? quota : n;
    here = n > 1 ? n : 1;
}

long processors_here(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, look_around);
    return here;
}
