/* box_keeper.c - starts one box and stays until every process in it is gone.
 *
 *     box_keeper PARENT CPU_SECONDS MEMORY FILE CHANNEL_FD STATUS_FD FILTER_FD -- bwrap ...
 *
 * Limits and descriptors are put in place before bubblewrap starts: 3 is for what runs in the box, 4 where
 * bubblewrap tells how the command ended, 5 the filter, and there is no other.
 * Invariant: this process is the reaper of all that is started below it, and ends only when it has no
 * child left. SIGTERM ends the box, and so does the end of PARENT, however sudden: bubblewrap killed
 * halfway through its own start leaves a process that nothing in the box would end. It becomes a child
 * of this process and is killed as one; so this process has a session of its own, where a signal to the
 * grader's group does not reach it.
 */
#define _GNU_SOURCE
#include <dirent.h>
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

enum { CHANNEL = 3, STATUS = 4, FILTER = 5, NOT_STARTED = 125 };
enum { LATE = 1 }; /* seconds for the rest of a box to follow bubblewrap by itself */

static pid_t box;   /* the process group of bubblewrap and its process 1; 0: it has ended */
static int stopped; /* nothing of it is waited for any more */

static void stop_box(void)
{
    stopped = 1;
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
static void place_descriptors(int channel, int status, int filter)
{
    channel = fcntl(channel, F_DUPFD, 16);
    status = fcntl(status, F_DUPFD, 16);
    filter = fcntl(filter, F_DUPFD, 16);
    if (dup2(channel, CHANNEL) < 0 || dup2(status, STATUS) < 0 || dup2(filter, FILTER) < 0)
        give_up("descriptors");
    if (close_range(FILTER + 1, ~0u, 0) != 0)
        give_up("close_range");
}

/* Of process pid, from /proc/PID/stat: its name may hold anything, so what counts stands after it. */
static long parent_of(long pid)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[n < 0 ? 0 : n] = '\0';
    const char *name_end = strrchr(text, ')');
    long parent = 0;
    return name_end != NULL && sscanf(name_end, ") %*c %ld", &parent) == 1 ? parent : 0;
}

/* Whoever lost their parents became a child of this process. */
static void kill_children(void)
{
    DIR *processes = opendir("/proc");
    if (processes == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(processes)) != NULL;) {
        long pid = atol(entry->d_name);
        if (pid > 0 && parent_of(pid) == getpid())
            kill((pid_t)pid, SIGKILL);
    }
    closedir(processes);
}

/* Until there is no child left. Bubblewrap ends when the command has; what the command left behind dies
 * with it, or is killed. The signals are blocked but here, so none slips in between looking and waiting. */
static void wait_for_all(void)
{
    sigset_t watched;
    sigemptyset(&watched);
    sigaddset(&watched, SIGCHLD);
    sigaddset(&watched, SIGTERM);
    sigaddset(&watched, SIGALRM);
    for (;;) {
        pid_t gone;
        while ((gone = waitpid(-1, NULL, WNOHANG)) > 0)
            if (gone == box) {
                box = 0;
                alarm(LATE);
            }
        if (gone < 0)
            return;
        if (stopped)
            kill_children();
        int signal = sigwaitinfo(&watched, NULL);
        if (signal == SIGTERM || signal == SIGALRM)
            stop_box();
    }
}

static void start(char **argv)
{
    pid_t keeper = getpid();
    box = fork();
    if (box < 0)
        give_up("fork");
    if (box > 0) {
        setpgid(box, box); /* on both sides: whoever is first */
        return;
    }
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper)
        _exit(NOT_STARTED);
    limit(RLIMIT_CPU, argv[2], 1); /* SIGXCPU, and SIGKILL for who does not listen */
    limit(RLIMIT_AS, argv[3], 0);
    limit(RLIMIT_FSIZE, argv[4], 0);
    limit(RLIMIT_NOFILE, "64", 0);
    limit(RLIMIT_STACK, "8388608", 0);
    limit(RLIMIT_CORE, "0", 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvp(argv[9], argv + 9);
    give_up(argv[9]);
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
    if (argc < 10 || strcmp(argv[8], "--") != 0) {
        fprintf(stderr, "usage: box_keeper PARENT CPU MEMORY FILE CHANNEL_FD STATUS_FD FILTER_FD -- bwrap ...\n");
        return NOT_STARTED;
    }
    sigset_t later; /* taken one by one in wait_for_all */
    sigemptyset(&later);
    sigaddset(&later, SIGTERM);
    sigaddset(&later, SIGALRM);
    sigaddset(&later, SIGCHLD);
    sigprocmask(SIG_BLOCK, &later, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != atoi(argv[1]))
        return NOT_STARTED;
    setsid();
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
        give_up("subreaper");
    place_descriptors(atoi(argv[5]), atoi(argv[6]), atoi(argv[7]));
    start(argv);
    close(CHANNEL);
    close(FILTER);
    wait_for_all();
    tell_usage();
    return 0;
}
