/* check.h - what every graded test of the course includes.
 *
 * A module's tests are one program made of tests/course/NN_name/ *.c. Each TEST runs in a process of its own,
 * with a time limit, inside a scope of its own, three times with three seeds. It reads like this:
 *
 *     TEST(batches_and_heads, .points = 6, .exercise = "12.1 attention_scores", .file = "scores.c")
 *     {
 *         Tensor *q = draw("q", SHAPE(2, 3, 4)), *k = draw("k", SHAPE(2, 5, 4));   inputs
 *
 *         Tensor *want = EXPECT(scores_want(q, k));                                what is right
 *         Tensor *scores = CALL(attention_scores(q, k));                           the student's code
 *         check_tensor(scores, want, "scores[i][j] is query i times key j");       the check
 *     }
 *
 * scores_want stands in scores_want.c: it returns what is right, by plain loops.
 *
 * The recorder of graded suites (record/) is compiled without any *_want.c and with -DCHECK_RECORD, where
 * EXPECT(...) has no value and checks only write down what came back: what names an expectation beside
 * its checks does not compile there, and no expectation may draw. A test goes by its number there: a
 * program with a student's code in it is not told what the test is called, what it is about or what its
 * checks look at. Nothing here uses the engine to compute what is right: it may be the student's.
 * tests/README.md has the whole form on one page.
 */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "kindling.h"
#include "engine.h"

#ifdef KINDLING_DOUBLE
#define IS_DOUBLE 1
#define CHECK_TOLERANCE 1e-9
#else
#define IS_DOUBLE 0
#define CHECK_TOLERANCE 2e-5
#endif

/* ---- a test -------------------------------------------------------------------------------------- */

typedef struct CheckTest {
    const char *name;
    int points;           /* all points of a module add up to 100 */
    int optional;         /* points beside the 100, in place of these: nobody needs them */
    const char *exercise; /* "12.2 mask_causal": its number, and the function to write */
    const char *file;     /* of the student: "mask.c", "answers.txt" */
    void (*run)(void);
    const char *source;
    int line; /* and 10000 times CHECK_FILE: its number in a graded suite */
    struct CheckTest *next;
} CheckTest;

#ifndef CHECK_FILE /* which of the files of a graded suite this is: grading.mk counts them */
#define CHECK_FILE 0
#endif
#ifndef CHECK_RECORD
#define CHECK_DESCRIBED(test_name, ...) .name = #test_name, .source = __FILE__, __VA_ARGS__
#else
#define CHECK_DESCRIBED(...) .name = "", .exercise = "", .file = "", .source = ""
#endif

#define TEST(test_name, ...)                                                                       \
    static void test_name(void);                                                                   \
    static CheckTest test_name##_entry = {.run = test_name,                                        \
                                          .line = CHECK_FILE * 10000 + __LINE__,                   \
                                          CHECK_DESCRIBED(test_name, __VA_ARGS__)};                \
    __attribute__((constructor)) static void test_name##_register(void)                            \
    {                                                                                              \
        check_register(&test_name##_entry);                                                        \
    }                                                                                              \
    static void test_name(void)
void check_register(CheckTest *test);

/* A question on paper, answers.txt: its module and key, and how near the number has to be to key_want(). */
#define QUESTION(test_name, module, key, near, ...)                                                \
    TEST(test_name, .exercise = #module ".q " #key, .file = "answers.txt", __VA_ARGS__)            \
    {                                                                                              \
        double want = EXPECT(key##_want());                                                        \
        double key = answer(#key);                                                                 \
        check_number(key, want, near, "");                                                         \
    }                                                                                              \
    struct CheckTest /* for the semicolon */

/* ---- inputs: drawn from the seed of the run, guarded on both sides, compared afterwards ---------- */

/* Every input has a name, so that a failure can say what the call was given. A student's function
 * that changes an input, or writes outside of one, fails the test by itself. */
Tensor *draw(const char *name, int ndim, const long *shape);            /* N(0, 1) */
Tensor *draw_transposed(const char *name, int ndim, const long *shape); /* last two axes: a view */
Tensor *draw_spread(const char *name, int ndim,
                    const long *shape); /* a view: NaN between any two */
Tensor *draw_between(const char *name, int ndim, const long *shape, double low, double high);
long draw_long(const char *name, long low, long high); /* low .. high inclusive */
double draw_double(const char *name, double low, double high);
IntTensor *draw_ids(const char *name, int ndim, const long *shape, long low, long high);
uint64_t draw_seed(void); /* for an Rng of the test's own */
Tensor *input(const char *name, int ndim, const long *shape, long count, const real *values);
IntTensor *input_ids(const char *name, int ndim, const long *shape, long count, const int *values);
void given(const char *name, const char *format, ...); /* any other input */
Tensor *absent(const char *name);                      /* NULL, and shown as such */
Tensor *leaf(Tensor *t);                               /* the same tensor, wanting a gradient */
/* What a call writes into is unset: every byte is 0xff, which makes a real NaN and a whole number -1. */
Tensor *output(const char *name, int ndim, const long *shape); /* for kernels */
#define ROOM_FOR(n, type)                                                                          \
    ((type *)check_room((size_t)(n) * sizeof(type))) /* whatever is no tensor */
void *check_room(size_t bytes);
/* The test itself has changed the numbers of an input: these are the ones to keep. */
void resealed(Tensor *t);
void resealed_ids(IntTensor *t);
void may_change(const Tensor *t); /* this input is meant to be changed */

/* ---- expectations: plain loops in double, on private copies -------------------------------------- */

Tensor *blank(int ndim, const long *shape); /* zeros, contiguous: fill ->data yourself */
Tensor *values(int ndim, const long *shape, long count, const real *numbers);
Tensor *copy_of(const Tensor *t); /* contiguous */
long plain_numel(const Tensor *t);
double at(const Tensor *t, int ndim, const long *index); /* at(t, AT(1, 2)), any strides */
Tensor *plain_matmul(const Tensor *a,
                     const Tensor *b); /* (..., m, k) (..., k, n); b may be (k, n) */
Tensor *plain_transpose(const Tensor *a, int axis1, int axis2);
Tensor *plain_reshape(const Tensor *a, int ndim, const long *shape);
Tensor *plain_scaled(const Tensor *a, double factor);
Tensor *plain_softmax(const Tensor *a, int axis); /* a row of -infinity gives zeros */
Tensor *plain_map(const Tensor *a, double (*f)(double));
/* f applied to the broadcast pair, number by number. */
Tensor *plain_pair(const Tensor *a, const Tensor *b, double (*f)(double, double));
double plus(double a, double b), minus(double a, double b), times(double a, double b);

/* ---- the call ------------------------------------------------------------------------------------- */

/* CALL(f(x)) is f(x), and notes the text of the call for the report. */
#ifndef CHECK_RECORD
#define CALL(...) (check_called(#__VA_ARGS__), __VA_ARGS__)
#else
#define CALL(...) ((void)0, __VA_ARGS__)
#endif
void check_called(const char *text);
/* Many calls of one function are checked as the columns of one tensor. If a number is wrong, tell(column) says by
 * given() what that call had, under names that check_called has mentioned; what it returned may be among them. */
void check_columns(void (*tell)(long column));
/* Behind a CALL: what wrong numbers, or NaN among them, mostly mean here, where no known mistake has them; NULL: what
 * they look like. */
void check_likely(const char *wrong, const char *of_nan);
/* The most that was held at once since memory_mark(), beyond what was held then: what a call needs while it runs, from
 * scopes, from malloc and its family, and of the stack, of which 4 KiB are for nothing. */
void memory_mark(void);
long memory_peak(void);
/* All that was handed out since then, whether it was given back or not; the stack is not. */
long memory_asked(void);
/* A number from the module's answers.txt. A line that still says "key = ?" earns nothing. */
double answer(const char *key);
/* The value of a formula from there, "key = 8 L H T^2", where its letters stand for these numbers. */
typedef struct {
    char name;
    double is;
} Letter;
double answer_formula(const char *key, int n, const Letter *letters);

/* ---- checks: value, expectation, rule ---------------------------------------------------------- */

#ifndef CHECK_RECORD

#define EXPECT(...) __VA_ARGS__
/* A wrong answer that people really give to a question on paper, and what they did: looked up when the
 * check of the next answer fails. Where several fit, all are told, as "either ... or ...". */
#define MISTAKE_NUMBER(wrong, sentence) check_mistake_number(wrong, sentence)

/* Shape first, then every element; NaN never passes. rule: what should be, in a sentence. */
#define check_tensor(value, want, rule) check_tensor_is(#value, value, want, CHECK_TOLERANCE, rule)
#define check_tensor_within(value, want, tolerance, rule)                                          \
    check_tensor_is(#value, value, want, tolerance, rule)
#define check_shape(value, shape, rule) check_shape_is(#value, value, shape, rule)
#define check_ids(value, want, rule) check_ids_are(#value, value, want, rule)
/* |value - want| <= tolerance * max(1, |want|) */
#define check_number(value, want, tolerance, rule)                                                 \
    check_number_is(#value, value, want, tolerance, rule)
#define check_long(value, want, rule) check_long_is(#value, value, want, rule)
#define check_text(value, want, rule) check_text_is(#value, value, want, rule)
#define check_at_most(value, limit, rule) check_limit(#value, value, limit, -1, rule)
#define check_at_least(value, limit, rule) check_limit(#value, value, limit, 1, rule)
#define check_shares(view, base, rule) check_view_of(#view, view, base, true, rule)
#define check_copies(copy, base, rule) check_view_of(#copy, copy, base, false, rule)
/* f(in) against central differences for every input that is a leaf, with a random gradient coming in. */
#define check_gradients(f, context, rule, ...) check_gradients_of(f, context, rule, __VA_ARGS__)
/* The statement must call fail() with a message that contains the text. */
#define check_fails(statement, text, rule)                                                         \
    do {                                                                                           \
        check_called(#statement);                                                                  \
        Scope *scope_ = scope_open();                                                              \
        if (setjmp(*check_expect_failure()) == 0) {                                                \
            statement;                                                                             \
            check_did_not_fail(text, rule);                                                        \
        }                                                                                          \
        scope_close(scope_);                                                                       \
        check_failure_says(text, rule);                                                            \
    } while (0)

#else /* the recorder: what came back, and nothing to compare it with */

/* Nobody knows here what is right: a value that is kept and used, by a call, an input or another value, would be
 * nonsense. The compiler removes this call where only checks name the value, and stops with the words where not. */
const void *expectation(int which)
    __attribute__((const,
                   error("a value of EXPECT is used beside the checks: the recorder has none")));
#define EXPECT(...) (*(const EXPECTED_TYPE(__VA_ARGS__) *)expectation(__COUNTER__))
/* That of the expression, which is not computed; of void, so that EXPECT(f()) can stand alone, some other. */
#define EXPECTED_TYPE(...)                                                                         \
    __typeof__(__builtin_choose_expr(__builtin_types_compatible_p(__typeof__(__VA_ARGS__), void),  \
                                     0, (__VA_ARGS__)))
#define MISTAKE_NUMBER(wrong, sentence) (void)0
#define check_tensor(value, want, rule) record_tensor(value)
#define check_tensor_within(value, want, tolerance, rule) record_tensor(value)
#define check_shape(value, shape, rule) record_shape(value)
#define check_ids(value, want, rule) record_ids(value)
#define check_number(value, want, tolerance, rule) record_number(value)
#define check_long(value, want, rule) record_long(value)
#define check_text(value, want, rule) record_text(value)
#define check_at_most(value, limit, rule) record_limit(value)
#define check_at_least(value, limit, rule) record_limit(value)
#define check_shares(view, base, rule) record_shares(view, base)
#define check_copies(copy, base, rule) record_shares(copy, base)
#define check_gradients(f, context, rule, ...) record_gradients(f, context, __VA_ARGS__)
#define check_fails(statement, text, rule)                                                         \
    do {                                                                                           \
        Scope *scope_ = scope_open();                                                              \
        volatile bool failed_ = setjmp(*check_expect_failure()) != 0;                              \
        if (!failed_)                                                                              \
            statement;                                                                             \
        scope_close(scope_);                                                                       \
        record_failure(failed_);                                                                   \
    } while (0)

#endif

/* ---- what the macros call ------------------------------------------------------------------------- */

#include <setjmp.h>

typedef Tensor *(*CheckFunction)(Tensor *const in[], void *context);

void check_mistake_number(double wrong, const char *sentence);
void check_tensor_is(const char *what, const Tensor *value, const Tensor *want, double tolerance,
                     const char *rule);
void check_shape_is(const char *what, const Tensor *value, int ndim, const long *shape,
                    const char *rule);
void check_ids_are(const char *what, const IntTensor *value, const IntTensor *want,
                   const char *rule);
void check_number_is(const char *what, double value, double want, double tolerance,
                     const char *rule);
void check_long_is(const char *what, long value, long want, const char *rule);
void check_text_is(const char *what, const char *value, const char *want, const char *rule);
void check_limit(const char *what, double value, double limit, int side, const char *rule);
void check_view_of(const char *what, const Tensor *view, const Tensor *base, bool shares,
                   const char *rule);
void check_gradients_of(CheckFunction f, void *context, const char *rule, int n,
                        Tensor *const in[]);
jmp_buf *check_expect_failure(void);
_Noreturn void check_did_not_fail(const char *text, const char *rule);
void check_failure_says(const char *text, const char *rule);

void record_tensor(const Tensor *value);
void record_shape(const Tensor *value);
void record_ids(const IntTensor *value);
void record_number(double value);
void record_long(long value);
void record_text(const char *value);
void record_limit(double value);
void record_shares(const Tensor *view, const Tensor *base);
void record_gradients(CheckFunction f, void *context, int n, Tensor *const in[]);
void record_failure(bool failed);

#endif
