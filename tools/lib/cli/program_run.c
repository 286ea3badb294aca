/* program_run.c - another program, run and waited for.
 *
 * Invariant: no shell is involved, so a file name may hold any character.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "files.h"

enum { SECONDS = 20 }; /* of processor time: nobody could read a picture that takes longer */

/* The kernel keeps the limit: the program is told at its end, and ended a second later. */
static void limit_time(int seconds)
{
    struct rlimit limit = {.rlim_cur = (rlim_t)seconds, .rlim_max = (rlim_t)seconds + 1};
    setrlimit(RLIMIT_CPU, &limit);
}

bool program_run_within(int seconds, const char *const argv[])
{
    fflush(NULL); /* or the child would print it once more */
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDERR_FILENO);
        limit_time(seconds);
        execvp(argv[0], (char *const *)argv);
        _exit(127);
    }
    int status = 0;
    bool ended = child > 0 && waitpid(child, &status, 0) == child;
    if (ended && WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        fprintf(stderr,
                "%s: stopped after %d s of processor time. hint: of a graph, fewer boxes: a lower "
                "depth or most in GraphOptions\n",
                argv[0], seconds);
    return ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool program_run(const char *const argv[])
{
    return program_run_within(SECONDS, argv);
}
