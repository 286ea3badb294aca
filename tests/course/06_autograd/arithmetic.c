/* arithmetic.c - 06.6 to 06.8: add, mul, div, recorded. */
#include "counted.h"
#include "want.h"

/* ---- 06.6 tensor_add ------------------------------------------------------------------------- */

TEST(a_sum_passes_its_gradient_on, .points = 2, .exercise = "06.6 tensor_add", .file = "op_add.c")
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3))), *b = leaf(draw("b", SHAPE(3)));
    Tensor *g = draw("g", SHAPE(2, 3));

    Tensor *sum = EXPECT(sum_want(a, b));
    Tensor *y = CALL(tensor_add(a, b));
    check_tensor(y, sum, "a + b, with broadcasting");
    Tensor *da = EXPECT(sum_share_want(a, g)), *db = EXPECT(sum_share_want(b, g));
    CALL(tensor_backward_from(y, g, false));
    check_tensor(a->grad, da, "a gets dy");
    check_tensor(b->grad, db, "b, used for every row, gets the sum of dy over the rows");
    const char *name_of_the_operation = tensor_closure(y)->op->name;
    check_text(name_of_the_operation, "add", "for messages and pictures");
}

TEST(shares_of_every_use_are_added, .points = 2, .exercise = "06.6 tensor_add", .file = "op_add.c")
{
    Tensor *x = leaf(draw("x", SCALAR)), *k = draw("k", SCALAR), *y = x;
    Tensor *v = leaf(draw("v", SHAPE(2, 1))), *w = leaf(draw("w", SHAPE(3)));
    Tensor *g = draw("g", SHAPE(2, 3));

    Tensor *sum = EXPECT(sum_want(v, w));
    Tensor *unused = CALL(tensor_add(v, w));
    check_tensor(unused, sum, "a column and a row make a (2, 3)");

    for (int i = 0; i < 20; i++)
        y = CALL(tensor_add(y, y));
    Tensor *want = EXPECT(doublings_want());
    CALL(tensor_backward(y));
    check_tensor(x->grad, want, "20 doublings: 2^20, with 20 closures run once each");

    Tensor *dv = EXPECT(sum_share_want(v, g));
    CALL(tensor_backward_from(tensor_add(tensor_add(v, w), k), g, false));
    check_tensor(v->grad, dv, "the unused sum of v and w adds nothing");
    long constants_with_a_gradient = k->grad != NULL;
    check_long(constants_with_a_gradient, 0, "k is a constant");
}

/* A fact of the lesson: memory of the graph. */
TEST(the_graph_keeps_every_result, .points = 1, .exercise = "06.6 tensor_add", .file = "op_add.c")
{
    enum { OPERATIONS = 10, SIZE = 64 };
    Tensor *x = leaf(draw("x", SHAPE(SIZE, SIZE))), *y = x;
    double results = (double)OPERATIONS * SIZE * SIZE * sizeof(real);
    given("y", "ten sums, each of the last one and x");

    Tensor *sum = EXPECT(sums_in_a_row_want(x, OPERATIONS));
    double before = (double)scope_bytes(scope_current());
    for (int i = 0; i < OPERATIONS - 1; i++)
        y = tensor_add(y, x);
    y = CALL(tensor_add(y, x));
    double bytes = (double)scope_bytes(scope_current()) - before;
    long recorded = 0;
    for (const Closure *c = tensor_closure(y); c != NULL; recorded++)
        c = tensor_closure(c->in[0] == x ? c->in[1] : c->in[0]);
    check_long(recorded, OPERATIONS, "each of the ten additions is in the graph");
    check_at_least(bytes, results, "ten results of 64 * 64 numbers wait for backward");
    check_at_most(bytes, 1.05 * results, "closures and headers add less than 5 percent");
    check_tensor(y, sum, "ten times x on top of x");
}

/* ---- 06.7 tensor_mul ------------------------------------------------------------------------- */

TEST(a_product_scales_by_the_other_side, .points = 3, .exercise = "06.7 tensor_mul",
     .file = "op_mul.c")
{
    Tensor *a = leaf(draw("a", SHAPE(2, 1, 4))), *b = leaf(draw("b", SHAPE(3, 4)));
    Tensor *g = draw("g", SHAPE(2, 3, 4));
    a->data[draw_long("zero", 0, 7)] = 0;
    resealed(a);

    Tensor *product = EXPECT(product_want(a, b));
    Tensor *y = CALL(tensor_mul(a, b));
    check_tensor(y, product, "a * b, with broadcasting");
    Tensor *da = EXPECT(product_share_want(a, b, g)), *db = EXPECT(product_share_want(b, a, g));
    CALL(tensor_backward_from(y, g, false));
    check_tensor(a->grad, da, "da = dy * b, summed to a's shape");
    check_tensor(b->grad, db, "db = dy * a, summed to b's shape");
    const char *name_of_the_operation = tensor_closure(y)->op->name;
    check_text(name_of_the_operation, "mul", "for messages and pictures");
}

/* A product with a constant k. */
static void check_one_side(Tensor *x, Tensor *k, Tensor *y, const Tensor *g)
{
    x->grad = NULL;
    Tensor *dx = EXPECT(product_share_want(x, k, g));
    count_operations("mul");
    CALL(tensor_backward_from(y, g, false));
    double products = operations_counted();
    check_at_most(products, 1, "one side requires a gradient: one product");
    check_tensor(x->grad, dx, "k x has the slope k");
    long constants_with_a_gradient = k->grad != NULL;
    check_long(constants_with_a_gradient, 0, "k is a constant");
}

static Tensor *cube(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_mul(tensor_mul(in[0], in[0]), in[0]);
}

TEST(a_tensor_times_itself, .points = 3, .exercise = "06.7 tensor_mul", .file = "op_mul.c")
{
    Tensor *x = leaf(draw("x", SHAPE(2, 3))), *k = draw("k", SHAPE(2, 3));
    Tensor *g = draw("g", SHAPE(2, 3));
    given("y", "k x, or x k");

    Tensor *want = EXPECT(square_share_want(x, g));
    CALL(tensor_backward_from(tensor_mul(x, x), g, false));
    check_tensor(x->grad, want, "d (x x) / d x = 2 x");
    check_one_side(x, k, tensor_mul(k, x), g);
    check_one_side(x, k, tensor_mul(x, k), g);
    x->grad = NULL;
    check_gradients(cube, NULL, "d x^3 / d x = 3 x^2", INPUTS(x));
}

/* ---- 06.8 tensor_div ------------------------------------------------------------------------- */

TEST(a_quotient_by_hand, .points = 1, .exercise = "06.8 tensor_div", .file = "op_div.c")
{
    Tensor *a = leaf(input("a", SHAPE(2), VALUES(6, 5))),
           *b = leaf(input("b", SHAPE(2), VALUES(2, 4)));
    Tensor *g = input("g", SHAPE(2), VALUES(3, 16));

    Tensor *quotient = EXPECT(quotient_want(a, b));
    Tensor *y = CALL(tensor_div(a, b));
    check_tensor(y, quotient, "a / b");
    Tensor *da = EXPECT(dividend_share_want(a, b, g)), *db = EXPECT(divisor_share_want(a, b, g));
    CALL(tensor_backward_from(y, g, false));
    check_tensor(a->grad, da, "da = dy / b");
    check_tensor(b->grad, db, "db = -dy * a / b^2");
    const char *name_of_the_operation = tensor_closure(y)->op->name;
    check_text(name_of_the_operation, "div", "for messages and pictures");
}

static Tensor *ratio(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_div(in[0], in[1]);
}

TEST(quotients_of_other_shapes, .points = 4, .exercise = "06.8 tensor_div", .file = "op_div.c")
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3, 1))), *b = leaf(draw_between("b", SHAPE(3, 4), 0.5, 2));
    Tensor *x = leaf(draw_between("x", SHAPE(2, 2), 1, 2)), *g = draw("g", SHAPE(2, 2));
    Tensor *k = draw("k", SHAPE(2)), *divisor = leaf(draw_between("divisor", SHAPE(2), 0.5, 2));

    Tensor *quotient = EXPECT(quotient_want(a, b));
    Tensor *y = CALL(tensor_div(a, b));
    check_tensor(y, quotient, "a / b, with broadcasting");
    check_gradients(ratio, NULL, "dy/da = 1 / b, dy/db = -a / b^2, summed over repetitions",
                    INPUTS(a, b));
    check_gradients(ratio, NULL, "a constant divided by what learns", INPUTS(k, divisor));
    CALL(tensor_backward_from(tensor_div(x, x), g, false));
    check_tensor(x->grad, blank(SHAPE(2, 2)), "x / x is 1, whatever x is: its gradient is 0");
}
