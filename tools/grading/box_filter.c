/* box_filter.c - the system calls a boxed program may make, as a seccomp filter.
 *
 * A test of the course computes: it takes memory, writes, and ends. So the run stage has a list of
 * what is allowed. Whatever is not on it fails with EPERM, and what no program of a student calls by
 * mistake ends the process with SIGSYS, so that it is seen and named. A compiler does more: its stage
 * has a list of what is forbidden. Both hold for bubblewrap's own process 1 inside the box too, which
 * is why wait4 and execve are allowed.
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
#include <unistd.h>
#include "box_filter.h"

static const char *const allowed[] = {
    /* starting, waiting, ending */
    "execve", "wait4", "exit", "exit_group", "arch_prctl", "set_tid_address", "set_robust_list",
    "rseq", "prlimit64", "getrlimit", "setrlimit", "getrusage",
    /* memory */
    "brk", "mmap", "munmap", "mremap", "mprotect", "madvise",
    /* descriptors that are open; nothing can be opened that is not in the box */
    "read", "write", "writev", "close", "close_range", "lseek", "fstat", "newfstatat", "fcntl", "dup",
    "dup2", "dup3", "open", "openat", "poll",
    /* time, signals to oneself, numbers about oneself */
    "clock_gettime", "clock_getres", "gettimeofday", "time", "nanosleep", "clock_nanosleep", "alarm",
    "setitimer", "getitimer", "pause", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn",
    "rt_sigsuspend", "sigaltstack", "tgkill", "restart_syscall", "getpid", "gettid", "getppid",
    "getuid", "geteuid", "getgid", "getegid", "getrandom", "uname", "futex", "sched_yield",
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
        error = rules(filter, SCMP_ACT_ALLOW, allowed);
    if (error == 0)
        error = rules(filter, SCMP_ACT_KILL_PROCESS, forks);
    return error ? error : rules(filter, SCMP_ACT_KILL_PROCESS, deadly);
}

int box_filter(int stage)
{
    uint32_t otherwise = stage == STAGE_COMPILE ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EPERM);
    scmp_filter_ctx filter = seccomp_init(otherwise);
    if (filter == NULL)
        return -1;
    int fd = memfd_create("filter", 0);
    int error = fd < 0 ? -1 : fill(filter, stage);
    if (error == 0)
        error = seccomp_export_bpf(filter, fd);
    seccomp_release(filter);
    if (error != 0 || lseek(fd, 0, SEEK_SET) != 0)
        return -1;
    return fd;
}
