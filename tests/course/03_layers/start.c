/* start.c - 03.8: a start for what follows, by the size of numbers behind many layers. */
#include "layer_parts.h"
#include "want.h"

enum { ROWS = 4, SEVERAL = 3 };

/* What follows a layer, or nothing. */
typedef struct {
    Tensor *(*apply)(Tensor *x);
    Activation is;
} Bend;

/* Layers of the widths a to b, b to a, a to b, ... */
typedef struct {
    long layers, a, b, networks;
} Chain;

static double log_size(const Tensor *x)
{
    double square = 0;
    long n = x->shape[0] * x->shape[1];
    for (long i = 0; i < n; i++)
        square += (double)x->data[i] * (double)x->data[i] / (double)n;
    return log(square) / 2;
}

/* One network, with the same draws for all bends: adds the logarithms behind one layer and all.
 * std: of each bend the answer for (a, b), then for (b, a). */
static void run_network(Chain c, long n, const Bend *bend, double std[][2], double *first,
                        double *last)
{
    Scope *scope = scope_open();
    Rng rng = rng_seed(draw_seed());
    Tensor *x[SEVERAL];
    x[0] = tensor_normal(SHAPE(ROWS, c.a), 0, 1, &rng);
    for (long k = 1; k < n; k++)
        x[k] = x[0];
    for (long layer = 0; layer < c.layers; layer++) {
        long in = layer % 2 == 0 ? c.a : c.b, out = c.a + c.b - in;
        Tensor *even = tensor_uniform(SHAPE(in, out), (real)-sqrt(3), (real)sqrt(3), &rng);
        for (long k = 0; k < n; k++) {
            real spread = (real)std[k][layer % 2];
            Tensor *y = tensor_mul_scalar(tensor_matmul(x[k], even), spread);
            x[k] = bend[k].apply != NULL ? bend[k].apply(y) : y;
            if (layer == 0)
                first[k] += log_size(x[k]) / (double)c.networks;
        }
    }
    for (long k = 0; k < n; k++)
        last[k] += log_size(x[k]) / (double)c.networks;
    scope_close(scope);
}

/* A size within the factor is as good as 1. */
static double length_of(double logarithm, double factor, long width)
{
    bool near = fabs(logarithm) <= log(factor);
    return (near ? 1 : exp(logarithm)) * sqrt((double)width);
}

/* The length of a row behind the first layer and the last, of each bend: into row 2 k and 2 k + 1. */
static void measure(Chain c, long n, const Bend *bend, double factor, real *length)
{
    double first[SEVERAL] = {0}, last[SEVERAL] = {0}, std[SEVERAL][2];
    for (long k = 0; k < n; k++) {
        const Activation *is = bend[k].apply != NULL ? &bend[k].is : NULL;
        std[k][0] = init_std(c.a, c.b, is);
        std[k][1] = init_std(c.b, c.a, is);
    }
    given("widths", "%ld and %ld in turn, %ld layers", c.a, c.b, c.layers);
    for (long i = 0; i < c.networks; i++)
        run_network(c, n, bend, std, first, last);
    for (long k = 0; k < n; k++) {
        length[2 * k] = (real)length_of(first[k], factor, c.b);
        length[2 * k + 1] = (real)length_of(last[k], factor, c.layers % 2 == 0 ? c.a : c.b);
    }
}

TEST(ten_layers_of_one_width, .points = 5, .exercise = "03.8 init_std", .file = "init_std.c")
{
    const Bend bends[] = {{NULL, 0}, {tensor_relu, ACT_RELU}};
    long width[3];
    for (int i = 0; i < 3; i++)
        width[i] = draw_long("width", 64L << i, (64L << i) + 20);

    Tensor *want = EXPECT(lengths_want(3, width, width, 2));
    check_called("init_std(in, out, activation)");
    Tensor *length = blank(SHAPE(3, 4));
    for (int i = 0; i < 3; i++)
        measure((Chain){10, width[i], width[i], 6}, 2, bends, 2, length->data + 4 * i);
    check_tensor(length, want,
                 "of three widths: a row is as long as the root of the width, or twice or half of "
                 "it, which counts as that; behind 1 and 10 layers, with nothing and with relu");
}

TEST(fifty_layers_of_two_widths, .points = 5, .exercise = "03.8 init_std", .file = "init_std.c")
{
    const Bend bends[] = {{NULL, 0}, {tensor_relu, ACT_RELU}, {tensor_tanh, ACT_TANH}};
    long a = draw_long("a", 56, 66), b = draw_long("b", 176, 190);

    Tensor *want = EXPECT(lengths_want(1, &a, &b, 3));
    check_called("init_std(in, out, activation)");
    Tensor *length = blank(SHAPE(1, 6));
    measure((Chain){50, a, b, 8}, 3, bends, 10, length->data);
    check_tensor(length, want,
                 "a row is as long as the root of the width, within a factor of 10; behind 1 and "
                 "50 layers, with nothing, relu and tanh");
}

TEST(twenty_layers_with_a_dip, .points = 4, .exercise = "03.8 init_std", .file = "init_std.c")
{
    const Bend bends[] = {{tensor_gelu, ACT_GELU}, {tensor_silu, ACT_SILU}};
    long a = draw_long("a", 116, 126), b = draw_long("b", 130, 140);

    Tensor *want = EXPECT(lengths_want(1, &a, &b, 2));
    check_called("init_std(in, out, activation)");
    Tensor *length = blank(SHAPE(1, 4));
    measure((Chain){20, a, b, 12}, 2, bends, 6, length->data);
    check_tensor(length, want,
                 "a row is as long as the root of the width, within a factor of 6; behind 1 and "
                 "20 layers, with gelu and silu");
    double nothing = EXPECT(0);
    double without_inputs = CALL(init_std(0, b, NULL));
    check_number(without_inputs, nothing, CHECK_TOLERANCE, "without inputs there is no sum: 0");
    check_fails(init_std(-1, b, NULL), "expected none below 0", "the given check says so");
}
