/* rounds.c - ours, theirs, theirs, ours.
 *
 * A shared machine has slow minutes. Measured in turn, in an order that is drawn for each round, both sides live through
 * the same ones, and the ratio of two neighbours says more than either time: the result is the median of these ratios,
 * with an interval by bootstrap (nn/statistics/statistics.h).
 * Where PyTorch can do a step in several ways, the first round tries them all and the fastest stays.
 */
#include <string.h>
#include "bench.h"

static void take(Side *s, const char *line)
{
    if (!json_line_number(line, "median_ms", &s->sample[s->rounds]))
        return;
    s->sample_mb[s->rounds] = 0;
    json_line_number(line, "peak_rss_mb", &s->sample_mb[s->rounds]);
    memcpy(s->line, line, strlen(line) + 1);
    s->rounds++;
    s->measured = true;
}

/* The first round of PyTorch: the fastest variant becomes the peer. */
static void try_variants(const Peers *p, const BenchCase *c, long threads, Side *s)
{
    char line[LINE_SIZE], best[LINE_SIZE];
    double ms, least = 0;
    for (int i = 0; i < 3 && c->variants[i] != NULL; i++) {
        if (!run_torch(p, c, c->variants[i], threads, line) ||
            !json_line_number(line, "median_ms", &ms) || (s->variant != NULL && ms >= least))
            continue;
        least = ms;
        s->variant = c->variants[i];
        memcpy(best, line, sizeof best);
    }
    if (s->variant != NULL)
        take(s, best);
}

static void torch_round(const Peers *p, const BenchCase *c, long threads, long round, Side *s)
{
    char line[LINE_SIZE];
    if (round == 0)
        try_variants(p, c, threads, s);
    else if (s->variant != NULL && run_torch(p, c, s->variant, threads, line))
        take(s, line);
}

/* Where a median of these rounds could have come out as well. Of fewer than six it is not wide enough: see the README. */
static Interval interval_of(const double *sample, long n)
{
    Rng rng = rng_seed(19);
    return bootstrap_interval(sample, n, sample_median, 0.95, 2000, &rng);
}

static void finish_side(Side *s)
{
    if (s->rounds == 0)
        return;
    s->ms = sample_median(s->sample, s->rounds);
    s->mb = sample_median(s->sample_mb, s->rounds);
    s->interval = interval_of(s->sample, s->rounds);
}

/* What the products of a step take when nothing else is done. */
static double products_alone(const Peers *p, const char *spec, long threads)
{
    char line[LINE_SIZE], products[64];
    double ms = 0;
    if (strncmp(spec, "step:", 5) != 0)
        return 0;
    snprintf(products, sizeof products, "products:%s", spec + 5);
    if (run_ours(p, products, threads, line))
        json_line_number(line, "median_ms", &ms);
    return ms;
}

static void round_in_order(const Peers *p, Result *r, long round, bool ours_first)
{
    char line[LINE_SIZE];
    if (!ours_first)
        torch_round(p, r->what, r->threads, round, &r->torch);
    if (run_ours(p, r->what->spec, r->threads, line))
        take(&r->ours, line);
    if (ours_first)
        torch_round(p, r->what, r->threads, round, &r->torch);
}

/* A round counts for the ratio if both sides gave a time in it. */
Result compare(const Peers *p, const BenchCase *c, long threads, long rounds)
{
    Result r = {.what = c, .threads = threads};
    Rng rng = rng_seed((uint64_t)threads);
    double ratio[MAX_ROUNDS], reported, time;
    long n = 0;
    for (long i = 0; i < rounds && i < MAX_ROUNDS; i++) {
        long ours = r.ours.rounds, torch = r.torch.rounds;
        round_in_order(p, &r, i, rng_below(&rng, 2) == 0);
        if (r.ours.rounds > ours && r.torch.rounds > torch)
            ratio[n++] = r.ours.sample[ours] / r.torch.sample[torch];
    }
    r.products_ms = products_alone(p, c->spec, threads);
    finish_side(&r.ours);
    finish_side(&r.torch);
    if (n > 0) {
        r.ratio = sample_median(ratio, n);
        r.interval = interval_of(ratio, n);
    }
    /* rates belong to the last line's time; they are carried over to the median's */
    if (r.ours.measured && json_line_number(r.ours.line, "median_ms", &time)) {
        if (json_line_number(r.ours.line, "tokens_per_s", &reported))
            r.tokens_per_s = reported * time / r.ours.ms;
        if (json_line_number(r.ours.line, "gflops", &reported))
            r.gflops = reported * time / r.ours.ms;
        json_line_number(r.ours.line, "of_memory_limit", &r.of_memory);
        json_line_number(r.ours.line, "exchange_share", &r.exchange_share);
        json_line_number(r.ours.line, "exchange_mb", &r.exchange_mb);
        if (json_line_number(r.ours.line, "ops", &reported))
            r.us_per_op = r.ours.ms * 1e3 / reported;
        if (json_line_number(r.ours.line, "mb_per_s", &reported))
            r.mb_per_s = reported * time / r.ours.ms;
    }
    return r;
}

Peak peak_measure(const Peers *p, long threads)
{
    static const char *const keys[] = {"gemm", "openblas", "onednn"};
    Peak peak = {.threads = threads};
    char line[LINE_SIZE];
    if (!run_ours(p, "peak", threads, line))
        return peak;
    for (int i = 0; i < 3; i++) {
        json_line_number(line, keys[i], &peak.gflops[i]);
        if (peak.gflops[i] > peak.gflops[3])
            peak.gflops[3] = peak.gflops[i];
    }
    json_line_number(line, "bandwidth", &peak.bandwidth);
    return peak;
}
