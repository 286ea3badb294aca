/* child.c - one test of a student in a process of its own: three rounds (round.c).
 *
 * Only after the last of them does the child sign its verdict with the parent's secret.
 */
#include <sys/resource.h>
#include <unistd.h>
#include "child.h"

static uint64_t secret;
static const char *top_of_stack; /* about */
static bool in_debugger;

static void print_verdict(Outcome outcome)
{
    printf("%s\n", outcome == PASSED ? "the test passed" : "the test failed");
    const char *const lines[] = {verdict->title, verdict->called, verdict->got, verdict->expected,
                                 verdict->likely};
    static const char *const label[] = {"problem", "called", "got", "expected", "likely"};
    for (int i = 0; i < 5 && outcome != PASSED; i++)
        if (lines[i][0] != '\0')
            printf("  %-9s %s\n", label[i], lines[i]);
}

_Noreturn void give_up(Outcome outcome)
{
    if (in_debugger)
        print_verdict(outcome);
    fflush(NULL);
    verdict->outcome = outcome;
    verdict->signature = secret;
    _exit(1);
}

void check_called(const char *text)
{
    char call[400];
    if (verdict->called[0] != '\0')
        inputs_check(), guards_check(); /* before this call answers for the last one */
    mistakes_of_next_call();
    snprintf(call, sizeof call, "%.*s", (int)strcspn(text, "\n"), text);
    inputs_describe(call, verdict->called, sizeof verdict->called);
}

/* ---- fail() and its tests ---------------------------------------------------------------------------- */

_Noreturn void stopped_by_fail(const char *message)
{
    mistakes_explain(message);
    verdict->depth = backtrace_here(verdict->trace, TRACE_DEPTH);
    give_up(FAILED);
}

_Noreturn void check_did_not_fail(const char *text, const char *rule)
{
    snprintf(verdict->got, sizeof verdict->got, "the call returned as if nothing were wrong");
    snprintf(verdict->expected, sizeof verdict->expected, "fail(\"... %s ...\")", text);
    mistakes_explain(verdict->got);
    snprintf(verdict->rule, sizeof verdict->rule, "%s", rule);
    give_up(FAILED);
}

void check_failure_says(const char *text, const char *rule)
{
    if (strstr(failure_message(), text) != NULL)
        return;
    snprintf(verdict->got, sizeof verdict->got, "the message \"%s\"", failure_message());
    mistakes_explain(verdict->got);
    snprintf(verdict->expected, sizeof verdict->expected, "a message that contains \"%s\"", text);
    snprintf(verdict->rule, sizeof verdict->rule, "%s", rule);
    give_up(FAILED);
}

/* ---- crashes and endless loops -------------------------------------------------------------------------- */

/* What a bad access tells about itself: an address near 0 or on the stack, or (on x86) none at all. */
static const char *access_in_words(const siginfo_t *info)
{
    const char *at = info->si_addr;
    if (info->si_code == SI_KERNEL)
        return "an uninitialised pointer or index was followed";
    if ((intptr_t)(uintptr_t)at < 0) /* bytes of 0xff: no program's own memory lies there */
        return "a tensor was used whose scope is closed, or memory that was never written";
    if ((uintptr_t)at < 4096)
        return "a pointer that is NULL was followed";
    if (at < top_of_stack && top_of_stack - at < 64 << 20)
        return "endless recursion, or an array too large for the stack";
    return "a pointer or an index leads outside of its memory";
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
    (void)context;
    verdict->signal = signal;
    if (signal == SIGSEGV || signal == SIGBUS)
        snprintf(verdict->title, sizeof verdict->title, "a crash: %s", access_in_words(info));
    mistakes_explain(signal == SIGALRM ? "no end" : verdict->title);
    verdict->outcome = signal == SIGALRM ? TIMED_OUT : CRASHED;
    verdict->depth = backtrace_here(verdict->trace, TRACE_DEPTH);
    fflush(NULL);
    _exit(2);
}

static void catch_signals(void)
{
    char here;
    top_of_stack = &here;
    static char stack[1 << 16]; /* a handler needs room when the stack has run out */
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&other, NULL);
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_ONSTACK | SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    static const int caught[] = {SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXFSZ};
    int n = (int)(sizeof caught / sizeof *caught);
    for (int i = 0; i < n; i++) {
        struct sigaction standard = {.sa_handler = SIG_DFL};
        sigaction(caught[i], SANITIZED && caught[i] != SIGALRM ? &standard : &action, NULL);
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

/* ---- rounds ------------------------------------------------------------------------------------------------ */

static _Noreturn void run_rounds(const CheckTest *test, uint64_t seed)
{
    rounds_start();
    for (int round = 0; round < ROUNDS; round++) {
        mistakes_forget();
        run_round(test, round_seed(seed, test->name, round));
    }
    give_up(PASSED);
}

_Noreturn void run_in_debugger(const CheckTest *test, uint64_t seed)
{
    in_debugger = true;
    run_rounds(test, seed);
}

_Noreturn void run_child(const CheckTest *test, uint64_t seed, uint64_t signature, int seconds)
{
    secret = signature;
    setvbuf(stdout, NULL, _IOLBF, 0);
    catch_signals();
    limit_resources();
    alarm((unsigned)seconds);
    run_rounds(test, seed);
}
