/* child.c - one test of a student in a process of its own: three rounds (round.c).
 *
 * Only after the last of them does the child sign its verdict with the parent's secret.
 */
#include <unistd.h>
#include "child.h"

static uint64_t secret;
static bool in_debugger;
static volatile int round_now;
static jmp_buf next_round;
static Verdict first; /* of the first round in which a value was wrong */

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

bool earlier_verdict(void)
{
    if (first.outcome == ENDED_EARLY)
        return false;
    Digest all = verdict->digest;
    *verdict = first;
    verdict->digest = all;
    return true;
}

_Noreturn void give_up_round(void)
{
    if (in_debugger)
        give_up(FAILED);
    if (first.outcome == ENDED_EARLY) {
        first = *verdict;
        first.outcome = FAILED;
    }
    longjmp(next_round, 1);
}

_Noreturn void give_up(Outcome outcome)
{
    if (in_debugger)
        print_verdict(outcome);
    digest_words(verdict->title);
    if (earlier_verdict())
        outcome = verdict->outcome;
    fflush(NULL);
    verdict->outcome = outcome;
    verdict->signature = secret;
    _exit(1);
}

static char call[400]; /* the text of the last one */
static const char *meaning, *meaning_of_nan;

void check_called(const char *text)
{
    if (verdict->called[0] != '\0')
        inputs_check(), guards_check(); /* before this call answers for the last one */
    mistakes_of_next_call();
    meaning = meaning_of_nan = NULL;
    snprintf(call, sizeof call, "%.*s", (int)strcspn(text, "\n"), text);
    inputs_describe(call, verdict->called, sizeof verdict->called);
}

static void (*tell_case)(long column);

void check_columns(void (*tell)(long column))
{
    tell_case = tell;
}

bool columns_are_cases(void)
{
    return tell_case != NULL;
}

void check_likely(const char *wrong, const char *of_nan)
{
    meaning = wrong;
    meaning_of_nan = of_nan;
}

const char *what_it_means(bool has_nan)
{
    return has_nan ? meaning_of_nan : meaning;
}

void column_is_wrong(long column)
{
    if (tell_case == NULL)
        return;
    tell_case(column);
    inputs_describe(call, verdict->called, sizeof verdict->called);
}

/* ---- fail() and its tests ---------------------------------------------------------------------------- */

_Noreturn void stopped_by_fail(const char *message)
{
    (void)message;                    /* it is the title */
    if (first.outcome == ENDED_EARLY) /* else a wrong value came before it */
        digest_said(verdict->title);
    verdict->depth = backtrace_here(verdict->trace, TRACE_DEPTH);
    give_up(FAILED);
}

_Noreturn void check_did_not_fail(const char *text, const char *rule)
{
    snprintf(verdict->got, sizeof verdict->got, "the call returned as if nothing were wrong");
    snprintf(verdict->expected, sizeof verdict->expected, "fail(\"... %s ...\")", text);
    digest_words(verdict->got);
    digest_words(rule);
    snprintf(verdict->rule, sizeof verdict->rule, "%s", rule);
    give_up(FAILED);
}

void check_failure_says(const char *text, const char *rule)
{
    if (strstr(failure_message(), text) != NULL)
        return;
    snprintf(verdict->got, sizeof verdict->got, "the message \"%s\"", failure_message());
    digest_words(verdict->got);
    snprintf(verdict->expected, sizeof verdict->expected, "a message that contains \"%s\"", text);
    snprintf(verdict->rule, sizeof verdict->rule, "%s", rule);
    give_up(FAILED);
}

/* ---- rounds ------------------------------------------------------------------------------------------------ */

static _Noreturn void run_rounds(const CheckTest *test, uint64_t seed)
{
    rounds_start();
    digest_start(test->name);
    for (round_now = 0; round_now < ROUNDS; round_now++) {
        mistakes_forget();
        if (setjmp(next_round) == 0)
            run_round(test, round_seed(seed, test->name, round_now));
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
    watch_over_test(seconds);
    run_rounds(test, seed);
}
