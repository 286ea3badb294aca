/* box_filter.c - writes the system calls that a boxed program may make, as a seccomp filter.
 *
 *     box_filter compile|run|run-threads > FILE
 *
 * A test of the course computes: it takes memory, writes, and ends. So the run stage has a list of
 * what is allowed. Whatever is not on it fails with EPERM, and what no program of a student calls by
 * mistake ends the process with SIGSYS, so that it is seen and named. A compiler does more: its stage
 * has a list of what is forbidden, which holds for bubblewrap's own process 1 inside the box, too.
 * Invariant: a call of another architecture (int 0x80, x32) ends the process in every stage.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { STAGE_COMPILE, STAGE_RUN, STAGE_THREADS, STAGES };
static const char *const stage_names[STAGES] = {"compile", "run", "run-threads"};

static const char *const allowed[] = {
    /* starting, waiting, ending */
    "execve", "wait4", "exit", "exit_group", "arch_prctl", "set_tid_address", "set_robust_list",
    "rseq", "getrlimit", "setrlimit", "getrusage",
    /* memory */
    "brk", "munmap", "mremap", "madvise", /* mmap, mprotect: pages() */
    /* descriptors that are open; nothing can be opened that is not in the box */
    "read", "write", "writev", "close", "close_range", "lseek", "fstat", "newfstatat", "fcntl", "dup",
    "dup2", "dup3", "open", "openat", "poll",
    /* time, signals to oneself, numbers about oneself */
    "clock_gettime", "clock_getres", "gettimeofday", "time", "nanosleep", "clock_nanosleep", "alarm",
    "setitimer", "getitimer", "pause", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn",
    "rt_sigsuspend", "sigaltstack", "tgkill", "restart_syscall", "getpid", "gettid", "getppid",
    "getuid", "geteuid", "getgid", "getegid", "getrandom", "futex", "sched_yield",
    "sched_getaffinity", NULL};

/* Nobody calls these while computing an attention: the attempt is an outcome of its own. */
static const char *const deadly[] = {
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp", "pidfd_open",
    "pidfd_getfd", "pidfd_send_signal", "kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo",
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg",
    "unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree",
    "fsopen", "fsmount", "fsconfig", "mount_setattr", "bpf", "perf_event_open", "add_key", "keyctl",
    "request_key", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register",
    "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot",
    "swapon", "swapoff", "acct", "quotactl", "syslog", "setuid", "setgid", "setreuid", "setregid",
    "setresuid", "setresgid", "setgroups", "capset", "personality", "open_by_handle_at",
    "name_to_handle_at", "fanotify_init", "mbind", "migrate_pages", "move_pages", "iopl", "ioperm",
    "modify_ldt", "shmget", "shmat", "msgget", "semget", "mq_open", "vmsplice", "splice", "memfd_create",
    "execveat", NULL};

/* The same for a compiler, which may look at itself and start its own passes. */
static const char *const never_while_compiling[] = {
    "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "socket", "socketpair",
    "connect", "unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "move_mount",
    "open_tree", "fsopen", "fsmount", "fsconfig", "mount_setattr", "bpf", "perf_event_open", "add_key",
    "keyctl", "request_key", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register",
    "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot",
    "swapon", "swapoff", "acct", "quotactl", "syslog", "open_by_handle_at", "name_to_handle_at",
    "fanotify_init", "iopl", "ioperm", "modify_ldt", "mknod", "mknodat", "shmget", "msgget", "semget",
    "mq_open", NULL};

static const char *const forks[] = {"fork", "vfork", NULL};

/* Calls this kernel or architecture does not have are no calls that could be made. */
static int rules(scmp_filter_ctx filter, uint32_t action, const char *const *names)
{
    for (; *names != NULL; names++) {
        int call = seccomp_syscall_resolve_name(*names);
        if (call < 0)
            continue;
        int error = seccomp_rule_add(filter, action, call, 0);
        if (error != 0 && error != -EDOM)
            return error;
    }
    return 0;
}

/* A thread is a clone that shares everything; any other clone is a process or a namespace. */
static int clones(scmp_filter_ctx filter, int stage)
{
    const uint64_t namespaces = CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |
                                CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
    /* clone3 hides its flags in memory where no filter can look; without it, libc uses clone. */
    int error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    if (stage == STAGE_COMPILE) {
        for (uint64_t flag = 1; flag != 0 && error == 0; flag <<= 1)
            if (flag & namespaces)
                error = seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), 1,
                                         SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag));
        return error;
    }
    if (error == 0 && stage == STAGE_THREADS) {
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                                 SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | namespaces, CLONE_THREAD));
        if (error == 0) /* no thread, then: a process */
            error = seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), 1,
                                     SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
        return error;
    }
    return error ? error : seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), 0);
}

/* Of oneself; nobody else's are anybody's business. */
static int own_limits(scmp_filter_ctx filter)
{
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffffu, 0));
}

/* Memory of one's own, which counts as such: shared with nobody, of no file, in nobody's place; and none of it becomes code. */
static int pages(scmp_filter_ctx filter)
{
    const uint64_t asked = MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED | MAP_FIXED_NOREPLACE;
    int error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
                                 SCMP_A3(SCMP_CMP_MASKED_EQ, asked, MAP_ANONYMOUS));
    return error ? error
                 : seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
                                    SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
}

/* Typing into the terminal of whoever grades. */
static int terminals(scmp_filter_ctx filter)
{
    int error = seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(ioctl), 1,
                                 SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffu, TIOCSTI));
    return error ? error
                 : seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(ioctl), 1,
                                    SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffu, TIOCLINUX));
}

static int fill(scmp_filter_ctx filter, int stage)
{
    int error = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    if (error == 0)
        error = clones(filter, stage);
    if (error == 0)
        error = terminals(filter);
    if (error == 0 && stage == STAGE_COMPILE)
        return rules(filter, SCMP_ACT_KILL_PROCESS, never_while_compiling);
    if (error == 0)
        error = own_limits(filter);
    if (error == 0)
        error = pages(filter);
    if (error == 0)
        error = rules(filter, SCMP_ACT_ALLOW, allowed);
    if (error == 0)
        error = rules(filter, SCMP_ACT_KILL_PROCESS, forks);
    return error ? error : rules(filter, SCMP_ACT_KILL_PROCESS, deadly);
}

int main(int argc, char **argv)
{
    int stage = 0;
    while (stage < STAGES && (argc != 2 || strcmp(argv[1], stage_names[stage]) != 0))
        stage++;
    if (stage == STAGES) {
        fprintf(stderr, "usage: box_filter compile|run|run-threads > FILE\n");
        return 2;
    }
    scmp_filter_ctx filter = seccomp_init(stage == STAGE_COMPILE ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EPERM));
    int error = filter == NULL ? -ENOMEM : fill(filter, stage);
    if (error == 0)
        error = seccomp_export_bpf(filter, STDOUT_FILENO);
    if (error != 0)
        fprintf(stderr, "box_filter: %s\n", strerror(-error));
    return error != 0;
}
