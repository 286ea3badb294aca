/* closure.h - what an operation is, how it is recorded, and the walk back. */
#ifndef KINDLING_CLOSURE_H
#define KINDLING_CLOSURE_H

#include "../tensor/tensor.h"

#pragma GCC visibility push(default)

/* ---- closure.c (06): recording --------------------------------------------------------------- */

typedef struct Region Region; /* a named part of the graph: graph/drawing.h */

/* In Operation.reads: dx = 2 x dy reads READS_INPUT(0); {READS_INPUT(1), READS_INPUT(0)}: the
 * gradient of each of two inputs reads the other one; of y = e^x it is READS_OUT. Inputs from
 * number OPERATION_READS on read nothing. */
enum { OPERATION_READS = 5 };
#define READS_OUT 1u
#define READS_INPUT(i) (2u << (i))
#define READS_ALL (~0u - READS_OUT) /* all inputs */

/* For pictures of attention: what a row of the result says is shares of a whole, as after a
 * softmax; or such shares are computed on the way, and kept nowhere. */
typedef enum { SHARES_NONE, SHARES_IN_RESULT, SHARES_NOT_KEPT } Shares;

/* What an operation is: one static const object in its file. A view has a view function instead of
 * a copy. */
typedef struct {
    const char *name; /* in messages and pictures */
    /* Hands each input its share: grad_add, grad_buffer. It may use any operation: nothing is
     * recorded, and what it makes ends when it returns. */
    void (*backward)(Closure *c, Tensor *dy);
    void (*view)(Tensor *out, const Tensor *a, const void *capture); /* NULL: not a view */
    bool may_be_infinite; /* infinity on purpose: KINDLING_CHECK keeps quiet */
    /* What backward reads besides dy. For the gradient of input i, in reads[i]: inputs, and the
     * result. And of the capture what it begins with: so many tensors, then so many IntTensors.
     * Numbers that are read may not change before the walk has come by, and are looked after:
     * closure_unmoved. All others may. */
    unsigned reads[OPERATION_READS];
    int saved, saved_ids;
    /* What it costs (nn/measure/costs.h): arithmetic of the forward pass, NULL: one for each
     * element of the result; how many matrix products are in it; what backward takes of that, 0: as
     * much for each gradient that is wanted. picks: it reads no more of its input than it returns.
     * copies: its numbers are its input's, in another order. */
    double (*flops)(const Closure *c);
    int products;
    real flops_back;
    bool picks, copies;
    Shares shares;
    /* For pictures: the capture in a few characters, such as "1,2" for a transpose. May be NULL. */
    void (*describe)(const Closure *c, char *text, size_t size);
} Operation;

/* For those who look on; no operation needs it. */
typedef struct {
    CallSite where;                           /* the line of user code that made the result */
    Region *region;                           /* the named part of the graph it belongs to */
    double forward_seconds, backward_seconds; /* only while graph_timing is on */
    Tensor *earlier_grad; /* a retained gradient, while a second walk is under way */
    long when;            /* writing_clock() when it was recorded */
    /* of the whole numbers that backward reads; under KINDLING_CHECK of all that it reads */
    unsigned checksum;
} Origin;

/* out = op(in[0], ..., in[n_in - 1]), and what backward will need besides the inputs. It lives in
 * out's scope. */
struct Closure {
    const Operation *op;
    Tensor *out;
    Tensor **in; /* pointers to the inputs themselves: they must live until backward has run */
    int n_in;
    unsigned flags;      /* CLOSURE_... */
    const void *capture; /* the operation's own struct, copied by closure_record */
    int next_input;      /* order.c's own, while it walks */
    Closure *next;       /* likewise; then the next one of backward_order's list */
    Origin origin;
};
/* tensor_retain_grad asked for it; a walk has used it up; backward_order has met it; KINDLING_CHECK
 * has its checksum. */
enum { CLOSURE_KEEPS_GRAD = 1, CLOSURE_RELEASED = 2, CLOSURE_VISITED = 4, CLOSURE_CHECKED = 8 };

/* Record that out was made by op from n inputs, if one of them requires a gradient and recording is
 * on. The capture is copied, what it points to is not. Returns out. By hand in module 06.
 *     return closure_record(y, &mul_op, INPUTS(a, b), NO_CAPTURE);
 *     return closure_record(y, &softmax_op, INPUTS(a), CAPTURE(SoftmaxCapture, axis));
 * (What is computed from a detached tensor is recorded without a gradient, so that drawings show
 * where the graph was cut.) */
Tensor *closure_record(Tensor *out, const Operation *op, int n, Tensor *const in[], size_t size,
                       const void *capture);
/* Its inputs: how many, and which. Its capture: how large, and what. */
#define INPUTS(...) (int)KINDLING_COUNT(Tensor *, __VA_ARGS__), KINDLING_LIST(Tensor *, __VA_ARGS__)
#define CAPTURE(type, ...) sizeof(type), KINDLING_LIST(type, {__VA_ARGS__})
#define NO_CAPTURE 0, NULL
/* The whole of an operation that is a view of a: op->view(a), recorded. */
Tensor *closure_record_view(Tensor *a, const Operation *op, size_t size, const void *capture);

/* Recording on or off from here on; returns how it was. The end of the current scope restores it.
 *     bool was = grad_mode(false); ... grad_mode(was);
 * PyTorch's with no_grad(): a scope_open(), grad_mode(false), the block, its scope_close(). */
bool grad_mode(bool on);
bool grad_mode_is_on(void); /* in the innermost open scope; it is in a new thread */

/* ---- recompute.c (06): less memory, one forward pass more ------------------------------------ */

typedef Tensor *Recomputed(Tensor *x, const void *context); /* a part of a model */
/* f(x, context), of which only x and the result are kept: f runs once more when the walk back
 * comes, so it must give the same again. It may read leaves (weights) and constants; all else that
 * has a gradient comes as x. rng: the stream that f draws from, dropout's, wound back for the
 * second run; NULL: none. Statistics that f keeps (batch norm) move twice. The context is copied,
 * what it points to is not. It may be nested. Its arithmetic is not in Operation.flops.
 *     y = tensor_recompute(x, layer, NULL, CAPTURE(LayerContext, block, mask)); */
Tensor *tensor_recompute(Tensor *x, Recomputed *f, OR_NULL Rng *rng, size_t size,
                         const void *context);

/* ---- leaf.c, op_view.c, gradient_memory.c (06): where gradients begin and end ---------------- */

/* A leaf that wants a gradient, as torch's x.requires_grad_(). Fails on a tensor that an operation
 * made and that has a gradient to pass on. Returns t. */
Tensor *tensor_requires_grad(Tensor *t);
/* Keep t->grad of an intermediate after backward. Fails where t requires no gradient. Returns t. */
Tensor *tensor_retain_grad(Tensor *t);
/* A view of t without a past: the same numbers, shared, and no gradient through it. A dashed edge
 * in pictures. */
Tensor *tensor_detach(Tensor *t);
/* A leaf without a gradient again: .grad is NULL until backward comes, as with PyTorch's
 * set_to_none. Its memory is kept for the next one. */
void tensor_zero_grad(Tensor *t);
/* Was t computed, while recording was off, from tensors with gradients? */
bool tensor_made_in_no_grad(const Tensor *t);
/* How t was made, or NULL for a leaf and for what was made while recording was off. */
const Closure *tensor_closure(const Tensor *t);

/* ---- order.c, backward.c (06): the walk back ------------------------------------------------- */

/* All closures the root depends on that require a gradient, consumers before producers, linked by
 * next; NULL: none. Never recurses. */
Closure *backward_order(Tensor *root);

/* Gradients of a loss with one element, added into .grad of every leaf that requires one
 * (tensor_zero_grad resets them). Fails where the loss requires no gradient. Releases the graph: a
 * second backward through it fails, naming the tensor, and changes nothing.
 *     Tensor *x = tensor_requires_grad(tensor_from(SHAPE(2), VALUES(1, 2)));
 *     tensor_backward(tensor_sum(tensor_mul(x, x), ALL_AXES, false));    x->grad is (2, 4) */
void tensor_backward(Tensor *loss);
/* From any tensor: seed is d loss / d t, of t's shape (NULL: 1, for a t of one element).
 * retain_graph: nothing is released. */
void tensor_backward_from(Tensor *t, OR_NULL const Tensor *seed, bool retain_graph);

/* ---- grad.c, view_backward.c, gradient_memory.c (06): how a gradient grows ------------------- */

/* t->grad += g, summed over the axes along which t was broadcast. Does nothing if t needs no
 * gradient. This is how a backward function hands out shares. Until it has returned, nothing that
 * it can see changes: it may hand out one tensor several times, and read dy afterwards. */
void grad_add(Tensor *t, Tensor *g);
/* For kernels that accumulate by themselves: t's gradient, and *beta = 0 if its contents are not
 * set yet (write every element) or 1 (add to them). beta NULL: zeros where there was no
 * gradient. */
Tensor *grad_buffer(Tensor *t, OR_NULL real *beta);

/* The backward function of every view. */
void view_backward(Closure *c, Tensor *dy);

#pragma GCC visibility pop
#endif
