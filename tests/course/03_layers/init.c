/* init.c - 03.1: where weights start. */
#include "want.h"

/* The root of the mean square. */
static double size_of(const Tensor *x)
{
    double square = 0;
    long n = shape_numel(x->ndim, x->shape);
    for (long i = 0; i < n; i++)
        square += (double)x->data[i] * (double)x->data[i];
    return sqrt(square / (double)n);
}

/* ---- 03.1 init_kaiming_uniform --------------------------------------------------------------- */

TEST(uniform_start, .points = 5, .exercise = "03.1 init_kaiming_uniform", .file = "init.c")
{
    long in = draw_long("in", 2, 5), out = draw_long("out", 10, 14);
    Tensor *weight = output("weight", SHAPE(in, out));
    Rng rng = rng_seed(draw_seed());

    Tensor *want = EXPECT(uniform_want(in, out, rng));
    CALL(init_kaiming_uniform(weight, &rng));
    check_tensor(weight, want, "uniform between -1/sqrt(in) and 1/sqrt(in), row by row");
}

TEST(uniform_start_of_any_matrix, .points = 3, .exercise = "03.1 init_kaiming_uniform",
     .file = "init.c")
{
    long in = draw_long("in", 2, 5), out = draw_long("out", 6, 8);
    Tensor *base = output("base", SHAPE(out, in)), *weight = tensor_transpose(base, 0, 1);
    given("weight", "(%ld, %ld), a transposed view", in, out);
    Tensor *none = output("none", SHAPE(0, 4)), *cube = draw("cube", SHAPE(2, 3, 4));
    Tensor *single = output("single", SHAPE(1, 3));
    Rng rng = rng_seed(draw_seed()), first = rng;

    Tensor *want = EXPECT(uniform_want(in, out, rng));
    CALL(init_kaiming_uniform(weight, &rng));
    check_tensor(weight, want, "a view is filled by its own rows and columns");
    Tensor *want_again = EXPECT(uniform_want(in, out, after_draws(first, in * out)));
    CALL(init_kaiming_uniform(weight, &rng));
    check_tensor(weight, want_again, "the stream goes on: the second weight gets other numbers");
    CALL(init_kaiming_uniform(none, &rng));
    Tensor *want_single = EXPECT(uniform_want(1, 3, rng));
    CALL(init_kaiming_uniform(single, &rng));
    check_tensor(single, want_single, "one input: between -1 and 1");
    check_fails(init_kaiming_uniform(cube, &rng), "expected two axes", "a weight is a matrix");
}

TEST(ten_uniform_layers, .points = 2, .exercise = "03.1 init_kaiming_uniform", .file = "init.c")
{
    Tensor *weight = output("weight", SHAPE(120, 120)), *x = draw("x", SHAPE(40, 120));
    Rng rng = rng_seed(draw_seed());

    double want = EXPECT(1000 / 243.0);
    for (int layer = 0; layer < 10; layer++) {
        CALL(init_kaiming_uniform(weight, &rng));
        x = tensor_matmul(x, weight);
    }
    double size_in_thousandths = 1000 * size_of(x);
    check_number(size_in_thousandths, want, 0.5,
                 "ten layers that start like this leave about 0.004 of numbers of size 1");
}
