/* names.c - is this failure that of a known mistake?
 *
 * Each row of mistakes.txt was built and run on the inputs of these very tests; the table has its sentence and the digests of the
 * tests that it fails. A student's exercise is named by a row if the same tests fail, and every digest is the same.
 * Where rows with different sentences fit, no test tells them apart, and the report says "either ... or ...". A few numbers may
 * agree by chance: then the sentence is a guess, and says so. Where none fits and a message has stopped a test, rows that fail
 * the same tests and are stopped by such words are what it mostly means.
 */
#include "names.h"
#include "programs.h"
#include "registry.h"

#define MOST_TESTS 64
#define MOST_SENTENCES 3
#define MOST_MEANINGS 2  /* of a message; more say nothing */
#define ENOUGH 3         /* different wrong numbers */
#define ENOUGH_OF_FEW 20 /* numbers, where right answers take fewer than DIGEST_FEW values */

/* How a test fails: with wrong values or words, or by a crash or without an end, of which there is no more to say. */
typedef struct {
    Digest digest;
    bool crash;
} Failure;

typedef struct Known {
    char exercise[96], says[1024];
    int n;
    Failure failure[MOST_TESTS];
    struct Known *next;
} Known;

typedef bool Fits(const Known *k, const char *exercise, const Failure failed[], int n);

static const char *table = "";
static bool is_read;
static Known *known; /* in no order */

/* ---- the table --------------------------------------------------------------------------------------- */

static void read_line(char *line)
{
    line[strcspn(line, "\n")] = '\0';
    if (strncmp(line, "exercise ", 9) == 0) {
        Known *k = harness_alloc(sizeof *k);
        snprintf(k->exercise, sizeof k->exercise, "%.95s", line + 9);
        k->next = known;
        known = k;
    } else if (known != NULL && strncmp(line, "says ", 5) == 0) {
        snprintf(known->says, sizeof known->says, "%.1023s", line + 5);
    } else if (known != NULL && strncmp(line, "said ", 5) == 0) {
        Digest said = {0};
        for (int i = 0; i < known->n && sscanf(line, "said %x %x", &said.test, &said.said) == 2;
             i++)
            if (known->failure[i].digest.test == said.test)
                known->failure[i].digest.said = said.said;
    } else if (known != NULL && known->n < MOST_TESTS) {
        Failure *f = &known->failure[known->n];
        Digest *d = &f->digest;
        f->crash = sscanf(line, "crash %x", &d->test) == 1;
        known->n += f->crash || sscanf(line, "digest %x %x %lf %lf %lf", &d->test, &d->frame,
                                       &d->sum[0], &d->sum[1], &d->sum[2]) == 2 + DIGEST_SUMS;
    }
}

void names_start(const char *path)
{
    table = path;
}

/* When it is wanted first: where no table is handed out, one is made, and that takes a while. */
static void read_table(void)
{
    char line[1200];
    if (is_read || *table == '\0')
        return;
    is_read = true;
    FILE *f = fopen(table, "r");
    if (f == NULL && can_link() && made("course-names"))
        f = fopen(table, "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        read_line(line);
    if (f != NULL)
        fclose(f);
}

void names_record(FILE *out, const char *exercise)
{
    for (CheckTest *t = all_tests(); t != NULL; t = t->next) {
        const char *program;
        FILE *printed;
        if (strncmp(t->exercise, exercise, strlen(exercise)) != 0)
            continue;
        Verdict v = ask_own(t, &program, &printed);
        fclose(printed);
        if (v.outcome == FAILED)
            fprintf(out, "%s\tdigest %08x %08x %.10g %.10g %.10g\n", t->exercise, v.digest.test,
                    v.digest.frame, v.digest.sum[0], v.digest.sum[1], v.digest.sum[2]);
        else if (v.outcome != PASSED)
            fprintf(out, "%s\tcrash %08x\n", t->exercise, v.digest.test);
        if (v.outcome == FAILED && v.digest.said != 0)
            fprintf(out, "%s\tsaid %08x %08x\n", t->exercise, v.digest.test, v.digest.said);
    }
}

/* ---- a failed exercise --------------------------------------------------------------------------------- */

/* How many; 0 if all tests there are crash, or have no end: many mistakes do that. */
static int failures_of(const char *exercise, Failure failed[])
{
    int n = 0, told = 0;
    for (CheckTest *t = all_tests(); t != NULL; t = t->next) {
        const Result *r = strcmp(t->exercise, exercise) == 0 ? result_of(t) : NULL;
        if (r == NULL)
            continue;
        told += r->earned || r->verdict.outcome == FAILED;
        if (!r->earned && n < MOST_TESTS)
            failed[n++] = (Failure){r->verdict.digest, r->verdict.outcome != FAILED};
    }
    return told > 0 ? n : 0;
}

static const Failure *of_test(uint32_t test, const Failure failed[], int n)
{
    for (int i = 0; i < n; i++)
        if (failed[i].digest.test == test)
            return &failed[i];
    return NULL;
}

/* The same tests fail, and where both have values they are the same. What crashes for one of them alone, as a longer or a
 * shorter array may, says nothing; but something has to be the same. */
static bool fits_by_values(const Known *k, const char *exercise, const Failure failed[], int n)
{
    bool all = strcmp(k->exercise, exercise) == 0 && k->n == n;
    int same = 0, crashes = 0;
    for (int i = 0; all && i < n; i++) {
        const Failure *wanted = &k->failure[i], *got = of_test(wanted->digest.test, failed, n);
        bool value = got != NULL && !got->crash && !wanted->crash;
        all = got != NULL && (!value || digests_match(&got->digest, &wanted->digest));
        same += value;
        crashes += got != NULL && got->crash && wanted->crash;
    }
    return all && (same > 0 || crashes == n);
}

/* Do so many numbers agree that it is no chance? */
static bool is_evidence(const Failure failed[], int n)
{
    double other[ENOUGH] = {0};
    int different = 0;
    for (int i = 0; i < n; i++) {
        const Digest *d = &failed[i].digest;
        if (d->n_right < DIGEST_FEW && d->numbers >= ENOUGH_OF_FEW && d->wrong > 0)
            return true;
        for (int j = 0; j < d->n_other && different < ENOUGH; j++) {
            bool new = true;
            for (int k = 0; k < different; k++)
                new = new &&other[k] != d->other[j];
            if (new)
                other[different++] = d->other[j];
        }
    }
    return different == ENOUGH;
}

static bool is_stopped_by(uint32_t said, const Known *k)
{
    for (int i = 0; i < k->n; i++)
        if (k->failure[i].digest.said == said)
            return true;
    return false;
}

/* The same tests fail, and each message is one of its own. */
static bool fits_by_messages(const Known *k, const char *exercise, const Failure failed[], int n)
{
    bool all = strcmp(k->exercise, exercise) == 0 && k->n == n;
    for (int i = 0; all && i < n; i++)
        all = of_test(k->failure[i].digest.test, failed, n) != NULL &&
              (failed[i].digest.said == 0 || is_stopped_by(failed[i].digest.said, k));
    return all;
}

/* The sentences of all rows that fit, with "; or" between them: how many, at most so many. */
static int sentences_for(const char *exercise, const Failure failed[], int n, Fits *fits, int most,
                         char *text, size_t size)
{
    int found = 0;
    text[0] = '\0';
    for (const Known *k = known; k != NULL && found < most; k = k->next) {
        if (!fits(k, exercise, failed, n) || strstr(text, k->says) != NULL)
            continue;
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", found++ > 0 ? "; or " : "", k->says);
    }
    return found;
}

void name_mistake(const Result *result, char *text, size_t size)
{
    static Failure failed[MOST_TESTS];
    const char *exercise = result->test->exercise, *likely = result->verdict.likely;
    char all[2048];
    snprintf(text, size, "%s", likely);
    if (strcmp(likely, of_the_unset) == 0)
        return;
    read_table();
    int n = failures_of(exercise, failed), found = 0;
    if (n > 0)
        found = sentences_for(exercise, failed, n, fits_by_values, MOST_SENTENCES, all, sizeof all);
    const char *either = found > 1 ? "either " : "";
    if (found > 0 && is_evidence(failed, n))
        snprintf(text, size, "%s%s", either, all);
    else if (found > 0)
        snprintf(text, size, "%s%sthis may be it: %s%s", likely, likely[0] ? "; " : "", either,
                 all);
    else if (n > 0 && likely[0] == '\0' && result->verdict.digest.said != 0) {
        found = sentences_for(exercise, failed, n, fits_by_messages, MOST_MEANINGS + 1, all,
                              sizeof all);
        if (found > 0 && found <= MOST_MEANINGS)
            snprintf(text, size, "here this message mostly means: %s", all);
    }
}
