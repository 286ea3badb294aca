/* programs.c - verdicts that the page has put into files, in place of tests/harness/programs.c.
 *
 *     asked/own/rows_add_up.verdict        the bytes of the Verdict
 *     asked/own/rows_add_up.printed        what the test printed
 *     asked/own/rows_add_up.frames         two lines for each frame: function, path:line
 *     asked/ALONE-scores.c/unlinked        there is no such program
 *
 * A verdict that is not there is named on the first line of `needed`, and the report ends: the page runs that
 * test and asks again.
 */
#include <unistd.h>
#include "../../../tests/harness/programs.h"

#define NEEDED 75

static const char *own_program;
static bool links;

void programs_start(const char *own, const char *make)
{
    own_program = own;
    links = make != NULL;
}

bool made(const char *target)
{
    (void)target;
    return false;
}

bool can_link(void)
{
    return links;
}

static FILE *answer_of(const char *program, const char *test, const char *what)
{
    char path[512];
    snprintf(path, sizeof path, "asked/%s/%s%s", program, test, what);
    return fopen(path, "r");
}

static _Noreturn void needs(const char *program, const char *test)
{
    FILE *f = fopen("needed", "w");
    if (f != NULL) {
        fprintf(f, "%s\t%s\n", program, test);
        fclose(f);
    }
    _exit(NEEDED);
}

const char *linked_program(bool alone, const char *file)
{
    char *name = malloc(strlen(file) + 16);
    snprintf(name, strlen(file) + 16, "%s-%s", alone ? "ALONE" : "WITHOUT", file);
    FILE *unlinked = answer_of(name, "", "unlinked");
    if (unlinked == NULL)
        return name;
    fclose(unlinked);
    return "";
}

Verdict ask_program(const char *program, const CheckTest *t, FILE **printed)
{
    Verdict found = {.outcome = ENDED_EARLY};
    FILE *f = answer_of(program, t->name, ".verdict");
    if (f == NULL)
        needs(program, t->name);
    if (fread(&found, sizeof found, 1, f) != 1)
        found.outcome = ENDED_EARLY;
    fclose(f);
    *printed = answer_of(program, t->name, ".printed");
    return found;
}

Verdict ask_own(const CheckTest *t, const char **program, FILE **printed)
{
    *program = own_program;
    return ask_program(own_program, t, printed);
}

FILE *frames_of(const char *program, const CheckTest *test, void *const *trace, int depth)
{
    (void)trace;
    return depth > 0 ? answer_of(program, test->name, ".frames") : NULL;
}
