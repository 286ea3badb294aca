/* arithmetic.c - 06.6 to 06.8: add, mul, div, recorded. */
#include "gradients.h"

/* ---- 06.6 tensor_add ------------------------------------------------------------------------- */

TEST(a_sum_passes_its_gradient_on, .points = 2, .exercise = "06.6 tensor_add", .file = "op_add.c",
     .hints = HINTS("The slope of a + b is 1 for both.",
                    "Both inputs get dy as it is; grad_add sums it where one was broadcast.",
                    "grad_add(c->in[0], dy); grad_add(c->in[1], dy);"))
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3))), *b = leaf(draw("b", SHAPE(3))),
           *g = draw("g", SHAPE(2, 3));
    EXPECT(Tensor *sum = plain_pair(a, b, plus); Tensor *db = summed_like(g, b));
    MISTAKE(plain_pair(a, b, minus), "that is a - b");
    MISTAKE(plain_pair(g, a, times), "dy was multiplied: the slope of a sum is 1");
    MISTAKE(plain_scaled(db, -1), "the second share has the sign of a difference: that is sub's");
    MISTAKE_MESSAGE("does not require a gradient", NOT_RECORDED);
    Tensor *y = CALL(tensor_add(a, b));
    check_tensor(y, sum, "a + b, with broadcasting");
    check_text(y->closure ? y->closure->op->name : "add", "add",
               "the operation's name, for messages and pictures");
    CALL(tensor_backward_from(y, g, false));
    check_tensor(a->grad, copy_of(g), "a gets dy");
    check_tensor(b->grad, db, "b, used for every row, gets the sum of dy over the rows");
}

TEST(shares_of_every_use_are_added, .points = 2, .exercise = "06.6 tensor_add", .file = "op_add.c",
     .hints = HINTS("x + x is 2 x: x gets two shares.",
                    "Both shares must arrive, also if both inputs are the same tensor.",
                    "One grad_add for in[0] and one for in[1], always."))
{
    Tensor *x = leaf(draw("x", SCALAR)), *k = draw("k", SCALAR), *y = x;
    Tensor *v = leaf(draw("v", SHAPE(2, 1))), *w = leaf(draw("w", SHAPE(3))),
           *g = draw("g", SHAPE(2, 3));
    Tensor *unused = CALL(tensor_add(v, w));
    (void)unused;
    for (int i = 0; i < 20; i++)
        y = CALL(tensor_add(y, y));
    EXPECT(Tensor *want = values(SCALAR, VALUES(1048576)));
    MISTAKE(values(SCALAR, VALUES(1)), "y + y has two shares, and only one arrived");
    CALL(tensor_backward(y));
    check_tensor(x->grad, want, "20 doublings: 2^20, with 20 closures run once each");
    EXPECT(Tensor *dv = summed_like(g, v));
    MISTAKE_NUMBER(0, "a constant got a gradient");
    CALL(tensor_backward_from(tensor_add(tensor_add(v, w), k), g, false));
    check_tensor(v->grad, dv, "the unused sum of v and w adds nothing");
    check_long(k->grad == NULL, 1, "a constant gets no gradient");
}

/* A fact of the lesson: memory of the graph. */
TEST(the_graph_keeps_every_result, .points = 1, .exercise = "06.6 tensor_add", .file = "op_add.c",
     .hints = HINTS(
         "Every operation makes one new tensor, and a small closure.",
         "broadcast_shape, tensor_new, add_kernel, closure_record: nothing else needs memory.",
         "The pattern of tensor_sub, word for word."))
{
    enum { OPERATIONS = 10, SIZE = 64 };
    Tensor *x = leaf(draw("x", SHAPE(SIZE, SIZE))), *y = x;
    double before = (double)scope_bytes(scope_current());
    for (int i = 0; i < OPERATIONS; i++)
        y = CALL(tensor_add(y, x));
    double bytes = (double)scope_bytes(scope_current()) - before;
    double results = (double)OPERATIONS * SIZE * SIZE * sizeof(real);
    given("graph", "10 additions of (64, 64)");
    long recorded = 0;
    for (const Closure *c = tensor_closure(y); c != NULL; recorded++)
        c = tensor_closure(c->in[0] == x ? c->in[1] : c->in[0]);
    MISTAKE_NUMBER(0, "nothing was recorded: return what closure_record returns");
    check_long(recorded, OPERATIONS, "each of the ten additions is in the graph");
    check_at_least(bytes, results, "ten results of 64 * 64 numbers wait for backward");
    check_at_most(bytes, 1.05 * results, "closures and headers add less than 5 percent");
}

/* ---- 06.7 tensor_mul ------------------------------------------------------------------------- */

TEST(a_product_scales_by_the_other_side, .points = 3, .exercise = "06.7 tensor_mul",
     .file = "op_mul.c",
     .hints =
         HINTS("If b is 5, a * b grows 5 times as fast as a does.",
               "da = dy * b, db = dy * a: the other side, each time.",
               "grad_add(c->in[0], tensor_mul(dy, c->in[1])); and the same with 0 and 1 swapped."))
{
    Tensor *a = leaf(draw("a", SHAPE(2, 1, 4))), *b = leaf(draw("b", SHAPE(3, 4)));
    Tensor *g = draw("g", SHAPE(2, 3, 4));
    EXPECT(Tensor *product = plain_pair(a, b, times));
    EXPECT(Tensor *da = summed_like(plain_pair(g, b, times), a));
    EXPECT(Tensor *db = summed_like(plain_pair(g, a, times), b));
    MISTAKE(summed_like(plain_pair(g, a, times), a), "the sides are swapped: a's share is dy * b");
    MISTAKE(summed_like(plain_pair(g, b, times), b), "the sides are swapped: b's share is dy * a");
    MISTAKE(summed_like(g, a),
            "dy was passed on as if this were a sum: multiply by the other side");
    MISTAKE(summed_like(g, b),
            "dy was passed on as if this were a sum: multiply by the other side");
    MISTAKE(summed_like(plain_pair(blank(g->ndim, g->shape), b, plus), a),
            "dy is missing: the share is dy times the other side");
    MISTAKE(summed_like(plain_pair(blank(g->ndim, g->shape), a, plus), b),
            "dy is missing: the share is dy times the other side");
    MISTAKE(summed_like(plain_pair(g, product, times), a), "dy was multiplied by the result");
    MISTAKE_MESSAGE("does not require a gradient", NOT_RECORDED);
    Tensor *y = CALL(tensor_mul(a, b));
    check_tensor(y, product, "a * b, with broadcasting");
    CALL(tensor_backward_from(y, g, false));
    check_tensor(a->grad, da, "da = dy * b, summed to a's shape");
    check_tensor(b->grad, db, "db = dy * a, summed to b's shape");
}

static Tensor *cube(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_mul(tensor_mul(in[0], in[0]), in[0]);
}

TEST(a_tensor_times_itself, .points = 3, .exercise = "06.7 tensor_mul", .file = "op_mul.c",
     .hints = HINTS("y = x * x has the slope 2 x.",
                    "Both shares are added, even if both inputs are the same tensor.",
                    "No case of its own is needed: two calls of grad_add."))
{
    Tensor *x = leaf(draw("x", SHAPE(2, 3))), *k = draw("k", SHAPE(2, 3)),
           *g = draw("g", SHAPE(2, 3));
    EXPECT(Tensor *xg = plain_pair(x, g, times); Tensor *want = plain_scaled(xg, 2));
    EXPECT(Tensor *of_k = plain_pair(k, g, times));
    MISTAKE(copy_of(xg), "only one of the two shares arrived: x is used twice");
    CALL(tensor_backward_from(tensor_mul(x, x), g, false));
    check_tensor(x->grad, want, "d (x x) / d x = 2 x");
    x->grad = NULL;
    Tensor *kx = CALL(tensor_mul(k, x)), *xk = CALL(tensor_mul(x, k));
    count_operations("mul");
    CALL(tensor_backward_from(kx, g, false));
    MISTAKE_NUMBER(
        2, "a product was computed for a constant, too: skip the side that does not require a "
           "gradient");
    check_at_most(operations_counted(), 1, "one side requires a gradient: one product");
    FORGET();
    MISTAKE_NUMBER(0, "a constant got a gradient");
    check_tensor(x->grad, of_k, "k x has the slope k");
    check_long(k->grad == NULL, 1, "a constant gets no gradient");
    FORGET();
    count_operations("mul");
    CALL(tensor_backward_from(xk, g, false));
    MISTAKE_NUMBER(
        2, "a product was computed for a constant, too: skip the side that does not require a "
           "gradient");
    check_at_most(operations_counted(), 1, "one side requires a gradient: one product");
    x->grad = NULL;
    check_gradients(cube, NULL, "d x^3 / d x = 3 x^2", INPUTS(x));
}

/* ---- 06.8 tensor_div ------------------------------------------------------------------------- */

TEST(a_quotient_by_hand, .points = 3, .exercise = "06.8 tensor_div", .file = "op_div.c",
     .hints = HINTS("y = a / b: a larger b makes y smaller.", "da = dy / b, db = -dy * a / b^2.",
                    "Tensor *da = tensor_div(dy, b); grad_add(a, da); "
                    "grad_add(b, tensor_neg(tensor_mul(da, c->out)));"))
{
    Tensor *a = leaf(input("a", SHAPE(2), VALUES(6, 5))),
           *b = leaf(input("b", SHAPE(2), VALUES(2, 4)));
    Tensor *g = input("g", SHAPE(2), VALUES(1, 16));
    EXPECT(Tensor *da = values(SHAPE(2), VALUES(0.5, 4)));
    EXPECT(Tensor *db = values(SHAPE(2), VALUES(-1.5, -5)));
    MISTAKE(values(SHAPE(2), VALUES(1.5, 5)),
            "the sign of the second share: a larger divisor makes a "
            "smaller quotient");
    MISTAKE(values(SHAPE(2), VALUES(-3, -20)), "divided by b only once: dy/db = -a / b^2");
    MISTAKE(values(SHAPE(2), VALUES(-0.25, -1)), "a is missing: dy/db = -a / b^2, not -1 / b^2");
    MISTAKE(values(SHAPE(2), VALUES(2, 64)),
            "multiplied by b where a division belongs: dy/da = 1 / b");
    MISTAKE(values(SHAPE(2), VALUES(1, 16)), "dy was passed on as it is: dy/da = 1 / b");
    MISTAKE(values(SHAPE(2), VALUES(-1.5, -0.3125)), "dy is missing in the second share");
    MISTAKE_MESSAGE("does not require a gradient", NOT_RECORDED);
    Tensor *y = CALL(tensor_div(a, b));
    CALL(tensor_backward_from(y, g, false));
    check_tensor(y, values(SHAPE(2), VALUES(3, 1.25)), "a / b");
    check_tensor(a->grad, da, "da = dy / b");
    check_tensor(b->grad, db, "db = -dy * a / b^2");
}

static Tensor *ratio(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_div(in[0], in[1]);
}

TEST(quotients_of_other_shapes, .points = 2, .exercise = "06.8 tensor_div", .file = "op_div.c",
     .hints = HINTS("Shares may be larger than the tensor they belong to; grad_add sums them.",
                    "Use tensor_div and tensor_mul in backward: they broadcast.",
                    "The share of b comes from the share of a, times c->out."))
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3, 1))), *b = leaf(draw_between("b", SHAPE(3, 4), 0.5, 2));
    Tensor *x = leaf(draw_between("x", SHAPE(2, 2), 1, 2)), *g = draw("g", SHAPE(2, 2));
    check_gradients(ratio, NULL, "dy/da = 1 / b, dy/db = -a / b^2, summed over repetitions",
                    INPUTS(a, b));
    CALL(tensor_backward_from(tensor_div(x, x), g, false));
    check_tensor(x->grad, blank(SHAPE(2, 2)), "x / x is 1, whatever x is: its gradient is 0");
}
