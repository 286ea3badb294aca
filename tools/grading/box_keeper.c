/* box_keeper.c - starts one box and stays until every process in it is gone.
 *
 *     box_keeper STAGE CPU_SECONDS MEMORY FILE TRANSCRIPT_FD STATUS_FD -- bwrap ...
 *
 * Limits and descriptors are put in place before bubblewrap starts: 3 is the transcript, 4 where
 * bubblewrap tells how the command ended, 5 the filter, and there is no other.
 * Invariant: this process is the reaper of all that is started below it, and ends only when it has no
 * child left. SIGTERM ends the box; if this process dies itself, the box dies with it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "box_filter.h"

enum { TRANSCRIPT = 3, STATUS = 4, FILTER = 5, NOT_STARTED = 125 };

static volatile sig_atomic_t box; /* the process group of bubblewrap and its process 1 */

static void stop_box(int signal)
{
    (void)signal;
    if (box > 0)
        kill(-box, SIGKILL);
}

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "box_keeper: %s: %s\n", what, strerror(errno));
    exit(NOT_STARTED);
}

static void limit(int resource, const char *soft, rlim_t more)
{
    rlim_t value = strtoull(soft, NULL, 10);
    struct rlimit l = {value, value + more};
    if (setrlimit(resource, &l) != 0)
        give_up("setrlimit");
}

/* Out of the way first: the numbers that come in may be those that are wanted. */
static void place_descriptors(int transcript, int status, int filter)
{
    transcript = fcntl(transcript, F_DUPFD, 16);
    status = fcntl(status, F_DUPFD, 16);
    filter = fcntl(filter, F_DUPFD, 16);
    if (dup2(transcript, TRANSCRIPT) < 0 || dup2(status, STATUS) < 0 || dup2(filter, FILTER) < 0)
        give_up("descriptors");
    if (close_range(FILTER + 1, ~0u, 0) != 0)
        give_up("close_range");
}

static int stage_named(const char *name)
{
    return strcmp(name, "compile") == 0 ? STAGE_COMPILE
           : strcmp(name, "run") == 0   ? STAGE_RUN
                                        : STAGE_THREADS;
}

static void start(char **argv)
{
    box = fork();
    if (box < 0)
        give_up("fork");
    if (box > 0) {
        setpgid(box, box); /* on both sides: whoever is first */
        return;
    }
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CPU, argv[2], 1); /* SIGXCPU, and SIGKILL for who does not listen */
    limit(RLIMIT_AS, argv[3], 0);
    limit(RLIMIT_FSIZE, argv[4], 0);
    limit(RLIMIT_NOFILE, "64", 0);
    limit(RLIMIT_STACK, "8388608", 0);
    limit(RLIMIT_CORE, "0", 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvp(argv[8], argv + 8);
    give_up(argv[8]);
}

/* How much time the whole box took, for the one who asked for it. */
static void tell_usage(void)
{
    struct rusage use;
    getrusage(RUSAGE_CHILDREN, &use);
    dprintf(STATUS, "{ \"cpu-ms\": %ld }\n",
            use.ru_utime.tv_sec * 1000 + use.ru_utime.tv_usec / 1000 + use.ru_stime.tv_sec * 1000 +
                use.ru_stime.tv_usec / 1000);
}

int main(int argc, char **argv)
{
    if (argc < 9 || strcmp(argv[7], "--") != 0) {
        fprintf(stderr, "usage: box_keeper STAGE CPU MEMORY FILE TRANSCRIPT_FD STATUS_FD -- bwrap ...\n");
        return NOT_STARTED;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
        give_up("subreaper");
    int filter = box_filter(stage_named(argv[1]));
    if (filter < 0)
        give_up("filter");
    place_descriptors(atoi(argv[5]), atoi(argv[6]), filter);

    struct sigaction action = {.sa_handler = stop_box};
    sigset_t term;
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    sigprocmask(SIG_BLOCK, &term, NULL); /* not before there is a box to stop */
    sigaction(SIGTERM, &action, NULL);
    start(argv);
    close(TRANSCRIPT);
    close(FILTER);
    sigprocmask(SIG_UNBLOCK, &term, NULL);

    /* Bubblewrap ends when the command has; what the command left behind is killed with it. */
    for (int status; waitpid(-1, &status, 0) > 0 || errno == EINTR;)
        continue;
    tell_usage();
    return 0;
}
