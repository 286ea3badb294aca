/* main.c - the tests of one module as a cmocka group that hands out points.
 *
 * What became of each is told by results.c. The friendly report is written here; with CMOCKA_MESSAGE_OUTPUT set, cmocka prints in its own words.
 *     program --folder modules/12_attention [--test text] [--seed n] [--all] [--results file]
 *             [--seconds n] [--stop] [--make "make ..."] [--names file]
 *     program --folder ... --record exercise                   (for that file)
 *     program [--test text] --list
 *     program --folder ... --verdict descriptor --ask test     (for results.c)
 *     program --folder ... --debug test                        (for gdb)
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <unistd.h>
#include <setjmp.h>
#include <cmocka.h>
#undef fail
#include "child.h"
#include "names.h"
#include "parent.h"
#include "points.h"
#include "programs.h"
#include "registry.h"

static Points points;
static const char *results; /* where points.list goes */
static bool stop_early;     /* one failure is enough */

/* A cmocka test whose state is the CheckTest. */
static void judge(void **state)
{
    const CheckTest *t = *state;
    if (points_of(&points, t))
        return;
    if (points_not_wanted(t))
        skip();
    if (stop_early)
        exit(1);
    _fail(t->source, t->line);
}

/* On a full disk there is half of it: then it is none. */
static void list_written(FILE *out)
{
    if (points.list == NULL)
        return;
    bool whole = fflush(points.list) == 0 && !ferror(points.list);
    if (fclose(points.list) == 0 && whole)
        return;
    fprintf(out, "cannot write %s: %s. make progress will not know of this run\n", results,
            strerror(errno));
    remove(results);
}

/* ---- all of them ------------------------------------------------------------------------------------------- */

static int run_all(const char *filter)
{
    Report *report = &points.report;
    int n = 0, i = 0;
    for (const CheckTest *t = all_tests(); t != NULL; t = t->next)
        n += matches(t, filter);
    if (n == 0) {
        printf("no test or exercise is called %s; make %s lists them\n", filter, report->number);
        return 2;
    }
    struct CMUnitTest *group = calloc((size_t)n, sizeof *group);
    for (CheckTest *t = all_tests(); t != NULL; t = t->next)
        if (matches(t, filter))
            group[i++] =
                (struct CMUnitTest){.name = t->name, .test_func = judge, .initial_state = t};

    report->first = all_tests();
    report->chosen = filter != NULL && *filter != '\0';
    report->everything |= report->chosen;
    report->out = fdopen(dup(STDOUT_FILENO), "w");
    if (getenv("CMOCKA_MESSAGE_OUTPUT") == NULL) { /* cmocka's own words are not for students */
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    } else {
        fclose(report->out);
        report->out = fopen("/dev/null", "w");
    }
    report_head(report);
    int failures = _cmocka_run_group_tests(student_folder, group, (size_t)n, NULL, NULL);
    points_tail(&points);
    list_written(report->out);
    fclose(report->out);
    free(group);
    return failures != 0;
}

/* For the program that has found this test failing: its verdict in the memory of a file, what it prints
 * in ours. */
static int ask(const char *name, bool debugger)
{
    for (const CheckTest *t = all_tests(); t != NULL; t = t->next)
        if (strcmp(t->name, name) == 0) {
            if (debugger)
                run_in_debugger(t, run_seed);
            run_apart(t, STDOUT_FILENO);
            return verdict->outcome != PASSED;
        }
    return 2;
}

static bool in_colour(void)
{
    const char *terminal = getenv("TERM");
    if (getenv("NO_COLOR") != NULL)
        return false;
    return getenv("CHECK_COLOUR") != NULL ||
           (isatty(STDOUT_FILENO) && !(terminal != NULL && strcmp(terminal, "dumb") == 0));
}

int main(int argc, char **argv)
{
    const char *filter = NULL, *make = NULL, *asked = NULL, *recorded = NULL;
    static char number[16];
    int memory = -1;
    bool debugger = false;
    points.report.flags = "";
    points.report.colour = in_colour();
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(option, "--list") == 0)
            return print_list(filter);
        if (strcmp(option, "--all") == 0) {
            points.report.everything = true;
            continue;
        }
        if (strcmp(option, "--stop") == 0) {
            stop_early = true;
            continue;
        }
        i++;
        if (strcmp(option, "--folder") == 0)
            student_folder = value;
        else if (strcmp(option, "--test") == 0)
            filter = value;
        else if (strcmp(option, "--seconds") == 0)
            run_seconds = atoi(value) > 0 ? atoi(value) : SECONDS;
        else if (strcmp(option, "--seed") == 0)
            run_seed = strtoull(value, NULL, 0);
        else if (strcmp(option, "--results") == 0)
            points.list = *(results = value) ? fopen(value, "w") : NULL;
        else if (strcmp(option, "--flags") == 0)
            points.report.flags = value;
        else if (strcmp(option, "--number") == 0)
            snprintf(number, sizeof number, "%.15s", value);
        else if (strcmp(option, "--make") == 0)
            make = *value ? value : NULL;
        else if (strcmp(option, "--names") == 0)
            names_start(value);
        else if (strcmp(option, "--record") == 0)
            recorded = value;
        else if (strcmp(option, "--verdict") == 0)
            memory = atoi(value);
        else if (strcmp(option, "--ask") == 0 || strcmp(option, "--debug") == 0) {
            asked = value;
            debugger = option[2] == 'd';
        }
    }
    verdict = shared_memory(sizeof *verdict, memory);
    if (asked != NULL)
        return ask(asked, debugger);
    points.report.number = number;
    programs_start(argv[0], make);
    results_start();
    if (recorded != NULL)
        return names_record(stdout, recorded), 0;
    return run_all(filter);
}
