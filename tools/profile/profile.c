/* profile.c - where the time of a training step goes, operation by operation. `make profile`
 *
 * The recorder and the backward walk read the clock around every operation (graph_timing); this
 * program takes the times out of the closures of some steps, and prints the median step as a table. An
 * operation's forward time begins where the one before it ended, so nothing is lost between them:
 * making a mask, say, counts with whatever is recorded next. Pictures and traces go to build/profile/.
 */
#include <stdlib.h>
#include <string.h>
#include "../bench/bench.h"
#include "../bench/flame.h"
#include "files.h"
#include "options.h"
#include "step_trace.h"

enum { MAX_STEPS = 64, MAX_ROWS = 512, PATH_SIZE = 192 };

/* One operation in one place of the model, forward or backward. */
typedef struct {
    char path[PATH_SIZE]; /* "backward;block;mlp;linear" */
    const char *operation;
    bool backward, product;
    long calls; /* per step */
    Cost cost;  /* of all calls of a step */
    double seconds[MAX_STEPS], median;
} Row;

typedef struct {
    Row *row;
    long n_rows, n_steps;
    double step_seconds[MAX_STEPS];
    Trace *trace;     /* of the last step */
    double most_held; /* bytes of a step's scope at its fullest */
    Counter counted[COUNTERS];
} Profile;

/* ---- collecting ------------------------------------------------------------------------------------ */

static Row *row_at(Profile *p, const char *path, const char *operation, bool backward)
{
    for (long i = 0; i < p->n_rows; i++)
        if (strcmp(p->row[i].path, path) == 0)
            return &p->row[i];
    if (p->n_rows == MAX_ROWS)
        kindling_fail("profile: more than %d different operations. hint: a larger MAX_ROWS",
                      MAX_ROWS);
    Row *r = &p->row[p->n_rows++];
    *r = (Row){.operation = operation, .backward = backward};
    snprintf(r->path, sizeof r->path, "%s", path);
    return r;
}

static void add_time(Profile *p, Row *r, double seconds, Cost cost)
{
    if (p->n_steps == 0) { /* every step has the same operations */
        r->calls++;
        r->cost.flops += cost.flops;
        r->cost.bytes += cost.bytes;
    }
    r->seconds[p->n_steps] += seconds;
}

/* Repeated regions share a row: "block" stands for all of them. */
static void append_regions(char *path, const Region *r)
{
    if (r == NULL)
        return;
    append_regions(path, r->parent);
    size_t used = strlen(path);
    snprintf(path + used, PATH_SIZE - used, ";%s", r->name);
}

static double take_closure(Profile *p, const Closure *c, bool backward)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s", backward ? "backward" : "forward");
    append_regions(path, c->origin.region);
    size_t used = strlen(path);
    snprintf(path + used, sizeof path - used, ";%s", c->op->name);
    double seconds = backward ? c->origin.backward_seconds : c->origin.forward_seconds;
    Cost forward = {flops_closure(c), bytes_moved(c)};
    Cost back = {flops_gradients(c), 2 * forward.bytes}; /* gradients and values */
    Row *row = row_at(p, path, c->op->name, backward);
    row->product = c->op->products > 0;
    add_time(p, row, seconds, backward ? back : forward);
    return seconds;
}

static long count_closures(Closure *order)
{
    long n = 0;
    for (; order != NULL; order = order->next)
        n++;
    return n;
}

/* Forward in the order of the model, which is the walk's turned round, then backward. */
static void take_graph(Profile *p, Tensor *loss, double forward, double backward)
{
    Closure *order = backward_order(loss);
    long n = count_closures(order);
    Closure **made = scope_alloc(scope_current(), (size_t)n * sizeof(Closure *));
    for (long i = n; i > 0; order = order->next)
        made[--i] = order;
    for (long i = 0; i < n; i++)
        forward -= take_closure(p, made[i], false);
    add_time(p, row_at(p, "forward;the rest", "the rest", false), forward, (Cost){0});
    for (long i = n; i > 0; i--)
        backward -= take_closure(p, made[i - 1], true);
    add_time(p, row_at(p, "backward;the walk itself", "the walk itself", true), backward,
             (Cost){0});
}

static void profile_step(Profile *p, GptStep *s)
{
    double parameters = (double)parameters_numel(s->parameters) * sizeof(real), time[5];
    Scope *scope = scope_open();
    graph_timing(true);
    time[0] = kindling_seconds();
    Tensor *loss = gpt_step_loss(s);
    time[1] = kindling_seconds();
    tensor_backward(loss);
    time[2] = kindling_seconds();
    optimizer_step(s->adamw);
    time[3] = kindling_seconds();
    optimizer_zero_grad(s->adamw);
    time[4] = kindling_seconds();
    graph_timing(false);
    take_graph(p, loss, time[1] - time[0], time[2] - time[1]);
    add_time(p, row_at(p, "AdamW", "AdamW", false), time[3] - time[2], (Cost){0, 7 * parameters});
    add_time(p, row_at(p, "zero grad", "zero grad", false), time[4] - time[3],
             (Cost){0, parameters});
    p->step_seconds[p->n_steps++] = time[4] - time[0];
    trace_free(p->trace);
    p->trace = trace_of_step(loss, time);
    scope_close(scope);
}

/* ---- the table --------------------------------------------------------------------------------------- */

typedef struct {
    const char *operation;
    long calls;
    double forward, backward;
    Cost cost;
} Line;

static int by_time(const void *a, const void *b)
{
    const Line *x = a, *y = b;
    double s = x->forward + x->backward, t = y->forward + y->backward;
    return (s < t) - (s > t);
}

/* Rows of one operation, wherever in the model it is, become one line. */
static long gather_lines(const Profile *p, Line *line)
{
    long n = 0;
    for (long i = 0; i < p->n_rows; i++) {
        const Row *r = &p->row[i];
        long k = 0;
        while (k < n && strcmp(line[k].operation, r->operation) != 0)
            k++;
        if (k == n)
            line[n++] = (Line){.operation = r->operation};
        line[k].calls += r->backward ? 0 : r->calls;
        *(r->backward ? &line[k].backward : &line[k].forward) += r->median;
        line[k].cost.flops += r->cost.flops;
        line[k].cost.bytes += r->cost.bytes;
    }
    qsort(line, (size_t)n, sizeof *line, by_time);
    return n;
}

static void print_line(const Line *l, double whole)
{
    double seconds = l->forward + l->backward;
    printf("%-18s %6ld %10.3f %10.3f %6.1f %%", l->operation, l->calls, l->forward * 1e3,
           l->backward * 1e3, 100 * seconds / whole);
    if (l->cost.flops > 0)
        printf(" %9.1f", l->cost.flops / seconds * 1e-9);
    else
        printf(" %9s", "-");
    if (l->cost.bytes > 0)
        printf(" %7.1f\n", l->cost.bytes / seconds * 1e-9);
    else
        printf(" %7s\n", "-");
}

static void print_table(const Profile *p)
{
    Line *line = scope_alloc(scope_current(), (size_t)p->n_rows * sizeof *line);
    long n = gather_lines(p, line);
    double whole = 0;
    for (long i = 0; i < n; i++)
        whole += line[i].forward + line[i].backward;
    printf("%-18s %6s %10s %10s %8s %9s %7s\n", "operation", "calls", "forward ms", "back ms",
           "share", "GFLOP/s", "GB/s");
    for (long i = 0; i < n; i++)
        print_line(&line[i], whole);
    printf("%-18s %6s %21.3f   (median step %.3f ms, %ld steps)\n\n", "sum of medians", "",
           whole * 1e3, sample_median(p->step_seconds, p->n_steps) * 1e3, p->n_steps);
}

/* ---- pictures ------------------------------------------------------------------------------------------ */

static int draw(const Profile *p, const char *folder, const char *name)
{
    char svg[FILE_NAME_SIZE], folded[FILE_NAME_SIZE], json[FILE_NAME_SIZE], title[256];
    FlameStack *stack = scope_alloc(scope_current(), (size_t)p->n_rows * sizeof *stack);
    for (long i = 0; i < p->n_rows; i++)
        stack[i] = (FlameStack){p->row[i].path, p->row[i].median, p->row[i].product};
    snprintf(svg, sizeof svg, "%s/%s.svg", folder, name);
    snprintf(folded, sizeof folded, "%s/%s.folded", folder, name);
    snprintf(json, sizeof json, "%s/%s.trace.json", folder, name);
    snprintf(title, sizeof title, "One training step, %s: %.2f ms on %d thread%s, %s", name,
             sample_median(p->step_seconds, p->n_steps) * 1e3, kindling_threads(),
             kindling_threads() == 1 ? "" : "s", gemm_backend());
    if (folder_make(folder) != 0 || flame_svg(svg, title, (int)p->n_rows, stack) != 0 ||
        flame_folded(folded, (int)p->n_rows, stack) != 0 || trace_write(p->trace, json) != 0)
        return -1;
    file_announce(svg, "the step, each operation as wide as its time");
    file_announce(folded, "the same for other flame graph programs");
    file_announce(json, "the last step for chrome://tracing and Perfetto");
    return 0;
}

/* ---- the program ----------------------------------------------------------------------------------------- */

/* The sizes of a training step of the benchmark's list. */
static bool find_size(const char *name, GptSize *z)
{
    for (long i = 0; i < case_count(); i++)
        if (strcmp(case_at(i)->name, name) == 0 &&
            sscanf(case_at(i)->spec, "step:%ld,%ld,%ld,%ld,%ld,%ld", &z->d, &z->heads, &z->layers,
                   &z->T, &z->B, &z->V) == 6)
            return true;
    kindling_set_error("profile: --case: got \"%.60s\", expected tiny, small, medium or gpt2. "
                       "hint: --case small",
                       name);
    return false;
}

static int run(const char *name, long steps, const char *folder)
{
    GptSize size;
    if (!find_size(name, &size))
        return -1;
    Profile p = {.row = scope_alloc(scope_current(), MAX_ROWS * sizeof(Row))};
    GptStep *s = gpt_step_new(size);
    for (int i = 0; i < 3; i++) { /* memory and libraries settle */
        profile_step(&p, s);
        p.n_rows = p.n_steps = 0;
    }
    CounterSet *counters = counters_new();
    counters_start(counters);
    while (p.n_steps < steps)
        profile_step(&p, s);
    counters_stop(counters, p.counted);
    counters_free(counters);
    p.most_held = most_held(s);
    for (long i = 0; i < p.n_rows; i++)
        p.row[i].median = sample_median(p.row[i].seconds, p.n_steps);
    printf("One training step of %s, %d thread(s), matrix products by %s.\n"
           "GFLOP/s by formula; GB/s if nothing were in a cache. Medians.\n\n",
           name, kindling_threads(), gemm_backend());
    print_table(&p);
    print_seen(p.most_held, p.n_steps, p.counted);
    gpt_step_free(s);
    int status = draw(&p, folder, name);
    trace_free(p.trace);
    return status;
}

int main(int argc, char **argv)
{
    const char *name = "small", *folder = "build/profile";
    long steps = 15, threads = 1;
    const Option table[] = {
        {OPTION_TEXT, "case", &name, "NAME", "tiny, small, medium or gpt2", 0, 0, 0},
        {OPTION_COUNT, "steps", &steps, "N", "steps to take the median of", 1, MAX_STEPS, 0},
        {OPTION_COUNT, "threads", &threads, "N", "threads", 1, 1024, 0},
        {OPTION_TEXT, "folder", &folder, "FOLDER", "where the pictures go", 0, 0, 0},
    };
    const Options options = {"profile", "Where the time of a training step goes.\n\n",
                             (int)(sizeof table / sizeof *table), table, NULL};
    OptionsResult result = options_read(&options, argc, argv);
    if (result != OPTIONS_READ)
        return options_end(result);
    kindling_set_threads((int)threads);
    Scope *scope = scope_open();
    int status = run(name, steps, folder);
    scope_close(scope);
    if (status != 0)
        fprintf(stderr, "%s\n", kindling_error());
    return status == 0 ? 0 : 1;
}
