/* crash.c - crashes and endless loops of a test's process: signals, put into words. */
#define _GNU_SOURCE /* the registers at a signal */
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#include "child.h"

static const char *top_of_stack; /* about */

/* What a bad access tells about itself: an address near 0 or on the stack, or (on x86) none at all. */
static const char *access_in_words(const siginfo_t *info)
{
    const char *at = info->si_addr;
    if (info->si_code == SI_KERNEL)
        return "an uninitialised pointer or index was followed, or a vector lies where its address "
               "is no "
               "multiple of its size";
    if ((intptr_t)(uintptr_t)at < 0) /* bytes of 0xff: no program's own memory lies there */
        return "a tensor was used whose scope is closed, or memory that was never written";
    if ((uintptr_t)at < 4096)
        return "a pointer that is NULL was followed";
    if (at < top_of_stack && top_of_stack - at < 64 << 20)
        return "endless recursion, or an array too large for the stack";
    return "a pointer or an index leads outside of its memory";
}

/* Who called a function that is NULL, for no frame leads back from there; NULL: nobody did, or this machine's registers are
 * called otherwise. */
static void *caller_of_null(const ucontext_t *at)
{
#if defined(__linux__) && defined(__x86_64__)
    return at->uc_mcontext.gregs[REG_RIP] == 0 ? *(void **)at->uc_mcontext.gregs[REG_RSP] : NULL;
#elif defined(__linux__) && defined(__aarch64__)
    return at->uc_mcontext.pc == 0 ? (void *)at->uc_mcontext.regs[30] : NULL;
#else
    (void)at;
    return NULL;
#endif
}

static int frames_at(void **trace, const ucontext_t *at)
{
    trace[0] = caller_of_null(at);
    return trace[0] != NULL ? 1 : backtrace_here(trace, TRACE_DEPTH);
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
    if (earlier_verdict())
        _exit(2);
    verdict->signal = signal;
    if (signal == SIGSEGV || signal == SIGBUS)
        snprintf(verdict->title, sizeof verdict->title, "a crash: %s", access_in_words(info));
    digest_words(signal == SIGPROF ? "no end" : verdict->title);
    verdict->outcome = signal == SIGPROF ? TIMED_OUT : CRASHED;
    verdict->depth = frames_at(verdict->trace, context);
    fflush(NULL);
    _exit(2);
}

#if !SANITIZED
/* A function's last look at its stack (-fstack-protector-strong) comes here, in place of the C library's. What called
 * that function may be overwritten, so no frame but its own is looked for. */
void __stack_chk_fail(void);
void __stack_chk_fail(void)
{
    verdict->trace[0] = __builtin_return_address(0);
    verdict->depth = 1;
    snprintf(verdict->title, sizeof verdict->title, "%s",
             "something was written behind the end of an array of this function's own");
    snprintf(verdict->likely, sizeof verdict->likely, "%s",
             "either an index is too large, or the array is too small for these inputs: one of a "
             "fixed size, as in double p[16], holds no more than that (scope_alloc gives room for "
             "as many as there are)");
    give_up(FAILED);
}
#endif

static void catch_signals(void)
{
    char here;
    top_of_stack = &here;
    static char stack[1 << 16]; /* a handler needs room when the stack has run out */
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&other, NULL);
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_ONSTACK | SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    static const int caught[] = {SIGPROF, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXFSZ};
    int n = (int)(sizeof caught / sizeof *caught);
    for (int i = 0; i < n; i++) {
        struct sigaction standard = {.sa_handler = SIG_DFL};
        sigaction(caught[i], SANITIZED && caught[i] != SIGPROF ? &standard : &action, NULL);
    }
}

static void limit_resources(void)
{
    struct rlimit file = {16 << 20, 16 << 20}, memory = {(rlim_t)4 << 30, (rlim_t)4 << 30};
    struct rlimit core = {0, 0};
    setrlimit(RLIMIT_FSIZE, &file);
    setrlimit(RLIMIT_CORE, &core);
    if (!SANITIZED)
        setrlimit(RLIMIT_AS, &memory);
}

void watch_over_test(int seconds)
{
    catch_signals();
    limit_resources();
    /* Seconds of computing: on a machine that others use a right answer may take many on the wall. */
    struct itimerval end = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &end, NULL);
}
