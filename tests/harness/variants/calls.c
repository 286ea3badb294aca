/* calls.c - a test that calls none of the functions that a variant changes passes as it does on the model answers, and is not run.
 *
 *     program --learn file ...              the usual arguments: on the model answers; the file has what each test calls
 *     program --variant name --calls file ...    the same arguments: with that file
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "../parent.h"
#include "../registry.h"
#include "variants.h"

static FILE *learned;         /* while it is written */
static unsigned char *called; /* of each test a byte for each function; NULL: all are run */
static size_t n_functions;

static size_t number_of(const CheckTest *test)
{
    size_t n = 0;
    for (const CheckTest *t = all_tests(); t != test; t = t->next)
        n++;
    return n;
}

static void read_calls(const char *path)
{
    size_t n_tests = number_of(NULL);
    FILE *f = fopen(path, "rb");
    called = malloc(n_tests * n_functions + 1);
    if (f == NULL || fread(called, 1, n_tests * n_functions, f) != n_tests * n_functions) {
        fprintf(stderr, "%s does not say what the tests call\n", path);
        exit(2);
    }
    fclose(f);
}

void calls_begin(int *argc, char ***argv)
{
    char **words = *argv;
    bool learn = *argc >= 3 && strcmp(words[1], "--learn") == 0;
    while (functions[n_functions].at != NULL)
        n_functions++;
    if (!learn && (*argc < 3 || strcmp(words[1], "--calls") != 0))
        return;
    if (learn) { /* a test's process writes into the page of its parent */
        learned = fopen(words[2], "wb");
        if (learned == NULL || mmap(function_called, MOST_FUNCTIONS, PROT_READ | PROT_WRITE,
                                    MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
            exit(2);
    } else {
        read_calls(words[2]);
    }
    words[2] = words[0];
    *argc -= 2;
    *argv += 2;
}

static bool is_called(const CheckTest *t, void *const *at)
{
    size_t i = 0;
    while (functions[i].at != at)
        i++;
    return called[number_of(t) * n_functions + i];
}

/* Answers to questions are in no function. */
static bool is_changed(const CheckTest *t)
{
    if (called == NULL || strcmp(t->file, "answers.txt") == 0)
        return true;
    for (const Jump *j = variant_jumps(); j->at != NULL; j++)
        if (!j->same && *j->at == (void *)j->variant && is_called(t, j->at))
            return true;
    return false;
}

void __real_run_apart(const CheckTest *t, int printed);
void __wrap_run_apart(const CheckTest *t, int printed);
void __wrap_run_apart(const CheckTest *t, int printed)
{
    if (!is_changed(t)) {
        memset(verdict, 0, sizeof *verdict);
        verdict->outcome = PASSED;
        return;
    }
    memset(function_called, 0, learned != NULL ? n_functions : 0);
    __real_run_apart(t, printed);
    if (learned == NULL)
        return;
    if (verdict->outcome != PASSED)
        memset(function_called, 1, n_functions);
    fseek(learned, (long)(number_of(t) * n_functions), SEEK_SET);
    fwrite(function_called, 1, n_functions, learned);
    fflush(learned);
}
