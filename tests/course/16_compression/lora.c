/* lora.c - 16.8, optional: a frozen weight and a thin product beside it, in whatever order. */
#include "want.h"

TEST(a_thin_product_beside_a_weight, .optional = 2, .exercise = "16.8 lora_forward",
     .file = "lora_forward.c")
{
    long rows = draw_long("rows", 1, 6), rank = draw_long("r", 1, 3);
    double scale = draw_double("scale", 1.5, 4);
    Tensor *x = draw("x", SHAPE(rows, 7)), *w = draw_transposed("W", SHAPE(7, 5));
    Tensor *a = draw("a", SHAPE(7, rank)), *b = draw_spread("b", SHAPE(rank, 5));

    Tensor *want = EXPECT(lora_want(x, w, a, b, scale));
    Tensor *y = CALL(lora_forward(x, w, a, b, scale));
    check_tensor(y, want, "x W + scale x a b");

    Tensor *more = draw_transposed("more rows", SHAPE(2, 9, 7));
    Tensor *want_more = EXPECT(lora_want(more, w, a, b, scale));
    Tensor *y_more = CALL(lora_forward(more, w, a, b, scale));
    check_tensor(y_more, want_more, "rows may have several axes");
}

/* ---- gradients ----------------------------------------------------------------------------------- */

typedef struct {
    Tensor *weight;
    double scale;
} Frozen;

static Tensor *beside(Tensor *const in[], void *context)
{
    Frozen *f = context;
    return lora_forward(in[0], f->weight, in[1], in[2], f->scale);
}

static void check_learning(long rows)
{
    long rank = draw_long("r", 1, 3);
    Frozen f = {leaf(draw("W", SHAPE(6, 5))), draw_double("scale", 1.5, 4)};
    Tensor *x = leaf(draw("x", SHAPE(rows, 6))), *a = leaf(draw("a", SHAPE(6, rank)));
    Tensor *b = leaf(draw("b", SHAPE(rank, 5)));

    check_gradients(beside, &f, "x, a and b learn", INPUTS(x, a, b));
    check_called("tensor_backward(tensor_sum(lora_forward(x, W, a, b, scale), ALL_AXES, false))");
    tensor_backward(tensor_sum(lora_forward(x, f.weight, a, b, f.scale), ALL_AXES, false));
    long gradients_of_W = f.weight->grad != NULL;
    check_long(gradients_of_W, 0, "W is frozen: it asks for a gradient, and gets none");
}

TEST(the_weight_does_not_learn, .optional = 2, .exercise = "16.8 lora_forward",
     .file = "lora_forward.c")
{
    check_learning(2);
    check_learning(draw_long("many rows", 8, 12));
}

/* ---- work ---------------------------------------------------------------------------------------- */

/* A whole row more or less than in out / (in + out) makes little difference: rows are well on one side. */
static void check_work(long rows, long in, long out, long rank, const char *rule)
{
    Tensor *x = leaf(draw("x", SHAPE(2, rows / 2, in))), *w = draw("W", SHAPE(in, out));
    Tensor *a = leaf(draw("a", SHAPE(in, rank))), *b = leaf(draw("b", SHAPE(rank, out)));

    Tensor *want = EXPECT(lora_want(x, w, a, b, 1.5));
    double least = EXPECT(lora_products_want(rows, in, out, rank));
    double most = EXPECT(lora_work_want(rows, in, out, rank));
    Tensor *y = CALL(lora_forward(x, w, a, b, 1.5));
    check_tensor(y, want, "x W + 1.5 x a b");
    double operations = flops_forward(y);
    check_at_least(operations, least, "all that a, b and x learn from is counted");
    check_at_most(operations, most, rule);
}

TEST(few_rows, .optional = 2, .exercise = "16.8 lora_forward", .file = "lora_forward.c")
{
    const char *rule = "for few rows another order of the products takes fewer operations";
    long in = draw_long("in", 60, 90), out = draw_long("out", 60, 90);
    check_work(2, in, out, draw_long("r", 6, 8), rule);
    check_work(in * out / (in + out) / 4 * 2, in, out, draw_long("r", 4, 6), rule);
}

TEST(many_rows, .optional = 2, .exercise = "16.8 lora_forward", .file = "lora_forward.c")
{
    const char *rule = "for many rows another order of the products takes fewer operations";
    long in = draw_long("in", 60, 90), out = draw_long("out", 60, 90);
    check_work(in * out / (in + out) * 4 / 5 * 2, in, out, draw_long("r", 6, 8), rule);
    check_work(4 * in, in, out, draw_long("r", 4, 6), rule);
}
