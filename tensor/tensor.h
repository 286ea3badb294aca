/* tensor.h - numbers in n dimensions: shapes, strides, views, scopes and kernels.
 *
 * A Tensor is a window on a block of numbers. shape says how many steps each axis has, stride says
 * how far apart (in elements) two neighbours along that axis lie, data points at element 0:
 *
 *     element (i, j, k)  is  data[i * stride[0] + j * stride[1] + k * stride[2]]
 *
 * A view is another Tensor on the same numbers, with a shape and strides of its own: to transpose,
 * to slice and to broadcast moves nothing.
 *
 * Two families of functions live here. Creation functions, tensor_zeros(...), make a new tensor in
 * the innermost open scope. Kernels, add_kernel(out, a, b), write into an output they are given
 * and know nothing of gradients; autograd.h wraps each of them into an operation, tensor_add(a, b),
 * that remembers how its result was made.
 *
 * Here stands what a Tensor is. What can be done with it stands in one short header per folder,
 * which are all included at the end of this one; each banner in a header names the file that keeps
 * its promises.
 *
 * Legend: B batch, T time (Tq queries, Tk keys), C channels, H heads, D head dimension, V
 * vocabulary. A matrix of attention is query x key everywhere: its rows are queries, its columns
 * keys, (..., Tq, Tk). Sizes are long. An axis may be negative: -1 is the last. An argument may be
 * NULL where its declaration says OR_NULL, and the words beside it say what that means.
 * Errors: a caller's mistake calls kindling_fail() before anything is changed; a problem with a
 * file or with text returns NULL or -1 and leaves a message in kindling_error().
 */
#ifndef KINDLING_TENSOR_H
#define KINDLING_TENSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#pragma GCC visibility push(default) /* what the shared library exports */

/* What every number of a Tensor is. (kindling_call_site, to which every call in a program refers,
 * is named after it, so that a program compiled for float does not link with the library of double,
 * nor the other way round. kindling.pc has the right flags.) */
#ifdef KINDLING_DOUBLE /* make CONFIG=double: everything in double, for gradient checks at 1e-6 */
typedef double real;
#define kindling_call_site kindling_call_site_of_double
#else
typedef float real;
#define kindling_call_site kindling_call_site_of_float
#endif

#define TENSOR_MAX_AXES 8 /* more fail */

/* Each stands for two arguments, how many and which: SHAPE(2, 3) is the shape of a matrix in
 * tensor_zeros(SHAPE(2, 3)), AXES, AT, VALUES and IDS are axes, an index, numbers and whole
 * numbers. SCALAR is the shape without axes, ALL_AXES asks for every axis. */
#define SHAPE(...) (int)KINDLING_COUNT(long, __VA_ARGS__), KINDLING_LIST(long, __VA_ARGS__)
#define AXES(...) (int)KINDLING_COUNT(int, __VA_ARGS__), KINDLING_LIST(int, __VA_ARGS__)
#define VALUES(...) (long)KINDLING_COUNT(real, __VA_ARGS__), KINDLING_LIST(real, __VA_ARGS__)
#define IDS(...) (long)KINDLING_COUNT(int, __VA_ARGS__), KINDLING_LIST(int, __VA_ARGS__)
#define AT(...) SHAPE(__VA_ARGS__)
#define SCALAR 0, NULL
#define ALL_AXES 0, NULL
#ifdef __cplusplus /* which has no compound literals of arrays */
#define KINDLING_COUNT(type, ...) (std::initializer_list<type>{__VA_ARGS__}.size())
#define KINDLING_LIST(type, ...) (std::initializer_list<type>{__VA_ARGS__}.begin())
#else
#define KINDLING_COUNT(type, ...) (sizeof((type[]){__VA_ARGS__}) / sizeof(type))
#define KINDLING_LIST(type, ...) ((type[]){__VA_ARGS__})
#endif

typedef struct Tensor Tensor;   /* numbers with a shape: below */
typedef struct Scope Scope;     /* whose memory: memory/scope.h */
typedef struct Rng Rng;         /* a stream of random numbers: memory/random.h */
typedef struct Closure Closure; /* how a tensor was made: autograd/closure.h */
typedef struct Writing Writing; /* who wrote numbers last, and when: shape/writing.h */

/* Its members are there to be read. A view has the data of another tensor: what is written into one
 * is seen in the other, and a view must not outlive the scope, or the owner, of the numbers that it
 * shows. */
struct Tensor {
    real *data;                   /* element 0 of this view */
    int ndim;                     /* number of axes, 0 for a scalar */
    bool requires_grad;           /* does a gradient have to reach this tensor? */
    long shape[TENSOR_MAX_AXES];  /* steps along each axis */
    long stride[TENSOR_MAX_AXES]; /* elements between neighbours along each axis, may be 0 or < 0 */
    Tensor *grad;                 /* d loss / d this, same shape; NULL until backward reaches it */
    Closure *closure;             /* how it was made; NULL for a leaf */
    Scope *scope;                 /* whose memory it lives in; NULL: owned, freed by tensor_free */
    const char *name;             /* for messages and graphs, may be NULL */
    Writing *writing;             /* when the numbers last changed, one with all views of them */
};

/* Whole numbers with a shape, always contiguous: token ids, class labels, lengths, argmax results.
 * int_tensor_new makes them in a scope, which frees them; a program may also point one at numbers
 * of its own. Operations that need them in backward (embedding, gather, scatter_add, cross-entropy)
 * keep the pointer, not a copy. */
typedef struct {
    int *data; /* element (i, j) is data[i * shape[1] + j] */
    int ndim;
    long shape[TENSOR_MAX_AXES];
} IntTensor;

/* In a program that includes kindling.h, each call of the library notes where it stands, and says
 * which argument is NULL: a struct or a text must be there, unless its declaration says OR_NULL.
 * (For the compiler that says nothing; tools/build/call_sites.sh makes the checks of the
 * prototypes.) */
#define OR_NULL

/* ---- version.c (01): which Kindling this is -------------------------------------------------- */

/* KINDLING_VERSION is of the header that a program was compiled with, kindling_version() of the
 * library that it runs with. While the first number is 0, programs and files move on with the
 * second (tools/CHANGELOG.md says how), and the shared library has it in its name. */
#define KINDLING_VERSION "0.3.0"
#define KINDLING_VERSION_NUMBER 300 /* 10000, 100 and 1 times its three numbers, for #if */
const char *kindling_version(void); /* its three numbers as text */
int kindling_precision(void);       /* of that library, too: the bytes of a real, 4 or 8 */

/* ---- threads.c (01): how many threads compute ------------------------------------------------ */

/* Every function may run in several threads at once, on different things: a tensor, a scope, a
 * graph, a module, a loader, an Rng belong to one thread at a time, and threads that share nothing
 * need no locks. Open scopes, grad_mode, the region, graph_timing, call sites and kindling_error()
 * are a thread's own; the handler of kindling_on_fail is the program's, and hears of a failure in
 * the thread that called the library. After fork() the child computes on one thread, until it asks
 * for more. dlclose() of the shared library: first end the threads that used it, or what they hold
 * is lost. How many threads kernels use: at the start as many as OMP_NUM_THREADS says, or as there
 * are processors that this process may use. Results follow from this number, never from how many of
 * them the system lets run. */
int kindling_threads(void);
/* The same for the calling thread from here on; below 1 means 1. In a build with THREADS=none it
 * stays 1. */
void kindling_set_threads(int count);

#pragma GCC visibility pop

#include "shape/shape.h"     /* shapes, strides, new tensors, views, printing */
#include "memory/scope.h"    /* who owns memory, and when it ends */
#include "memory/fail.h"     /* how mistakes are told */
#include "shape/writing.h"   /* who wrote numbers last */
#include "memory/random.h"   /* seeded random numbers */
#include "kernels/kernels.h" /* loops over numbers */
#include "product/product.h" /* matrix products */
#include "forms/forms.h"     /* matrices in other forms: compressed rows, singular values */
#include "product/int8.h"    /* codes of 8 bits, floats of 16 */
#include "images/images.h"   /* windows over images: convolution, pooling, batch norm */
#include "files/formats.h"   /* .npy, safetensors */

#ifdef KINDLING_ENGINE /* an engine's file, or one that takes its place: what programs do not see */
#include "engine.h"
#endif
#endif
