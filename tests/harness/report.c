/* report.c - pass or fail with points, one line each; for a failure what happened and where.
 *
 * Colours only on a terminal. The first failures are told in full, of the rest only how to ask:
 * nobody reads the tenth.
 */
#include "child.h"
#include "names.h"
#include "report.h"
#include "sanitizer.h"
#include <dirent.h>
#include <stdint.h>
#include <unistd.h>

#define TOLD_IN_FULL 3
#define PRINTED_LINES 12

static const char *const bold = "1", *const red = "31", *const green = "32", *const dim = "2",
                         *const yellow = "33";

static void paint(const Report *r, const char *colour, const char *text)
{
    if (r->colour)
        fprintf(r->out, "\033[%sm%s\033[0m", colour, text);
    else
        fprintf(r->out, "%s", text);
}

void report_head(const Report *r)
{
    const char *name = strrchr(student_folder, '/');
    char title[128];
    snprintf(title, sizeof title, "\n%s\n\n", name ? name + 1 : student_folder);
    paint(r, bold, title);
}

/* ---- one test ------------------------------------------------------------------------------------------ */

static void words_of(const char *name, char *text, size_t size)
{
    snprintf(text, size, "%s", name);
    for (char *c = text; *c != '\0'; c++)
        if (*c == '_')
            *c = ' ';
}

/* "modules/12_attention/mask.c:41": where the exercise of this test is written. */
static void place_of(const CheckTest *t, char separator, char *text, size_t size)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", student_folder, t->file);
    int line = line_of_function(path, function_of(t->exercise));
    if (line == 0)
        snprintf(text, size, "%s", path);
    else if (separator == ':')
        snprintf(text, size, "%s:%d", path, line);
    else
        snprintf(text, size, "%s, line %d", path, line);
}

/* One labelled field; further lines are indented below it. */
static void folded_field(const Report *r, const char *label, const char *text, size_t last)
{
    if (text[0] == '\0')
        return;
    fprintf(r->out, "        ");
    char padded[16];
    snprintf(padded, sizeof padded, "%-10s", label);
    paint(r, dim, padded);
    fold_write(r->out, text, 18, 18, last);
    fputc('\n', r->out);
}

static void field(const Report *r, const char *label, const char *text)
{
    folded_field(r, label, text, SIZE_MAX);
}

/* Long sentences are broken between words: at 100 columns, or those of a terminal that is narrower. */
static void sentence(const Report *r, const char *label, const char *text)
{
    size_t width = fold_width(r->out);
    folded_field(r, label, text, width < 100 ? width : 100);
}

/* A line from `column` on: below a test, or behind the points. */
static void line_from(const Report *r, size_t column, const char *text)
{
    fold_write(r->out, text, column, 8, fold_width(r->out));
    fputc('\n', r->out);
}

static void below(const Report *r, const char *text)
{
    fprintf(r->out, "        ");
    line_from(r, 8, text);
}

static bool is_question(const CheckTest *t)
{
    return strcmp(t->file, "answers.txt") == 0;
}

static const char *how_it_ended(const Report *r, const CheckTest *t, const Verdict *v)
{
    static char text[320];
    switch (v->outcome) {
    case ENDED_EARLY:
        return "the program ended inside the call: exit was called, or it was killed";
    case TIMED_OUT:
        if (v->title[0] != '\0')
            return v->title;
        snprintf(text, sizeof text, "no end after %d s: an endless loop?", r->seconds);
        return text;
    case CRASHED:
        if (v->signal == SIGFPE)
            return "a crash (SIGFPE): a whole number was divided by zero";
        if (v->signal == SIGABRT)
            return "abort was called";
        if (v->signal == SIGXFSZ)
            return "more than 16 MB were printed";
        if (v->signal != SIGSEGV && v->signal != SIGBUS)
            return "a crash";
        snprintf(text, sizeof text, "%.200s",
                 v->title[0] ? v->title
                             : "a crash: a pointer or an index leads outside of its memory");
        if (!SANITIZED && !IN_A_PAGE)
            snprintf(text + strlen(text), sizeof text - strlen(text),
                     "; make %s CONFIG=asan TEST=%s shows the access", r->number, t->name);
        return text;
    default:
        return v->title;
    }
}

/* ---- failures ------------------------------------------------------------------------------------------ */

static void show_printed(const Report *r, FILE *printed, bool sanitizer)
{
    char line[512];
    bool theirs = false;
    int shown = 0;
    rewind(printed);
    while (fgets(line, sizeof line, printed) != NULL) {
        theirs |= sanitizer && (strstr(line, "ERROR: AddressSanitizer") != NULL ||
                                strstr(line, ": runtime error: ") != NULL || line[0] == '=' ||
                                strstr(line, "Sanitizer:DEADLYSIGNAL") != NULL);
        if (theirs && !is_worth_reading(line))
            continue;
        if (shown == PRINTED_LINES) {
            field(r, "", "...");
            return;
        }
        line[strcspn(line, "\n")] = '\0';
        field(r, shown++ == 0 ? "printed" : "", line[0] ? line : " ");
    }
}

static void report_failure(const Report *r, const Result *result)
{
    const CheckTest *t = result->test;
    const Verdict *v = &result->verdict;
    char place[640], exact[600], called[640], likely[2400];
    Sanitized found = {0};
    if (SANITIZED && v->outcome != PASSED)
        found = sanitizer_words(result->printed);
    sentence(r, "problem", found.text[0] ? found.text : how_it_ended(r, t, v));
    if (strncmp(v->called, "its gradients", 13) == 0)
        snprintf(called, sizeof called, "%s and %s", function_of(t->exercise), v->called);
    else
        snprintf(called, sizeof called, "%s", v->called);
    sentence(r, "called", called);
    field(r, "got", v->got);
    if (!is_question(t)) /* the right answer to one would end it */
        field(r, "expected", v->expected);
    name_mistake(result, likely, sizeof likely);
    sentence(r, "likely", likely);
    if (!is_question(t))
        sentence(r, "rule", v->rule);
    place_of(t, ':', place, sizeof place);
    if (result->file != NULL) {
        snprintf(place, sizeof place, "with the model answer in place of your %s this passes",
                 result->file);
        sentence(r, "cause", place);
        snprintf(place, sizeof place, "%s/%s", student_folder, result->file);
    } else if (found.place[0] != '\0')
        snprintf(place, sizeof place, "%s", found.place);
    else if (place_of_trace(result->program, t, v->trace, v->depth, exact, sizeof exact))
        snprintf(place, sizeof place, "%s", exact);
    field(r, "look at", place);
    snprintf(place, sizeof place, "%s:%d", t->source, t->line);
    if (access(t->source, F_OK) == 0) /* a student edition has some as objects only */
        field(r, "test", place);
    show_printed(r, result->printed, found.text[0] != '\0');
    fputc('\n', r->out);
}

/* "12.1 attention_scores is not written yet" may stand in the way of another exercise's test: one of
 * that exercise. With ENGINE=mine it may be another module's, which has no test here: NULL. */
static const CheckTest *missing_of(const Report *r, const CheckTest *t, const Verdict *v)
{
    size_t n = strlen(t->exercise);
    if (v->title[0] < '0' || v->title[0] > '9' ||
        (strncmp(v->title, t->exercise, n) == 0 && v->title[n] == ' '))
        return t;
    for (const CheckTest *other = r->first; other != NULL; other = other->next) {
        n = strlen(other->exercise);
        if (strncmp(v->title, other->exercise, n) == 0 && v->title[n] == ' ')
            return other;
    }
    return NULL;
}

static void report_not_written(const Report *r, const CheckTest *t, const Verdict *v)
{
    static char told[64][64];
    static int n_told;
    char place[640], text[1700]; /* a title and a place */
    const CheckTest *missing = missing_of(r, t, v);
    const char *exercise = missing ? missing->exercise : v->title;
    for (int i = 0; i < n_told; i++)
        if (strncmp(told[i], exercise, sizeof told[0] - 1) == 0)
            return;
    if (n_told < 64)
        snprintf(told[n_told++], sizeof told[0], "%.63s", exercise);
    if (missing == NULL) {
        bool found = file_of_exercise(v->title, place, sizeof place);
        snprintf(text, sizeof text, "%s%s%s%s", v->title, found ? " (" : "", found ? place : "",
                 found ? ")" : "");
        below(r, text);
        return;
    }
    place_of(missing, ',', place, sizeof place);
    const char *who = missing == t ? "" : missing->exercise;
    int n =
        snprintf(text, sizeof text, "%s%snot written yet: open %s", who, *who ? " is " : "", place);
    snprintf(place, sizeof place, "%s/%s", student_folder, missing->file);
    int line = line_of_todo(place, missing->exercise);
    if (line > 0) /* for whoever has written theirs above it */
        snprintf(text + n, sizeof text - (size_t)n, " (delete its todo, line %d)", line);
    below(r, text);
}

/* Behind the first failures: how to see this one. */
static void report_untold(const Report *r, const CheckTest *t)
{
    char text[640];
    snprintf(text, sizeof text, "make %s TEST=%s%s tells what went wrong", r->number, t->name,
             r->flags);
    below(r, text);
}

/* A list of exercises: three, and how many more. */
static void print_some(FILE *out, const char *list)
{
    const char *rest = list;
    int more = 0;
    for (int shown = 0; shown < 3 && rest != NULL; shown++)
        rest = strstr(rest + (shown > 0), ", ");
    for (const char *one = rest; one != NULL; one = strstr(one + 1, ", "))
        more++;
    fprintf(out, "        follows from %.*s", rest ? (int)(rest - list) : (int)strlen(list), list);
    if (more > 0)
        fprintf(out, " and %d more", more);
    fputc('\n', out);
}

/* Once for an exercise whose tests follow from the same. */
static void report_follows(const Report *r, const Result *result)
{
    static const Result *last;
    if (last == NULL || strcmp(last->test->exercise, result->test->exercise) != 0 ||
        strcmp(last->follows, result->follows) != 0)
        print_some(r->out, result->follows);
    last = result;
}

void report_test(const Report *r, const Result *result)
{
    static int told;
    static bool beside;
    const CheckTest *t = result->test;
    int points = t->points + t->optional;
    char words[128];
    if (t->optional && !beside)
        fprintf(r->out, "%soptional, beside the 100 points:\n", r->chosen ? "" : "\n");
    beside |= t->optional > 0;
    words_of(t->name, words, sizeof words);
    bool passed = result->verdict.outcome == PASSED;
    bool missing = result->verdict.outcome == NOT_WRITTEN;
    const char *word = passed           ? "  ok  "
                       : result->earned ? "  (ok)"
                       : missing        ? "  todo"
                                        : "  FAIL";
    paint(r, passed ? green : result->earned || missing ? yellow : red, word);
    fprintf(r->out, " %2d/%-2d  %-34s %s\n", result->earned ? points : 0, points, t->exercise,
            words);
    if (result->earned && !passed)
        report_follows(r, result);
    else if (!passed && missing)
        report_not_written(r, t, &result->verdict);
    else if (!passed && (r->everything || told++ < TOLD_IN_FULL))
        report_failure(r, result);
    else if (!passed)
        report_untold(r, t);
    fflush(r->out);
}

/* ---- the end -------------------------------------------------------------------------------------------- */

/* All points of its last run, as make progress sees it. */
static bool is_finished(FILE *results)
{
    char line[512], outcome[16];
    int optional = 0;
    while (fgets(line, sizeof line, results) != NULL)
        if (sscanf(line, "%*[^\t]\t%*d\t%15[^\t]\t%*[^\t]\t%*[^\t]\t%d", outcome, &optional) == 2 &&
            optional == 0 && strcmp(outcome, "pass") != 0)
            return false;
    return true;
}

static bool is_optional(const char *folder)
{
    char path[128], line[512];
    snprintf(path, sizeof path, "modules/%.60s/README.md", folder);
    FILE *lesson = fopen(path, "r");
    bool found = false;
    while (lesson != NULL && !found && fgets(line, sizeof line, lesson) != NULL)
        found = strncmp(line, "Difficulty ", 11) == 0 && strstr(line, "· optional ·") != NULL;
    if (lesson != NULL)
        fclose(lesson);
    return found;
}

/* Whether the course asks for this module still, by what is recorded of its last run. */
static bool is_to_do(const char *folder, bool *begun)
{
    char path[128];
    snprintf(path, sizeof path, "tests/course/%.60s", folder);
    if (access(path, F_OK) != 0)
        return *begun = false;
    snprintf(path, sizeof path, ".kindling/results/%.60s.tsv", folder);
    FILE *results = fopen(path, "r");
    *begun = results != NULL;
    if (results == NULL)
        return !is_optional(folder);
    bool finished = is_finished(results);
    fclose(results);
    return !finished;
}

/* The folder name of the first module of the course that is not finished, but for this one, or NULL.
 * Where nothing is recorded, of the next one. */
static const char *next_module(const char *number, bool *begun)
{
    static char best[64];
    bool recorded = access(".kindling/results", R_OK) == 0, has_begun = false;
    DIR *folder = opendir("modules");
    best[0] = '\0';
    for (struct dirent *e; folder != NULL && (e = readdir(folder)) != NULL;) {
        int of = atoi(e->d_name);
        if (of == 0 || strchr(e->d_name, '_') == NULL || (best[0] && of >= atoi(best)))
            continue;
        if (recorded ? of != atoi(number) && is_to_do(e->d_name, &has_begun) : of > atoi(number)) {
            snprintf(best, sizeof best, "%.60s", e->d_name);
            *begun = has_begun;
        }
    }
    if (folder != NULL)
        closedir(folder);
    return best[0] ? best : NULL;
}

void report_tail(const Report *r, Sum points, Sum optional, const Result *open)
{
    bool beside = points.possible == 0 && optional.possible > 0; /* nothing else was asked */
    Sum of = beside ? optional : points;
    const CheckTest *next = open != NULL ? open->test : NULL;
    const Verdict *v = open != NULL ? &open->verdict : NULL;
    char text[1600], place[640];
    fputc('\n', r->out);
    if (optional.possible > 0 && !beside)
        fprintf(r->out, "Optional: %d of %d points, beside the 100.\n", optional.earned,
                optional.possible);
    snprintf(text, sizeof text, "%d of %d %spoints.  ", of.earned, of.possible,
             beside ? "optional " : "");
    paint(r, bold, text);
    size_t column = strlen(text);
    bool begun = false;
    const char *folder = next == NULL && !r->chosen ? next_module(r->number, &begun) : NULL;
    if (next != NULL && v->outcome == NOT_WRITTEN)
        next = missing_of(r, next, v);
    if (next != NULL)
        place_of(next, ',', place, sizeof place);
    if (open == NULL && r->chosen)
        snprintf(text, sizeof text, "This is done. Next: make %s%s", r->number, r->flags);
    else if (open == NULL && folder != NULL && begun)
        snprintf(text, sizeof text, "Next: make %.2s", folder);
    else if (open == NULL && folder != NULL)
        snprintf(text, sizeof text, "Next: read modules/%s/README.md, then make %.2s", folder,
                 folder);
    else if (open == NULL)
        snprintf(text, sizeof text, "All done. Next: make progress");
    else if (next == NULL)
        snprintf(text, sizeof text, "Next: make %.2s", v->title);
    else if (v->outcome == NOT_WRITTEN)
        snprintf(text, sizeof text, "Next: write %s (%s), then make %s%s", next->exercise, place,
                 r->number, r->flags);
    else
        snprintf(text, sizeof text, "Next: make %s TEST=%s%s   (stuck? make hint-%s TEST=%s)",
                 r->number, next->name, r->flags, r->number, next->name);
    line_from(r, column, text);
}
