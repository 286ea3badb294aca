/* init.c - 03.1 and 03.2: where weights start. */
#include "plain_layers.h"

/* ---- 03.1 init_kaiming_uniform --------------------------------------------------------------- */

static void register_uniform_mistakes(long in, long out, Rng rng)
{
#ifndef CHECK_RECORD
    double bound = 1 / sqrt((double)in), other = 1 / sqrt((double)out), he = sqrt(6.0 / (double)in);
    MISTAKE(plain_uniform(SHAPE(in, out), -other, other, rng),
            "the bound was taken from the outputs: a sum has as many terms as there are inputs, "
            "weight->shape[0]");
    MISTAKE(plain_uniform(SHAPE(in, out), -1.0 / (double)in, 1.0 / (double)in, rng),
            "the square root is missing: the bound is 1 / sqrt(in)");
    MISTAKE(plain_uniform(SHAPE(in, out), -he, he, rng),
            "sqrt(6 / in) is He's bound for relu; torch's layers, and these, take 1 / sqrt(in)");
    MISTAKE(plain_uniform(SHAPE(in, out), 0, bound, rng),
            "only one side: the numbers lie between -bound and bound, so that their mean is 0");
    MISTAKE(plain_uniform(SHAPE(in, out), -1 / bound, 1 / bound, rng),
            "multiplied by the square root where a division belongs: more inputs, smaller weights");
    MISTAKE(plain_normal(SHAPE(in, out), bound, rng),
            "these numbers are normal: init_uniform draws between two bounds");
    MISTAKE(plain_uniform(SHAPE(in, out), -1, 1, rng),
            "between -1 and 1 whatever the size: divide by the square root of the inputs");
    MISTAKE(plain_uniform(SHAPE(in, out), bound, -bound, rng),
            "the bounds are swapped: from -bound to bound");
    MISTAKE(blank(SHAPE(in, out)),
            "every weight is 0: 1 / in in whole numbers is 0; cast to double before you divide");
#else
    (void)in, (void)out, (void)rng;
#endif
}

TEST(
    uniform_start, .points = 5, .exercise = "03.1 init_kaiming_uniform", .file = "init.c",
    .hints = HINTS("How far from 0 may a weight start if `in` of them are summed up?",
                   "bound = 1 / sqrt(number of inputs), and init_uniform draws between two bounds.",
                   "real bound = (real)(1 / sqrt((double)weight->shape[0])); "
                   "init_uniform(weight, -bound, bound, rng);"))
{
    long in = draw_long("in", 2, 9), out = draw_long("out", 10, 14);
    Tensor *weight = output("weight", SHAPE(in, out));
    Rng rng = rng_seed(draw_seed());
    EXPECT(double bound = 1 / sqrt((double)in);
           Tensor *want = plain_uniform(SHAPE(in, out), -bound, bound, rng));
    EXPECT(register_uniform_mistakes(in, out, rng););
    CALL(init_kaiming_uniform(weight, &rng));
    check_tensor(weight, want, "uniform between -1/sqrt(in) and 1/sqrt(in), row by row");
}

TEST(uniform_start_of_any_matrix, .points = 5, .exercise = "03.1 init_kaiming_uniform",
     .file = "init.c",
     .hints = HINTS("Draw with the rng you are given, and let init_uniform write.",
                    "A matrix may be a view, or have no rows.",
                    "if (weight->shape[0] == 0) return;"))
{
    long in = draw_long("in", 2, 5), out = draw_long("out", 6, 9);
    Tensor *base = output("base", SHAPE(out, in)), *weight = tensor_transpose(base, 0, 1);
    given("weight", "(in, out), the transpose of base: a view");
    Tensor *none = output("none", SHAPE(0, 4)), *cube = draw("cube", SHAPE(2, 3, 4));
    Tensor *single = output("single", SHAPE(1, 3));
    Rng rng = rng_seed(draw_seed());
    EXPECT(double bound = 1 / sqrt((double)in); Rng later = after_draws(rng, in * out);
           Tensor *numbers = plain_uniform(SHAPE(in, out), -bound, bound, rng),
           *want = plain_transpose(numbers, 0, 1),
           *again = plain_transpose(plain_uniform(SHAPE(in, out), -bound, bound, later), 0, 1));
    MISTAKE(
        plain_reshape(numbers, SHAPE(out, in)),
        "written as if the weight's numbers lay in a row: it may be a view; init_uniform knows");
    CALL(init_kaiming_uniform(weight, &rng));
    check_tensor(base, want, "a view is filled by its own rows and columns");
    MISTAKE(want, "the same numbers twice: draw from the rng you are given, not from one of your "
                  "own");
    CALL(init_kaiming_uniform(weight, &rng));
    check_tensor(base, again, "the stream goes on: the second weight gets other numbers");
    CALL(init_kaiming_uniform(none, &rng));
    check_long(tensor_numel(none), 0, "no inputs, nothing to fill");
    EXPECT(Tensor *between_ones = plain_uniform(SHAPE(1, 3), -1, 1, rng));
    CALL(init_kaiming_uniform(single, &rng));
    check_tensor(single, between_ones, "one input: between -1 and 1");
    check_fails(init_kaiming_uniform(cube, &rng), "expected two axes", "a weight is a matrix");
}

/* ---- 03.2 init_xavier_normal ----------------------------------------------------------------- */

static void register_normal_mistakes(long in, long out, Rng rng)
{
#ifndef CHECK_RECORD
    double n = (double)(in + out), std = sqrt(2 / n);
    MISTAKE(plain_normal(SHAPE(in, out), 2 / n, rng),
            "2 / (in + out) is the variance: init_normal wants its square root");
    MISTAKE(plain_normal(SHAPE(in, out), sqrt(1 / (double)in), rng),
            "only the inputs were counted: the variance is 2 / (in + out)");
    MISTAKE(plain_normal(SHAPE(in, out), sqrt(2 / (double)in), rng),
            "2 / in is He's variance; Glorot's is 2 / (in + out)");
    MISTAKE(plain_normal(SHAPE(in, out), sqrt(1 / n), rng),
            "the 2 is missing: 2 / (in + out) is one over the mean of in and out");
    MISTAKE(plain_normal(SHAPE(in, out), sqrt(2 / (double)(in * out)), rng),
            "in times out: the variance is 2 / (in + out), a sum");
    MISTAKE(plain_normal(SHAPE(in, out), sqrt(n / 2), rng),
            "the reciprocal: larger layers need smaller weights");
    MISTAKE(plain_normal(SHAPE(in, out), 2 / sqrt(n), rng),
            "the 2 belongs under the root: sqrt(2 / (in + out))");
    MISTAKE(plain_normal(SHAPE(in, out), 1, rng),
            "standard deviation 1 whatever the size: it is sqrt(2 / (in + out))");
    MISTAKE(plain_uniform(SHAPE(in, out), -std, std, rng),
            "these numbers are uniform: init_normal draws normal ones");
    MISTAKE(blank(SHAPE(in, out)), "every weight is 0: 2 / (in + out) in whole numbers is 0; cast "
                                   "the sum to double before you divide");
#else
    (void)in, (void)out, (void)rng;
#endif
}

TEST(normal_start, .points = 4, .exercise = "03.2 init_xavier_normal", .file = "init.c",
     .hints = HINTS("init_normal wants a mean and a standard deviation.",
                    "The variance is 2 / (in + out); the standard deviation is its root.",
                    "init_normal(weight, 0, (real)sqrt(2 / (double)(in + out)), rng);"))
{
    long in = draw_long("in", 3, 6), out = draw_long("out", 9, 12);
    Tensor *weight = output("weight", SHAPE(in, out));
    Rng rng = rng_seed(draw_seed());
    EXPECT(Tensor *want = plain_normal(SHAPE(in, out), sqrt(2 / (double)(in + out)), rng));
    EXPECT(register_normal_mistakes(in, out, rng););
    CALL(init_xavier_normal(weight, &rng));
    check_tensor(weight, want, "normal with mean 0 and variance 2 / (in + out)");
}

TEST(normal_start_of_any_matrix, .points = 2, .exercise = "03.2 init_xavier_normal",
     .file = "init.c",
     .hints = HINTS("A matrix without numbers stays as it is, and nothing is drawn.",
                    "in + out may be 0 there.", "if (tensor_numel(weight) == 0) return;"))
{
    Tensor *none = output("none", SHAPE(0, 0)), *line = draw("line", SHAPE(4));
    Tensor *single = output("single", SHAPE(1, 1));
    Tensor *base = output("base", SHAPE(5, 3)), *weight = tensor_transpose(base, 0, 1);
    given("weight", "(3, 5), the transpose of base: a view");
    Rng rng = rng_seed(draw_seed());
    EXPECT(Tensor *numbers = plain_normal(SHAPE(3, 5), 0.5, rng),
           *want = plain_transpose(numbers, 0, 1));
    CALL(init_xavier_normal(none, &rng));
    check_long(tensor_numel(none), 0, "nothing to fill");
    MISTAKE(plain_reshape(numbers, SHAPE(5, 3)),
            "written as if the weight's numbers lay in a row: it may be a view; init_normal knows");
    CALL(init_xavier_normal(weight, &rng));
    check_tensor(base, want, "a view is filled by its own rows and columns");
    EXPECT(Tensor *standard = plain_normal(SHAPE(1, 1), 1, rng)); /* where the stream is now */
    CALL(init_xavier_normal(single, &rng));
    check_tensor(single, standard, "one input and one output: variance 2 / 2");
    check_fails(init_xavier_normal(line, &rng), "expected two axes", "a weight is a matrix");
}

/* The standard deviation of numbers that start with 1, after ten square layers. */
static double size_after_ten(void (*start)(Tensor *weight, Rng *rng), Rng *rng)
{
    Tensor *x = tensor_normal(SHAPE(40, 120), 0, 1, rng), *weight = tensor_new(SHAPE(120, 120));
    for (int layer = 0; layer < 10; layer++) {
        start(weight, rng);
        x = tensor_matmul(x, weight);
    }
    double square = 0;
    for (long i = 0; i < 40 * 120; i++)
        square += (double)x->data[i] * (double)x->data[i];
    return sqrt(square / (40 * 120));
}

TEST(sizes_that_the_lesson_names, .points = 2, .exercise = "03.2 init_xavier_normal",
     .file = "init.c",
     .hints = HINTS("After ten layers 0.004 is left with 03.1, and about 1 with 03.2.",
                    "Make the other tests of 03.1 and 03.2 pass first.",
                    "Variance 1 / (3 in) shrinks by sqrt(3) in each layer."))
{
    Rng rng = rng_seed(draw_seed());
    double of_uniform = CALL(size_after_ten(init_kaiming_uniform, &rng));
    check_number(log(of_uniform / 0.004115) / log(2), 0, 1,
                 "ten layers with the start of 03.1 leave 0.004 (within a factor of 2)");
    double of_normal = CALL(size_after_ten(init_xavier_normal, &rng));
    check_number(log(of_normal) / log(2), 0, 1,
                 "ten layers with the start of 03.2 leave about 1 (within a factor of 2)");
}
