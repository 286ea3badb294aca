/* test_empty_axes.c - every operation with each of its axes empty, forward and backward.
 *
 * For each operation of random_graph_ops.h, each place for a tensor and each axis, counted from the last, a graph is
 * drawn in which that axis of that input has size 0, and everything that is checked of a graph is checked. Where an
 * operation refuses emptiness, or has no such axis, a row says why. That the table has all operations is checked by
 * their header.
 */
#include "random_drawing.h"
#include "text.h"

enum { AXES_AT_MOST = 4, TRIES = 600 };

typedef struct {
    const char *name; /* of an operation */
    int place, axis;  /* -1: any; 0: any */
    const char *why;
} Refusal;

static const Refusal refusals[] = {
    {"conv2d", 1, 1, "a kernel has at least one number"},
    {"conv2d", 1, 2, "a kernel has at least one number"},
    {"batch_norm2d", 0, 1, "a variance takes two numbers"},
    {"batch_norm2d", 0, 2, "a variance takes two numbers"},
    {"batch_norm2d", 0, 4, "a variance takes two numbers"},
    {"cross_entropy", 0, 1, "no class is the right one"},
    {"composed_cross_entropy", 0, 1, "no class is the right one"},
    {"mse_loss", -1, 0, "a mean of nothing"},
    {"bce_with_logits", -1, 0, "a mean of nothing"},
    {"sdpa", 0, 1, "scores are divided by the root of D"},
    {"sdpa", 1, 1, "scores are divided by the root of D"},
    {"sdpa_masked", 0, 1, "scores are divided by the root of D"},
    {"sdpa_masked", 1, 1, "scores are divided by the root of D"},
    {"self_attention", 0, 1, "scores are divided by the root of D"},
    {"flash_attention", -1, 1, "scores are divided by the root of D"},
};

static bool is_refused(int op, int place, int axis)
{
    const char *name = node_name(&(Node){.op = op});
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const Refusal *r = &refusals[i];
        if (strcmp(r->name, name) == 0 && (r->place < 0 || r->place == place) &&
            (r->axis == 0 || r->axis == axis))
            return true;
    }
    return false;
}

/* A leaf with so many axes, of which this one has this size, and the operation with that leaf in that place. */
static bool draw_once(Graph *g, Rng *rng, int op, int place, int ndim, int axis, long size)
{
    Drawing d = {.g = g, .favourite = 0, .leaves = 4, .rng = *rng};
    long shape[AXES_AT_MOST];
    for (int a = 0; a < ndim; a++)
        shape[a] = 1 + draw_below(&d, 2);
    shape[ndim - axis] = size;
    g->n = 0;
    bool fits = draw_leaf(&d, ndim, shape, true) == 0 && draw_operation(&d, op);
    *rng = d.rng;
    const Node *last = &g->node[g->n - 1];
    return fits && place < last->n_in && last->in[place] == 0;
}

static bool draw_case(Graph *g, int op, int place, int axis, long size)
{
    Rng rng = rng_stream(2019, (uint64_t)(op * 16 + place * 4 + axis));
    for (int i = 0; i < TRIES; i++) {
        int ndim = axis + i % (AXES_AT_MOST - axis + 1);
        Scope *scope = scope_open();
        bool fits = draw_once(g, &rng, op, place, ndim, axis, size);
        scope_close(scope);
        if (fits)
            return true;
    }
    return false;
}

static long rows, wrong, missing;

static void check_axis(Graph *g, int op, int place, int axis)
{
    const char *name = node_name(&(Node){.op = op});
    if (draw_case(g, op, place, axis, 0)) {
        g->inner = g->n - 1;
        rows++;
        wrong += graph_examine(g, true) == WRONG;
        if (is_refused(op, place, axis))
            print_error("%s takes an input %d with axis -%d empty\n", name, place, axis);
        missing += is_refused(op, place, axis);
    } else if (!is_refused(op, place, axis) && draw_case(g, op, place, axis, 2)) {
        print_error("%s has no row for input %d with axis -%d empty\n", name, place, axis);
        missing++;
    }
}

static void test_every_operation_with_each_axis_empty(void **state)
{
    (void)state;
    Graph *g = owned_alloc(sizeof *g);
    rows = wrong = missing = 0;
    for (int op = 0; op < OPERATIONS; op++)
        for (int place = 0; place < MAX_INPUTS; place++)
            for (int axis = 1; axis <= AXES_AT_MOST; axis++)
                check_axis(g, op, place, axis);
    print_message("%ld rows: %ld wrong\n", rows, wrong);
    owned_free(g);
    assert_int_equal(wrong, 0);
    assert_int_equal(missing, 0);
    assert_true(rows > 4 * OPERATIONS);
}

/* ---- what random graphs do not have: no gradient, or one that central differences cannot see ---------------- */

#define COMPARISONS(X) X(eq) X(ne) X(lt) X(le) X(gt) X(ge)

static void test_comparisons(void **state)
{
    (void)state;
#define PAIR(name) tensor_##name,
#define SCALAR_OF(name) tensor_##name##_scalar,
    Tensor *(*const pair[])(Tensor *, Tensor *) = {COMPARISONS(PAIR)};
    Tensor *(*const scalar[])(Tensor *, real) = {COMPARISONS(SCALAR_OF)};
    for (int axis = 0; axis < 3; axis++) {
        long shape[] = {2, 3, 1};
        shape[axis] = 0;
        Tensor *a = random_leaf(3, shape);
        for (int i = 0; i < 6; i++) {
            assert_shape(pair[i](a, random_leaf(SHAPE(1))), 3, shape);
            assert_shape(scalar[i](a, 1), 3, shape);
            assert_false(scalar[i](a, 1)->requires_grad);
        }
    }
}

static void test_places_of_the_best(void **state)
{
    (void)state;
    IntTensor *(*const best[])(const Tensor *, int, bool) = {tensor_argmax, tensor_argmin};
    Tensor *wide = tensor_zeros(SHAPE(0, 3)), *high = tensor_zeros(SHAPE(3, 0));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(int_tensor_numel(best[i](wide, 1, false)), 0);
        assert_int_equal(int_tensor_numel(best[i](high, 0, true)), 0);
        assert_fails_with("tensor_arg", best[i](wide, 0, false));
        assert_fails_with("tensor_arg", best[i](high, 1, false));
    }
}

static void check_zero_gradient(Tensor *x, Tensor *y)
{
    tensor_zero_grad(x);
    tensor_backward_from(y, tensor_ones(y->ndim, y->shape), false);
    assert_tensor_identical(x->grad, tensor_zeros(x->ndim, x->shape));
}

static void test_pools_and_padded_rows(void **state)
{
    (void)state;
    Window w = {.kernel = {2, 2}, .padding = {1, 1}};
    for (int axis = 0; axis < 2; axis++) {
        long shape[] = {2, 3, 4, 4};
        shape[axis] = 0;
        Tensor *x = random_leaf(4, shape);
        check_zero_gradient(x, tensor_max_pool2d(x, w));
        check_zero_gradient(x, tensor_avg_pool2d(x, w, true));
    }
    Tensor *narrow = random_leaf(SHAPE(3, 0)), *table = random_leaf(SHAPE(3, 2));
    check_zero_gradient(narrow, tensor_embedding_padded(narrow, int_tensor_new(SHAPE(2, 2)), 0));
    check_zero_gradient(table, tensor_embedding_padded(table, int_tensor_new(SHAPE(0, 2)), 0));
    check_zero_gradient(table, tensor_embedding_padded(table, int_tensor_new(SHAPE(2, 0)), 0));
}

static void test_losses_of_nothing(void **state)
{
    (void)state;
    for (int axis = 0; axis < 2; axis++)
        for (int sum = 0; sum < 2; sum++) {
            long shape[] = {2, 3};
            shape[axis] = 0;
            Reduction r = sum ? REDUCTION_SUM : REDUCTION_NONE;
            Tensor *x = random_leaf(2, shape), *t = tensor_zeros(2, shape);
            check_zero_gradient(x, loss_mse(x, t, r));
            check_zero_gradient(x, loss_bce(x, t, r));
            check_zero_gradient(x, loss_bce_with_logits(x, t, NULL, r));
        }
    Tensor *x = random_leaf(SHAPE(0, 3));
    IntTensor *targets = int_tensor_new(SHAPE(0));
    const Reduction every[] = {REDUCTION_MEAN, REDUCTION_SUM, REDUCTION_NONE};
    for (int i = 0; i < 3; i++) {
        check_zero_gradient(x, loss_nll(x, targets, -100, NULL, every[i]));
        check_zero_gradient(x, loss_cross_entropy(x, targets, -100, 0, NULL, every[i]));
    }
}

/* ---- is that all? ------------------------------------------------------------------------------------------- */

static const char *const others[] = {
    "tensor_eq",        "tensor_ne",        "tensor_lt",         "tensor_le",
    "tensor_gt",        "tensor_ge",        "tensor_eq_scalar",  "tensor_ne_scalar",
    "tensor_lt_scalar", "tensor_le_scalar", "tensor_gt_scalar",  "tensor_ge_scalar",
    "tensor_argmax",    "tensor_argmin",    "tensor_max_pool2d", "tensor_embedding_padded"};

static bool has_row(const char *call)
{
    for (int op = 0; op < OPERATIONS; op++)
        if (strstr(node_text(&(Node){.op = op}), call) != NULL)
            return true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strncmp(others[i], call, strlen(others[i])) == 0 && call[strlen(others[i])] == '(')
            return true;
    return false;
}

/* Every prototype of a header, one that begins a line with a type. */
static long check_header(const char *path)
{
    size_t size;
    char *text = kindling_read_file(path, &size), call[80];
    long missed = 0;
    for (char *line = text; line != NULL; line = strchr(line, '\n'), line += line != NULL)
        if (sscanf(line, "Tensor *%70[a-z0-9_](", call) == 1 ||
            sscanf(line, "IntTensor *%70[a-z0-9_](", call) == 1 ||
            sscanf(line, "TopK %70[a-z0-9_](", call) == 1 ||
            sscanf(line, "void %70[a-z0-9_](", call) == 1) {
            strcat(call, "(");
            if (!has_row(call))
                print_error("%s: no row for %s)\n", path, call);
            missed += !has_row(call);
        }
    owned_free(text);
    return missed;
}

static void test_no_operation_is_left_out(void **state)
{
    (void)state;
    assert_int_equal(check_header("autograd/ops/operations.h"), 0);
    assert_int_equal(check_header("autograd/images/image_operations.h"), 0);
    assert_int_equal(check_header("autograd/language/language_operations.h"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_every_operation_with_each_axis_empty),
        UNIT_TEST(test_comparisons),
        UNIT_TEST(test_places_of_the_best),
        UNIT_TEST(test_pools_and_padded_rows),
        UNIT_TEST(test_losses_of_nothing),
        UNIT_TEST(test_no_operation_is_left_out),
    };
    return run_tests("autograd/random/empty_axes", tests);
}
