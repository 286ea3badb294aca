/* linear.c - 03.3 and 03.4: a layer is made, and x W + b. */
#include "plain_layers.h"

/* ---- 03.3 linear_new ------------------------------------------------------------------------- */

TEST(a_layer_with_two_parameters, .points = 4, .exercise = "03.3 linear_new",
     .file = "linear_new.c",
     .hints = HINTS("module_parameter makes a tensor, and lets the module know it.",
                    "\"weight\" is (in, out), \"bias\" is (out).",
                    "l->weight = module_parameter(&l->module, \"weight\", SHAPE(in, out));"))
{
    long in = draw_long("in", 2, 5), out = draw_long("out", 6, 9);
    Rng rng = rng_seed(draw_seed());
    MISTAKE_MESSAGE(
        "init_kaiming_uniform: weight is",
        "init_kaiming_uniform fills matrices; the bias is filled by init_uniform, within "
        "the same bound");
    Linear *l = CALL(linear_new(in, out, true, &rng));
    check_long(l != NULL && l->weight != NULL, 1, "l->weight is set, and l is returned");
    MISTAKE_SHAPE(SHAPE(out, in),
                  "the weight is transposed: rows of x multiply it from the left, so (in, out)");
    check_shape(l->weight, SHAPE(in, out), "the weight is (in, out)");
    check_long(l->bias != NULL, 1, "with bias = true there is a bias: l->bias is set");
    MISTAKE_SHAPE(SHAPE(in), "the bias has a number for each output, not for each input");
    MISTAKE_SHAPE(SHAPE(1, out), "the bias has one axis: (out); adding repeats it for every row");
    check_shape(l->bias, SHAPE(out), "one number for each output");
    MISTAKE_NUMBER(0, "a tensor of your own: module_parameter makes one and registers it, or no "
                      "optimizer will ever find it");
    MISTAKE_NUMBER(1, "only one is registered: both are made with module_parameter");
    check_long(l->module.n_parameters, 2, "weight and bias are registered with the module");
    check_text(l->module.parameter[0].name, "weight", "the first parameter is called weight");
    check_text(l->module.parameter[1].name, "bias", "the second parameter is called bias");
    module_free(&l->module);
}

TEST(a_layer_without_bias, .points = 2, .exercise = "03.3 linear_new", .file = "linear_new.c",
     .hints = HINTS("What does the caller ask for with bias = false?",
                    "l->bias stays NULL; all members start as NULL.", "if (bias) { ... }"))
{
    Rng rng = rng_seed(draw_seed());
    Linear *l = CALL(linear_new(3, 2, false, &rng));
    MISTAKE_NUMBER(0, "a tensor of your own: module_parameter makes one and registers it");
    MISTAKE_NUMBER(2, "a bias was made although none was asked for: if (bias) { ... }");
    check_long(l->module.n_parameters, 1, "bias = false: the weight is the only parameter");
    FORGET();
    MISTAKE_NUMBER(0, "a bias was made although none was asked for: if (bias) { ... }");
    check_long(l->bias == NULL, 1, "bias = false: l->bias stays NULL");
    module_free(&l->module);
    MISTAKE_MESSAGE(
        "init_kaiming_uniform: weight is",
        "init_kaiming_uniform fills matrices; the bias is filled by init_uniform, within "
        "the same bound");
    Linear *none = CALL(linear_new(0, 4, true, &rng));
    EXPECT(Tensor *zeros = blank(SHAPE(4)));
    MISTAKE(plain_scaled(zeros, NAN), "1 / sqrt(0) is infinite: without inputs the bound is 0");
    check_tensor(none->bias, zeros, "without inputs the bias starts as 0");
    module_free(&none->module);
    EXPECT(Tensor *between_ones = plain_uniform(SHAPE(2), -1, 1, after_draws(rng, 2)));
    MISTAKE(plain_scaled(between_ones, 1 / sqrt(2.0)),
            "the bias was bounded by its own size: the bound is 1 / sqrt(in), that of the weight");
    Linear *single = CALL(linear_new(1, 2, true, &rng));
    check_tensor(single->bias, between_ones, "one input: the bias starts between -1 and 1");
    module_free(&single->module);
    check_fails(linear_new(-1, 2, true, &rng), "widths are -1 and 2", "no widths below 0");
    check_fails(linear_new(1, -2, true, &rng), "widths are 1 and -2", "no widths below 0");
}

static void register_weight_mistakes(long in, long out, Rng rng)
{
#ifndef CHECK_RECORD
    double bound = 1 / sqrt((double)in);
    MISTAKE(
        blank(SHAPE(in, out)),
        "the weights are all 0: fill them with init_kaiming_uniform, or all outputs stay equal");
    MISTAKE(plain_normal(SHAPE(in, out), sqrt(2 / (double)(in + out)), rng),
            "this is the start of 03.2; a Linear takes that of 03.1");
    MISTAKE(plain_uniform(SHAPE(in, out), -bound, bound, after_draws(rng, out)),
            "the bias was drawn before the weight: weight first");
#else
    (void)in, (void)out, (void)rng;
#endif
}

static void register_bias_mistakes(long in, long out, Rng rng)
{
#ifndef CHECK_RECORD
    double bound = 1 / sqrt((double)in), other = 1 / sqrt((double)out);
    Rng later = after_draws(rng, in * out);
    MISTAKE(blank(SHAPE(out)),
            "the bias starts as 0: here, as in torch, it is drawn like the weight");
    MISTAKE(plain_uniform(SHAPE(out), -other, other, later),
            "the bias was bounded by its own size: the bound is 1 / sqrt(in), that of the weight");
    MISTAKE(plain_uniform(SHAPE(out), -bound, bound, rng),
            "weight and bias start with the same numbers: draw both from the same rng, one after "
            "the other");
    MISTAKE(plain_uniform(SHAPE(out), 0, bound, later), "only one side: between -bound and bound");
    MISTAKE(plain_uniform(SHAPE(out), -1, 1, later),
            "the bias is between -1 and 1: its bound is 1 / sqrt(in), that of the weight");
    MISTAKE(plain_uniform(SHAPE(out), -bound * bound, bound * bound, later),
            "the square root is missing: the bound of the bias is 1 / sqrt(in)");
#else
    (void)in, (void)out, (void)rng;
#endif
}

TEST(how_a_layer_starts, .points = 6, .exercise = "03.3 linear_new", .file = "linear_new.c",
     .hints = HINTS("Both start between -1/sqrt(in) and 1/sqrt(in).",
                    "init_kaiming_uniform for the weight; init_uniform with the same bound for the "
                    "bias, afterwards.",
                    "real bound = in > 0 ? (real)(1 / sqrt((double)in)) : 0; "
                    "init_uniform(l->bias, -bound, bound, rng);"))
{
    long in = draw_long("in", 2, 5), out = draw_long("out", 6, 9);
    Rng rng = rng_seed(draw_seed()), first = rng;
    EXPECT(double bound = 1 / sqrt((double)in); Rng later = after_draws(first, in * out);
           Tensor *weight = plain_uniform(SHAPE(in, out), -bound, bound, first),
           *bias = plain_uniform(SHAPE(out), -bound, bound, later));
    MISTAKE_MESSAGE(
        "init_kaiming_uniform: weight is",
        "init_kaiming_uniform fills matrices; the bias is filled by init_uniform, within "
        "the same bound");
    Linear *l = CALL(linear_new(in, out, true, &rng));
    EXPECT(register_weight_mistakes(in, out, first););
    check_tensor(l->weight, weight, "the weight starts as in 03.1, from the caller's rng");
    EXPECT(register_bias_mistakes(in, out, first););
    check_tensor(l->bias, bias, "the bias is drawn after the weight, within the same bound");
    module_free(&l->module);
}

/* ---- 03.4 linear_forward --------------------------------------------------------------------- */

static Tensor *negated(const Tensor *b)
{
    return plain_scaled(b, -1);
}

static void register_forward_mistakes(const Tensor *x, const Tensor *w, const Tensor *b)
{
#ifndef CHECK_RECORD
    Tensor *product = plain_matmul(x, w);
    MISTAKE(product, "the bias is missing: forgotten, or the result of tensor_add thrown away (y = "
                     "tensor_add(y, l->bias))");
    MISTAKE(plain_pair(product, negated(b), plus), "the bias was subtracted: it is added");
    MISTAKE(plain_pair(product, b, times), "multiplied by the bias: it is added");
    MISTAKE(plain_pair(plain_pair(product, b, plus), b, plus),
            "the bias was added twice: tensor_linear adds it already");
    MISTAKE_MESSAGE("tensor_matmul",
                    "the factors do not fit: rows of x multiply W from the left, "
                    "tensor_matmul(x, l->weight), and W is (in, out) already: no transpose");
    MISTAKE_MESSAGE("linear_forward", "refused an x that fits: only the last axis counts, number "
                                      "x->ndim - 1, and it must be l->weight->shape[0]");
#else
    (void)x, (void)w, (void)b;
#endif
}

TEST(linear_by_numbers, .points = 3, .exercise = "03.4 linear_forward", .file = "linear.c",
     .hints = HINTS("Each output is a weighted sum of all inputs, plus its bias.",
                    "tensor_matmul(x, l->weight), then tensor_add with l->bias.",
                    "return tensor_add(tensor_matmul(x, l->weight), l->bias);"))
{
    Tensor *x = input("x", SHAPE(1, 2), VALUES(1, 2));
    Tensor *w = input("W", SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *b = input("b", SHAPE(3), VALUES(10, 20, 30));
    given("l", "the layer of W and b");
    EXPECT(Tensor *want = values(SHAPE(1, 3), VALUES(19, 32, 45)));
    EXPECT(register_forward_mistakes(x, w, b););
    Linear *l = linear_by_hand(w, b);
    Tensor *y = CALL(linear_forward(l, x));
    check_tensor(y, want, "(1 + 8 + 10, 2 + 10 + 20, 3 + 12 + 30)");
    module_free(&l->module);
}

TEST(
    linear_of_any_shape, .points = 3, .exercise = "03.4 linear_forward", .file = "linear.c",
    .hints = HINTS("Only the last axis is mixed; whatever stands before it is a batch.",
                   "tensor_matmul and tensor_add take any number of axes in front: do not flatten.",
                   "A batch may be empty, and x may be a single vector: no special case."))
{
    long B = draw_long("B", 2, 3), T = draw_long("T", 4, 5);
    Tensor *x = draw_transposed("x", SHAPE(B, T, 6)), *w = draw("W", SHAPE(6, 3));
    Tensor *b = draw("b", SHAPE(3)), *row = draw("row", SHAPE(6)),
           *none = draw("none", SHAPE(0, 6));
    given("l", "the layer of W and b");
    EXPECT(Tensor *want = plain_pair(plain_matmul(x, w), b, plus);
           Tensor *one = plain_reshape(row, SHAPE(1, 6));
           Tensor *want_one = plain_reshape(plain_pair(plain_matmul(one, w), b, plus), SHAPE(3)));
    EXPECT(register_forward_mistakes(x, w, b););
    MISTAKE_SHAPE(SHAPE(B * T, 3), "the batch was flattened: (B, T, in) gives (B, T, out)");
    Linear *l = linear_by_hand(w, b);
    Tensor *y = CALL(linear_forward(l, x));
    check_tensor(y, want, "(B, T, in) gives (B, T, out)");
    Tensor *single = CALL(linear_forward(l, row));
    MISTAKE_SHAPE(SHAPE(1, 3), "a vector (in) gives a vector (out), without a batch axis");
    check_tensor(single, want_one, "a vector gives a vector");
    Tensor *empty = CALL(linear_forward(l, none));
    check_shape(empty, SHAPE(0, 3), "no rows give no rows");
    module_free(&l->module);
}

TEST(linear_without_bias, .points = 2, .exercise = "03.4 linear_forward", .file = "linear.c",
     .hints = HINTS("Is there a bias? l->bias is NULL if not.", "Add it only where it exists.",
                    "l->bias == NULL ? product : tensor_add(product, l->bias)"))
{
    Tensor *x = draw("x", SHAPE(4, 2)), *w = draw("W", SHAPE(2, 5));
    given("l", "the layer of W, without bias");
    EXPECT(Tensor *want = plain_matmul(x, w));
    MISTAKE_MESSAGE("pointer that is NULL",
                    "a layer without bias: l->bias is NULL there; add it only if it is not");
    MISTAKE_MESSAGE("linear_forward", "refused an x that fits: only the last axis counts, number "
                                      "x->ndim - 1, and it must be l->weight->shape[0]");
    Linear *l = linear_by_hand(w, NULL);
    Tensor *y = CALL(linear_forward(l, x));
    check_tensor(y, want, "x W alone");
    module_free(&l->module);
}

TEST(
    linear_refuses_what_does_not_fit, .points = 3, .exercise = "03.4 linear_forward",
    .file = "linear.c",
    .hints = HINTS("Ask before you multiply, so that the message speaks of the layer.",
                   "The last axis of x is compared with l->weight->shape[0].",
                   "if (x->shape[x->ndim - 1] != in) fail(\"linear_forward: x is %s but this layer "
                   "takes (..., %ld)\", tensor_shape_text(x), in);"))
{
    Tensor *w = draw("W", SHAPE(3, 4)), *b = draw("b", SHAPE(4));
    Tensor *wide = draw("wide", SHAPE(3, 4)), *fits = draw("fits", SHAPE(2, 3));
    Tensor *scalar = draw("scalar", 0, NULL), *turned = draw("turned", SHAPE(3, 2));
    given("l", "the layer of W and b");
    EXPECT(Tensor *want = plain_pair(plain_matmul(fits, w), b, plus));
    MISTAKE_MESSAGE("linear_forward", "refused an x that fits: only the last axis counts, number "
                                      "x->ndim - 1, and it must be l->weight->shape[0]");
    Linear *l = linear_by_hand(w, b);
    Tensor *y = CALL(linear_forward(l, fits));
    check_tensor(y, want, "(2, 3) fits a layer that takes (..., 3)");
    check_fails(linear_forward(l, wide), "linear_forward",
                "the layer itself says so, before the product does: compare the last axis of x, 4, "
                "with l->weight->shape[0], 3");
    check_fails(linear_forward(l, turned), "linear_forward",
                "the last axis is compared, 2 here, not the first; this layer takes 3");
    check_fails(linear_forward(l, wide), "3, 4",
                "the message tells the shape of x: tensor_shape_text(x)");
    check_fails(linear_forward(l, scalar), "x is a scalar", "a scalar has no last axis");
    module_free(&l->module);
}

static Tensor *through(Tensor *const in[], void *context)
{
    (void)context;
    Linear *l = &(Linear){.module = {.kind = "Linear"}, .weight = in[1], .bias = in[2]};
    return linear_forward(l, in[0]);
}

TEST(linear_can_learn, .points = 2, .exercise = "03.4 linear_forward", .file = "linear.c",
     .hints = HINTS("A result that was computed by hand from ->data cannot be traced back.",
                    "Use operations that start with tensor_: they remember what they did.",
                    "tensor_add(tensor_matmul(x, l->weight), l->bias)"))
{
    Tensor *x = leaf(draw("x", SHAPE(2, 4, 3))), *w = leaf(draw("W", SHAPE(3, 5)));
    Tensor *b = leaf(draw("b", SHAPE(5)));
    MISTAKE_MESSAGE("linear_forward", "refused an x that fits: only the last axis counts, number "
                                      "x->ndim - 1, and it must be l->weight->shape[0]");
    check_gradients(through, NULL, "the operations are recorded: x, W and b get their gradients",
                    INPUTS(x, w, b));
}
