/* again.c - a test that failed is asked once more with model answers (programs.h): here that is the same program, in which
 * pointers are set back.
 *
 * The linker sends the harness's calls to these.
 */
#include <ctype.h>
#include <stdlib.h>
#include "../programs.h"
#include "variants.h"

typedef struct Again {
    char *program; /* the harness knows it by this */
    bool alone;
    const char *file;
    struct Again *next;
} Again;

static Again *known;
static const char *this_program;

void __real_programs_start(const char *own, const char *link);
void __wrap_programs_start(const char *own, const char *link);
void __wrap_programs_start(const char *own, const char *link)
{
    this_program = own;
    __real_programs_start(own, link);
}

const char *__wrap_linked_program(bool alone, const char *file);
const char *__wrap_linked_program(bool alone, const char *file)
{
    Again *again = malloc(sizeof *again);
    *again = (Again){strdup(this_program), alone, file, known};
    known = again;
    return again->program;
}

Verdict __wrap_ask_program(const char *program, const CheckTest *t, FILE **printed);
Verdict __wrap_ask_program(const char *program, const CheckTest *t, FILE **printed)
{
    const Again *again = known;
    while (again->program != program)
        again = again->next;
    variant_set(again->alone ? ALONE : WITHOUT, again->file);
    const char *own;
    Verdict found = ask_own(t, &own, printed);
    variant_set(ALL_FILES, "");
    return found;
}

/* Functions have the names that they have in the variant's file: what a number was put behind is cut (variants.py). */
FILE *__real_frames_of(const char *program, const CheckTest *test, void *const *trace, int depth);
FILE *__wrap_frames_of(const char *program, const CheckTest *test, void *const *trace, int depth);
FILE *__wrap_frames_of(const char *program, const CheckTest *test, void *const *trace, int depth)
{
    FILE *given = __real_frames_of(program, test, trace, depth), *frames = tmpfile();
    char line[1024];
    while (given != NULL && frames != NULL && fgets(line, sizeof line, given) != NULL) {
        char *mark = strstr(line, "__v");
        if (strchr(line, '/') == NULL && mark != NULL && isdigit((unsigned char)mark[3]))
            strcpy(mark, "\n");
        fputs(line, frames);
    }
    if (given != NULL)
        fclose(given);
    if (frames != NULL)
        rewind(frames);
    return frames;
}
