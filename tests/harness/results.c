/* results.c - asks a test, and once more with model answers, and finds what it follows from. */
#include <stdio.h>
#include <stdlib.h>
#include "parent.h"
#include "programs.h"
#include "registry.h"
#include "results.h"

#define MOST_FILES 32

typedef enum { NOT_ASKED, FAILS, NO_END, PASSES } Alone;

typedef struct {
    Result shown;
    bool ran, settled;
    Alone alone; /* with model answers in place of the other files */
} TestRun;

static TestRun *runs;
static const char *files[MOST_FILES]; /* that tests are about, but for answers.txt */
static int n_files;
static const char *programs[2][MOST_FILES]; /* NULL: not asked for yet */

/* ---- programs with model answers --------------------------------------------------------------------------- */

static int number_of_file(const char *file)
{
    for (int i = 0; i < n_files; i++)
        if (strcmp(files[i], file) == 0)
            return i;
    return -1;
}

/* NULL: there is none. */
static const char *linked(bool alone, int file)
{
    const char **program = &programs[alone][file];
    if (*program == NULL)
        *program = linked_program(alone, files[file]);
    return **program != '\0' ? *program : NULL;
}

static bool passes(const char *program, const CheckTest *t)
{
    FILE *printed;
    bool passed = program != NULL && ask_program(program, t, &printed).outcome == PASSED;
    if (program != NULL)
        fclose(printed);
    return passed;
}

/* ---- one test -------------------------------------------------------------------------------------------------- */

static TestRun *run_of(const CheckTest *t)
{
    TestRun *a = runs;
    while (a->shown.test != t)
        a++;
    return a;
}

static bool passed(TestRun *a)
{
    if (!a->ran) {
        a->ran = true;
        a->shown.verdict = ask_own(a->shown.test, &a->shown.program, &a->shown.printed);
        if (a->shown.verdict.outcome == TIMED_OUT)
            run_seconds = SECONDS_LATER;
    }
    return a->shown.verdict.outcome == PASSED;
}

/* "12.1 attention_scores is not written yet", and that is in the test's own file. */
static bool waits_for_its_own_file(const Result *r)
{
    const char *title = r->verdict.title;
    for (const TestRun *a = runs; r->verdict.outcome == NOT_WRITTEN && a->shown.test != NULL; a++) {
        size_t n = strlen(a->shown.test->exercise);
        if (strncmp(title, a->shown.test->exercise, n) == 0 && title[n] == ' ')
            return strcmp(a->shown.test->file, r->test->file) == 0;
    }
    return false;
}

/* Has a test of this exercise found no end with model answers beside it? Its loop is its own, then, and nobody waits for it
 * again. */
static bool loops_alone(const char *exercise)
{
    for (const TestRun *a = runs; a->shown.test != NULL; a++)
        if (a->alone == NO_END && strcmp(a->shown.test->exercise, exercise) == 0)
            return true;
    return false;
}

/* Does a test that failed pass with model answers in place of the other files? If not, what it says then
 * is about its own file only, and so the better report. */
static bool passes_alone(TestRun *a)
{
    Result *r = &a->shown;
    if (a->alone != NOT_ASKED)
        return a->alone == PASSES;
    a->alone = FAILS;
    int file = number_of_file(r->test->file);
    if (!can_link() || file < 0 || n_files < 2 || waits_for_its_own_file(r))
        return false;
    if (r->verdict.outcome == TIMED_OUT && loops_alone(r->test->exercise))
        return false;
    const char *program = linked(true, file);
    if (program == NULL)
        return false;
    FILE *printed;
    Verdict found = ask_program(program, r->test, &printed);
    if (found.outcome == PASSED) {
        a->alone = PASSES;
        fclose(printed);
        return true;
    }
    if (found.outcome == TIMED_OUT)
        a->alone = NO_END;
    /* It was waited for at first, and that is told. */
    if (found.outcome == TIMED_OUT && r->verdict.outcome == TIMED_OUT)
        snprintf(found.title, sizeof found.title, "%s", r->verdict.title);
    fclose(r->printed);
    r->printed = printed;
    r->verdict = found;
    r->program = program;
    return false;
}

/* ---- what it follows from ------------------------------------------------------------------------------------------ */

/* Adds the exercises of a file that lose points by themselves: "12.2 attention_scale, 12.6 attention_mask". */
static void add_exercises(const char *file, char *text, size_t size)
{
    for (TestRun *a = runs; a->shown.test != NULL; a++) {
        const char *exercise = a->shown.test->exercise;
        if (strcmp(a->shown.test->file, file) != 0 || strstr(text, exercise) != NULL)
            continue;
        size_t used = strlen(text);
        if (!passed(a) && !passes_alone(a))
            snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", exercise);
    }
}

/* The first of the other files whose model answer lets the test pass, of those whose own tests lose
 * points or of the rest; -1: no single one does. Their exercises in text, all of them if it is none. */
static int cause_among(const Result *r, bool losing, char *text, size_t size)
{
    char all[sizeof r->follows] = "";
    for (int file = 0; file < n_files; file++) {
        if (strcmp(files[file], r->test->file) == 0)
            continue;
        text[0] = '\0';
        add_exercises(files[file], text, size);
        if ((text[0] != '\0') == losing && passes(linked(false, file), r->test))
            return file;
        add_exercises(files[file], all, sizeof all);
    }
    snprintf(text, size, "%s", all);
    return -1;
}

/* Of a test that passes alone. */
static void find_cause(Result *r)
{
    char none[sizeof r->follows];
    if (cause_among(r, true, r->follows, sizeof r->follows) >= 0)
        return;
    int file = cause_among(r, false, none, sizeof none);
    if (file >= 0) {
        r->follows[0] = '\0';
        r->file = files[file];
    }
}

const Result *result_of(const CheckTest *t)
{
    TestRun *a = run_of(t);
    if (a->settled)
        return &a->shown;
    a->settled = true;
    a->shown.earned = passed(a);
    if (!a->shown.earned && passes_alone(a)) {
        find_cause(&a->shown);
        a->shown.earned = a->shown.follows[0] != '\0';
    }
    return &a->shown;
}

void results_start(void)
{
    size_t n = 0;
    for (const CheckTest *t = all_tests(); t != NULL; t = t->next) {
        n++;
        if (strcmp(t->file, "answers.txt") != 0 && number_of_file(t->file) < 0 &&
            n_files < MOST_FILES)
            files[n_files++] = t->file;
    }
    runs = calloc(n + 1, sizeof *runs);
    TestRun *a = runs;
    for (const CheckTest *t = all_tests(); t != NULL; t = t->next)
        (a++)->shown.test = t;
}
