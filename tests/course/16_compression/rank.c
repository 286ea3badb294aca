/* rank.c - 16.5: which rank saves anything, and one layer as two thin ones. */
#include "draws.h"
#include "want.h"

/* ---- 16.5 linear_low_rank ---------------------------------------------------------------------------------- */

static void check_limit_of(long in, long out, const char *rule)
{
    given("in, out", "%ld, %ld", in, out);

    long want = EXPECT(limit_want(in, out));
    long rank = CALL(low_rank_limit(in, out));
    check_long(rank, want, rule);
}

TEST(six_and_three, .points = 1, .exercise = "16.5 linear_low_rank", .file = "low_rank.c")
{
    check_limit_of(6, 3, "rank 2 has as many numbers as before, and saves nothing");
}

TEST(ranks_that_save, .points = 2, .exercise = "16.5 linear_low_rank", .file = "low_rank.c")
{
    long in = draw_long("in", 50, 90), out = draw_long("out", 200, 300);

    check_limit_of(in, out, "the largest r with r (in + out) < in out");
    long half = draw_long("half", 6, 20);
    check_limit_of(2 * half, 2 * half, "where in out / (in + out) is whole, one less");
    check_limit_of(1, draw_long("only output", 3, 9), "a single row cannot be made smaller");
    check_limit_of(0, 0, "of nothing there is nothing to save");
    long many = sizeof(long) > sizeof(int) ? 1000 : 10; /* where a long counts more than an int */
    long wide = many * draw_long("thousands of inputs", 60, 90);
    check_limit_of(wide, many * draw_long("thousands of outputs", 50, 90),
                   "in out is more than an int counts");
}

/* What the two layers do to each input alone, without the bias. */
static Tensor *product_of(Module *thin, long in)
{
    grad_mode(false);
    return tensor_sub(module_forward(thin, tensor_eye(in)),
                      module_forward(thin, tensor_zeros(SHAPE(in, in))));
}

static Tensor *bias_of(Module *thin, long in)
{
    return module_forward(thin, tensor_zeros(SHAPE(1, in)));
}

/* W with singular values that are far apart, times a rotation on either side. */
static Tensor *drawn_weight(long in, long out)
{
    Tensor *w = draw("W", SHAPE(in, out));
    for (long i = 0; i < in * out; i++) {
        double scale = i / out < 2 ? 4 : i / out < 4 ? 1 : 0.25;
        w->data[i] *= (real)scale;
    }
    resealed(w);
    return w;
}

static double squares_in(const Tensor *weight)
{
    double sum = 0;
    for (long i = 0; i < tensor_numel(weight); i++)
        sum += (double)weight->data[i] * (double)weight->data[i];
    return sum;
}

TEST(the_best_of_its_rank, .points = 3, .exercise = "16.5 linear_low_rank", .file = "low_rank.c")
{
    long in = draw_long("in", 6, 8), rank = draw_long("rank", 2, 3);
    Tensor *w = drawn_weight(in, 5), *b = draw("bias", SHAPE(5));
    Linear *l = new_linear(w, b);

    Tensor *want = EXPECT(product_want(w, rank));
    Tensor *want_bias = EXPECT(plain_reshape(b, SHAPE(1, 5)));
    long want_count = EXPECT(thin_count_want(in, 5, rank, true));
    double want_squares = EXPECT(squares_want(w, rank));
    Module *thin = CALL(linear_low_rank(l, rank));
    ParameterList *list = parameters_of(thin);
    long numbers = parameters_numel(list);
    check_long(numbers, want_count, "rank (in + out) numbers, and the bias of the second layer");
    Tensor *bias = bias_of(thin, in);
    check_tensor(bias, want_bias, "the bias comes at the end, as it is");
    Tensor *product = product_of(thin, in);
    check_tensor(product, want, "the first rank of u, s and v: the nearest matrix of that rank");
    const Tensor *listed_bias = list->tensor[2];
    check_called("linear_low_rank(l, rank)");
    double first_squares = squares_in(list->tensor[0]);
    double second_squares = squares_in(list->tensor[1]);
    check_number(first_squares, want_squares, CHECK_TOLERANCE,
                 "the root of s is in either weight: the squares of each are as much as these s");
    check_number(second_squares, want_squares, CHECK_TOLERANCE,
                 "the root of s is in either weight: the squares of each are as much as these s");
    check_tensor(listed_bias, b, "the bias that is the module's own, and goes into files");
    parameters_free(list);
    module_free(thin);
    module_free(&l->module);
}

TEST(full_rank_and_no_bias, .points = 2, .exercise = "16.5 linear_low_rank", .file = "low_rank.c")
{
    long out = draw_long("out", 5, 7);
    Tensor *w = draw("W", SHAPE(4, out));
    Linear *l = new_linear(w, NULL);

    Tensor *want = EXPECT(product_want(w, 4));
    long want_count = EXPECT(thin_count_want(4, out, 4, false));
    Module *thin = CALL(linear_low_rank(l, 4));
    ParameterList *list = parameters_of(thin);
    long numbers = parameters_numel(list);
    check_long(numbers, want_count, "a layer without bias stays without");
    Tensor *product = product_of(thin, 4);
    check_tensor(product, want, "of full rank nothing is lost");
    parameters_free(list);
    module_free(thin);
    module_free(&l->module);
}
