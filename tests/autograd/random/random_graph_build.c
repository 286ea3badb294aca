/* random_graph_build.c - from the description of a graph to tensors. Invariant: nothing is drawn here,
 * so that a graph built twice gives the same bits. */
#include "random_graph.h"

#define MARGIN 0.02           /* from a kink; central differences step less far */
#define SMALLEST 0.25         /* of what is divided by, or logarithms are taken of */
#define LARGEST 12.0          /* a number that still leaves enough digits */
#define LARGEST_SCALAR 1000.0 /* sums may be larger */

/* ---- one operation -------------------------------------------------------------------------- */

typedef struct {
    const char *name, *text;
    Tensor *(*build)(const Node *node, Tensor *const in[]);
    Care care;
} Row;

static const int *axes_of(const Node *node, int *axes)
{
    for (int d = 0; d < node->n_list; d++)
        axes[d] = (int)node->list[d];
    return axes;
}

static Tensor *numbers_of(const Node *node)
{
    Tensor *t = tensor_new(node->ndim, node->shape);
    for (long i = 0, n = tensor_numel(t); i < n; i++)
        t->data[i] = (real)node->value[i];
    return t;
}

static IntTensor *indices_of(const Node *node)
{
    IntTensor *t = int_tensor_new(node->ndim, node->shape);
    for (long i = 0, n = int_tensor_numel(t); i < n; i++)
        t->data[i] = (int)node->value[i];
    return t;
}

#define X(i) in[i]
#define I(i) (int)node->number[i]
#define R(i) (real) node->scalar[i]
#define SIZES node->n_list, node->list
#define AXIS_LIST node->n_list, axes_of(node, (int[TENSOR_MAX_AXES]){0})
#define MASK numbers_of(node)
#define INDICES indices_of(node)
#define OP(name, care, draw, ...)                                                                  \
    static Tensor *build_##name(const Node *node, Tensor *const in[])                              \
    {                                                                                              \
        Tensor *parts[TENSOR_MAX_AXES];                                                            \
        (void)node, (void)parts;                                                                   \
        return __VA_ARGS__;                                                                        \
    }
#include "random_graph_ops.h"
#undef OP

static const Row rows[] = {
#define OP(name, care, draw, ...) {#name, #__VA_ARGS__, build_##name, care},
#include "random_graph_ops.h"
#undef OP
};

const char *node_name(const Node *node)
{
    return node->op == LEAF ? "leaf" : rows[node->op].name;
}

const char *node_text(const Node *node)
{
    return rows[node->op].text;
}

Tensor *node_build(const Node *node, Tensor *const made[])
{
    Tensor *in[MAX_INPUTS] = {NULL};
    if (node->op == LEAF)
        return node->wants_grad ? tensor_requires_grad(numbers_of(node)) : numbers_of(node);
    for (int i = 0; i < node->n_in; i++)
        in[i] = made[node->in[i]];
    return rows[node->op].build(node, in);
}

/* ---- what central differences need ----------------------------------------------------------- */

/* The smallest distance of t's numbers from a point; infinity for none. */
static double distance_from(double point, const Tensor *t)
{
    double nearest = INFINITY;
    const Tensor *flat = tensor_contiguous((Tensor *)t);
    for (long i = 0, n = tensor_numel(flat); i < n; i++)
        nearest = fmin(nearest, fabs((double)flat->data[i] - point));
    return nearest;
}

static bool within(const Tensor *t, double low, double high)
{
    const Tensor *flat = tensor_contiguous((Tensor *)t);
    for (long i = 0, n = tensor_numel(flat); i < n; i++)
        if (!((double)flat->data[i] >= low && (double)flat->data[i] <= high))
            return false;
    return true;
}

/* Is exactly one element of each group within the margin of its maximum? */
static bool no_ties(const Node *node, Tensor *x)
{
    int axes[TENSOR_MAX_AXES];
    Tensor *top = tensor_max(x, node->n_list, axes_of(node, axes), true);
    Tensor *below = tensor_contiguous(tensor_sub(top, x));
    long near = 0;
    for (long i = 0, n = tensor_numel(below); i < n; i++)
        near += below->data[i] < (real)MARGIN;
    return near == tensor_numel(top);
}

/* Do neighbours in the order of a line differ by more than the margin? */
static bool no_near_neighbours(const Node *node, Tensor *x)
{
    int axis = (int)node->number[0];
    long n = x->shape[axis < 0 ? axis + x->ndim : axis];
    if (n < 2)
        return true;
    Tensor *sorted = tensor_topk(x, n, axis, true).values;
    Tensor *gaps =
        tensor_sub(tensor_slice(sorted, axis, 0, n - 1, 1), tensor_slice(sorted, axis, 1, n, 1));
    return distance_from(0, gaps) > MARGIN;
}

static bool careful(const Node *node, Tensor *const made[], const Tensor *result)
{
    Tensor *x = node->op == LEAF ? NULL : made[node->in[0]];
    switch (node->op == LEAF ? SMOOTH : rows[node->op].care) {
    case SMOOTH:
        return true;
    case KINK_AT_0:
        return distance_from(0, x) > MARGIN;
    case KINK_AT_BOUNDS:
        return distance_from(node->scalar[0], x) > MARGIN &&
               distance_from(node->scalar[1], x) > MARGIN;
    case KINK_AT_EQUAL:
        return distance_from(0, tensor_sub(x, made[node->in[1]])) > MARGIN;
    case KINK_AT_TIES:
        return no_ties(node, x);
    case KINK_AT_LOW_TIES:
        return no_ties(node, tensor_neg(x));
    case KINK_AT_ORDER:
        return no_near_neighbours(node, x);
    case POSITIVE:
        return within(x, SMALLEST, LARGEST);
    case POSITIVE_DIVISOR:
        return within(made[node->in[1]], SMALLEST, LARGEST);
    case POSITIVE_RESULT:
        return within(result, SMALLEST, LARGEST);
    }
    return false;
}

bool node_is_sane(const Node *node, Tensor *const made[], const Tensor *result)
{
    bool was = grad_mode(false);
    double most = result->ndim == 0 ? LARGEST_SCALAR : LARGEST;
    bool sane = within(result, -most, most) && careful(node, made, result);
    grad_mode(was);
    return sane;
}

/* ---- whole graphs -------------------------------------------------------------------------------- */

static void build_nodes(const Graph *g, Tensor *made[], int cut, int begin, int end)
{
    for (int k = begin; k < end; k++) {
        made[k] = node_build(&g->node[k], made);
        if (k == cut)
            made[k] = tensor_requires_grad(tensor_detach(made[k]));
        else if (g->node[k].retained && made[k]->requires_grad)
            tensor_retain_grad(made[k]);
    }
}

void graph_build(const Graph *g, Tensor *made[], int cut)
{
    build_nodes(g, made, cut, 0, g->n);
}

Scope *graph_build_inner(const Graph *g, Tensor *made[])
{
    int inner = g->inner < g->n ? g->inner : g->n;
    build_nodes(g, made, -1, 0, inner);
    Scope *scope = scope_open();
    build_nodes(g, made, -1, inner, g->n);
    return scope;
}

bool graph_is_sane(const Graph *g)
{
    Tensor *made[MAX_NODES];
    Scope *scope = scope_open();
    bool sane = true;
    grad_mode(false);
    graph_build(g, made, -1);
    for (int k = 0; k < g->n && sane; k++)
        sane = node_is_sane(&g->node[k], made, made[k]);
    scope_close(scope);
    return sane;
}

void graph_copy(Graph *to, const Graph *from)
{
    to->seed = from->seed;
    to->n = from->n;
    to->inner = from->inner;
    memcpy(to->node, from->node, (size_t)from->n * sizeof *to->node);
}

Tensor *root_seed(const Tensor *root)
{
    static const double pattern[] = {1, -0.75, 0.5, 1.25, -1.5};
    Tensor *seed = tensor_new_like(root);
    for (long i = 0, n = tensor_numel(seed); i < n; i++)
        seed->data[i] = (real)pattern[i % 5];
    return seed;
}

double graph_loss(const Graph *g)
{
    Tensor *made[MAX_NODES];
    Scope *scope = scope_open();
    grad_mode(false);
    graph_build(g, made, -1);
    const Tensor *root = tensor_contiguous(made[g->n - 1]), *seed = root_seed(root);
    double loss = 0;
    for (long i = 0, n = tensor_numel(root); i < n; i++)
        loss += (double)root->data[i] * (double)seed->data[i];
    scope_close(scope);
    return loss;
}
