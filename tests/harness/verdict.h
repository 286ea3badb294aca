/* verdict.h - what a test's process leaves for its parent, in memory both share.
 *
 * The parent judges. A child that ends without having written the parent's secret number into
 * `signature` has not passed, however it ended and whatever it printed.
 */
#ifndef VERDICT_H
#define VERDICT_H

#include "check.h"
#include <signal.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

typedef enum { ENDED_EARLY, PASSED, FAILED, NOT_WRITTEN, CRASHED, TIMED_OUT } Outcome;

#define TRACE_DEPTH 24
#define DIGEST_SUMS 3
#define DIGEST_FEW 4

/* What the checks that failed have seen, one a round: digest.c. */
typedef struct {
    uint32_t test;           /* of its name */
    uint32_t frame;          /* of the test and all words: what was looked at, shapes, messages */
    uint32_t said;           /* of the message that stopped it, whatever its numbers; 0: none */
    double sum[DIGEST_SUMS]; /* of the numbers that came back, each with weights of its own */
    double slack;            /* how far two sums of the same numbers may lie apart */
    long numbers, wrong;
    double right[DIGEST_FEW], other[DIGEST_FEW]; /* the first different right and wrong ones */
    int n_right, n_other;
} Digest;

typedef struct {
    volatile Outcome outcome;
    volatile uint64_t signature;
    volatile int signal;
    char title[1024]; /* what is wrong, for crashes and the like */
    char called[512];
    char got[3072];
    char expected[3072];
    char likely[1600]; /* the misconception that gives this very result */
    char rule[512];
    Digest digest;
    volatile int depth; /* where it happened: return addresses, innermost first */
    void *trace[TRACE_DEPTH];
} Verdict;
extern Verdict *verdict;

/* The way out of a test, of child.c or record/main.c. Fill the verdict first. */
_Noreturn void give_up(Outcome outcome);
/* child.c: a value was wrong. What is told is this; the rounds that are left say whether it is so in them, too (digest.c). */
_Noreturn void give_up_round(void);
/* An earlier round has given up: its verdict is put back, and nothing that came later counts. */
bool earlier_verdict(void);

/* inputs.c */
void inputs_start(uint64_t seed); /* forget the inputs of the round before */
void inputs_check(void);          /* unchanged, and nothing written outside */
void inputs_describe(const char *call, char *text, size_t size);
bool columns_are_cases(void); /* check_columns was called */
void column_is_wrong(long column);
const char *what_it_means(bool has_nan); /* what check_likely said, or NULL */
const char *input_name(const Tensor *t); /* of an input of this test, or NULL */
const Tensor *as_drawn(
    const Tensor *t); /* an input as the test made it, any other tensor as it is */
/* The name of an input with the same numbers, other than those that the call may change. */
const char *inputs_equal_to(const Tensor *t);
const char *inputs_changed(void);  /* the name of an input that is no longer what it was, or NULL */
void *harness_alloc(size_t bytes); /* zeroed; not counted as the student's; never freed */

/* elements.c */
double element(const Tensor *t, long flat); /* flat in row-major order, whatever the strides */
long numel(int ndim, const long *shape);
bool same_shape(int na, const long *a, int nb, const long *b);
bool close_enough(double a, double b, double tolerance);
bool shares_memory(const Tensor *view, const Tensor *base);
bool tensors_close(const Tensor *a, const Tensor *b, double tolerance);
const char *index_text(int ndim, const long *shape, long flat, char *text, size_t size);

/* flow.c */
#define MAX_LEAVES 8
#define GRADIENT_TOLERANCE (IS_DOUBLE ? 1e-6 : 2e-2)
typedef struct {
    Tensor *y; /* f(in) */
    Tensor *g; /* the gradient that came in, random */
    Tensor *got[MAX_LEAVES];
} Flow;
Flow flow_back(CheckFunction f, void *context, int n, Tensor *const in[]);

/* digest.c */
void digest_start(const char *test);
void digest_words(const char *text); /* part of what makes two digests different */
void digest_number(double got, double want, double tolerance);
void digest_said(const char *message); /* a fail() in an exercise */
void digest_text(const char *got); /* that a call gave: other texts are other wrong values */
bool digests_match(const Digest *a, const Digest *b); /* within the slack of a */

/* mistakes.c: the sentences of those that fit go into the verdict */
void mistakes_forget(void);       /* before a test */
void mistakes_of_next_call(void); /* those of the call before are over */
void mistakes_explain_number(double value, double tolerance);

/* explain.c: what else a wrong tensor might be */
void explain_tensor(const Tensor *value, const Tensor *want, double tolerance, char *text,
                    size_t size);
bool never_set(double x); /* is it what an uninitialised variable holds, or made of it? */
extern const char *const of_the_unset, *const how_nan_comes, *const no_gradient_arrived;
double readable(double x);
void print_matrices(const Tensor *value, const Tensor *want, long first, char *got, char *expected,
                    size_t size);

/* leaks.c */
void leaks_start(void);
long leaks_count(size_t *bytes, void **trace, int *depth); /* the first one's place */
void leaks_store(const void *at);                          /* as guards_store */
extern void (*memory_refused)(size_t bytes); /* told when memory is not to be had; or NULL */

/* frames.c */
int backtrace_here(void **trace, int depth); /* how many there are */
/* Two lines for each, innermost first: the function, and "path:line"; NULL: they cannot be told. */
FILE *frames_of(const char *program, const CheckTest *test, void *const *trace, int depth);

/* guards.c */
#define GUARD_BYTE 0xa5
void guards_check(void);           /* of every block that is still alive */
void guards_store(const void *at); /* a store is about to change a byte: is that a guard's? */
void guards_forget(void);

/* ---- memory.c: how much a call needs (memory_mark and its like are in check.h) ---------------------- */

bool memory_takes(size_t bytes); /* a block more; false: a scope's own, which tells of its blocks itself */
void memory_gives(size_t bytes);
void memory_inside(int more); /* 1 before a scope asks for memory, -1 behind */
void memory_forget(void);

/* where.c: places in the student's files */
int line_of_function(const char *path, const char *function); /* 0: not there */
int line_of_todo(const char *path, const char *exercise);     /* the same */
/* The file of "02.2 softmax_kernel", whichever module that is in. */
bool file_of_exercise(const char *exercise, char *path, size_t size);
bool place_of_trace(const char *program, const CheckTest *test, void *const *trace, int depth,
                    char *text, size_t size);
/* The part of a line from a path in the student's files on, or NULL. */
const char *students_place(const char *line);
const char *function_of(const char *exercise); /* "12.2 mask_causal" -> "mask_causal" */

extern const char *student_folder; /* "modules/12_attention" */

#endif
