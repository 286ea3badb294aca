/* own.c - 06.16, optional: an operation of one's own, whichever it is.
 *
 * Nobody knows which function was chosen, so no value of it is right or wrong. What came back is held against what the same
 * function gives near by, and marks are drawn: they come back where the two agree.
 */
#include "op.h"
#include "want.h"

#define NEAR (IS_DOUBLE ? 1e-6 : 5e-3)

/* ---- small differences --------------------------------------------------------------------------- */

/* Every number of t more by this. */
static Tensor *moved(const Tensor *t, double by)
{
    Tensor *there = copy_of(t);
    for (long i = 0; i < plain_numel(t); i++)
        there->data[i] = (real)((double)there->data[i] + by);
    return there;
}

typedef Tensor *(*Pair)(Tensor *a, Tensor *b);

/* How fast f grows, number by number, when a moves this fast, and b that fast: from four places around. */
static Tensor *slope(Pair f, const Tensor *a, const Tensor *b, double a_moves, double b_moves)
{
    static const double place[] = {-2, -1, 1, 2}, weight[] = {1, -8, 8, -1};
    double step = IS_DOUBLE ? 1e-3 : 0.03;
    Tensor *total = blank(a->ndim, a->shape), *y[4];
    for (int k = 0; k < 4; k++) {
        double by = place[k] * step;
        y[k] = copy_of(f(moved(a, a_moves * by), moved(b, b_moves * by)));
        if (plain_numel(y[k]) != plain_numel(total))
            return total;
    }
    for (long i = 0; i < plain_numel(total); i++) {
        double sum = 0;
        for (int k = 0; k < 4; k++)
            sum += weight[k] * (double)y[k]->data[i];
        total->data[i] = (real)(sum / (12 * step));
    }
    return total;
}

/* Slopes below that are compared by their difference: as y is rounded, so are sums of its differences. */
static double low(const Tensor *y, long terms)
{
    const Tensor *numbers = copy_of(y);
    double largest = 1;
    for (long i = 0; i < plain_numel(y); i++)
        largest = fmax(largest, fabs((double)numbers->data[i]));
    return 0.005 * largest * (double)terms;
}

/* The marks, each times what is there of what should be: where that is near 0, off by their difference. */
static Tensor *marked(const Tensor *marks, const Tensor *is, const Tensor *should, double small)
{
    if (is == NULL || is->ndim != marks->ndim || plain_numel(is) != plain_numel(marks))
        return (Tensor *)is;
    Tensor *t = copy_of(marks), *there = copy_of(is), *right = copy_of(should);
    for (long i = 0; i < plain_numel(t); i++) {
        double r = (double)right->data[i], unit = copysign(fmax(fabs(r), small), r);
        t->data[i] *= (real)(1 + ((double)there->data[i] - r) / unit);
    }
    return t;
}

/* How many numbers are not near 0. */
static double moving(const Tensor *slopes)
{
    long count = 0;
    for (long i = 0; i < plain_numel(slopes); i++)
        count += fabs((double)slopes->data[i]) > 0.02;
    return (double)count;
}

/* What arrives by each number, so many times: dy times its slope. */
static Tensor *shares(const Tensor *dy, const Tensor *slopes, double times_used)
{
    Tensor *share = copy_of(dy);
    for (long i = 0; i < plain_numel(share); i++)
        share->data[i] = (real)(times_used * (double)share->data[i] * (double)slopes->data[i]);
    return share;
}

/* A column (r, 1), or a row (c), as the (r, c) that a sum with the other makes of it. */
static Tensor *repeated(const Tensor *t, long r, long c)
{
    Tensor *whole = blank(SHAPE(r, c)), *few = copy_of(t);
    for (long i = 0; i < r * c; i++)
        whole->data[i] = few->data[t->ndim == 2 ? i / c : i % c];
    return whole;
}

#define BY_SLOPE                                                                                   \
    "drawn marks, each times the gradient over dy times the slope that small differences show: "   \
    "they come back where the two agree"

/* ---- a closure of its own ------------------------------------------------------------------------ */

/* What a function that is put together of the engine's ends with. */
static bool is_the_engines(const char *name)
{
    static const char *const taken[] = {"add",  "sub",  "mul",     "div",  "neg",     "abs",
                                        "exp",  "log",  "sqrt",    "sin",  "cos",     "pow",
                                        "tanh", "relu", "sigmoid", "silu", "gelu",    "maximum",
                                        "sum",  "mean", "where",   "max",  "softmax", "minimum"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(name, taken[i]) == 0)
            return true;
    return name[0] == '\0';
}

static bool is_its_own(const Closure *c)
{
    return c != NULL && c->op->name != NULL && !is_the_engines(c->op->name);
}

/* 1 if y was made of a and b at once, by an operation that the engine does not have. */
static long made_at_once(const Tensor *y, const Tensor *a, const Tensor *b)
{
    const Closure *c = tensor_closure(y);
    bool of_a = false, of_b = false;
    for (int i = 0; is_its_own(c) && i < c->n_in; i++) {
        of_a |= c->in[i] == a;
        of_b |= c->in[i] == b;
    }
    return of_a && of_b;
}
#define AT_ONCE                                                                                    \
    "one closure with a and b among its inputs, and with a name that no operation of the engine "  \
    "has"

/* ---- numbers side by side ------------------------------------------------------------------------ */

TEST(own_slopes_of_views, .optional = 2, .exercise = "06.16 own_operation", .file = "op_own.c")
{
    long r = draw_long("r", 3, 6);
    long c = draw_long("c", 3, 6);
    Tensor *a = leaf(draw_transposed("a", SHAPE(r, c)));
    Tensor *b = leaf(draw_spread("b", SHAPE(r, c)));
    Tensor *dy = draw_between("dy", SHAPE(r, c), 0.5, 1.5);
    Tensor *marks = draw_between("marks", SHAPE(r, c), 1, 2);

    Tensor *y = CALL(own_operation(a, b));
    check_shape(y, SHAPE(r, c), "a number for each pair");
    Tensor *y_of_views = marked(marks, y, own_operation(copy_of(a), copy_of(b)), low(y, 1));
    check_tensor_within(y_of_views, marks, NEAR,
                        "drawn marks, each times y over y of the same numbers in a row: they come back");
    Tensor *of_a = slope(own_operation, copy_of(a), copy_of(b), 1, 0);
    Tensor *of_b = slope(own_operation, copy_of(a), copy_of(b), 0, 1);
    double a_moves = moving(of_a), b_moves = moving(of_b);
    double enough = (double)(r * c) / 3;
    check_at_least(a_moves, enough, "the result moves with a: slopes that are not near 0");
    check_at_least(b_moves, enough, "the result moves with b: slopes that are not near 0");
    CALL(tensor_backward_from(y, dy, false));
    long closures_of_its_own = made_at_once(y, a, b);
    check_long(closures_of_its_own, 1, AT_ONCE);
    Tensor *gradient_of_a = marked(marks, a->grad, shares(dy, of_a, 1), low(y, 1));
    check_tensor_within(gradient_of_a, marks, NEAR, BY_SLOPE);
    Tensor *gradient_of_b = marked(marks, b->grad, shares(dy, of_b, 1), low(y, 1));
    check_tensor_within(gradient_of_b, marks, NEAR, BY_SLOPE);
}

/* ---- repeated numbers ---------------------------------------------------------------------------- */

/* Sums of t (r, c) along one of its axes: (r, 1), or (c). */
static Tensor *summed(const Tensor *t, bool rows)
{
    long r = t->shape[0], c = t->shape[1];
    Tensor *sums = rows ? blank(SHAPE(r, 1)) : blank(SHAPE(c));
    for (long i = 0; i < (rows ? r : c); i++) {
        double sum = 0;
        for (long k = 0; k < (rows ? c : r); k++)
            sum += (double)t->data[rows ? i * c + k : k * c + i];
        sums->data[i] = (real)sum;
    }
    return sums;
}

TEST(own_shares_of_repeated_numbers, .optional = 2, .exercise = "06.16 own_operation",
     .file = "op_own.c")
{
    long r = draw_long("r", 2, 4);
    long c = draw_long("c", 257, 300);
    Tensor *a = leaf(draw("a", SHAPE(r, 1)));
    Tensor *b = leaf(draw("b", SHAPE(c)));
    Tensor *dy = draw_between("dy", SHAPE(r, c), 0.5, 1.5);
    Tensor *rows = draw_between("rows", SHAPE(r, 1), 1, 2);
    Tensor *columns = draw_between("columns", SHAPE(c), 1, 2);

    Tensor *y = CALL(own_operation(a, b));
    check_shape(y, SHAPE(r, c), "a column and a row make a (r, c)");
    Tensor *whole_a = repeated(a, r, c), *whole_b = repeated(b, r, c);
    Tensor *of_a = slope(own_operation, whole_a, whole_b, 1, 0);
    Tensor *of_b = slope(own_operation, whole_a, whole_b, 0, 1);
    CALL(tensor_backward_from(y, dy, false));
    long closures_of_its_own = made_at_once(y, a, b);
    check_long(closures_of_its_own, 1, AT_ONCE);
    Tensor *gradient_of_a = marked(rows, a->grad, summed(shares(dy, of_a, 1), true), low(y, c));
    check_tensor_within(gradient_of_a, rows, NEAR,
                        "marks come back where a's gradient is the sum of its c shares");
    Tensor *gradient_of_b = marked(columns, b->grad, summed(shares(dy, of_b, 1), false), low(y, r));
    check_tensor_within(gradient_of_b, columns, NEAR,
                        "marks come back where b's gradient is the sum of its r shares");
}

/* ---- one tensor twice ---------------------------------------------------------------------------- */

/* f(f(x, k), x), where k is beside x. */
static Tensor *twice(Tensor *x, Tensor *k)
{
    return own_operation(own_operation(x, k), x);
}

static Tensor *itself(Tensor *x, Tensor *k)
{
    (void)k;
    return own_operation(x, x);
}

TEST(own_shares_are_added, .optional = 2, .exercise = "06.16 own_operation", .file = "op_own.c")
{
    long n = draw_long("n", 3, 8);
    Tensor *x = leaf(draw_between("x", SHAPE(n), -1, 1));
    Tensor *k = draw_between("k", SHAPE(n), -1, 1);
    Tensor *dy = draw_between("dy", SHAPE(n), 0.5, 1.5);
    Tensor *marks = draw_between("marks", SHAPE(n), 1, 2);

    Tensor *of_x = slope(twice, copy_of(x), k, 1, 0);
    Tensor *inner = own_operation(x, k);
    Tensor *y = CALL(own_operation(inner, x));
    tensor_backward_from(y, dy, true);
    long closures_of_its_own = made_at_once(inner, x, k) + made_at_once(y, inner, x);
    check_long(closures_of_its_own, 2, AT_ONCE);
    Tensor *after_one_walk = marked(marks, x->grad, shares(dy, of_x, 1), low(y, 1));
    check_tensor_within(
        after_one_walk, marks, NEAR,
        "x reaches y by two ways: marks come back where its gradient is the sum of both");
    CALL(tensor_backward_from(y, dy, false));
    Tensor *after_two_walks = marked(marks, x->grad, shares(dy, of_x, 2), low(y, 2));
    check_tensor_within(after_two_walks, marks, NEAR,
                        "a second walk adds as much to what is there");
    long constants_with_a_gradient = k->grad != NULL;
    check_long(constants_with_a_gradient, 0, "k is a constant");

    x->grad = NULL;
    Tensor *of_both = slope(itself, copy_of(x), k, 1, 0);
    CALL(tensor_backward_from(own_operation(x, x), dy, false));
    Tensor *of_itself = marked(marks, x->grad, shares(dy, of_both, 1), low(y, 1));
    check_tensor_within(of_itself, marks, NEAR, "f(x, x): x gets the share of both sides");
    x->grad = NULL;
    Tensor *of_right = slope(own_operation, k, copy_of(x), 0, 1);
    CALL(tensor_backward_from(own_operation(k, x), dy, false));
    Tensor *beside_a_constant = marked(marks, x->grad, shares(dy, of_right, 1), low(y, 1));
    check_tensor_within(beside_a_constant, marks, NEAR,
                        "f(k, x): the left side wants nothing, x gets its share");
}

/* ---- no numbers ---------------------------------------------------------------------------------- */

TEST(own_result_of_nothing, .optional = 1, .exercise = "06.16 own_operation", .file = "op_own.c")
{
    long n = draw_long("n", 2, 9);
    Tensor *a = leaf(draw("a", SHAPE(0, n))), *b = leaf(draw("b", SHAPE(n)));
    Tensor *dy = draw("dy", SHAPE(0, n)), *marks = draw_between("marks", SHAPE(n), 1, 2);

    Tensor *y = CALL(own_operation(a, b));
    check_shape(y, SHAPE(0, n), "no rows, and n columns");
    CALL(tensor_backward_from(y, dy, false));
    long closures_of_its_own = made_at_once(y, a, b);
    check_long(closures_of_its_own, 1, AT_ONCE);
    check_shape(a->grad, SHAPE(0, n), "a gradient has the shape of its tensor");
    Tensor *gradient_of_b = marked(marks, b->grad, blank(SHAPE(n)), 1);
    check_tensor_within(gradient_of_b, marks, NEAR,
                        "b was used for no row: its gradient is 0, and the marks stay");
}

/* ---- its name, its cost -------------------------------------------------------------------------- */

TEST(own_name_and_cost, .optional = 1, .exercise = "06.16 own_operation", .file = "op_own.c")
{
    long uses = draw_long("uses", 2, 5);
    long r = draw_long("r", 2, 6);
    long c = draw_long("c", 2, 6);
    Tensor *a = leaf(draw("a", SHAPE(r, 1))), *b = leaf(draw("b", SHAPE(c)));
    Tensor *one = leaf(draw("one", SCALAR)), *other = draw("other", SCALAR);

    Tensor *y = CALL(own_operation(a, b));
    for (long i = 1; i < uses; i++)
        y = own_operation(y, b);
    long boxes_of_its_own = 0;
    double flops = 0;
    for (const Closure *at = tensor_closure(y); at != NULL; at = tensor_closure(at->in[0])) {
        boxes_of_its_own += is_its_own(at);
        flops += flops_closure(at);
    }
    check_long(boxes_of_its_own, uses,
               "each use is one box of the graph, with a name that no other operation has");
    const Closure *smallest = tensor_closure(own_operation(one, other));
    double flops_of_one_number = smallest != NULL ? flops_closure(smallest) : 0;
    check_at_least(flops_of_one_number, 2,
                   "what takes less is in the engine already; without .flops it counts as 1");
    check_at_most(flops_of_one_number, 200, "a sum, a product, a root, an exp: 1 each");
    double numbers_paid_for = flops / flops_of_one_number;
    check_number(numbers_paid_for, (double)(uses * r * c), 1e-9,
                 "as many for each number of the result, of any shape");
}
