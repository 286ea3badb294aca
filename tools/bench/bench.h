/* bench.h - what the parts of the benchmark share.
 *
 * `bench` is two programs in one. The driver starts a process for every single measurement, ours and
 * PyTorch's in turn, and reads one line of JSON from each. A worker is our side of such a process: it
 * measures one case, named by a spec such as "step:64,4,2,32,8,65", and prints that line.
 */
#ifndef BENCH_H
#define BENCH_H

#include "kindling.h"
#include "json_line.h"

/* ---- measure.c: the clock and the memory of this process ---------------------------------------- */

typedef struct {
    double warmup, seconds; /* at least so long ... */
    long min_steps;         /* ... and at least so many steps */
    bool mean;              /* the mean for a median: steps that neighbours disturb count, too */
} Effort;
typedef struct {
    double median_ms, min_ms, cpu_ms; /* of one step */
    double faults;                    /* page faults per step: 0 once memory is reused */
    long steps;
} Timing;
Timing measure(void (*step)(void *context), void *context, Effort effort);
void memory_start(void);     /* the peak counts from here on */
double memory_peak_mb(void); /* above memory_start; 0 where the kernel does not say */
double memory_all_mb(void);  /* the peak of the whole process */
/* decode.c: all of it from memory, on as many threads as there are. A sum of it, so that no compiler leaves the reading out. */
uint64_t memory_read(const void *data, size_t bytes);

/* ---- gpt_step.c: what both the benchmark and the profiler run ------------------------------------ */

typedef struct {
    long d, heads, layers, T, B, V;
    bool llama; /* RMSNorm, rotary positions, SwiGLU, two heads to a key, no biases; else GPT-2 */
} GptSize;
enum { GPT_STEP_BATCHES = 16 };
typedef struct {
    GptSize size;
    Gpt *gpt;
    ParameterList *parameters;
    Optimizer *adamw;
    IntTensor *ids[GPT_STEP_BATCHES], *targets[GPT_STEP_BATCHES];
    long step;
    double loss;
} GptStep;
GptStep *gpt_step_new(GptSize size);
Tensor *gpt_step_loss(GptStep *s); /* forward and cross-entropy on the next batch */
void gpt_step_update(GptStep *s);  /* AdamW, gradients back to zero */
void gpt_step_free(GptStep *s);
/* 2 m n k of every matrix product of a step, forward and backward, the whole T x T square counted. */
double gpt_step_gflop(GptSize size);

/* ---- workers: measure, and print one line of JSON ------------------------------------------------ */

void worker_step(bool llama, const long *size, Effort effort);      /* d, heads, layers, T, B, V */
void worker_products(const long *size, Effort effort);              /* the products of that step */
void worker_attention(bool fused, const long *size, Effort effort); /* B, H, T, D */
void worker_chain(const long *size, Effort effort);                 /* how many additions */
void worker_peak(Effort effort);                                    /* GEMM and memory bandwidth */
void worker_decode(bool cached, const long *size,
                   Effort effort); /* d, heads, layers, context, position, V */
void worker_prefill(const long *size, Effort effort); /* the same: up to that position, at once */
/* tokens.c: GPT-2's tokens of this project's prose, and merges learnt from it. -1 and kindling_error(). */
int worker_encode(Effort effort);
int worker_learn(const long *vocabulary, Effort effort);
/* ranks.c: how many, then d, heads, layers, T, B, V. -1 and kindling_error(). */
int worker_ranks(const long *size, Effort effort);
int worker_beside(const char *spec, Effort effort); /* neighbours.c */
/* codes.c: bits (32: floats) and n; bits, d, heads, layers, context, position, V. */
void worker_matvec(const long *size, Effort effort);
void worker_codes(const long *size, Effort effort);
int worker_schemes(const long *steps); /* schemes.c: a table of its own. -1 and kindling_error() */
void worker_lenet(const long *size, Effort effort); /* B */
void worker_conv(const long *size, Effort effort);  /* B, Cin, Cout, H = W, K */
/* What they share: before the case is made, and the fields that all lines have; the caller ends the line.
 * tokens and gflop 0: not of this one. */
void worker_begin(void);
void worker_print(const char *name, Timing t, double tokens, double gflop);

/* ---- cases.c: what there is to measure ------------------------------------------------------------ */

typedef struct {
    const char *name, *group, *spec; /* --cases takes a name or a group */
    const char *script,
        *torch_case; /* the other side: *.py, *.js; NULL: a spec of ours, of bench-plain but for ranks */
    const char *variants[3]; /* options to try there; the best one counts. NULL ends */
} BenchCase;
long case_count(void);
const BenchCase *case_at(long i);
/* Runs the worker that a spec names. 0, or -1 and kindling_error(). */
int worker_run(const char *spec, Effort effort);

/* ---- process.c: other processes and what they say -------------------------------------------------- */

enum { LINE_SIZE = 2048, MAX_ROUNDS = 32, MAX_THREADS = 8 };
typedef struct {
    const char *program; /* this one, to start workers */
    const char *python;  /* with torch; "" if there is none */
    char torch[64];      /* its version */
    char libraries[256]; /* LD_LIBRARY_PATH for it, or "" */
    char crippled[256];  /* its OpenBLAS, if that has threads of its own; else "" */
    const char *scripts; /* the folder of the torch_*.py */
    bool alone;          /* nobody looked for torch */
    double seconds;      /* per measurement */
} Peers;
/* Looks for a Python with torch: `wish` alone, or, if that is NULL, the usual places. */
void peers_find(Peers *p, const char *wish);
/* One measurement in a process of its own; line gets its JSON. False: it gave none. */
bool run_ours(const Peers *p, const char *spec, long threads, char line[LINE_SIZE]);
bool run_torch(const Peers *p, const BenchCase *c, const char *variant, long threads,
               char line[LINE_SIZE]);

/* ---- rounds.c: A B, B A -------------------------------------------------------------------------------- */

typedef struct {
    bool measured;
    double ms, mb;     /* medians over the rounds */
    Interval interval; /* of ms, at 95 % */
    long rounds;
    double sample[MAX_ROUNDS]; /* ms */
    double sample_mb[MAX_ROUNDS];
    char line[LINE_SIZE]; /* the last one */
    const char *variant;
} Side;
typedef struct {
    const BenchCase *what;
    long threads;
    Side ours, torch;
    double
        ratio; /* ours / torch: the median over rounds, so that a slow minute hurts both. 0: none */
    Interval interval;  /* of the ratio, at 95 % */
    double products_ms; /* the step's matrix products alone; 0: no step */
    double tokens_per_s, gflops, us_per_op, mb_per_s; /* of ours; 0 where it means nothing */
    double exchange_share, exchange_mb; /* of the time of a step in exchange; sent per step */
    double of_memory;                   /* how near ours comes to what the memory allows */
} Result;
typedef struct {
    long threads;
    double gflops[4], bandwidth; /* gemm(), OpenBLAS, oneDNN, the best of them; GB/s */
} Peak;
Result compare(const Peers *p, const BenchCase *c, long threads, long rounds);
Peak peak_measure(const Peers *p, long threads);

/* ---- conditions.c: what the machine does besides ------------------------------------------------------ */

typedef struct {
    double load;       /* processes that want to run, the mean of a minute; -1: not said */
    long processors;   /* that are there */
    char governor[32]; /* who sets the clock rate, "performance"; "not said" */
} Conditions;
Conditions conditions_now(void);

/* ---- scaling.c: how time grows ------------------------------------------------------------------------ */

enum { CURVE_POINTS = 8 };
typedef struct {
    const char *what, *unit, *expected;
    long n;
    double x[CURVE_POINTS], y[CURVE_POINTS], slope;
} Curve;
/* b of y = a x^b, least squares through the logarithms. NaN unless two different x > 0 are there. */
double loglog_slope(long n, const double *x, const double *y);
long scaling_count(void);
long scaling_points(void); /* of all curves */
Curve scaling_measure(const Peers *p, long which, long threads);

/* ---- report.c, roofline_picture.c: tables, JSON, a picture ------------------------------------------------------- */

typedef struct {
    Peers peers;
    long n_peaks, n_results, n_curves;
    Peak peak[MAX_THREADS];
    Result *result;
    Curve *curve;
    const char *backend;
} Report;
void report_heading(FILE *stream, const Report *r);
void report_results(FILE *stream, const Report *r);
void report_curve(FILE *stream, const Curve *c);
int report_json(const char *path, const Report *r); /* 0, or -1 and kindling_error() */

/* since.c: the results beside those of an earlier report_json, whose form alone is checked where r has none. 0, or -1 and kindling_error(). */
int report_since(FILE *stream, const Report *r, const char *path);
typedef struct {
    double flop_per_byte, gflops;
    char label[48];
} RooflinePoint;
int roofline_write(const char *path, long n_peaks, const Peak *peaks, long n,
                   const RooflinePoint *points);

#endif
