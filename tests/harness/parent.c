/* parent.c - forks the process that runs a test, waits for it, and reads what it left.
 *
 * A child that ends without the secret number has not passed, however it ended.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "child.h"
#include "parent.h"

uint64_t run_seed = 20170612;
int run_seconds = SECONDS;

void *shared_memory(size_t bytes, int fd)
{
    int flags = MAP_SHARED | (fd < 0 ? MAP_ANONYMOUS : 0);
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, fd, 0);
    if (memory == MAP_FAILED) {
        perror("mmap");
        exit(2);
    }
    return memory;
}

static uint64_t secret_number(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t z = ((uint64_t)now.tv_nsec << 32) ^ (uint64_t)now.tv_sec ^ (uint64_t)getpid();
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return (z ^ z >> 27) | 1;
}

/* Wait for the child. It ends itself when it has computed for too long; one that sleeps, or does not let itself be ended, is
 * ended after six times that. */
static int wait_for(pid_t child)
{
    int status = 0;
    struct timespec nap = {0, 200000};
    for (double waited = 0; waited < 6 * run_seconds; waited += (double)nap.tv_nsec * 1e-9) {
        if (waitpid(child, &status, WNOHANG) == child)
            return status;
        nanosleep(&nap, NULL);
        if (nap.tv_nsec < 4000000)
            nap.tv_nsec += nap.tv_nsec / 4;
    }
    verdict->outcome = TIMED_OUT;
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return status;
}

void run_apart(const CheckTest *t, int printed)
{
    uint64_t secret = secret_number();
    memset(verdict, 0, sizeof *verdict);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        dup2(printed, STDOUT_FILENO);
        dup2(printed, STDERR_FILENO);
        run_child(t, run_seed, secret, run_seconds);
    }
    if (child < 0) { /* and -1 must never be killed: that is everybody */
        snprintf(verdict->title, sizeof verdict->title, "no process for the test: %s",
                 strerror(errno));
        verdict->outcome = FAILED;
        return;
    }
    int status = wait_for(child);
    Outcome outcome = verdict->outcome;
    bool signed_ = verdict->signature == secret;
    if ((outcome == PASSED || outcome == FAILED || outcome == NOT_WRITTEN) && !signed_)
        verdict->outcome = ENDED_EARLY;
    if (WIFSIGNALED(status) && outcome == ENDED_EARLY) {
        verdict->outcome = CRASHED;
        verdict->signal = WTERMSIG(status);
    }
}

int run_program(char *const *argv, int printed)
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(printed, STDOUT_FILENO);
        dup2(printed, STDERR_FILENO);
        execvp(argv[0], argv);
        _exit(127);
    }
    if (child < 0)
        return -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
