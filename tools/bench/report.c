/* report.c - the table for people and the JSON for programs.
 *
 * Both say the same; the JSON has every single measurement besides, as its process printed it.
 */
#include <math.h>
#include <sys/utsname.h>
#include <string.h>
#include "bench.h"
#include "engine.h"

/* ---- the table ----------------------------------------------------------------------------------- */

static void processor_name(char *text, size_t size)
{
    FILE *info = fopen("/proc/cpuinfo", "r");
    char line[256];
    struct utsname u;
    snprintf(text, size, "%s", uname(&u) == 0 ? u.machine : "unknown");
    while (info != NULL && fgets(line, sizeof line, info) != NULL) {
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':') != NULL) {
            line[strcspn(line, "\n\"\\")] = '\0';
            snprintf(text, size, "%s", strchr(line, ':') + 2);
            break;
        }
    }
    if (info != NULL)
        fclose(info);
}

static void conditions_line(FILE *stream)
{
    Conditions c = conditions_now();
    fprintf(stream, "machine    %ld processors, governor %s", c.processors, c.governor);
    if (c.load >= 0)
        fprintf(stream, ", load %.2f%s", c.load,
                c.load > 0.5 * (double)c.processors ? ": busy, only ratios mean anything" : "");
    fprintf(stream, "\n");
}

void report_heading(FILE *stream, const Report *r)
{
    char processor[256];
    processor_name(processor, sizeof processor);
    fprintf(stream, "processor  %s\n", processor);
    conditions_line(stream);
    fprintf(stream, "ours       matrix products by %s\n", r->backend);
    if (r->peers.alone)
        fprintf(stream, "PyTorch    not asked for\n");
    else if (r->peers.python[0] == '\0')
        fprintf(stream, "PyTorch    not found; ours only. To compare: --python /path/to/python3\n");
    else
        fprintf(stream, "PyTorch    %s, %s%s%s\n", r->peers.torch, r->peers.python,
                r->peers.libraries[0] ? ", libraries from " : "", r->peers.libraries);
    if (r->peers.crippled[0] != '\0')
        fprintf(stream,
                "           %s has threads of its own, which fight PyTorch's:\n"
                "           no times and no ratio but with 1 thread. hint: apt-get install "
                "libopenblas0-openmp\n",
                r->peers.crippled);
    for (long i = 0; i < r->n_peaks; i++) {
        const Peak *p = &r->peak[i];
        fprintf(stream,
                "peak       %ld thread%s: %.0f GFLOP/s at 1024^3 (gemm %.0f, OpenBLAS %.0f, oneDNN "
                "%.0f), memory %.1f GB/s\n",
                p->threads, p->threads == 1 ? "" : "s", p->gflops[3], p->gflops[0], p->gflops[1],
                p->gflops[2], p->bandwidth);
    }
}

static double peak_for(const Report *r, long threads)
{
    for (long i = 0; i < r->n_peaks; i++)
        if (r->peak[i].threads == threads)
            return r->peak[i].gflops[3];
    return 0;
}

/* A number in a column, or a dash where there is none. */
static void column(FILE *stream, int width, int digits, double x, bool there)
{
    if (there)
        fprintf(stream, " %*.*f", width, digits, x);
    else
        fprintf(stream, " %*s", width, "-");
}

/* How far the median might be off: half of its interval, in percent. */
static void doubt(FILE *stream, const Side *s)
{
    column(stream, 4, 0, 50 * (s->interval.high - s->interval.low) / s->ms,
           s->measured && s->rounds > 1);
}

static void interval(FILE *stream, const Result *x)
{
    char text[32] = "-";
    if (x->ratio > 0 && x->ours.rounds > 1)
        snprintf(text, sizeof text, "%.*f to %.*f", x->ratio < 0.1 ? 3 : 2, x->interval.low,
                 x->ratio < 0.1 ? 3 : 2, x->interval.high);
    fprintf(stream, " %14s", text);
}

static int digits_for(double ms)
{
    return ms < 1 ? 4 : ms < 10 ? 3 : ms < 100 ? 2 : 1;
}

static void result_row(FILE *stream, const Report *r, const Result *x)
{
    double peak = peak_for(r, x->threads);
    fprintf(stream, "%-14s %3ld", x->what->name, x->threads);
    column(stream, 9, digits_for(x->ours.ms), x->ours.ms, x->ours.measured);
    doubt(stream, &x->ours);
    column(stream, 9, digits_for(x->torch.ms), x->torch.ms, x->torch.measured);
    doubt(stream, &x->torch);
    column(stream, 6, x->ratio < 0.1 ? 3 : 2, x->ratio, x->ratio > 0);
    interval(stream, x);
    column(stream, 8, digits_for(x->products_ms), x->products_ms, x->products_ms > 0);
    column(stream, 8, 0, x->tokens_per_s, x->tokens_per_s > 0);
    column(stream, 7, 1, x->gflops, x->gflops > 0);
    column(stream, 6, 2, x->gflops / peak, x->gflops > 0 && peak > 0);
    column(stream, 7, 1, x->ours.mb, x->ours.measured);
    column(stream, 7, 1, x->torch.mb, x->torch.measured);
    if (x->us_per_op > 0)
        fprintf(stream, "  %.3f us per operation", x->us_per_op);
    if (x->exchange_share > 0)
        fprintf(stream, "  %.3f of it in exchange, %.1f MB", x->exchange_share, x->exchange_mb);
    if (x->of_memory > 0)
        fprintf(stream, "  %.2f of what the memory allows", x->of_memory);
    if (x->mb_per_s > 0)
        fprintf(stream, "  %.2f MB/s", x->mb_per_s);
    if (x->torch.measured && x->torch.variant[0] != '\0')
        fprintf(stream, "  %s", x->torch.variant + strlen("--"));
    fprintf(stream, "\n");
}

void report_results(FILE *stream, const Report *r)
{
    if (r->n_results == 0)
        return;
    fprintf(stream, "\n%-14s %3s %9s %4s %9s %4s %6s %14s %8s %8s %7s %6s %7s %7s\n", "", "",
            "ours", "", "PyTorch", "", "", "95 %", "products", "", "", "of", "MB", "MB");
    fprintf(stream, "%-14s %3s %9s %4s %9s %4s %6s %14s %8s %8s %7s %6s %7s %7s\n", "case", "thr",
            "ms", "+-%", "ms", "+-%", "ratio", "interval", "alone ms", "tokens/s", "GFLOP/s",
            "peak", "ours", "PyTorch");
    for (long i = 0; i < r->n_results; i++)
        result_row(stream, r, &r->result[i]);
}

void report_curve(FILE *stream, const Curve *c)
{
    fprintf(stream, "\n%s, %s:", c->what, c->unit);
    for (long i = 0; i < c->n; i++)
        fprintf(stream, "  %g: %.4g", c->x[i], c->y[i]);
    fprintf(stream, "\n    grows with power %.2f (expected %s)\n", c->slope, c->expected);
}

/* ---- JSON ------------------------------------------------------------------------------------------ */

static void json_value(FILE *f, const char *key, double x)
{
    if (isfinite(x))
        fprintf(f, ", \"%s\": %.7g", key, x);
    else
        fprintf(f, ", \"%s\": null", key);
}

static void json_side(FILE *f, const char *key, const Side *s)
{
    if (!s->measured) {
        fprintf(f, ", \"%s\": null", key);
        return;
    }
    fprintf(f, ",\n     \"%s\": {\"rounds_ms\": [", key);
    for (long i = 0; i < s->rounds; i++)
        fprintf(f, "%s%.7g", i ? ", " : "", s->sample[i]);
    fprintf(f, "]");
    json_value(f, "median_ms", s->ms);
    json_value(f, "median_low_ms", s->interval.low);
    json_value(f, "median_high_ms", s->interval.high);
    json_value(f, "peak_rss_mb", s->mb);
    fprintf(f, ", \"last\": %s}", s->line);
}

static void json_results(FILE *f, const Report *r)
{
    fprintf(f, " \"results\": [");
    for (long i = 0; i < r->n_results; i++) {
        const Result *x = &r->result[i];
        fprintf(f, "%s\n    {\"case\": \"%s\", \"threads\": %ld", i ? "," : "", x->what->name,
                x->threads);
        json_value(f, "ratio", x->ratio > 0 ? x->ratio : NAN);
        json_value(f, "ratio_low", x->ratio > 0 ? x->interval.low : NAN);
        json_value(f, "ratio_high", x->ratio > 0 ? x->interval.high : NAN);
        if (x->products_ms > 0)
            json_value(f, "products_ms", x->products_ms);
        json_side(f, "kindling", &x->ours);
        json_side(f, "torch", &x->torch);
        fprintf(f, "}");
    }
    fprintf(f, "],\n");
}

static void json_curves(FILE *f, const Report *r)
{
    fprintf(f, " \"scaling\": [");
    for (long i = 0; i < r->n_curves; i++) {
        const Curve *c = &r->curve[i];
        fprintf(f, "%s\n    {\"of\": \"%s\", \"points\": [", i ? "," : "", c->what);
        for (long k = 0; k < c->n; k++)
            fprintf(f, "%s[%g, %.7g]", k ? ", " : "", c->x[k], c->y[k]);
        fprintf(f, "]");
        json_value(f, "slope", c->slope);
        fprintf(f, "}");
    }
    fprintf(f, "]}\n");
}

int report_json(const char *path, const Report *r)
{
    char processor[256];
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return -1;
    FILE *f = atomic_stream(file);
    processor_name(processor, sizeof processor);
    Conditions c = conditions_now();
    fprintf(f, "{\"load\": %.2f, \"processors\": %ld, \"governor\": \"%s\",\n", c.load,
            c.processors, c.governor);
    fprintf(f, " \"processor\": \"%s\", \"backend\": \"%s\", \"torch\": \"%s\",\n \"peaks\": [",
            processor, r->backend, r->peers.torch);
    for (long i = 0; i < r->n_peaks; i++) {
        const Peak *p = &r->peak[i];
        fprintf(f, "%s{\"threads\": %ld", i ? ", " : "", p->threads);
        json_value(f, "gemm", p->gflops[0]);
        json_value(f, "openblas", p->gflops[1]);
        json_value(f, "onednn", p->gflops[2]);
        json_value(f, "bandwidth", p->bandwidth);
        fprintf(f, "}");
    }
    fprintf(f, "],\n");
    json_results(f, r);
    json_curves(f, r);
    return atomic_commit(file);
}
