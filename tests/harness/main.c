/* main.c - the tests of one module as a cmocka group that hands out points.
 *
 * Each test is forked; the child works, this process judges by what is in the shared verdict. The
 * friendly report is written here; with CMOCKA_MESSAGE_OUTPUT set, cmocka prints in its own words.
 *     program --folder modules/12_attention [--test text] [--seed n] [--all] [--results file]
 *             [--seconds n] [--stop]
 *     program [--test text] --list | --hint test n
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <setjmp.h>
#include <cmocka.h>
#undef fail
#include "child.h"
#include "registry.h"
#include "report.h"

#define SECONDS 10
#define SECONDS_LATER 2 /* once one test has run out of time */

static uint64_t seed = 20170612;
static int seconds = SECONDS;
static Report report;
static bool stop_early; /* one failure is enough */
static FILE *results;
static int points_earned, points_possible;
static const CheckTest *first_open;
static Verdict first_verdict;

/* ---- one test in a process of its own -------------------------------------------------------------------- */

static uint64_t secret_number(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t z = ((uint64_t)now.tv_nsec << 32) ^ (uint64_t)now.tv_sec ^ (uint64_t)getpid();
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return (z ^ z >> 27) | 1;
}

/* Wait for the child, at most a little longer than it has itself. */
static int wait_for(pid_t child)
{
    int status = 0;
    struct timespec nap = {0, 200000};
    for (double waited = 0; waited < seconds + 2; waited += (double)nap.tv_nsec * 1e-9) {
        if (waitpid(child, &status, WNOHANG) == child)
            return status;
        nanosleep(&nap, NULL);
        if (nap.tv_nsec < 4000000)
            nap.tv_nsec += nap.tv_nsec / 4;
    }
    verdict->outcome = TIMED_OUT;
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return status;
}

static void run_in_child(const CheckTest *t, FILE *printed)
{
    uint64_t secret = secret_number();
    memset(verdict, 0, sizeof *verdict);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        dup2(fileno(printed), STDOUT_FILENO);
        dup2(fileno(printed), STDERR_FILENO);
        run_child(t, seed, secret, seconds);
    }
    int status = wait_for(child);
    Outcome outcome = verdict->outcome;
    bool signed_ = verdict->signature == secret;
    if ((outcome == PASSED || outcome == FAILED || outcome == NOT_WRITTEN) && !signed_)
        verdict->outcome = ENDED_EARLY;
    if (WIFSIGNALED(status) && outcome == ENDED_EARLY) {
        verdict->outcome = CRASHED;
        verdict->signal = WTERMSIG(status);
    }
}

static const char *outcome_word(Outcome outcome)
{
    return outcome == PASSED ? "pass" : outcome == NOT_WRITTEN ? "todo" : "fail";
}

/* A cmocka test whose state is the CheckTest. */
static void judge(void **state)
{
    const CheckTest *t = *state;
    FILE *printed = tmpfile();
    run_in_child(t, printed);
    report.seconds = seconds;
    report_test(&report, t, verdict, printed);
    fclose(printed);
    if (verdict->outcome == TIMED_OUT)
        seconds = SECONDS_LATER;
    points_possible += t->points;
    points_earned += verdict->outcome == PASSED ? t->points : 0;
    if (results != NULL)
        fprintf(results, "%s\t%d\t%s\t%s\t%s\n", t->name, t->points, outcome_word(verdict->outcome),
                t->exercise, t->file);
    if (verdict->outcome == PASSED)
        return;
    if (first_open == NULL) {
        first_open = t;
        first_verdict = *verdict;
    }
    if (stop_early)
        exit(1);
    _fail(t->source, t->line);
}

/* ---- all of them ------------------------------------------------------------------------------------------- */

static int run_all(const char *filter)
{
    int n = 0, i = 0;
    for (const CheckTest *t = all_tests(); t != NULL; t = t->next)
        n += matches(t, filter);
    if (n == 0) {
        printf("no test or exercise is called %s; make %s lists them\n", filter, report.number);
        return 2;
    }
    struct CMUnitTest *group = calloc((size_t)n, sizeof *group);
    for (CheckTest *t = all_tests(); t != NULL; t = t->next)
        if (matches(t, filter))
            group[i++] =
                (struct CMUnitTest){.name = t->name, .test_func = judge, .initial_state = t};

    report.first = all_tests();
    report.chosen = filter != NULL && *filter != '\0';
    report.everything |= report.chosen;
    report.out = fdopen(dup(STDOUT_FILENO), "w");
    if (getenv("CMOCKA_MESSAGE_OUTPUT") == NULL) { /* cmocka's own words are not for students */
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    } else {
        fclose(report.out);
        report.out = fopen("/dev/null", "w");
    }
    report_head(&report);
    int failures = _cmocka_run_group_tests(student_folder, group, (size_t)n, NULL, NULL);
    report_tail(&report, points_earned, points_possible, first_open, &first_verdict);
    fclose(report.out);
    free(group);
    return failures != 0;
}

int main(int argc, char **argv)
{
    const char *filter = NULL;
    static char number[16];
    report.program = argv[0];
    report.flags = "";
    report.colour =
        (getenv("CHECK_COLOUR") != NULL || isatty(STDOUT_FILENO)) && getenv("NO_COLOR") == NULL;
    verdict =
        mmap(NULL, sizeof *verdict, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (verdict == MAP_FAILED) {
        perror("mmap");
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(option, "--list") == 0)
            return print_list(filter);
        if (strcmp(option, "--all") == 0) {
            report.everything = true;
            continue;
        }
        if (strcmp(option, "--stop") == 0) {
            stop_early = true;
            continue;
        }
        i++;
        if (strcmp(option, "--hint") == 0)
            return print_hint(value, i + 1 < argc ? atoi(argv[i + 1]) : 1);
        else if (strcmp(option, "--folder") == 0)
            student_folder = value;
        else if (strcmp(option, "--test") == 0)
            filter = value;
        else if (strcmp(option, "--seconds") == 0)
            seconds = atoi(value) > 0 ? atoi(value) : SECONDS;
        else if (strcmp(option, "--seed") == 0)
            seed = strtoull(value, NULL, 0);
        else if (strcmp(option, "--results") == 0)
            results = *value ? fopen(value, "w") : NULL;
        else if (strcmp(option, "--flags") == 0)
            report.flags = value;
        else if (strcmp(option, "--number") == 0)
            snprintf(number, sizeof number, "%.15s", value);
    }
    report.number = number;
    int status = run_all(filter);
    if (results != NULL)
        fclose(results);
    return status;
}
