/* bench.c - how fast is it, beside PyTorch, and what is in the way? `make bench`
 *
 * Measures every case on both sides in turn (see rounds.c), prints a table and how time grows
 * with each size, and writes build/bench/bench.json and roofline.svg. Without PyTorch it measures
 * ours only.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bench.h"
#include "files.h"
#include "options.h"

#define SCHEMES_STEPS 600L /* a minute */

typedef struct {
    OptionList cases, threads;
    long rounds;
    double seconds;
    const char *python, *scripts, *folder, *since, *worker;
    bool alone;
} Settings;

static OptionsResult read_settings(Settings *s, int argc, char *const argv[])
{
    const Option table[] = {
        {OPTION_LIST, "cases", &s->cases, "NAMES",
         "what to measure: tiny small medium gpt2 llama (or "
         "steps), attention, images, decode, codes, chain, ranks, tokens, schemes, scaling [all]",
         0, 0, 0},
        {OPTION_LIST, "threads", &s->threads, "N M", "thread counts [1 2]", 0, 0, 0},
        {OPTION_COUNT, "rounds", &s->rounds, "N", "measurements of each side, in turn", 1,
         MAX_ROUNDS, 0},
        {OPTION_NUMBER, "seconds", &s->seconds, "X", "timed seconds of a measurement", 0.01, 1000,
         0},
        {OPTION_TEXT, "python", &s->python, "COMMAND", "a Python with torch, may have arguments", 0,
         0, 0},
        {OPTION_FLAG, "alone", &s->alone, NULL, "ours only", 0, 0, 0},
        {OPTION_TEXT, "scripts", &s->scripts, "FOLDER", "where the torch_*.py are", 0, 0, 0},
        {OPTION_TEXT, "folder", &s->folder, "FOLDER", "where results go", 0, 0, 0},
        {OPTION_TEXT, "since", &s->since, "FILE", "an earlier bench.json: what became slower?", 0,
         0, 0},
        {OPTION_TEXT, "worker", &s->worker, "SPEC", "measure one case of ours in this process", 0,
         0, 0},
    };
    const Options options = {"bench",
                             "Training steps, attention and single operations against PyTorch.\n\n",
                             (int)(sizeof table / sizeof *table), table, NULL};
    return options_read(&options, argc, argv);
}

static int complain(int status)
{
    fprintf(stderr, "%s\n", kindling_error());
    return status;
}

/* ---- what was asked for -------------------------------------------------------------------------- */

static bool wanted(const OptionList *names, const char *name, const char *group)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->item[i], name) == 0 || strcmp(names->item[i], group) == 0)
            return true;
    return names->count == 0;
}

static int check_cases(const OptionList *names)
{
    for (int i = 0; i < names->count; i++) {
        bool known =
            strcmp(names->item[i], "scaling") == 0 || strcmp(names->item[i], "schemes") == 0;
        for (long k = 0; k < case_count(); k++)
            known = known || strcmp(names->item[i], case_at(k)->name) == 0 ||
                    strcmp(names->item[i], case_at(k)->group) == 0;
        if (!known) {
            kindling_set_error("bench: --cases: got \"%.60s\", expected a case. hint: --help",
                               names->item[i]);
            return -1;
        }
    }
    return 0;
}

/* How many counts there are, or -1 and kindling_error(). */
static long read_threads(const OptionList *list, long threads[MAX_THREADS])
{
    threads[0] = 1;
    threads[1] = 2;
    if (list->count == 0)
        return 2;
    for (int i = 0; i < list->count; i++) {
        char *end;
        long n = strtol(list->item[i], &end, 10);
        if (*end != '\0' || n < 1 || n > 1024 || i == MAX_THREADS) {
            kindling_set_error(
                "bench: --threads: got \"%.60s\", expected at most %d numbers from 1 "
                "to 1024. hint: --threads 1 2",
                list->item[i], MAX_THREADS);
            return -1;
        }
        threads[i] = n;
    }
    return list->count;
}

/* ---- measuring ------------------------------------------------------------------------------------- */

static void measure_results(Report *r, const Settings *s, const long *threads, long n_threads)
{
    for (long i = 0; i < case_count(); i++) {
        for (long k = 0; k < n_threads; k++) {
            const BenchCase *c = case_at(i);
            if (!wanted(&s->cases, c->name, c->group))
                continue;
            Result *x = &r->result[r->n_results++];
            *x = compare(&r->peers, c, threads[k], s->rounds);
            fprintf(stderr, "  %s, %ld thread(s): %.4g ms", c->name, threads[k], x->ours.ms);
            if (x->torch.measured)
                fprintf(stderr, ", beside it %.4g ms", x->torch.ms);
            fprintf(stderr, "\n");
        }
    }
}

/* How long all of it takes at least: a quarter to warm up, then the seconds, each side, round by round, and
 * whatever PyTorch needs to start. */
static double least_minutes(const Report *r, const Settings *s, long n_threads)
{
    long n = 0, variants;
    for (long i = 0; i < case_count(); i++) {
        const BenchCase *c = case_at(i);
        if (!wanted(&s->cases, c->name, c->group))
            continue;
        for (variants = 0; variants < 3 && c->variants[variants] != NULL;)
            variants++;
        bool theirs = !s->alone && (r->peers.python[0] != '\0' || c->script == NULL);
        n += n_threads * (s->rounds + (theirs ? s->rounds + variants - 1 : 0));
    }
    if (wanted(&s->cases, "scaling", "scaling"))
        n += scaling_points();
    return (double)n * 1.25 * s->seconds / 60 + wanted(&s->cases, "schemes", "codes");
}

static void measure_curves(Report *r, const Settings *s)
{
    if (!wanted(&s->cases, "scaling", "scaling"))
        return;
    for (long i = 0; i < scaling_count(); i++) {
        r->curve[r->n_curves] = scaling_measure(&r->peers, i, 1);
        report_curve(stdout, &r->curve[r->n_curves++]);
    }
}

/* What codes cost, and how small they are. 0, or -1 and kindling_error(). */
static int print_schemes(const Settings *s)
{
    if (!wanted(&s->cases, "schemes", "codes"))
        return 0;
    printf("\na GPT of characters after %ld steps; loss in nats a character, held out\n",
           SCHEMES_STEPS);
    return worker_schemes(&(long){SCHEMES_STEPS});
}

/* One point for every training step: its flops over the bytes its graph moves. */
static int draw_roofline(const Report *r, const char *path)
{
    RooflinePoint *points =
        scope_alloc(scope_current(), (size_t)(r->n_results + 1) * sizeof *points);
    long n = 0;
    for (long i = 0; i < r->n_results; i++) {
        const Result *x = &r->result[i];
        double flop, bytes;
        if (!x->ours.measured || !json_line_number(x->ours.line, "matmul_gflop", &flop) ||
            !json_line_number(x->ours.line, "memory_gbyte", &bytes))
            continue;
        points[n] = (RooflinePoint){.flop_per_byte = flop / bytes, .gflops = x->gflops};
        snprintf(points[n].label, sizeof points[n].label, "%s, %ld", x->what->name, x->threads);
        n++;
    }
    return roofline_write(path, r->n_peaks, r->peak, n, points);
}

static int write_files(const Report *r, const char *folder)
{
    char json[FILE_NAME_SIZE], picture[FILE_NAME_SIZE];
    snprintf(json, sizeof json, "%s/bench.json", folder);
    snprintf(picture, sizeof picture, "%s/roofline.svg", folder);
    if (folder_make(folder) != 0 || report_json(json, r) != 0 || draw_roofline(r, picture) != 0)
        return -1;
    printf("\n");
    file_announce(json, "every measurement");
    file_announce(picture, "what limits a step: memory or arithmetic");
    return 0;
}

static int drive(const Settings *s, const char *program)
{
    long threads[MAX_THREADS], n = read_threads(&s->threads, threads);
    if (n < 0 || check_cases(&s->cases) != 0)
        return complain(2);
    Report r = {.backend = gemm_backend()};
    if (s->since != NULL && report_since(stdout, &r, s->since) != 0) /* now, not in half an hour */
        return complain(2);
    r.peers = (Peers){
        .program = program, .scripts = s->scripts, .seconds = s->seconds, .alone = s->alone};
    r.result = scope_alloc(scope_current(), (size_t)(case_count() * n) * sizeof *r.result);
    r.curve = scope_alloc(scope_current(), (size_t)scaling_count() * sizeof *r.curve);
    peers_find(&r.peers, s->alone ? "" : s->python);
    while (r.n_peaks < n) {
        r.peak[r.n_peaks] = peak_measure(&r.peers, threads[r.n_peaks]);
        r.n_peaks++;
    }
    report_heading(stdout, &r);
    fflush(stdout);
    fprintf(stderr,
            "At least %.0f min; longer with PyTorch, which starts anew each time, and on a busy "
            "machine.\n",
            ceil(least_minutes(&r, s, n)));
    measure_results(&r, s, threads, n);
    report_results(stdout, &r);
    int since = s->since != NULL ? report_since(stdout, &r, s->since) : 0;
    if (since != 0)
        complain(1); /* what was measured is written all the same */
    measure_curves(&r, s);
    int schemes = print_schemes(s);
    if (write_files(&r, s->folder) != 0 || schemes != 0)
        return complain(1);
    return since != 0;
}

int main(int argc, char **argv)
{
    Scope *scope = scope_open();
    Settings s = {.rounds = 3, .seconds = 2, .scripts = "tools/bench", .folder = "build/bench"};
    OptionsResult result = read_settings(&s, argc, argv);
    int status;
    if (result != OPTIONS_READ)
        status = options_end(result);
    else if (s.worker != NULL)
        status = worker_run(s.worker, (Effort){0.25 * s.seconds, s.seconds, 7, false}) == 0
                     ? 0
                     : complain(2);
    else
        status = drive(&s, argv[0]);
    scope_close(scope);
    return status;
}
