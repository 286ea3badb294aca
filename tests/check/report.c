/* report.c - pass or fail with points, one line each; for a failure what happened and where.
 *
 * Colours only on a terminal. The first failures are told in full, the rest in one line: nobody
 * reads the tenth.
 */
#include "child.h"
#include "report.h"
#include <dirent.h>

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
static void field(const Report *r, const char *label, const char *text)
{
    if (text[0] == '\0')
        return;
    fprintf(r->out, "        ");
    char padded[16];
    snprintf(padded, sizeof padded, "%-10s", label);
    paint(r, dim, padded);
    for (; *text != '\0'; text++) {
        fputc(*text, r->out);
        if (*text == '\n')
            fprintf(r->out, "%18s", "");
    }
    fputc('\n', r->out);
}

/* Long sentences are broken at 100 columns, between words. */
static void sentence(const Report *r, const char *label, const char *text)
{
    char broken[2048];
    size_t n = 0, column = 18;
    for (const char *word = text; *word != '\0' && n + 80 < sizeof broken;) {
        size_t length = strcspn(word, " ");
        if (column + length > 100 && column > 18) {
            broken[n > 0 ? n - 1 : 0] = '\n';
            column = 18;
        }
        if (length > sizeof broken - n - 2)
            break;
        memcpy(broken + n, word, length);
        n += length;
        column += length + 1;
        word += length;
        if (*word == ' ') {
            broken[n++] = ' ';
            word++;
        }
    }
    broken[n] = '\0';
    field(r, label, broken);
}

static const char *how_it_ended(const Verdict *v, int seconds)
{
    static char text[160];
    switch (v->outcome) {
    case ENDED_EARLY:
        return "the program ended inside the call: exit was called, or it was killed";
    case TIMED_OUT:
        snprintf(text, sizeof text, "no end after %d s: an endless loop?", seconds);
        return text;
    case CRASHED:
        if (v->signal == SIGFPE)
            return "a crash (SIGFPE): a whole number was divided by zero";
        if (v->signal == SIGABRT)
            return "abort was called";
        if (v->signal == SIGXFSZ)
            return "more than 16 MB were printed";
        return v->signal == SIGSEGV || v->signal == SIGBUS
                   ? "a crash: a pointer that is NULL or outside its memory, or endless recursion"
                   : "a crash";
    default:
        return v->title;
    }
}

static void show_printed(const Report *r, FILE *printed)
{
    char line[512];
    rewind(printed);
    for (int i = 0; i <= PRINTED_LINES * (SANITIZED ? 3 : 1); i++) {
        if (fgets(line, sizeof line, printed) == NULL)
            return;
        line[strcspn(line, "\n")] = '\0';
        field(r, i == 0 ? "printed" : "", line[0] ? line : " ");
    }
    field(r, "", "...");
}

static void report_failure(const Report *r, const CheckTest *t, const Verdict *v, FILE *printed)
{
    char place[640], exact[600];
    sentence(r, "problem", how_it_ended(v, r->seconds));
    sentence(r, "called", v->called);
    field(r, "got", v->got);
    field(r, "expected", v->expected);
    sentence(r, "likely", v->likely);
    sentence(r, "rule", v->rule);
    place_of(t, ':', place, sizeof place);
    if (place_of_trace(r->program, student_folder, v->trace, v->depth, exact, sizeof exact))
        snprintf(place, sizeof place, "%s", exact);
    field(r, "look at", place);
    snprintf(place, sizeof place, "%s:%d", t->source, t->line);
    field(r, "test", place);
    show_printed(r, printed);
    fputc('\n', r->out);
}

/* "12.1 attention_scores is not written yet" may stand in the way of another exercise's test. */
static void report_not_written(const Report *r, const CheckTest *t, const Verdict *v)
{
    static char told[64][64];
    static int n_told;
    char place[640];
    const CheckTest *missing = t;
    for (const CheckTest *other = r->first; other != NULL; other = other->next)
        if (strncmp(v->title, other->exercise, strlen(other->exercise)) == 0 &&
            v->title[strlen(other->exercise)] == ' ')
            missing = other;
    for (int i = 0; i < n_told; i++)
        if (strcmp(told[i], missing->exercise) == 0)
            return;
    if (n_told < 64)
        snprintf(told[n_told++], sizeof told[0], "%s", missing->exercise);
    place_of(missing, ',', place, sizeof place);
    const char *who = strcmp(missing->exercise, t->exercise) == 0 ? "" : missing->exercise;
    fprintf(r->out, "        %s%snot written yet: open %s\n", who, *who ? " is " : "", place);
}

void report_test(const Report *r, const CheckTest *t, const Verdict *v, FILE *printed)
{
    static int told;
    char words[128];
    words_of(t->name, words, sizeof words);
    bool passed = v->outcome == PASSED, missing = v->outcome == NOT_WRITTEN;
    paint(r,
          passed    ? green
          : missing ? yellow
                    : red,
          passed    ? "  ok  "
          : missing ? "  todo"
                    : "  FAIL");
    fprintf(r->out, " %2d/%-2d  %-34s %s\n", passed ? t->points : 0, t->points, t->exercise, words);
    if (missing)
        report_not_written(r, t, v);
    else if (!passed && (r->everything || told++ < TOLD_IN_FULL))
        report_failure(r, t, v, printed);
    fflush(r->out);
}

/* ---- the end -------------------------------------------------------------------------------------------- */

/* The folder name of the module after this one, or NULL. */
static const char *next_module(const char *number)
{
    static char best[64];
    DIR *folder = opendir("modules");
    best[0] = '\0';
    for (struct dirent *e; folder != NULL && (e = readdir(folder)) != NULL;)
        if (atoi(e->d_name) > atoi(number) && strchr(e->d_name, '_') != NULL &&
            (best[0] == '\0' || atoi(e->d_name) < atoi(best)))
            snprintf(best, sizeof best, "%.60s", e->d_name);
    if (folder != NULL)
        closedir(folder);
    return best[0] ? best : NULL;
}

void report_tail(const Report *r, int points, int total, const CheckTest *next, Outcome outcome)
{
    char text[700], place[640];
    snprintf(text, sizeof text, "\n%d of %d points.  ", points, total);
    paint(r, bold, text);
    if (next == NULL) {
        const char *folder = next_module(r->number);
        if (folder != NULL)
            fprintf(r->out, "Next: read modules/%s/README.md, then make %.2s\n", folder, folder);
        else
            fprintf(r->out, "All done. Next: make progress\n");
        return;
    }
    place_of(next, ',', place, sizeof place);
    if (outcome == NOT_WRITTEN)
        fprintf(r->out, "Next: write %s (%s), then make %s%s\n", next->exercise, place, r->number,
                r->flags);
    else
        fprintf(r->out, "Next: make %s TEST=%s%s   (stuck? make hint-%s TEST=%s)\n", r->number,
                next->name, r->flags, r->number, next->name);
}
