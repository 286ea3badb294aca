/* test_view_pairs.c - every operation on every view, while what is viewed is used elsewhere too.
 *
 * x is used through a view by an operation, in each place that it has for a tensor, and a second time
 * by something else: recorded before or after it, its share arriving before or after it, with
 * gradients retained or not. The gradient of the sum of both must be the sum of their gradients, each
 * from a walk of its own, and graph_check must be content. LONG=1 checks all uses, SEED=2 draws
 * other shapes and parameters.
 */
#include "random_drawing.h"

enum { SUM_OF_X, TANH_OF_X, X_TIMES_X, SIN_OF_VIEW, TANH_OF_TRANSPOSE, SECOND_USES };
enum { RETAIN_VIEW = 1, RETAIN_RESULT = 2, RETAINS = 4 };

/* The pair: x, views, leaves and the operation, which is the last node. */
typedef struct {
    Graph nodes;
    int view; /* the last view's node */
} Pair;

/* The pair in use: two scalars and their sum. */
typedef struct {
    Graph g;
    int part[2]; /* nodes */
} Use;

static long cases, wrong_cases, missing;

/* ---- drawing a pair ------------------------------------------------------------------------------ */

static bool draw_pair_once(Pair *pair, Rng *rng, int n_views, const int *views, int op, int place)
{
    Graph *g = &pair->nodes;
    Drawing d = {.g = g, .favourite = 0, .leaves = 3, .rng = *rng};
    long shape[4];
    int ndim = (int)draw_below(&d, 5);
    for (int a = 0; a < ndim; a++)
        shape[a] = draw_size(&d);
    g->n = 0;
    bool fits = draw_leaf(&d, ndim, shape, true) == 0;
    for (int i = 0; i < n_views && fits; i++) {
        fits = draw_operation(&d, views[i]) && g->node[g->n - 1].in[0] == d.favourite;
        d.favourite = g->n - 1;
    }
    pair->view = g->n - 1;
    fits = fits && draw_operation(&d, op) && place < g->node[g->n - 1].n_in &&
           g->node[g->n - 1].in[place] == pair->view;
    *rng = d.rng;
    if (fits)
        draw_count(&d);
    return fits;
}

static bool draw_pair(Pair *pair, Rng *rng, int n_views, const int *views, int op, int place)
{
    for (int tries = 0; tries < 3000; tries++) {
        Scope *scope = scope_open();
        bool fits = draw_pair_once(pair, rng, n_views, views, op, place);
        scope_close(scope);
        if (fits)
            return true;
    }
    return false;
}

/* ---- using it ------------------------------------------------------------------------------------ */

static int append(Graph *g, Node node)
{
    g->node[g->n] = node;
    return g->n++;
}

static int append_op(Graph *g, int op, int a, int b)
{
    return append(g, (Node){.op = op, .n_in = b < 0 ? 1 : 2, .in = {a, b}});
}

static int second_use(Graph *g, int kind, int view)
{
    if (kind == SUM_OF_X)
        return append_op(g, OP_sum, 0, -1);
    if (kind == X_TIMES_X)
        return append_op(g, OP_sum, append_op(g, OP_mul, 0, 0), -1);
    if (kind == SIN_OF_VIEW)
        return append_op(g, OP_sum, append_op(g, OP_sin, view, -1), -1);
    Node other = {.op = OP_transpose, .n_in = 1, .number = {0, -1}};
    if (g->node[0].ndim == 0)
        other.op = OP_unsqueeze;
    int from = kind == TANH_OF_X ? 0 : append(g, other);
    return append_op(g, OP_sum, append_op(g, OP_tanh, from, -1), -1);
}

/* The leaves, the operation, and a weighted sum of its result. */
static int first_use(Graph *g, const Pair *pair, int retains)
{
    int moved = g->n - (pair->view + 1), n = pair->nodes.n;
    for (int k = pair->view + 1; k < n; k++) {
        Node node = pair->nodes.node[k];
        for (int i = 0; i < node.n_in; i++)
            node.in[i] += node.in[i] > pair->view ? moved : 0;
        append(g, node);
    }
    int result = g->n - 1;
    g->node[result].retained = retains & RETAIN_RESULT;
    Tensor *made[MAX_NODES];
    Scope *scope = scope_open();
    graph_build(g, made, -1);
    Node weights = {.op = LEAF, .ndim = made[result]->ndim};
    for (int d = 0; d < weights.ndim; d++)
        weights.shape[d] = made[result]->shape[d];
    scope_close(scope);
    for (int i = 0; i < MAX_NUMBERS; i++)
        weights.value[i] = 0.5 + 0.25 * (i % 5);
    return append_op(g, OP_sum, append_op(g, OP_mul, result, append(g, weights)), -1);
}

static void make_use(Use *use, const Pair *pair, int second, bool recorded_first, bool swapped,
                     int retains)
{
    Graph *g = &use->g;
    g->n = 0;
    for (int k = 0; k <= pair->view; k++)
        append(g, pair->nodes.node[k]);
    g->node[pair->view].retained = pair->view > 0 && retains & RETAIN_VIEW;
    if (recorded_first)
        use->part[1] = second_use(g, second, pair->view);
    use->part[0] = first_use(g, pair, retains);
    if (!recorded_first)
        use->part[1] = second_use(g, second, pair->view);
    append_op(g, OP_add, use->part[swapped], use->part[!swapped]);
    g->inner = 1 + (int)(cases % g->n);
}

/* ---- checking it ----------------------------------------------------------------------------------- */

/* The gradient of leaf k, of the loss at node root or, after a second walk, at root and then. */
static Tensor *gradient(const Graph *g, int k, int root, int then)
{
    Tensor *made[MAX_NODES];
    graph_build(g, made, -1);
    tensor_backward_from(made[root], NULL, true);
    if (then >= 0)
        tensor_backward_from(made[then], NULL, false);
    return made[k]->grad != NULL ? made[k]->grad : tensor_zeros(made[k]->ndim, made[k]->shape);
}

static bool is_sum(const char *what, const Tensor *actual, const Tensor *sum)
{
    double tolerance = IS_DOUBLE ? 1e-12 : 1e-4;
    char why[300];
    bool same = tensor_is_close(actual, sum, tolerance, tolerance, why, sizeof why);
    if (!same && wrong_cases == 0)
        print_error("%s, against the sum of two walks of their own: %s\n", what, why);
    return same;
}

static bool is_sum_of_gradients(const Use *use)
{
    const Graph *g = &use->g;
    Scope *scope = scope_open();
    bool same = true;
    for (int k = 0; k < g->n && same; k++) {
        if (g->node[k].op != LEAF || !g->node[k].wants_grad)
            continue;
        Tensor *sum = tensor_zeros(g->node[k].ndim, g->node[k].shape);
        for (int i = 0; i < 2; i++)
            axpy_kernel(sum, 1, gradient(g, k, use->part[i], -1));
        same = is_sum("the gradient of both uses", gradient(g, k, g->n - 1, -1), sum) &&
               is_sum("a walk after the other", gradient(g, k, use->part[0], use->part[1]), sum);
    }
    scope_close(scope);
    return same;
}

static void check_use(Use *use)
{
    cases++;
    if (graph_check(&use->g).verdict != WRONG && is_sum_of_gradients(use))
        return;
    if (wrong_cases++ == 0 && graph_examine(&use->g, true) != WRONG)
        graph_print(stdout, &use->g, &(Check){.walks = 1});
}

/* Of the 80 uses of a pair, a fourth, so that each second use comes with each order, and each order
 * with everything that can be retained; of a pair with a view of a view, four. LONG=1: all. */
static bool is_telling(bool one_view, int second, int order, int retains)
{
    if (getenv("LONG") != NULL)
        return true;
    if (one_view)
        return retains == (second + order) % RETAINS;
    return retains == 0 && order % 3 == 0 && (second == SUM_OF_X || second == SIN_OF_VIEW);
}

static void check_pair(const Pair *pair, bool one_view)
{
    static Use use;
    for (int second = 0; second < SECOND_USES; second++)
        for (int order = 0; order < 4; order++)
            for (int retains = 0; retains < RETAINS; retains++)
                if (is_telling(one_view, second, order, retains)) {
                    make_use(&use, pair, second, order & 1, order & 2, retains);
                    check_use(&use);
                }
}

static void check_views(int n_views, const int *views)
{
    static Pair pair;
    const char *seed = getenv("SEED");
    uint64_t stream = seed != NULL ? strtoull(seed, NULL, 10) << 16 : 0;
    Rng rng = rng_stream(
        2018, stream + (uint64_t)(views[0] + (n_views > 1 ? VIEWS * (1 + views[1]) : 0)));
    long pairs = 0, wrong_before = wrong_cases;
    for (int op = 0; op < OPERATIONS; op++)
        for (int place = 0, places = 1; place < places; place++) {
            if (!draw_pair(&pair, &rng, n_views, views, op, place)) {
                missing++;
                continue;
            }
            places = pair.nodes.node[pair.nodes.n - 1].n_in;
            check_pair(&pair, n_views == 1);
            /* One draw in three is empty, and empty is right where much is wrong. */
            if (n_views == 1 && draw_pair(&pair, &rng, n_views, views, op, place))
                check_pair(&pair, true);
            pairs++;
        }
    if (wrong_cases > wrong_before)
        print_error("%ld of the uses of %s%s%s are wrong (%ld pairs)\n", wrong_cases - wrong_before,
                    node_name(&(Node){.op = views[0]}), n_views > 1 ? ", then " : "",
                    n_views > 1 ? node_name(&(Node){.op = views[1]}) : "", pairs);
}

static void test_every_operation_on_every_view(void **state)
{
    (void)state;
    cases = wrong_cases = missing = 0;
    for (int view = 0; view < VIEWS; view++)
        check_views(1, &view);
    print_message("%ld uses of a view: %ld wrong\n", cases, wrong_cases);
    assert_int_equal(missing,
                     6); /* squeeze and select leave at most 3 axes; 3 operations take images */
    assert_int_equal(wrong_cases, 0);
}

static void test_every_operation_on_every_view_of_a_view(void **state)
{
    (void)state;
    cases = wrong_cases = missing = 0;
    for (int first = 0; first < VIEWS; first++)
        for (int second = 0; second < VIEWS; second++)
            check_views(2, (int[]){first, second});
    print_message("%ld uses of a view of a view: %ld wrong, %ld pairs do not exist\n", cases,
                  wrong_cases, missing);
    /* A vector is not unsqueezed twice, a matrix has no three axes; 40 of these views have no 4 axes, for 3
     * operations on images. */
    assert_true(missing <= 144 + 120);
    assert_int_equal(wrong_cases, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_every_operation_on_every_view),
        UNIT_TEST(test_every_operation_on_every_view_of_a_view),
    };
    return run_tests("autograd/random/view_pairs", tests);
}
