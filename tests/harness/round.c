/* round.c - one test, once: what every round of a test owes, whoever watches it.
 *
 * A student's `make 12` and the recorder of graded suites run the same rounds. After the test's own
 * checks come the questions nobody asks: is every input as it was, is every scope closed, every
 * block of memory returned, arithmetic rounded as before? Whoever links this says in give_up() and
 * stopped_by_fail() what becomes of the answer.
 */
#include <fenv.h>
#include <float.h>
#include "round.h"

Verdict *verdict;
const char *student_folder = "modules";

static jmp_buf after_failure;
static bool failure_expected;
static char failure_text[1024];

/* ---- fail() and its tests ---------------------------------------------------------------------------- */

/* Which call would fit is what an exercise may ask: a message that stops one says what does not. */
static void title_without_the_call(const char *message)
{
    const char *call = strstr(message, ". hint: did you mean ");
    int length = (int)(call != NULL ? call - message : (long)strlen(message));
    snprintf(verdict->title, sizeof verdict->title, "%.*s", length, message);
}

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
    title_without_the_call(message);
    stopped_by_fail(message);
}

void rounds_start(void)
{
    kindling_on_fail(on_fail);
}

jmp_buf *check_expect_failure(void)
{
    failure_expected = true;
    failure_text[0] = '\0';
    return &after_failure;
}

const char *failure_message(void)
{
    return failure_text;
}

/* ---- what a round owes ---------------------------------------------------------------------------------- */

/* Another rounding, or tiny numbers flushed to zero, would change everything computed later. */
static void check_arithmetic(void)
{
    volatile double tiny = DBL_MIN;
    tiny /= 2;
    if (fegetround() == FE_TONEAREST && tiny > 0)
        return;
    snprintf(verdict->title, sizeof verdict->title, "the floating-point environment was changed");
    snprintf(verdict->likely, sizeof verdict->likely,
             "fesetround and the like hold for the whole program: put back what was there");
    give_up(FAILED);
}

static void check_scopes(const Scope *scope)
{
    if (scope_current() == scope)
        return;
    snprintf(verdict->title, sizeof verdict->title, "a scope was opened and not closed");
    snprintf(verdict->likely, sizeof verdict->likely,
             "every scope_open needs its scope_close on every way out of the function");
    give_up(FAILED);
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

uint64_t round_seed(uint64_t seed, const char *name, int round)
{
    for (; *name != '\0'; name++)
        seed = (seed ^ (unsigned char)*name) * 0x100000001b3u;
    return seed + (uint64_t)round * 0x632be59bd9b4e019u;
}

void run_round(const CheckTest *test, uint64_t seed)
{
    fesetenv(FE_DFL_ENV);
    guards_forget();
    leaks_start();
    Scope *scope = scope_open();
    inputs_start(seed);
    verdict->called[0] = '\0';
    test->run();
    check_arithmetic();
    inputs_check();
    check_scopes(scope);
    scope_close(scope);
    check_leaks();
}
