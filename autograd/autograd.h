/* autograd.h - the memory of how a number was made, and the walk back that gives gradients.
 *
 * Every operation below computes its result with a kernel of tensor.h and, if an input needs a
 * gradient, records a closure: its backward function and what that will need. tensor_backward then
 * walks from the loss to the leaves, consumers before producers, and each closure passes on
 *
 *     d loss / d input  +=  d loss / d output  *  d output / d input.
 *
 * An operation is one file, op_<name>.c: forward, then backward right below it. There is no list of
 * operations anywhere; a new one touches no other file.
 *
 * Results live in the innermost open scope. Shapes that do not fit call fail(), before anything
 * has changed. Formulas are per element unless they say otherwise.
 */
#ifndef KINDLING_AUTOGRAD_H
#define KINDLING_AUTOGRAD_H

#include "../tensor/tensor.h"

#pragma GCC visibility push(default) /* what the shared library exports */

/* ---- closure.c, closure_new.c: recording ------------------------------------------------------- */

typedef struct Region Region;

/* What an operation is. A view has a view function instead of a copy: apply it to another tensor of a's
 * shape, and out shows the same part of that one. */
typedef struct {
    const char *name;
    /* Hands each input its share: grad_add, grad_buffer. It may use any operation: nothing is recorded,
     * and what it makes ends when it returns. */
    void (*backward)(Closure *c, Tensor *dy);
    void (*view)(Tensor *out, const Tensor *a, const void *capture); /* NULL: not a view */
    bool may_be_infinite; /* infinity on purpose: KINDLING_CHECK keeps quiet */
    int saved;            /* for pictures: the capture begins with so many tensors */
    /* For pictures: the capture in a few characters, such as "1,2" for a transpose. May be NULL. */
    void (*describe)(const Closure *c, char *text, size_t size);
} Operation;

/* For those who look on; no operation needs it. */
typedef struct {
    CallSite where;                           /* the line of user code that made the result */
    Region *region;                           /* the named part of the graph it belongs to */
    double forward_seconds, backward_seconds; /* only while graph_timing is on */
    Tensor *earlier_grad; /* a retained gradient, while a second walk is under way */
} Origin;

/* out = op(in[0], ..., in[n_in - 1]), and what backward will need besides the inputs. */
struct Closure {
    const Operation *op;
    Tensor *out;
    Tensor **in;
    int n_in;
    unsigned flags;      /* CLOSURE_... */
    const void *capture; /* the operation's own struct, copied by closure_record */
    int next_input;      /* order.c: which input to look at next */
    Closure *next; /* order.c: the consumer to return to; once listed, the closure to run next */
    Origin origin;
};
enum { CLOSURE_KEEPS_GRAD = 1, CLOSURE_RELEASED = 2, CLOSURE_VISITED = 4 };

/* Record that out was made by op from inputs, if one of them requires a gradient and recording is on;
 * then out requires one too. Returns out.
 *     return closure_record(y, &mul_op, INPUTS(a, b), NO_CAPTURE);
 *     return closure_record(y, &softmax_op, INPUTS(a), CAPTURE(SoftmaxCapture, axis));
 * (What is computed from a detached tensor is recorded without a gradient, so that drawings show where
 * the graph was cut.) */
#define INPUTS(...) (int)KINDLING_COUNT(Tensor *, __VA_ARGS__), KINDLING_LIST(Tensor *, __VA_ARGS__)
#define CAPTURE(type, ...) sizeof(type), KINDLING_LIST(type, {__VA_ARGS__})
#define NO_CAPTURE 0, NULL
Tensor *closure_record(Tensor *out, const Operation *op, int n, Tensor *const in[], size_t size,
                       const void *capture);
/* The whole of an operation that is a view of a: op->view(a), recorded. */
Tensor *closure_record_view(Tensor *a, const Operation *op, size_t size, const void *capture);

/* Recording on or off from here on; returns how it was. The end of the current scope restores it.
 *     bool was = grad_mode(false); ... grad_mode(was);                                           */
bool grad_mode(bool on);
bool grad_mode_is_on(void);

/* ---- leaf.c: where gradients begin and end ---------------------------------------------------- */

/* A leaf that wants a gradient, as torch's x.requires_grad_(). Fails on a tensor that an operation
 * made. Returns t. */
Tensor *tensor_requires_grad(Tensor *t);
/* Keep t->grad of an intermediate after backward. Returns t. */
Tensor *tensor_retain_grad(Tensor *t);
/* The same numbers with no past. Shown as a dashed edge in graph dumps. */
Tensor *tensor_detach(Tensor *t);
/* A leaf without a gradient again: .grad is NULL until backward comes, as with PyTorch's set_to_none.
 * Its memory is kept for the next one. */
void tensor_zero_grad(Tensor *t);
/* Was t computed, while recording was off, from tensors with gradients? */
bool tensor_made_in_no_grad(const Tensor *t);
/* How t was made, or NULL for a leaf and for what was made while recording was off. */
const Closure *tensor_closure(const Tensor *t);

/* ---- order.c, backward.c: the walk back -------------------------------------------------------- */

/* All closures the root depends on, consumers before producers, linked by next. Never recurses. */
Closure *backward_order(Tensor *root);

/* Gradients of a scalar loss, added into .grad of every leaf that requires one. Releases the graph:
 * a second backward through it fails, naming the tensor, and changes nothing. */
void tensor_backward(Tensor *loss);
/* From any tensor: seed is d loss / d t, of t's shape (NULL: t is a scalar, 1). */
void tensor_backward_from(Tensor *t, OR_NULL const Tensor *seed, bool retain_graph);

/* ---- grad.c, view_backward.c, gradient_memory.c: how a gradient grows --------------------------- */

/* t->grad += g, summed over the axes along which t was broadcast. Does nothing if t needs no gradient.
 * This is how a backward function hands out shares. Until it has returned, nothing that it can see
 * changes: it may hand out one tensor several times, and read dy afterwards. */
void grad_add(Tensor *t, Tensor *g);
/* For kernels that accumulate by themselves: t's gradient, and *beta = 0 if its contents are not set
 * yet (write every element) or 1 (add to them). beta NULL: zeros where there was no gradient. */
Tensor *grad_buffer(Tensor *t, real *beta);

/* The backward function of every view: where the forward went from a to view(a), dy belongs into the
 * same view of a's gradient. */
void view_backward(Closure *c, Tensor *dy);

/* ---- op_add.c, op_sub.c, op_mul.c, op_div.c, op_scalar.c: arithmetic, broadcasting ------------ */

Tensor *tensor_add(Tensor *a, Tensor *b);
Tensor *tensor_sub(Tensor *a, Tensor *b);
Tensor *tensor_mul(Tensor *a, Tensor *b);
Tensor *tensor_div(Tensor *a, Tensor *b);
Tensor *tensor_mul_scalar(Tensor *a, real s);
Tensor *tensor_add_scalar(Tensor *a, real s);

/* ---- op_unary.c: functions of one number ----------------------------------------------------- */

Tensor *tensor_neg(Tensor *a);
Tensor *tensor_abs(Tensor *a); /* derivative 0 at 0 */
Tensor *tensor_exp(Tensor *a);
Tensor *tensor_log(Tensor *a);
Tensor *tensor_sqrt(Tensor *a);
Tensor *tensor_sin(Tensor *a);
Tensor *tensor_cos(Tensor *a);
Tensor *tensor_pow(Tensor *a, real exponent);
Tensor *tensor_clamp(Tensor *a, real low, real high); /* derivative 1 inside, bounds included */

/* ---- op_activation.c --------------------------------------------------------------------------- */

Tensor *tensor_relu(Tensor *a); /* derivative 0 at 0 */
Tensor *tensor_leaky_relu(Tensor *a, real slope);
Tensor *tensor_sigmoid(Tensor *a);
Tensor *tensor_tanh(Tensor *a);
Tensor *tensor_gelu(Tensor *a);      /* exact, with erf */
Tensor *tensor_gelu_tanh(Tensor *a); /* the tanh form of GPT-2 */
Tensor *tensor_silu(Tensor *a);

/* ---- op_matmul.c, op_linear.c ------------------------------------------------------------------ */

Tensor *tensor_matmul(Tensor *a, Tensor *b); /* NumPy's @, batch axes broadcast */
/* x (..., in) @ weight (in, out) + bias (out) in one step; bias may be NULL. */
Tensor *tensor_linear(Tensor *x, Tensor *weight, OR_NULL Tensor *bias);
/* x (..., C) @ table (V, C)^T: a head tied to its embedding (Press and Wolf 2017). */
Tensor *tensor_tied_linear(Tensor *x, Tensor *table);

/* ---- op_view.c, op_slice.c: shapes ------------------------------------------------------------ */

Tensor *tensor_transpose(Tensor *a, int axis1, int axis2);
Tensor *tensor_permute(Tensor *a, int n, const int *axes);
Tensor *tensor_reshape(Tensor *a, int ndim, const long *shape); /* a view; a copy if it must be */
Tensor *tensor_expand(Tensor *a, int ndim, const long *shape);
Tensor *tensor_squeeze(Tensor *a, int axis);
Tensor *tensor_unsqueeze(Tensor *a, int axis);
Tensor *tensor_slice(Tensor *a, int axis, long start, long stop, long step);
Tensor *tensor_select(Tensor *a, int axis, long index); /* a[index]: the axis disappears */
Tensor *tensor_contiguous(Tensor *a);                   /* a itself if it already is */

/* ---- op_join.c -------------------------------------------------------------------------------- */

Tensor *tensor_concat(int n, Tensor *const parts[], int axis);
Tensor *tensor_stack(int n, Tensor *const parts[], int axis); /* along a new axis */
/* parts[i] becomes a view of sizes[i] steps along axis; the sizes must add up. */
void tensor_split(Tensor *a, int n, const long *sizes, int axis, Tensor *parts[]);

/* ---- op_sum.c, op_reduce.c, op_argmax.c -------------------------------------------------------- */

Tensor *tensor_sum(Tensor *a, int n, const int *axes, bool keepdims); /* ALL_AXES sums everything */
Tensor *tensor_mean(Tensor *a, int n, const int *axes, bool keepdims);
Tensor *tensor_max(Tensor *a, int n, const int *axes, bool keepdims); /* ties share the gradient */
IntTensor *tensor_argmax(const Tensor *a, int axis);

/* ---- op_select.c: choose by a mask ------------------------------------------------------------ */

/* mask and condition are constants of 0 and 1 that broadcast to the result. */
Tensor *tensor_masked_fill(Tensor *a, OR_NULL Tensor *mask, real value); /* mask 1 -> value */
Tensor *tensor_where(Tensor *condition, Tensor *a, Tensor *b);

/* ---- op_embedding.c, op_gather.c --------------------------------------------------------------- */

Tensor *tensor_embedding(Tensor *table, const IntTensor *ids); /* (V, C), (...) -> (..., C) */
Tensor *tensor_gather(Tensor *a, int axis, const IntTensor *index);
/* a with source added at index along axis (torch's scatter_add, not in place). */
Tensor *tensor_scatter_add(Tensor *a, int axis, const IntTensor *index, Tensor *source);

/* ---- op_softmax.c, op_log_softmax.c ------------------------------------------------------------ */

Tensor *tensor_softmax(Tensor *a, int axis); /* rows of -infinity give zeros and zero gradients */
Tensor *tensor_log_softmax(Tensor *a, int axis);
Tensor *tensor_logsumexp(Tensor *a, int axis, bool keepdims);

/* ---- op_layer_norm.c, op_dropout.c ------------------------------------------------------------- */

/* Over the last axis; gamma and beta (C) or NULL. Ba, Kiros, Hinton 2016. */
Tensor *tensor_layer_norm(Tensor *x, OR_NULL Tensor *gamma, OR_NULL Tensor *beta, real eps);
/* Each element is zeroed with probability p, the others divided by 1 - p; training only. */
Tensor *tensor_dropout(Tensor *x, real p, bool training, OR_NULL Rng *rng);

/* ---- op_cross_entropy.c, op_loss.c: losses, mean over what counts ------------------------------ */

#define NO_IGNORE_INDEX (-2147483647 - 1)
/* logits (..., V), targets (...). Mean over the targets that are not ignore_index (PyTorch's default
 * is -100); none left gives 0. smoothing in [0, 1). */
Tensor *tensor_cross_entropy(Tensor *logits, const IntTensor *targets, int ignore_index,
                             real smoothing);
Tensor *tensor_mse_loss(Tensor *prediction, Tensor *target);    /* mean (p - t)^2 */
Tensor *tensor_bce_with_logits(Tensor *logits, Tensor *target); /* mean of
    max(x, 0) - x t + log(1 + e^-|x|), the stable form of -t log s(x) - (1 - t) log(1 - s(x)) */

/* ---- composed.c: the same, written with the operations above ----------------------------------- */

/* Plain twins of the fused kernels: slower, and what the fused ones are tested against. */
Tensor *composed_softmax(Tensor *a, int axis);
Tensor *composed_log_softmax(Tensor *a, int axis);
Tensor *composed_layer_norm(Tensor *x, OR_NULL Tensor *gamma, OR_NULL Tensor *beta, real eps);
Tensor *composed_cross_entropy(Tensor *logits, const IntTensor *targets, int ignore_index,
                               real smoothing);

/* ---- gradcheck.c ------------------------------------------------------------------------------ */

typedef struct {
    bool ok;
    double worst_error; /* |numeric - analytic| / (atol/rtol + |numeric|), largest over elements */
    int input;          /* where: which input ... */
    long element;       /* ... and which element of it */
    double numeric, analytic;
    char message[256]; /* one sentence, also when ok */
} GradcheckResult;
typedef struct {
    double eps;    /* step of the central difference; 0: 1e-5 in double, 1e-2 in float */
    double rtol;   /* 0: 1e-6 in double, 1e-2 in float */
    double atol;   /* 0: 1e-8 in double, 1e-3 in float */
    uint64_t seed; /* of the random upstream gradient, so that it is not uniform */
} GradcheckOptions;
/* Compares backward of f against central differences for every element of every input that requires
 * a gradient: leaves, and at least one. f must be deterministic and may be called many times; options
 * may be NULL. */
GradcheckResult gradcheck(Tensor *(*f)(Tensor *const in[], void *context), int n,
                          Tensor *const in[], void *context,
                          OR_NULL const GradcheckOptions *options);

/* ---- region.c: named parts of the graph --------------------------------------------------------- */

/* Operations recorded between open and close belong to a region, drawn as a box. Regions nest. A
 * number >= 0 tells repeated parts apart: region_open("block", i). name is not copied. */
struct Region {
    const char *name;
    int index; /* -1: none */
    Region *parent;
};
void region_open(OR_NULL const char *name, int index);
void region_close(void);

/* ---- graph_dump.c: the graph as Graphviz DOT ------------------------------------------------------ */

typedef enum { GRAPH_OVERVIEW, GRAPH_DEFAULT, GRAPH_FULL } GraphLevel;
typedef struct {
    GraphLevel level;   /* OVERVIEW: regions only; DEFAULT: softmax, norm, loss collapsed; FULL */
    int depth;          /* collapse regions nested deeper than this; 0: no limit */
    const char *title;  /* NULL: none */
    bool gradients;     /* print norms of the gradients that are there */
    bool memory;        /* print bytes of outputs and saved tensors */
    bool times;         /* print forward and backward time, recorded while graph_timing is on */
    bool no_fold;       /* draw repeated regions one by one instead of once with "x6" */
    bool only_gradient; /* leave out what no gradient of root reaches */
    const char *link;   /* where a click on a collapsed region leads, in SVG; NULL: nowhere */
} GraphOptions;
/* Writes DOT for everything that root depends on; options may be NULL. 0, or -1 if writing failed. */
int graph_dump(FILE *stream, Tensor *root, OR_NULL const GraphOptions *options);
void graph_timing(bool on);

/* ---- graph_json.c: the graph with its numbers, for programs that show it ---------------------------- */

/* Writes one JSON object: regions, nodes with shapes, strides, values, gradients, saved tensors and
 * where they were made, and the order of the backward walk. Of each tensor at most `limit` numbers
 * are written, whole rows from the first on. 0, or -1 if writing failed. */
int graph_json(FILE *stream, Tensor *root, long limit);
/* A string with its quotes, free of '<'; NULL is "". What is not UTF-8 becomes U+FFFD. */
void graph_json_text(FILE *stream, OR_NULL const char *text);

#pragma GCC visibility pop
#endif
