/* names.c - is this failure that of a known mistake?
 *
 * Each row of mistakes.txt was built and run on the inputs of these very tests; the table has its sentence and the digests of the
 * tests that it fails. A student's exercise is named by a row if the same tests fail, and every digest is the same.
 * Where rows with different sentences fit, no test tells them apart, and the report says "either ... or ...". A few numbers may
 * agree by chance: then the sentence is a guess, and says so.
 */
#include "names.h"
#include "programs.h"
#include "registry.h"

#define MOST_TESTS 64
#define MOST_SENTENCES 3
#define ENOUGH 3         /* different wrong numbers */
#define ENOUGH_OF_FEW 20 /* numbers, where right answers take fewer than DIGEST_FEW values */

typedef struct Known {
    char exercise[96], says[1024];
    int n;
    Digest digest[MOST_TESTS];
    struct Known *next;
} Known;

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
    } else if (known != NULL && known->n < MOST_TESTS) {
        Digest *d = &known->digest[known->n];
        known->n += sscanf(line, "digest %x %lf %lf %lf", &d->frame, &d->sum[0], &d->sum[1],
                           &d->sum[2]) == 1 + DIGEST_SUMS;
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
        if (v.outcome != PASSED)
            fprintf(out, "%s\tdigest %08x %.10g %.10g %.10g\n", t->exercise, v.digest.frame,
                    v.digest.sum[0], v.digest.sum[1], v.digest.sum[2]);
    }
}

/* ---- a failed exercise --------------------------------------------------------------------------------- */

/* How many; 0 if all tests there are crash, or have no end: many mistakes do that. */
static int failures_of(const char *exercise, const Digest *failed[])
{
    int n = 0, told = 0;
    for (CheckTest *t = all_tests(); t != NULL; t = t->next) {
        const Result *r = strcmp(t->exercise, exercise) == 0 ? result_of(t) : NULL;
        if (r == NULL)
            continue;
        told += r->earned || r->verdict.outcome == FAILED;
        if (!r->earned && n < MOST_TESTS)
            failed[n++] = &r->verdict.digest;
    }
    return told > 0 ? n : 0;
}

static bool has_match(const Digest *wanted, const Digest *const failed[], int n)
{
    for (int i = 0; i < n; i++)
        if (digests_match(failed[i], wanted))
            return true;
    return false;
}

static bool fits(const Known *k, const char *exercise, const Digest *const failed[], int n)
{
    bool all = strcmp(k->exercise, exercise) == 0 && k->n == n;
    for (int i = 0; all && i < n; i++)
        all = has_match(&k->digest[i], failed, n);
    return all;
}

/* Do so many numbers agree that it is no chance? */
static bool is_evidence(const Digest *const failed[], int n)
{
    double other[ENOUGH] = {0};
    int different = 0;
    for (int i = 0; i < n; i++) {
        const Digest *d = failed[i];
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

/* The sentences of all rows that fit: "either ...; or ...". How many there are. */
static int sentences_for(const char *exercise, const Digest *const failed[], int n, char *text,
                         size_t size)
{
    int found = 0;
    char all[2048] = "";
    for (const Known *k = known; k != NULL && found < MOST_SENTENCES; k = k->next) {
        if (!fits(k, exercise, failed, n) || strstr(all, k->says) != NULL)
            continue;
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", found++ > 0 ? "; or " : "", k->says);
    }
    snprintf(text, size, "%s%s", found > 1 ? "either " : "", all);
    return found;
}

void name_mistake(const Result *result, char *text, size_t size)
{
    const Digest *failed[MOST_TESTS];
    const char *exercise = result->test->exercise, *likely = result->verdict.likely;
    char sentences[2100];
    snprintf(text, size, "%s", likely);
    if (strcmp(likely, of_the_unset) == 0)
        return;
    read_table();
    int n = failures_of(exercise, failed);
    if (n == 0 || sentences_for(exercise, failed, n, sentences, sizeof sentences) == 0)
        return;
    if (is_evidence(failed, n))
        snprintf(text, size, "%s", sentences);
    else
        snprintf(text, size, "%s%sthis may be it: %s", likely, likely[0] ? "; " : "", sentences);
}
