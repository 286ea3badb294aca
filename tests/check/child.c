/* child.c - one test in a process of its own: three rounds, then the questions nobody asks.
 *
 * Is every input as it was? Is every scope closed, every block of memory returned? Only after that
 * does the child sign its verdict with the parent's secret.
 */
#include <stdarg.h>
#include <sys/resource.h>
#include <unistd.h>
#include "child.h"

Verdict *verdict;
const char *student_folder = "modules";

static jmp_buf after_failure;
static bool failure_expected;
static char failure_text[1024];
static uint64_t secret;

_Noreturn void give_up(Outcome outcome)
{
    fflush(NULL);
    verdict->outcome = outcome;
    verdict->signature = secret;
    _exit(1);
}

void check_called(const char *text)
{
    char call[400];
    snprintf(call, sizeof call, "%.*s", (int)strcspn(text, "\n"), text);
    inputs_describe(call, verdict->called, sizeof verdict->called);
}

/* ---- fail() and its tests ---------------------------------------------------------------------------- */

static void on_fail(const char *message, CallSite where)
{
    (void)where;
    if (strncmp(message, "todo: ", 6) == 0) {
        snprintf(verdict->title, sizeof verdict->title, "%s", message + 6);
        give_up(NOT_WRITTEN);
    }
    snprintf(failure_text, sizeof failure_text, "%s", message);
    if (failure_expected) {
        failure_expected = false;
        longjmp(after_failure, 1);
    }
    snprintf(verdict->title, sizeof verdict->title, "%s", message);
    mistakes_explain(message);
    verdict->depth = backtrace_here(verdict->trace, TRACE_DEPTH);
    give_up(FAILED);
}

jmp_buf *check_expect_failure(void)
{
    failure_expected = true;
    failure_text[0] = '\0';
    return &after_failure;
}

_Noreturn void check_did_not_fail(const char *text, const char *rule)
{
    snprintf(verdict->got, sizeof verdict->got, "the call returned as if nothing were wrong");
    snprintf(verdict->expected, sizeof verdict->expected, "fail(\"... %s ...\")", text);
    snprintf(verdict->rule, sizeof verdict->rule, "%s", rule);
    give_up(FAILED);
}

void check_failure_says(const char *text, const char *rule)
{
    if (strstr(failure_text, text) != NULL)
        return;
    snprintf(verdict->got, sizeof verdict->got, "the message \"%s\"", failure_text);
    snprintf(verdict->expected, sizeof verdict->expected, "a message that contains \"%s\"", text);
    snprintf(verdict->rule, sizeof verdict->rule, "%s", rule);
    give_up(FAILED);
}

/* ---- crashes and endless loops -------------------------------------------------------------------------- */

static void on_signal(int signal)
{
    verdict->signal = signal;
    verdict->outcome = signal == SIGALRM ? TIMED_OUT : CRASHED;
    verdict->depth = backtrace_here(verdict->trace, TRACE_DEPTH);
    fflush(NULL);
    _exit(2);
}

static void catch_signals(void)
{
    static char stack[1 << 16]; /* a handler needs room when the stack has run out */
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&other, NULL);
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
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

/* Memory that was used before holds NaN, so that a number which was never set is seen. */
static void dirty_the_memory(void)
{
    Scope *scope = scope_open();
    size_t bytes = 2 << 20;
    memset(scope_alloc(scope, bytes), 0xff, bytes);
    scope_close(scope);
}

static void check_leaks(void)
{
    size_t bytes;
    int depth = 0;
    kindling_release_thread();
    long n = leaks_count(&bytes, verdict->trace, &depth);
    if (n == 0)
        return;
    verdict->depth = depth;
    snprintf(verdict->title, sizeof verdict->title, "a leak: %ld block%s of memory, %zu bytes", n,
             n > 1 ? "s" : "", bytes);
    snprintf(verdict->likely, sizeof verdict->likely,
             "memory was asked for (malloc, owned_alloc, ..._new) and never given back");
    give_up(FAILED);
}

static void run_round(const CheckTest *test, uint64_t seed)
{
    guards_forget();
    leaks_start();
    dirty_the_memory();
    Scope *scope = scope_open();
    inputs_start(seed);
    mistakes_forget();
    verdict->called[0] = '\0';
    test->run();
    inputs_check();
    if (scope_current() != scope) {
        snprintf(verdict->title, sizeof verdict->title, "a scope was opened and not closed");
        snprintf(verdict->likely, sizeof verdict->likely,
                 "every scope_open needs its scope_close on every way out of the function");
        give_up(FAILED);
    }
    scope_close(scope);
    check_leaks();
}

static uint64_t mixed(uint64_t seed, const char *name, int round)
{
    for (; *name != '\0'; name++)
        seed = (seed ^ (unsigned char)*name) * 0x100000001b3u;
    return seed + (uint64_t)round * 0x632be59bd9b4e019u;
}

_Noreturn void run_child(const CheckTest *test, uint64_t seed, uint64_t signature, int seconds)
{
    secret = signature;
    setvbuf(stdout, NULL, _IOLBF, 0);
    catch_signals();
    limit_resources();
    alarm((unsigned)seconds);
    kindling_on_fail(on_fail);
    for (int round = 0; round < ROUNDS; round++)
        run_round(test, mixed(seed, test->name, round));
    give_up(PASSED);
}
