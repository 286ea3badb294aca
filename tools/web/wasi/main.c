/* main.c - the tests of one module as a WebAssembly program: one test, or the report of all of them.
 *
 *     program --folder modules/12_attention --ask test          runs it; the verdict stays in memory (crash.c)
 *         [--seconds n] [--steps n]                             at most so long, and at most so many steps
 *     program --folder ... --report [--test text] [--all] ...   the words of `make 12`, from verdicts in files
 *     program [--test text] --list
 *
 * The report is a function of files: the student's, and those below asked/ (programs.c). It takes the place of
 * tests/harness/main.c, without cmocka: what there is a process, is here an instance that the page made.
 */
#include <unistd.h>
#include "../../../tests/harness/child.h"
#include "../../../tests/harness/names.h"
#include "../../../tests/harness/parent.h"
#include "../../../tests/harness/points.h"
#include "../../../tests/harness/programs.h"
#include "../../../tests/harness/registry.h"

uint64_t run_seed = 20170612;
int run_seconds = SECONDS;
extern uint64_t most_steps; /* crash.c */

static int run_test(const char *name)
{
    for (const CheckTest *t = all_tests(); t != NULL; t = t->next)
        if (strcmp(t->name, name) == 0)
            run_child(t, run_seed, 1, run_seconds);
    return 2;
}

static int report_all(Points *points, const char *filter)
{
    Report *report = &points->report;
    int n = 0;
    for (const CheckTest *t = all_tests(); t != NULL; t = t->next)
        n += matches(t, filter);
    if (n == 0) {
        printf("no test or exercise is called %s; make %s lists them\n", filter, report->number);
        return 2;
    }
    report->first = all_tests();
    report->chosen = filter != NULL && *filter != '\0';
    report->everything |= report->chosen;
    report->out = stdout;
    report_head(report);
    for (const CheckTest *t = all_tests(); t != NULL; t = t->next)
        if (matches(t, filter))
            points_of(points, t);
    points_tail(points);
    return points->points.earned < points->points.possible;
}

int main(int argc, char **argv)
{
    static Points points;
    const char *filter = NULL, *asked = NULL;
    bool list = false, link = false;
    points.report.flags = "";
    points.report.number = "";
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(option, "--list") == 0)
            list = true;
        else if (strcmp(option, "--all") == 0)
            points.report.everything = true;
        else if (strcmp(option, "--colour") == 0)
            points.report.colour = true;
        else if (strcmp(option, "--link") == 0)
            link = true;
        else if (strcmp(option, "--folder") == 0)
            student_folder = value, i++;
        else if (strcmp(option, "--test") == 0)
            filter = value, i++;
        else if (strcmp(option, "--seconds") == 0)
            run_seconds = atoi(value) > 0 ? atoi(value) : SECONDS, i++;
        else if (strcmp(option, "--steps") == 0)
            most_steps = strtoull(value, NULL, 10), i++;
        else if (strcmp(option, "--number") == 0)
            points.report.number = value, i++;
        else if (strcmp(option, "--results") == 0)
            points.list = fopen(value, "w"), i++;
        else if (strcmp(option, "--names") == 0)
            names_start(value), i++;
        else if (strcmp(option, "--ask") == 0)
            asked = value, i++;
    }
    if (list)
        return print_list(filter);
    if (asked != NULL)
        return run_test(asked);
    programs_start("own", link ? "page" : NULL);
    results_start();
    int status = report_all(&points, filter);
    if (points.list != NULL)
        fclose(points.list);
    return status;
}
