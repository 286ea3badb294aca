/* neighbours.c - the same work beside busy neighbours: loops that do nothing, of the same priority.
 *
 * A machine is seldom one's own. What threads lose by waiting for each other is seen only where others want the
 * processors, too. Invariant: the neighbours end with the worker, even if that is killed.
 */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#include "bench.h"

enum { MOST_NEIGHBOURS = 64 };

static void keep_busy(pid_t parent)
{
    for (volatile long i = 0; i % 1000000 != 0 || getppid() == parent; i++)
        continue;
    _exit(0);
}

/* "beside:4,1:step:..." is the spec behind the second colon, beside 4 neighbours and on 1 thread; 0: on all. */
int worker_beside(const char *spec, Effort effort)
{
    long neighbours = 0, threads = 0;
    int used = 0;
    pid_t neighbour[MOST_NEIGHBOURS], me = getpid();
    if (sscanf(spec, "beside:%ld,%ld:%n", &neighbours, &threads, &used) != 2 || used == 0 ||
        neighbours < 1 || neighbours > MOST_NEIGHBOURS || threads < 0) {
        kindling_set_error(
            "bench: --worker: got \"%.60s\", expected beside:neighbours,threads:spec "
            "with 1 to %d neighbours, and 0 for all threads",
            spec, MOST_NEIGHBOURS);
        return -1;
    }
    fflush(NULL);
    long n = 0;
    while (n < neighbours && (neighbour[n] = fork()) > 0)
        n++;
    if (n < neighbours && neighbour[n] == 0)
        keep_busy(me);
    if (threads > 0)
        kindling_set_threads((int)threads);
    effort.mean = true;
    int result = -1;
    if (n == neighbours)
        result = worker_run(spec + used, effort);
    else
        kindling_set_error("bench: the system starts %ld processes of %ld", n, neighbours);
    while (n-- > 0)
        if (kill(neighbour[n], SIGKILL) == 0)
            waitpid(neighbour[n], NULL, 0);
    return result;
}
