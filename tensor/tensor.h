/* tensor.h - numbers in n dimensions: shapes, strides, views, scopes and kernels.
 *
 * A Tensor is a window on a block of numbers. shape says how many steps each axis has, stride says
 * how far apart (in elements) two neighbours along that axis lie, data points at element 0:
 *
 *     element (i, j, k)  is  data[i * stride[0] + j * stride[1] + k * stride[2]]
 *
 * A view is another Tensor on the same numbers with other shape and strides: transpose swaps two
 * strides and moves nothing. A stride of 0 repeats one element along an axis: that is broadcasting.
 *
 * Two families of functions live here. Creation functions, tensor_zeros(...), make a new tensor in
 * the innermost open scope. Kernels, add_kernel(out, a, b), write into an output they are given
 * and know nothing of gradients; autograd.h wraps each of them into an operation, tensor_add(a, b),
 * that remembers how its result was made. The banners below are the files, in reading order.
 *
 * Legend: B batch, T time (Tq queries, Tk keys), C channels, H heads, D head dimension, V vocabulary.
 * Sizes are long. An axis may be negative: -1 is the last.
 * Errors: a caller's mistake calls kindling_fail() before anything is changed; a problem with a file or with
 * text returns NULL or -1 and leaves a message in kindling_error().
 */
#ifndef KINDLING_TENSOR_H
#define KINDLING_TENSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#pragma GCC visibility push(default) /* what the shared library exports */

#ifdef KINDLING_DOUBLE /* make CONFIG=double: everything in double, for gradient checks at 1e-6 */
typedef double real;
#define kindling_call_site kindling_call_site_of_double
#else
typedef float real;
#define kindling_call_site kindling_call_site_of_float
#endif
/* (Every call in a program refers to that name, so that these headers do not link with a library of the
 * other kind. kindling.pc has the right flags.) */

#define TENSOR_MAX_AXES 8

/* SHAPE(2, 3) stands for two arguments, how many axes and their sizes: tensor_zeros(SHAPE(2, 3)).
 * AXES, AT and VALUES read better where the same pair means axes, an index or numbers. A scalar's
 * shape has no axes: SCALAR. */
#define SHAPE(...) (int)KINDLING_COUNT(long, __VA_ARGS__), KINDLING_LIST(long, __VA_ARGS__)
#define AXES(...) (int)KINDLING_COUNT(int, __VA_ARGS__), KINDLING_LIST(int, __VA_ARGS__)
#define VALUES(...) (long)KINDLING_COUNT(real, __VA_ARGS__), KINDLING_LIST(real, __VA_ARGS__)
#define IDS(...) (long)KINDLING_COUNT(int, __VA_ARGS__), KINDLING_LIST(int, __VA_ARGS__)
#define AT(...) SHAPE(__VA_ARGS__)
#define SCALAR 0, NULL
#define ALL_AXES 0, NULL
/* A list written down in the middle of a call. C++ has no compound literals of arrays. */
#ifdef __cplusplus
#define KINDLING_COUNT(type, ...) (std::initializer_list<type>{__VA_ARGS__}.size())
#define KINDLING_LIST(type, ...) (std::initializer_list<type>{__VA_ARGS__}.begin())
#else
#define KINDLING_COUNT(type, ...) (sizeof((type[]){__VA_ARGS__}) / sizeof(type))
#define KINDLING_LIST(type, ...) ((type[]){__VA_ARGS__})
#endif

typedef struct Tensor Tensor;
typedef struct Scope Scope;
typedef struct Closure Closure; /* how a tensor was made: autograd.h */

struct Tensor {
    real *data;                   /* element 0 of this view */
    int ndim;                     /* number of axes, 0 for a scalar */
    long shape[TENSOR_MAX_AXES];  /* steps along each axis */
    long stride[TENSOR_MAX_AXES]; /* elements between neighbours along each axis, may be 0 or < 0 */
    bool requires_grad;           /* does a gradient have to reach this tensor? */
    Tensor *grad;                 /* d loss / d this, same shape; NULL until backward reaches it */
    Closure *closure;             /* how it was made; NULL for a leaf */
    Scope *scope;                 /* whose memory it lives in; NULL: owned, freed by tensor_free */
    const char *name;             /* for messages and graphs, may be NULL */
};

/* Whole numbers with a shape, always contiguous: token ids, class labels, lengths, argmax results. */
typedef struct {
    int *data;
    int ndim;
    long shape[TENSOR_MAX_AXES];
} IntTensor;

/* ---- version.c: which Kindling this is ------------------------------------------------------ */

/* Of the header that a program was compiled with; kindling_version is of the library that it runs
 * with. While the first number is 0, programs and files move on with the second (tools/CHANGELOG.md
 * says how), and the shared library has it in its name. */
#define KINDLING_VERSION "0.2.0"
#define KINDLING_VERSION_NUMBER 200 /* 10000, 100 and 1 times its three numbers, for #if */
const char *kindling_version(void);
/* Of that library, too: the bytes of a real, 4 (float) or 8 (double). */
int kindling_precision(void);

/* ---- fail.c: every mistake is said in full -------------------------------------------------- */

/* In a program that includes kindling.h, each call of the library notes where it stands, and says which
 * argument is NULL: a struct or a text must be there, unless its declaration says OR_NULL. (For the
 * compiler that says nothing; tools/build/call_sites.sh makes the checks of the prototypes.) */
#define OR_NULL

/* Where user code stood when it last called the library. */
typedef struct {
    const char *file;
    int line;
} CallSite;
extern __thread CallSite kindling_call_site; /* (so that C++ reads it, too) */
/* The same for bindings of other languages; file is not copied, NULL: not known. */
void kindling_set_call_site(const char *file, int line);

/* A caller's mistake, or memory running out: formats the message, calls the handler, never returns.
 * The default handler prints "file:line: message" to stderr and aborts. */
__attribute__((noreturn, format(printf, 1, 2))) void kindling_fail(const char *format, ...);
/* The same with a line of its own; kindling_fail("...") in a program is this, with the line it is in. */
__attribute__((noreturn, format(printf, 3, 4))) void kindling_fail_at(const char *file, int line,
                                                                      const char *format, ...);

/* "tensor_add: argument 2, b, is NULL" */
__attribute__((noreturn)) void kindling_fail_null(const char *operation, int number,
                                                  const char *argument);

/* Install a handler (NULL: the default) and return the one before. A handler may longjmp out: what was
 * half-made has been given back (UNDO_ON_FAIL), a walk back has ended, and the scopes that were open are
 * closed by the next scope_close of an outer one. If it returns, abort. */
typedef void (*FailHandler)(const char *message, CallSite where);
FailHandler kindling_on_fail(FailHandler handler);

/* The world's mistakes (files, formats, text): the last message of this thread, "" if none. */
const char *kindling_error(void);
__attribute__((format(printf, 1, 2))) void kindling_set_error(const char *format, ...);

/* ---- scope.c: memory with three lifetimes --------------------------------------------------- */

/* A scope owns everything made between scope_open and scope_close; closing it ends all of that at
 * once, inner scopes still open included. Closed chunks of memory are kept for the next scope, so a
 * training loop that opens and closes one scope per step calls malloc only in its first steps.
 * With no scope open, tensors belong to the thread's root scope, which ends with the program
 * (or at kindling_release_thread).
 * Debug builds fill closed memory with NaN, and poison it under AddressSanitizer. */
Scope *scope_open(void);
void scope_close(Scope *scope);
Scope *scope_current(void);
void *scope_alloc(Scope *scope, size_t bytes); /* 64-byte aligned, not cleared; fail() when out */
void scope_recycle(Scope *scope, void *block, size_t bytes); /* give one block back early */
void scope_reset(Scope *scope);         /* forget all it holds, keep it open and keep its chunks */
size_t scope_bytes(const Scope *scope); /* handed out, less recycled */
size_t scope_peak(const Scope *scope);  /* the most that was ever handed out */

/* A swept scope: what is made in it is young, and ends at the next scope_sweep unless it is kept
 * before. What was kept stays until it is recycled, or the scope around is closed. (sweep.c) */
Scope *scope_open_swept(void);
bool scope_is_young(const void *block); /* of a block of a swept scope: will the sweep end it? */
void scope_keep(void *block);
void scope_sweep(Scope *scope);

/* Settings of autograd/ that inner scopes inherit, so that leaving a scope restores them, by longjmp
 * too. */
typedef struct {
    bool recording;        /* are closures recorded? */
    struct Region *region; /* the named part of the graph that we are in */
    struct Walk *walk;     /* the walk back that is under way, or NULL */
} ScopeSettings;
ScopeSettings *scope_settings(void);

void kindling_release_thread(void); /* free the root scope and the cached chunks of this thread */

/* ---- owned.c: memory that outlives scopes, and constructors that fail ------------------------ */

void *owned_alloc(size_t bytes); /* 64-byte aligned, zeroed; fail() when out */
void owned_free(void *block);

/* A constructor takes several blocks, and any of them may fail(). From UNDO_ON_FAIL until the function
 * that says it returns, all that is taken is given back by a failure, before the handler is called:
 *
 *     check_options(o);
 *     UNDO_ON_FAIL;
 *     Pair *p = module_new(sizeof *p, "Pair", NULL);
 *     p->first = linear_new(...); ...
 *     return p;
 *
 * Constructors call constructors: the outermost one counts. Until it returns, what was there before
 * may be read, and not be changed or freed. */
#define UNDO_ON_FAIL __attribute__((cleanup(owned_commit))) int owned_before_ = owned_begin()
int owned_begin(void); /* through the macro only */
void owned_commit(const int *before);
/* The same for what is more than memory: a failure calls undo(what) before it gives back what was
 * taken earlier. owned_free(what) calls it off. Outside of constructors this does nothing. */
void owned_undo(void *what, void (*undo)(void *what));

/* ---- random.c: seeded streams of random numbers --------------------------------------------- */

/* SplitMix64 (Steele, Lea, Flood 2014): number n of a stream is a hash of state + n * gamma, so the
 * whole stream is its state, one 64-bit word that a checkpoint can store. */
typedef struct {
    uint64_t state;
} Rng;
Rng rng_seed(uint64_t seed);
Rng rng_stream(uint64_t seed, uint64_t stream); /* independent streams of one seed */
uint64_t rng_bits(Rng *rng);
double rng_uniform(Rng *rng);                    /* [0, 1) with 53 bits */
double rng_normal(Rng *rng);                     /* mean 0, variance 1 (Box-Muller) */
long rng_below(Rng *rng, long n);                /* 0 .. n-1, unbiased */
void rng_shuffle(Rng *rng, long n, long *items); /* Fisher-Yates */

/* ---- shape.c: shapes as text, counting, axes ------------------------------------------------ */

/* Product of the sizes, 1 for a scalar; -1: a size is negative, or memory has fewer bytes. */
long shape_numel(int ndim, const long *shape);
/* The same for a shape that a caller has given; where there is none, the operation fails. */
long shape_check(const char *operation, int ndim, const long *shape);
long tensor_numel(const Tensor *t);
bool shape_equal(int na, const long *a, int nb, const long *b);
bool tensor_same_shape(const Tensor *a, const Tensor *b);
/* axis in [-ndim, ndim) -> [0, ndim); anything else fails, naming the operation and the shape. */
int tensor_axis(const char *operation, int axis, const Tensor *t);
/* "(2, 3)", "(5,)", "()". The text lives in one of 8 rotating buffers of the thread. */
const char *shape_text(int ndim, const long *shape);
const char *tensor_shape_text(const Tensor *t);

/* ---- strides.c: from an index to a place ---------------------------------------------------- */

/* Row-major strides: the last axis is 1 apart, each axis before it by the product of those after. */
void strides_row_major(int ndim, const long *shape, long *stride);
/* Sum of index[i] * stride[i]. */
long strides_offset(int ndim, const long *stride, const long *index);
/* True if the elements lie in row-major order without gaps (axes of size 1 may have any stride). */
bool tensor_is_contiguous(const Tensor *t);

/* ---- create.c: new tensors ------------------------------------------------------------------ */

Tensor *tensor_new(int ndim, const long *shape); /* in the innermost scope, numbers not set */
/* scope NULL: owned, zeroed */
Tensor *tensor_new_in(OR_NULL Scope *scope, int ndim, const long *shape);
Tensor *tensor_new_like(const Tensor *t); /* same shape, contiguous, numbers not set */
Tensor *tensor_new_view(const Tensor *t); /* same numbers, same shape and strides */
Tensor *tensor_zeros(int ndim, const long *shape);
Tensor *tensor_ones(int ndim, const long *shape);
Tensor *tensor_full(int ndim, const long *shape, real value);
Tensor *tensor_scalar(real value);
/* tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4)): row-major; count must be the shape's product. */
Tensor *tensor_from(int ndim, const long *shape, long count, const real *values);
Tensor *tensor_arange(real start, real stop, real step); /* [start, stop) */
Tensor *tensor_eye(long n);
Tensor *tensor_tril(long rows, long columns); /* 1 on and below the diagonal, 0 above */
Tensor *tensor_uniform(int ndim, const long *shape, real low, real high, Rng *rng);
Tensor *tensor_normal(int ndim, const long *shape, real mean, real std, Rng *rng);

real tensor_get(const Tensor *t, int ndim, const long *index); /* tensor_get(t, AT(1, 2)) */
void tensor_set(Tensor *t, int ndim, const long *index, real value);
real tensor_item(const Tensor *t); /* the only element of a tensor with one element */
void tensor_fill(Tensor *t, real value);
Tensor *tensor_named(Tensor *t, OR_NULL const char *name); /* not copied; returns t */

/* A deep, contiguous, owned copy that outlives every scope; end it with tensor_free. */
Tensor *tensor_keep(const Tensor *t);
/* Frees an owned tensor and its gradient. NULL is fine; a tensor of a scope is a mistake. */
void tensor_free(OR_NULL Tensor *t);

/* Where an owned tensor keeps the memory of a gradient that was reset, for the next one. */
Tensor **tensor_spare_grad(Tensor *t);
/* Does t hold its numbers itself (else it is a view of another tensor's)? */
bool tensor_owns_numbers(const Tensor *t);
/* Give a scope's tensor back before the scope ends; a view gives back only itself. */
void tensor_recycle(Tensor *t);

IntTensor *int_tensor_new(int ndim, const long *shape); /* in the innermost scope, zeroed */
/* int_tensor_from(SHAPE(2, 2), IDS(1, 2, 3, 4)) */
IntTensor *int_tensor_from(int ndim, const long *shape, long count, const int *values);
long int_tensor_numel(const IntTensor *t);

/* ---- broadcast.c, broadcast_fits.c: two shapes become one ----------------------------------- */

/* NumPy's rule: align the shapes at the right; sizes must be equal, or one of them 1.
 *     (4, 1, 3) with (2, 1)  ->  (4, 2, 3)
 * Returns the number of axes and fills shape; fails with both shapes and the first bad axis. */
int broadcast_shape(const char *operation, const Tensor *a, const Tensor *b, long *shape);
/* out becomes a view of t stretched to a shape: stride 0 along repeated axes. */
void broadcast_view(Tensor *out, const Tensor *t, int ndim, const long *shape);
bool broadcast_fits(const Tensor *t, int ndim, const long *shape);

/* ---- rows.c: the only place that steps through indices -------------------------------------- */

/* A row function sees n neighbours in memory: out[i] = f(in[0][i], in[1][i], ...; arg). Rows that
 * are not unit-stride are copied through a small buffer first, so no row function knows strides. */
typedef void (*RowFunction)(long n, real *out, const real *const in[], const real *arg);
/* Apply f to all elements. Inputs broadcast to out's shape. At most 4 inputs. OpenMP over rows. */
void rows_apply(Tensor *out, int count, const Tensor *const in[], RowFunction f, const real *arg);

/* ---- copy.c --------------------------------------------------------------------------------- */

void copy_kernel(Tensor *out, const Tensor *a); /* out = a, broadcasting a */

/* ---- view.c, view_axes.c, reshape.c, slice.c: other shapes on the same numbers --------------- */

/* Each makes out (any Tensor header) a view of a. The graph operations are tensor_transpose etc. */
void transpose_view(Tensor *out, const Tensor *a, int axis1, int axis2); /* swap two axes */
void permute_view(Tensor *out, const Tensor *a, int n, const int *axes); /* axis i was axes[i] */
/* At most one -1 is worked out. Returns false when the strides of a cannot express it: copy first. */
bool reshape_view(Tensor *out, const Tensor *a, int ndim, const long *shape);
/* start:stop:step along one axis as in Python: negative counts from the end, out of range is cut;
 * step may be negative (pass SLICE_END as stop to run past the first element). */
#define SLICE_END (-0x3fffffffffffffffL)
void slice_view(Tensor *out, const Tensor *a, int axis, long start, long stop, long step);
/* -1 keeps a size */
void expand_view(Tensor *out, const Tensor *a, int ndim, const long *shape);
void squeeze_view(Tensor *out, const Tensor *a, int axis);   /* drop an axis of size 1 */
void unsqueeze_view(Tensor *out, const Tensor *a, int axis); /* new axis of size 1 at axis */

/* ---- elementwise.c, mul.c: two tensors, number by number (broadcasting) --------------------- */

void add_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* a + b */
void sub_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* a - b */
void mul_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* a * b */
void div_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* a / b */
void where_kernel(Tensor *out, const Tensor *condition, const Tensor *a, const Tensor *b);
void masked_fill_kernel(Tensor *out, const Tensor *a, const Tensor *mask, real value);
/* y += alpha x, same shape (BLAS axpy) */
void axpy_kernel(Tensor *y, real alpha, const Tensor *x);
void scale_kernel(Tensor *out, const Tensor *a, real factor); /* a * factor */
void shift_kernel(Tensor *out, const Tensor *a, real amount); /* a + amount */

/* ---- unary.c: one tensor, number by number -------------------------------------------------- */

void neg_kernel(Tensor *out, const Tensor *a);
void abs_kernel(Tensor *out, const Tensor *a);
void exp_kernel(Tensor *out, const Tensor *a);
void log_kernel(Tensor *out, const Tensor *a);
void sqrt_kernel(Tensor *out, const Tensor *a);
void sin_kernel(Tensor *out, const Tensor *a);
void cos_kernel(Tensor *out, const Tensor *a);
void pow_kernel(Tensor *out, const Tensor *a, real exponent);
void clamp_kernel(Tensor *out, const Tensor *a, real low, real high);

/* ---- activations.c: the bends between layers ------------------------------------------------ */

void relu_kernel(Tensor *out, const Tensor *a);                   /* max(0, x) */
void leaky_relu_kernel(Tensor *out, const Tensor *a, real slope); /* x > 0 ? x : slope x */
void sigmoid_kernel(Tensor *out, const Tensor *a);                /* 1 / (1 + e^-x) */
void tanh_kernel(Tensor *out, const Tensor *a);
void gelu_kernel(Tensor *out, const Tensor *a); /* x Phi(x), Hendrycks and Gimpel 2016 */
/* x/2 (1 + tanh(sqrt(2/pi)(x + .044715 x^3))) */
void gelu_tanh_kernel(Tensor *out, const Tensor *a);
void silu_kernel(Tensor *out, const Tensor *a); /* x sigmoid(x) */

/* ---- reduce_kernels.c, argmax_kernel.c: many numbers into fewer ------------------------------ */

/* The shape left after reducing axes (none named: all), with sizes 1 (keepdims) or without them. */
int reduce_shape(const char *operation, const Tensor *a, int n, const int *axes, bool keepdims,
                 long *shape);
/* out = beta out + a summed over every axis along which out has size 1 or that out lacks: the
 * exact opposite of broadcasting. Everything that sums goes through here. In float, 10^7 terms are
 * off by at most 1e-6 of the sum of their sizes, and zeros behind the last change no bit. */
void sum_kernel(Tensor *out, const Tensor *a, real beta);
void max_kernel(Tensor *out, const Tensor *a); /* the same with the largest element; NaN wins */
/* Position of the first largest element along an axis; index has a's shape without that axis. */
void argmax_kernel(IntTensor *index, const Tensor *a, int axis);

/* ---- softmax.c: rows become probabilities --------------------------------------------------- */

/* Along one axis, with the maximum subtracted first. A row that is -infinity everywhere (all keys
 * masked) gives zeros in softmax, and log_softmax gives -infinity there. */
void softmax_kernel(Tensor *out, const Tensor *a, int axis);
void log_softmax_kernel(Tensor *out, const Tensor *a, int axis);
void logsumexp_kernel(Tensor *out, const Tensor *a, int axis); /* out has a's shape, axis size 1 */

/* ---- layer_norm.c: rows with mean 0 and variance 1 ------------------------------------------ */

/* Over the last axis C: y = (x - mean) / sqrt(var + eps) * gamma + beta. gamma and beta are (C), or
 * NULL. mean and rstd have one element per row and are kept for the backward pass. */
void layer_norm_kernel(Tensor *out, Tensor *mean, Tensor *rstd, const Tensor *x,
                       OR_NULL const Tensor *gamma, OR_NULL const Tensor *beta, real eps);
/* Adds into dgamma and dbeta, adds into dx where dx_beta is 1, else overwrites. Any may be NULL. */
void layer_norm_backward_kernel(OR_NULL Tensor *dx, real dx_beta, OR_NULL Tensor *dgamma,
                                OR_NULL Tensor *dbeta, const Tensor *dy, const Tensor *x,
                                const Tensor *mean, const Tensor *rstd,
                                OR_NULL const Tensor *gamma);

/* ---- cross_entropy.c: the loss of a classifier, straight from logits ------------------------- */

/* logits (N, V), targets N. Writes one loss per row and log-sum-exp per row:
 *   loss = (1 - s) (lse - logit[target]) + s (lse - mean(logits)),  s = label smoothing.
 * A target equal to ignore_index gives loss 0. Returns how many rows counted. */
long cross_entropy_kernel(Tensor *losses, Tensor *lse, const Tensor *logits, const int *targets,
                          int ignore_index, real smoothing);
/* ---- lookup.c, gather.c: pick rows and elements by whole numbers ------------------------------ */

/* out (..., C), contiguous = table (V, C) rows named by ids (...). An id outside [0, V) fails, naming it. */
void embedding_kernel(Tensor *out, const Tensor *table, const IntTensor *ids);
/* dtable row ids[i] += dy row i: repeated ids accumulate, in double. */
void embedding_scatter_add(Tensor *dtable, const Tensor *dy, const IntTensor *ids);
/* out[i][j] = a[i][index[i][j]] along axis (torch.gather): index has a's axes. */
void gather_kernel(Tensor *out, const Tensor *a, int axis, const IntTensor *index);
void scatter_add_kernel(Tensor *out, int axis, const IntTensor *index, const Tensor *source);

/* ---- gemm.c: who multiplies matrices ------------------------------------------------------- */

const char *gemm_backend(void); /* "OpenBLAS 0.3.21", "built-in AVX-512", "built-in" */

/* ---- matmul_shape.c, matmul.c: matrix products of tensors ------------------------------------ */

/* NumPy's rule: the last two axes are matrices, those before broadcast; a 1-d a is a row, a 1-d b a
 * column, and that axis disappears. Returns ndim, fills shape; fails naming both inner sizes. */
int matmul_shape(const char *operation, const Tensor *a, const Tensor *b, long *shape);
void matmul_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* out = a @ b */
/* out = a @ b + bias for a (..., k), b (k, n), bias (n): a linear layer. */
void matmul_bias_kernel(Tensor *out, const Tensor *a, const Tensor *b, const Tensor *bias);
/* out = alpha a @ b + beta out, for tensors with at least 2 axes. Where out has size 1 (or no axis)
 * along a batch axis, the products are summed: the gradient of a broadcast matrix without
 * temporaries. */
void matmul_accumulate(Tensor *out, const Tensor *a, const Tensor *b, real alpha, real beta);

/* ---- join.c: put tensors together ----------------------------------------------------------- */

int concat_shape(const char *operation, int n, Tensor *const parts[], int axis, long *shape);
void concat_kernel(Tensor *out, int n, Tensor *const parts[], int axis);

/* ---- parallel.c: OpenMP or one thread ------------------------------------------------------- */

int kindling_threads(void); /* how many threads kernels use; OMP_NUM_THREADS sets it */
void kindling_set_threads(int count);

/* ---- print.c: as NumPy prints --------------------------------------------------------------- */

void tensor_print(const Tensor *t); /* to stdout, with a newline */
void tensor_write(FILE *stream, const Tensor *t);
/* Prints into text like snprintf; returns the length it needs. */
long tensor_format(OR_NULL char *text, size_t size, const Tensor *t);

/* ---- npy.c: NumPy's .npy files -------------------------------------------------------------- */

/* Little-endian f2 f4 f8, i1 to i8, u1 to u8, b1, C or Fortran order -> contiguous tensor in the
 * current scope; NULL and kindling_error() on a damaged file. Source: NumPy NEP 1. */
Tensor *npy_load(const char *path);
/* Writes '<f4' ('<f8' in double builds) to a temporary name and renames. 0, or -1. */
int npy_save(const char *path, const Tensor *t);

/* ---- safetensors.c: named tensors in one file ----------------------------------------------- */

/* HuggingFace's format: 8 bytes header length (little-endian), JSON, raw data. Reads F64 F32 F16
 * BF16 I64 I32 I16 I8 U8 BOOL, converted to real; checks every length against the file first. */
typedef struct SafeTensors SafeTensors;
typedef struct {
    const char *key, *value;
} MetadataEntry;
SafeTensors *safetensors_open(const char *path); /* NULL and kindling_error() */
void safetensors_close(OR_NULL SafeTensors *file);
long safetensors_count(const SafeTensors *file);
const char *safetensors_name(const SafeTensors *file, long i);
/* in the current scope; NULL, error */
Tensor *safetensors_read(SafeTensors *file, const char *name);
const char *safetensors_metadata(const SafeTensors *file, const char *key); /* NULL if absent */
/* Atomic: a temporary file, flushed and renamed. 0, or -1 and kindling_error(). */
int safetensors_save(const char *path, long n, const char *const names[], Tensor *const tensors[],
                     long n_metadata, const MetadataEntry metadata[]);

/* ---- file.c: a whole file ------------------------------------------------------------------- */

/* A whole file with a 0 byte behind it; owned_free it. NULL and kindling_error(). */
char *kindling_read_file(const char *path, size_t *size);

#pragma GCC visibility pop

#ifdef KINDLING_ENGINE /* an engine's file, or one that takes its place: what programs do not see */
#include "engine.h"
#endif
#endif
