/* box_runner.c - process 1 of a box in which one program runs many times, one process after the other.
 *
 * Descriptor 3 is a socket of the grader, 5 the filter of this stage. A message of the grader is one run:
 * the limits of cpu, memory and file size, what the process may read on descriptor 0, then the arguments, each
 * ended by NUL, and the three descriptors that it shall have as 1, 2 and 3. The answers are "started", sent by the process itself so that
 * the kernel tells the grader its number, then "ended STATUS CPU_MS" when nothing of it is left, or
 * "failed WHY" if the program could not be started.
 *
 * Invariant: nothing that a run writes is read here, and nothing of it outlives it. Its descriptors are
 * its own, new for each run; no signal from within the box reaches its process 1; the filter allows no
 * call that names another process.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GRADER = 3, FILTER = 5 };
enum { MOST_WORDS = 256, MOST_RULES = 4096, NOT_STARTED = 125 };

static struct sock_filter rules[MOST_RULES];
static struct sock_fprog filter = {.filter = rules};

typedef struct {
    char text[1 << 16];
    char *words[MOST_WORDS + 1]; /* cpu, memory, file, text of 0, argv[0], ... NULL */
    int out[3];                  /* its descriptors 1, 2 and 3 */
} Request;

static void read_filter(void)
{
    ssize_t n = read(FILTER, rules, sizeof rules);
    if (n <= 0 || n % (ssize_t)sizeof *rules != 0 || read(FILTER, rules, 1) != 0) {
        fprintf(stderr, "box_runner: this is no filter\n");
        exit(NOT_STARTED);
    }
    filter.len = (unsigned short)(n / (ssize_t)sizeof *rules);
}

/* ---- one run: this is in the new process, still trusted ------------------------------------------- */

static int grader; /* the socket again: closed by execve */

static _Noreturn void give_up(const char *what)
{
    dprintf(grader, "failed %s: %s", what, strerror(errno));
    _exit(NOT_STARTED);
}

static void limit(int resource, rlim_t soft, rlim_t more)
{
    struct rlimit l = {soft, soft + more};
    if (setrlimit(resource, &l) != 0)
        give_up("setrlimit");
}

/* The whole text waits in the pipe, and nobody can add to it. */
static void place_text(const char *text)
{
    int ends[2];
    size_t bytes = strlen(text);
    if (pipe(ends) != 0 || write(ends[1], text, bytes) != (ssize_t)bytes || dup2(ends[0], 0) < 0)
        give_up("a text");
    close(ends[0]);
    close(ends[1]);
}

static void place_descriptors(const int *out)
{
    grader = fcntl(GRADER, F_DUPFD, 16);
    for (int i = 0; i < 3; i++)
        if (dup2(out[i], i + 1) < 0)
            give_up("dup2");
    if (close_range(4, ~0u, CLOSE_RANGE_CLOEXEC) != 0)
        give_up("close_range");
}

static _Noreturn void become(const Request *r)
{
    place_descriptors(r->out);
    if (r->words[3][0] != '\0')
        place_text(r->words[3]);
    limit(RLIMIT_CPU, strtoul(r->words[0], NULL, 10), 1); /* SIGXCPU, and SIGKILL for who does not listen */
    limit(RLIMIT_AS, strtoul(r->words[1], NULL, 10), 0);
    limit(RLIMIT_FSIZE, strtoul(r->words[2], NULL, 10), 0);
    if (write(grader, "started", 7) != 7)
        give_up("write");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
        give_up("seccomp");
    execv(r->words[4], r->words + 4);
    give_up(r->words[4]);
}

/* ---- process 1 ------------------------------------------------------------------------------------ */

static void take_descriptors(struct msghdr *message, int *out)
{
    for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c != NULL; c = CMSG_NXTHDR(message, c))
        if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS && c->cmsg_len == CMSG_LEN(3 * sizeof(int)))
            memcpy(out, CMSG_DATA(c), 3 * sizeof(int));
}

/* The next run that the grader wants; false when it wants none any more. */
static int receive(Request *r)
{
    union {
        char bytes[CMSG_SPACE(3 * sizeof(int))];
        struct cmsghdr aligned;
    } control;
    struct iovec text = {r->text, sizeof r->text - 1};
    struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t n = recvmsg(GRADER, &message, 0);
    if (n <= 0 || message.msg_flags & (MSG_TRUNC | MSG_CTRUNC))
        return 0;
    r->text[n] = '\0';
    r->out[0] = r->out[1] = r->out[2] = -1;
    take_descriptors(&message, r->out);
    int count = 0;
    for (char *word = r->text; word < r->text + n && count < MOST_WORDS; word += strlen(word) + 1)
        r->words[count++] = word;
    r->words[count] = NULL;
    return count > 4 && r->out[2] >= 0;
}

static long milliseconds(const struct rusage *use)
{
    return (use->ru_utime.tv_sec + use->ru_stime.tv_sec) * 1000 + (use->ru_utime.tv_usec + use->ru_stime.tv_usec) / 1000;
}

/* No process but this one is left afterwards: number 1 may end all the others, and waits for them. */
static void wait_for(pid_t run)
{
    int status = 0;
    struct rusage use = {0};
    while (wait4(run, &status, 0, &use) < 0 && errno == EINTR)
        continue;
    kill(-1, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
        continue;
    dprintf(GRADER, "ended %d %ld", status, milliseconds(&use));
}

int main(void)
{
    static Request request;
    read_filter();
    if (close_range(4, ~0u, 0) != 0)
        return NOT_STARTED;
    while (receive(&request)) {
        pid_t run = fork();
        if (run == 0)
            become(&request);
        for (int i = 0; i < 3; i++)
            close(request.out[i]);
        if (run < 0)
            dprintf(GRADER, "failed fork: %s", strerror(errno));
        else
            wait_for(run);
    }
    return 0;
}
