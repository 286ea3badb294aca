/* scaling.c - how time grows when one size does.
 *
 * A line through the logarithms: its slope is the power. Slopes that are too steep find algorithms
 * that are worse than they look, long before anyone waits for them.
 */
#include <math.h>
#include <string.h>
#include "bench.h"

typedef struct {
    const char *what, *unit, *expected, *format; /* %ld is the size that varies */
    long n, x[CURVE_POINTS];
} Series;

static const Series series[] = {
    {"T",
     "ms",
     "1, and 2 for what attention adds",
     "step:128,4,2,%ld,4,65",
     5,
     {32, 64, 128, 256, 512}},
    {"d", "ms", "2, and 1 for all but products", "step:%ld,4,2,64,4,65", 4, {64, 128, 256, 512}},
    {"B", "ms", "1", "step:128,4,2,64,%ld,65", 5, {1, 2, 4, 8, 16}},
    {"L", "ms", "1", "step:128,4,%ld,64,4,65", 4, {1, 2, 4, 8}},
    {"T of fused attention", "ms", "2", "fused:1,4,%ld,64", 5, {128, 256, 512, 1024, 2048}},
    {"nodes", "ms", "1", "chain:%ld", 5, {100, 1000, 10000, 100000, 1000000}},
};

long scaling_points(void)
{
    long n = 0;
    for (size_t i = 0; i < sizeof series / sizeof *series; i++)
        n += series[i].n;
    return n;
}

long scaling_count(void)
{
    return (long)(sizeof series / sizeof *series);
}

static void spec_of(const Series *s, long x, char *spec, size_t size)
{
    const char *hole = strstr(s->format, "%ld");
    snprintf(spec, size, "%.*s%ld%s", (int)(hole - s->format), s->format, x, hole + 3);
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

Curve scaling_measure(const Peers *p, long which, long threads)
{
    const Series *s = &series[which];
    Curve c = {.what = s->what, .unit = s->unit, .expected = s->expected};
    for (long i = 0; i < s->n; i++) {
        char spec[96], line[LINE_SIZE];
        spec_of(s, s->x[i], spec, sizeof spec);
        if (!run_ours(p, spec, threads, line) || !json_line_number(line, "median_ms", &c.y[c.n]))
            continue;
        c.x[c.n++] = (double)s->x[i];
    }
    c.slope = loglog_slope(c.n, c.x, c.y);
    return c;
}
