/* box_probe.c - tries to get out of the box; the self-test runs it inside and reads what it says.
 *
 *     program WHAT [PATH...]
 *
 * It is written as a hostile submission would be. Every attempt that succeeds is printed as a line; an
 * attempt the box answers with a signal never prints. Only "honest" has to work.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void honest(void)
{
    double *numbers = malloc(64 << 20);
    if (numbers == NULL)
        abort();
    memset(numbers, 0, 64 << 20);
    dprintf(3, "value %a\n", numbers[4711] + 1);
    printf("printed\n");
}

static void list(const char *folder, int depth)
{
    DIR *d = opendir(folder);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", strcmp(folder, "/") ? folder : "", e->d_name);
        if (e->d_name[0] == '.')
            continue;
        printf("sees %s\n", path);
        if (depth > 0)
            list(path, depth - 1);
    }
    if (d != NULL)
        closedir(d);
}

/* getdents is not allowed, so list() is a hope; the paths are what must not be there. */
static void look_around(char **paths)
{
    list("/", 1);
    for (; *paths != NULL; paths++)
        if (open(*paths, O_RDONLY) >= 0)
            printf("can read %s\n", *paths);
    for (int fd = 4; fd < 1024; fd++)
        if (fcntl(fd, F_GETFD) != -1)
            printf("was given descriptor %d\n", fd);
}

static void write_somewhere(char **paths)
{
    for (; *paths != NULL; paths++) {
        char name[512];
        snprintf(name, sizeof name, "%s/box-was-here", *paths);
        if (open(name, O_WRONLY | O_CREAT, 0600) >= 0)
            printf("can write in %s\n", *paths);
        if (mkdir(name, 0700) == 0 || symlink("/", name) == 0)
            printf("can make names in %s\n", *paths);
    }
}

static void take_memory(void)
{
    long taken = 0;
    for (char *p; taken < 64 && (p = malloc(1 << 30)) != NULL; taken++)
        p[12345] = 1;
    if (taken > 8)
        printf("took %ld GiB of memory\n", taken);
}

static void *in_thread(void *argument)
{
    return argument;
}

static void start_thread(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, in_thread, NULL) == 0 && pthread_join(thread, NULL) == 0)
        printf("started a thread\n");
}

/* One forbidden call after another would stop at the first: each is a run of its own. */
static void call(const char *name)
{
    long got = -1;
    if (strcmp(name, "socket") == 0)
        got = socket(AF_INET, SOCK_STREAM, 0);
    else if (strcmp(name, "fork") == 0)
        got = fork();
    else if (strcmp(name, "ptrace") == 0)
        got = ptrace(PTRACE_TRACEME, 0, 0, 0);
    else if (strcmp(name, "kill") == 0)
        got = kill(-1, SIGKILL);
    else if (strcmp(name, "unshare") == 0)
        got = unshare(CLONE_NEWUSER);
    else if (strcmp(name, "io_uring") == 0)
        got = syscall(SYS_io_uring_setup, 1, NULL);
    printf("called %s, which gave %ld\n", name, got);
}

/* Everything that might stop or starve the process which starts what comes after this one. */
static void harm_parent(void)
{
    pid_t parent = getppid();
    struct rlimit none = {0, 0};
    if (prlimit(parent, RLIMIT_NOFILE, &none, NULL) == 0 || prlimit(parent, RLIMIT_CPU, &none, NULL) == 0)
        printf("can take the limits of its parent\n");
    syscall(SYS_tgkill, parent, parent, SIGKILL); /* says 0 and does nothing to process 1 */
    syscall(SYS_tgkill, parent, parent, SIGSTOP);
    for (int fd = 1; fd <= 3; fd++) {
        fcntl(fd, F_SETOWN, parent);
        fcntl(fd, F_SETSIG, SIGKILL);
        fcntl(fd, F_SETFL, O_ASYNC | O_NONBLOCK);
        fcntl(fd, F_SETPIPE_SZ, 4096);
    }
    for (int i = 0; i < 1000; i++)
        if (write(3, "value\n", 6) < 0 && errno != EAGAIN)
            break;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    setvbuf(stdout, NULL, _IONBF, 0);
    if (strcmp(what, "honest") == 0)
        honest();
    else if (strcmp(what, "look") == 0)
        look_around(argv + 2);
    else if (strcmp(what, "write") == 0)
        write_somewhere(argv + 2);
    else if (strcmp(what, "memory") == 0)
        take_memory();
    else if (strcmp(what, "thread") == 0)
        start_thread();
    else if (strcmp(what, "harm") == 0)
        harm_parent();
    else if (strcmp(what, "sleep") == 0)
        sleep(1000);
    else if (strcmp(what, "loop") == 0)
        for (volatile long i = 0;; i++)
            continue;
    else if (strcmp(what, "call") == 0 && argc > 2)
        call(argv[2]);
    return 0;
}
