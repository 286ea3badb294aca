/* random_graph_check.c - is every gradient of a graph right? Invariant: the first walk is held against
 * forward passes and walks over a cut graph, all later ones against the first. */
#include <signal.h>
#include "random_graph.h"

/* Times the largest gradient, or 1: of the leaf for differences, of the graph for the rest. */
#define TOLERANCE 1e-6
#define CONSISTENT (IS_DOUBLE ? 1e-9 : 5e-3)

typedef struct {
    const Graph *g;
    Tensor *made[MAX_NODES];  /* of the walks that are checked */
    Tensor *first[MAX_NODES]; /* gradients after the first walk, of leaves and retained nodes */
    int same_as[MAX_NODES]; /* the first node with the same tensor: contiguous may give its input */
    bool reached[MAX_NODES];
    double scale;
    Check check;
} Walks;

static void place(Walks *w, int node)
{
    w->check.cut = w->g->node[node].op != LEAF;
    w->check.node = w->same_as[node];
}

static bool wrong(Walks *w, int node, int walks, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(w->check.message, sizeof w->check.message, format, arguments);
    va_end(arguments);
    w->check.verdict = WRONG;
    w->check.walks = walks;
    place(w, node);
    return false;
}

static bool is_leaf(const Walks *w, int k)
{
    return w->g->node[k].op == LEAF && w->g->node[k].wants_grad;
}

/* A result that keeps its gradient, and is not a leaf by another name. */
static bool is_kept(const Walks *w, int k)
{
    return w->g->node[k].retained && w->made[k]->requires_grad &&
           w->g->node[w->same_as[k]].op != LEAF;
}

static void find_reached(Walks *w)
{
    int n = w->g->n;
    w->reached[n - 1] = true;
    for (int k = n - 1; k >= 0; k--)
        for (int i = 0; i < w->g->node[k].n_in && w->reached[k]; i++)
            w->reached[w->g->node[k].in[i]] = true;
    for (int k = n - 1; k >= 0; k--) {
        w->same_as[k] = k;
        for (int j = k - 1; j >= 0; j--)
            w->same_as[k] = w->made[j] == w->made[k] ? j : w->same_as[k];
        w->reached[w->same_as[k]] |= w->reached[k];
    }
}

/* ---- walk after walk --------------------------------------------------------------------------------- */

static void walk(const Walks *w, bool retain_graph)
{
    Tensor *root = w->made[w->g->n - 1];
    if (root->ndim == 0 && !retain_graph)
        tensor_backward(root); /* its seed is 1, as root_seed's */
    else
        tensor_backward_from(root, root_seed(root), retain_graph);
}

static bool remember_first(Walks *w)
{
    w->scale = 1;
    for (int k = 0; k < w->g->n; k++) {
        if (!is_leaf(w, k) && !is_kept(w, k))
            continue;
        const Tensor *grad = w->made[k]->grad;
        if ((grad != NULL) != w->reached[w->same_as[k]])
            return wrong(w, k, 1,
                         grad ? "a gradient came where the loss does not reach"
                              : "no gradient came");
        if (grad == NULL)
            continue;
        if (!tensor_same_shape(grad, w->made[k]))
            return wrong(w, k, 1, "the gradient has shape %s", tensor_shape_text(grad));
        w->first[k] = tensor_new_like(grad);
        copy_kernel(w->first[k], grad);
        for (long i = 0, n = tensor_numel(grad); i < n; i++) {
            double size = fabs((double)w->first[k]->data[i]);
            if (!isfinite(size)) /* an infinite scale would excuse everything */
                return wrong(w, k, 1, "element %ld of the gradient is %g", i, size);
            w->scale = fmax(w->scale, size);
        }
    }
    return true;
}

/* Is grad factor times the gradient after the first walk? */
static bool is_multiple(Walks *w, int k, const Tensor *grad, double factor, int walks)
{
    if (w->first[k] == NULL)
        return true;
    if (grad == NULL)
        return wrong(w, k, walks, "the gradient is gone");
    const Tensor *flat = tensor_contiguous((Tensor *)grad);
    for (long i = 0, n = tensor_numel(flat); i < n; i++) {
        double expected = factor * (double)w->first[k]->data[i], got = (double)flat->data[i];
        if (!(fabs(got - expected) <= CONSISTENT * w->scale))
            return wrong(w, k, walks, "element %ld: %.10g after walk %d, expected %.10g", i, got,
                         walks, expected);
    }
    return true;
}

static bool walk_again(Walks *w, int walks, double of_leaves, double of_kept)
{
    walk(w, walks < 3);
    for (int k = 0; k < w->g->n; k++)
        if ((is_leaf(w, k) || is_kept(w, k)) &&
            !is_multiple(w, k, w->made[k]->grad, is_leaf(w, k) ? of_leaves : of_kept, walks))
            return false;
    return true;
}

static bool check_walks(Walks *w)
{
    walk(w, true);
    if (!remember_first(w) || !walk_again(w, 2, 2, 2))
        return false;
    for (int k = 0; k < w->g->n; k++)
        if (is_leaf(w, k))
            tensor_zero_grad(w->made[k]);
    return walk_again(w, 3, 1, 3);
}

/* Whoever outlives the scope of what was computed from it keeps its gradient all the same. */
static bool check_inner(Walks *w)
{
    Walks again = {.g = w->g};
    w->check.inner = true;
    Scope *inner = graph_build_inner(w->g, again.made);
    walk(&again, false);
    scope_close(inner);
    for (int k = 0; k < w->g->n && k < w->g->inner; k++) {
        if (w->first[k] == NULL)
            continue;
        place(w, k); /* in case there is no way back */
        if (!is_multiple(w, k, again.made[k]->grad, 1, 1))
            return false;
    }
    w->check = (Check){0};
    return true;
}

/* ---- retained gradients -------------------------------------------------------------------------------- */

/* With its result made a leaf, a node's gradient is a leaf's. */
static bool check_cut(Walks *w, int k)
{
    Walks cut = {.g = w->g};
    int at = w->same_as[k];
    graph_build(w->g, cut.made, at);
    walk(&cut, false);
    const Tensor *expected = cut.made[at]->grad;
    for (long i = 0, n = tensor_numel(expected); i < n; i++) {
        double e = (double)expected->data[i], got = (double)w->first[k]->data[i];
        if (!(fabs(got - e) <= CONSISTENT * w->scale)) {
            return wrong(w, k, 1,
                         "element %ld of the retained gradient: %.10g, but %.10g if "
                         "the graph is cut there",
                         i, got, e);
        }
    }
    return true;
}

/* ---- leaves: central differences ------------------------------------------------------------------------ */

static double difference(Graph *g, double *value, double h)
{
    double was = *value;
    *value = was + h;
    double up = graph_loss(g);
    *value = was - h;
    double down = graph_loss(g);
    *value = was;
    return (up - down) / (2 * h);
}

/* A plain difference is enough if it agrees. Else two of Richardson's extrapolations tell what the
 * derivative is and, by how they differ, how far they can be trusted. */
static Verdict compare(Graph *g, double *value, double got, double scale, double *expected)
{
    double d = difference(g, value, 1e-4);
    if (fabs(got - d) <= 0.1 * TOLERANCE * scale)
        return RIGHT;
    double d4 = difference(g, value, 4e-4), d2 = difference(g, value, 2e-4);
    double rough = (4 * d2 - d4) / 3, fine = (4 * d - d2) / 3;
    *expected = (16 * fine - rough) / 15;
    if (!(fabs(fine - rough) <= 0.1 * TOLERANCE * scale))
        return UNDECIDED;
    return fabs(got - *expected) <= TOLERANCE * scale ? RIGHT : WRONG;
}

static bool check_leaf(Walks *w, Graph *g, int k)
{
    long n = tensor_numel(w->first[k]);
    double scale = 1;
    for (long i = 0; i < n; i++)
        scale = fmax(scale, fabs((double)w->first[k]->data[i]));
    for (long i = 0; i < n; i++) {
        double expected, got = (double)w->first[k]->data[i];
        Verdict v = compare(g, &g->node[k].value[i], got, scale, &expected);
        if (v == UNDECIDED)
            w->check.verdict = UNDECIDED;
        if (v == WRONG)
            return wrong(w, k, 1, "element %ld: gradient %.10g, central difference %.10g", i, got,
                         expected);
    }
    return true;
}

/* ---- all of it ---------------------------------------------------------------------------------------------- */

static bool check_all(Walks *w)
{
    static _Thread_local Graph moving; /* the graph, with one number of a leaf moved */
    graph_build(w->g, w->made, -1);
    if (!w->made[w->g->n - 1]->requires_grad)
        return true;
    find_reached(w);
    if (!check_walks(w) || !check_inner(w))
        return false;
    graph_copy(&moving, w->g);
    for (int k = 0; k < w->g->n; k++)
        if (w->first[k] != NULL &&
            (is_leaf(w, k) ? IS_DOUBLE && !check_leaf(w, &moving, k) : !check_cut(w, k)))
            return false;
    return true;
}

static sigjmp_buf way_back;
static char refusal[200];

static void on_refusal(const char *message, CallSite where)
{
    (void)where;
    snprintf(refusal, sizeof refusal, "the engine refused: %.150s", message);
    siglongjmp(way_back, 1);
}

static void on_crash(int signal_number)
{
    snprintf(refusal, sizeof refusal, "crash: signal %d", signal_number);
    siglongjmp(way_back, 1);
}

Check graph_check(const Graph *g)
{
    Scope *scope = scope_open();
    Walks *w = scope_alloc(scope, sizeof *w);
    *w = (Walks){.g = g};
    FailHandler before = kindling_on_fail(on_refusal);
    struct sigaction crash = {.sa_handler = on_crash}, segv_before, fpe_before;
    sigaction(SIGSEGV, &crash, &segv_before);
    sigaction(SIGFPE, &crash, &fpe_before);
    if (sigsetjmp(way_back, 1) == 0) {
        check_all(w);
    } else {
        w->check.verdict = WRONG;
        w->check.walks = 1;
        snprintf(w->check.message, sizeof w->check.message, "%s", refusal);
    }
    sigaction(SIGSEGV, &segv_before, NULL);
    sigaction(SIGFPE, &fpe_before, NULL);
    kindling_on_fail(before);
    Check check = w->check;
    scope_close(scope);
    return check;
}
