/* since.c - this run beside an earlier one: what became slower, what takes more memory?
 *
 * Two runs have lived through different minutes of a machine. So a time counts as changed only where the intervals
 * of the two medians do not meet; the ratio is there for all.
 */
#include <string.h>
#include "bench.h"
#include "engine.h"
#include "json.h"

/* One result of the earlier run, and where to print it. */
typedef struct {
    const char *name;
    double threads, ms, low, high, mb;
    const Report *now;
    FILE *stream;
} Earlier;

static const Result *same_case(const Earlier *then)
{
    for (long i = 0; i < then->now->n_results; i++) {
        const Result *x = &then->now->result[i];
        if (x->ours.measured && strcmp(x->what->name, then->name) == 0 &&
            (double)x->threads == then->threads)
            return x;
    }
    return NULL;
}

static const char *verdict(const Earlier *then, const Side *now)
{
    if (now->rounds < 2)
        return "";
    return now->interval.low > then->high   ? "  slower"
           : now->interval.high < then->low ? "  faster"
                                            : "";
}

static void print_row(const Earlier *then)
{
    const Result *x = then->name != NULL && then->ms > 0 ? same_case(then) : NULL;
    if (x == NULL)
        return;
    fprintf(then->stream, "%-14s %3ld %10.4g %10.4g %6.2f %9.1f %9.1f%s\n", then->name, x->threads,
            then->ms, x->ours.ms, x->ours.ms / then->ms, then->mb, x->ours.mb,
            verdict(then, &x->ours));
}

/* ---- bench.json, as report_json writes it -------------------------------------------------------------- */

static bool read_side(Json *j, const char *key, void *context)
{
    Earlier *then = context;
    double *const place = strcmp(key, "median_ms") == 0        ? &then->ms
                          : strcmp(key, "median_low_ms") == 0  ? &then->low
                          : strcmp(key, "median_high_ms") == 0 ? &then->high
                          : strcmp(key, "peak_rss_mb") == 0    ? &then->mb
                                                               : NULL;
    if (place == NULL)
        return json_skip(j);
    return json_null(j) || json_number(j, place);
}

static bool read_field(Json *j, const char *key, void *context)
{
    Earlier *then = context;
    if (strcmp(key, "case") == 0)
        return json_string(j, &then->name);
    if (strcmp(key, "threads") == 0)
        return json_number(j, &then->threads);
    if (strcmp(key, "kindling") == 0)
        return json_null(j) || json_object(j, read_side, context);
    return json_skip(j);
}

static bool read_result(Json *j, void *context)
{
    const Earlier *all = context;
    Earlier then = {.now = all->now, .stream = all->stream};
    if (!json_object(j, read_field, &then))
        return false;
    print_row(&then);
    return true;
}

static bool read_run(Json *j, const char *key, void *context)
{
    return strcmp(key, "results") == 0 ? json_list(j, read_result, context) : json_skip(j);
}

int report_since(FILE *stream, const Report *r, const char *path)
{
    size_t size;
    char *text = kindling_read_file(path, &size);
    if (text == NULL)
        return -1;
    if (r->n_results > 0)
        fprintf(stream, "\nsince %s\n%-14s %3s %10s %10s %6s %9s %9s\n", path, "case", "thr", "then ms",
                "now ms", "ratio", "then MB", "now MB");
    Json j = {.path = path, .whole = "the file", .text = text, .size = (long)size};
    Earlier all = {.now = r, .stream = stream};
    bool read = json_is_text(&j) && json_object(&j, read_run, &all) && json_end(&j);
    owned_free(text);
    return read ? 0 : -1;
}
