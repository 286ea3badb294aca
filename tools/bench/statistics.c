/* statistics.c - medians, slopes, and numbers out of a line of JSON.
 *
 * A machine that does other things, too, makes some steps slower and none faster, so one slow step
 * moves a mean as far as it likes and a median by one place. Invariant: nothing here changes what it
 * is given.
 */
#include "statistics.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median(long n, const double *x)
{
    if (n <= 0)
        return NAN;
    double *sorted = malloc((size_t)n * sizeof *sorted);
    if (sorted == NULL)
        return NAN;
    memcpy(sorted, x, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, by_value);
    double middle = 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]);
    free(sorted);
    return middle;
}

double loglog_slope(long n, const double *x, const double *y)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (long i = 0; i < n; i++) {
        double u = log(x[i]), v = log(y[i]);
        sx += u;
        sy += v;
        sxx += u * u;
        sxy += u * v;
    }
    double spread = (double)n * sxx - sx * sx;
    return spread > 1e-9 ? ((double)n * sxy - sx * sy) / spread : NAN;
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

/* The first character of the value, or NULL. Keys inside of texts are not looked for. */
static const char *value_of(const char *line, const char *key)
{
    size_t n = strlen(key);
    for (const char *at = line; (at = strchr(at, '"')) != NULL; at++) {
        if (strncmp(at + 1, key, n) != 0 || at[n + 1] != '"')
            continue;
        const char *after = at + n + 2;
        after += strspn(after, " ");
        if (*after == ':')
            return after + 1 + strspn(after + 1, " ");
    }
    return NULL;
}

bool json_number(const char *line, const char *key, double *value)
{
    const char *text = value_of(line, key);
    char *end = NULL;
    double x = text != NULL ? strtod(text, &end) : 0;
    if (text == NULL || end == text || !isfinite(x))
        return false;
    *value = x;
    return true;
}

bool json_text(const char *line, const char *key, char *text, size_t size)
{
    const char *from = value_of(line, key);
    if (from == NULL || *from != '"')
        return false;
    size_t n = strcspn(++from, "\"");
    if (n >= size)
        n = size - 1;
    memcpy(text, from, n);
    text[n] = '\0';
    return true;
}
