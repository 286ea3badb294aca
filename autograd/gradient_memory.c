/* gradient_memory.c - where gradients live, and which share is moved, copied or added.
 *
 * The gradient of a leaf, and of a result that keeps its own, lives as long as its tensor. All
 * others live in the swept scope of the walk and end with the turn of their closure. During a turn
 * the shares for them only queue up. When the backward function has returned, each is settled in
 * order: the first share of a tensor becomes its gradient where that memory would end with the
 * turn, a temporary or dy itself, and is needed by no later share; else it is copied, or added.
 * Invariants: a gradient is contiguous and in a block of its own, never a view of another; nothing
 * that a backward function can see changes during its turn.
 */
#include "core.h"

typedef struct Share {
    Tensor *to, *g;
    struct Share *next;
} Share;

struct Walk {
    Scope *scope;
    bool in_turn, has_retained;
    Share *first, **last; /* the shares of this turn, in order */
    Share *unused;
};

static Region backward_region = {.name = "backward", .index = -1};

/* ---- one gradient ---------------------------------------------------------------------------- */

/* The walk in whose scope t's gradient lives, or NULL. */
static Walk *walk_of(const Tensor *t)
{
    bool is_leaf = t->closure == NULL;
    return is_leaf || t->closure->flags & CLOSURE_KEEPS_GRAD ? NULL : scope_settings()->walk;
}

static bool is_owned(const Tensor *t)
{
    return t->scope == NULL && tensor_owns_numbers(t);
}

static Tensor *new_gradient(Tensor *t)
{
    Walk *walk = walk_of(t);
    Tensor *spare = walk == NULL && is_owned(t) ? *tensor_spare_grad(t) : NULL;
    if (spare != NULL) {
        *tensor_spare_grad(t) = NULL;
        return spare;
    }
    Tensor *grad = tensor_new_in(walk != NULL ? walk->scope : t->scope, t->ndim, t->shape);
    if (walk != NULL)
        scope_keep(grad);
    return grad;
}

Tensor *grad_buffer(Tensor *t, real *beta)
{
    bool fresh = t->grad == NULL;
    if (fresh)
        t->grad = new_gradient(t);
    if (beta != NULL)
        *beta = !fresh;
    else if (fresh)
        tensor_fill(t->grad, 0);
    return t->grad;
}

void tensor_zero_grad(Tensor *t)
{
    if (t->grad != NULL && is_owned(t))
        *tensor_spare_grad(t) = t->grad; /* nothing is cleared: the next gradient overwrites it */
    else if (t->grad != NULL && t->scope != NULL)
        tensor_recycle(t->grad);
    t->grad = NULL;
}

/* ---- shares ---------------------------------------------------------------------------------- */

static void add_now(Tensor *t, const Tensor *g)
{
    real beta;
    Tensor *sum = grad_buffer(t, &beta);
    if (beta == 0)
        copy_kernel(sum, g);
    else
        axpy_kernel(sum, 1, g);
}

static Share *new_share(Walk *walk)
{
    Share *share = walk->unused;
    if (share != NULL)
        walk->unused = share->next;
    else
        scope_keep(share = scope_alloc(walk->scope, sizeof *share));
    return share;
}

void gradient_share(Tensor *t, Tensor *g)
{
    Walk *walk = walk_of(t);
    if (walk == NULL || !walk->in_turn || scope_current() != walk->scope) {
        add_now(t, g); /* t's gradient outlives the turn, or g may not last as long */
        return;
    }
    Share *share = new_share(walk);
    *share = (Share){t, tensor_owns_numbers(g) ? g : tensor_new_view(g), NULL};
    *walk->last = share;
    walk->last = &share->next;
}

static bool is_needed_later(const Share *share)
{
    const Tensor *g = share->g;
    for (const Share *later = share->next; later != NULL; later = later->next)
        if (later->g->data >= g->data && later->g->data < g->data + tensor_numel(g))
            return true;
    return false;
}

/* g's block, if it would end with this turn: that of a temporary, or dy's, in whatever shape. NULL
 * for an empty one: it has no addresses by which is_needed_later could tell that two shares lie in
 * it. */
static Tensor *block_that_ends(const Walk *walk, Tensor *g, Tensor *dy)
{
    if (tensor_numel(g) == 0)
        return NULL;
    if (g == dy)
        return dy;
    if (!tensor_is_contiguous(g))
        return NULL;
    if (dy != NULL && g->data == dy->data && tensor_numel(g) == tensor_numel(dy))
        return dy;
    return g->scope == walk->scope && tensor_owns_numbers(g) && scope_is_young(g) ? g : NULL;
}

static void move(Tensor *t, const Tensor *g, Tensor *block)
{
    if (block != g) { /* dy, which g shows in t's shape */
        block->ndim = t->ndim;
        for (int d = 0; d < t->ndim; d++)
            block->shape[d] = t->shape[d];
        strides_row_major(t->ndim, t->shape, block->stride);
    }
    scope_keep(block);
    t->grad = block;
}

/* dy, or NULL where dy does not end with the turn. Returns whether some tensor took dy over. */
static bool assign_shares(Walk *walk, Tensor *dy)
{
    bool taken = false;
    for (Share *share = walk->first; share != NULL; share = share->next) {
        Tensor *block = share->to->grad == NULL ? block_that_ends(walk, share->g, dy) : NULL;
        if (block == NULL || is_needed_later(share)) {
            add_now(share->to, share->g);
        } else {
            move(share->to, share->g, block);
            taken = taken || block == dy;
        }
    }
    *walk->last = walk->unused;
    walk->unused = walk->first;
    walk->first = NULL;
    walk->last = &walk->first;
    return taken;
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* A retained gradient of an earlier walk must not flow again: put it aside, and add it at the
 * end. */
static bool stash_retained(Closure *order)
{
    bool any = false;
    for (Closure *c = order; c != NULL; c = c->next) {
        if (c->out->grad == NULL)
            continue;
        if (c->flags & CLOSURE_KEEPS_GRAD) {
            c->origin.earlier_grad = c->out->grad;
            any = true;
        }
        c->out->grad = NULL;
    }
    return any;
}

static void restore_retained(Closure *order)
{
    for (Closure *c = order; c != NULL; c = c->next) {
        Tensor *earlier = c->origin.earlier_grad;
        if (earlier != NULL && c->out->grad != NULL) {
            axpy_kernel(earlier, 1, c->out->grad);
            tensor_recycle(c->out->grad);
        }
        if (earlier != NULL)
            c->out->grad = earlier;
        c->origin.earlier_grad = NULL;
    }
}

/* A walk that fails half-way ends: nothing points into its scope any more, and what was put aside
 * is back. */
static void forget(void *order)
{
    for (Closure *c = order; c != NULL; c = c->next) {
        if (!(c->flags & CLOSURE_KEEPS_GRAD))
            c->out->grad = NULL;
        else if (c->origin.earlier_grad != NULL)
            c->out->grad = c->origin.earlier_grad;
        c->origin.earlier_grad = NULL;
    }
}

Walk *walk_open(Closure *order)
{
    bool has_retained = stash_retained(order);
    Scope *scope = scope_open_swept();
    scope_on_failure(scope, forget, order);
    Walk *walk = scope_alloc(scope, sizeof *walk);
    scope_keep(walk);
    *walk = (Walk){.scope = scope, .has_retained = has_retained, .last = &walk->first};
    *scope_settings() = (ScopeSettings){.region = &backward_region, .walk = walk};
    return walk;
}

void walk_begin_turn(Walk *walk, Closure *c)
{
    walk->in_turn = true;
    if (kindling_observer != NULL)
        observe_before(c);
}

void walk_end_turn(Walk *walk, Closure *c)
{
    Tensor *dy = c->out->grad;
    bool ends = !(c->flags & CLOSURE_KEEPS_GRAD);
    bool taken = assign_shares(walk, ends ? dy : NULL);
    walk->in_turn = false;
    if (kindling_observer != NULL)
        observe_after(c);
    scope_sweep(walk->scope);
    if (ends && !taken)
        tensor_recycle(dy);
    if (ends)
        c->out->grad = NULL;
}

void walk_close(Walk *walk, Closure *order)
{
    Scope *scope = walk->scope;
    scope_sweep(scope);
    if (walk->has_retained)
        restore_retained(order);
    for (Share *share = walk->unused, *next; share != NULL; share = next) {
        next = share->next;
        scope_recycle(scope, share, sizeof *share);
    }
    scope_recycle(scope, walk, sizeof *walk);
    scope_close(scope);
}
