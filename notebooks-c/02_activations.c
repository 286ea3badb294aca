// %% [markdown]
// # 02 Activations
//
// Two layers of sums are one layer of sums. A bend between them changes that, and how it bends
// decides how much of a gradient comes back.

// %%
#include <math.h>
#include "notebook.h"

enum { POINTS = 121, BENDS = 5 };
static Tensor *(*const bends[BENDS])(Tensor *) = {tensor_relu, tensor_sigmoid, tensor_tanh,
                                                  tensor_gelu, tensor_silu};
static const char *const names[BENDS] = {"relu", "sigmoid", "tanh", "gelu", "silu"};
static double at[POINTS], value[BENDS][POINTS], slope[BENDS][POINTS];

static void draw(const char *title, double what[BENDS][POINTS], double low, double high)
{
    Series lines[BENDS];
    for (int i = 0; i < BENDS; i++)
        lines[i] = (Series){names[i], POINTS, at, what[i], false};
    display_chart(BENDS, lines,
                  &(ChartOptions){.title = title, .x_title = "x", .y_low = low, .y_high = high});
}

// %% [markdown]
// ## Five bends
//
// $\mathrm{relu}$ cuts off, $\sigma(x) = 1/(1 + e^{-x})$ and $\tanh$ squeeze, $\mathrm{gelu}$ and
// $\mathrm{silu} = x\,\sigma(x)$ cut off softly and dip below 0 on the way.

// %%
CELL {
    Tensor *x = tensor_requires_grad(tensor_arange(-6, (real)6.05, (real)0.1));
    for (int i = 0; i < BENDS; i++) {
        Tensor *y = bends[i](x);
        tensor_zero_grad(x);
        tensor_backward(tensor_sum(y, ALL_AXES, false));
        for (long k = 0; k < POINTS; k++) {
            at[k] = (double)x->data[k];
            value[i][k] = (double)y->data[k];
            slope[i][k] = (double)x->grad->data[k];
        }
    }
    draw("Values", value, -1.2, 3);
}

// %% [markdown]
// ## Their slopes
//
// The slope is what a gradient is multiplied by on its way back. That of the sigmoid is never more
// than a quarter; those of relu's family are near 1 wherever the unit is on.

// %%
CELL {
    draw("Slopes, as backward finds them", slope, -0.2, 1.2);
    double largest = 0;
    for (long k = 0; k < POINTS; k++)
        largest = fmax(largest, slope[1][k]);
    gate(fabs(largest - 0.25) < 1e-4, "the sigmoid's steepest slope is %.4f", largest);
}

// %% [markdown]
// ## Without a bend
//
// $x W_1 W_2$ is $x (W_1 W_2)$: two layers, one matrix. With relu between them no single matrix
// does the same. A map that is a matrix takes the mean of two points to the mean of their results.

// %%
static double bent(Tensor *W1, Tensor *W2, bool with_relu, Rng *rng)
{
    Tensor *a = tensor_normal(SHAPE(50, 8), 0, 1, rng), *b = tensor_normal(SHAPE(50, 8), 0, 1, rng);
    Tensor *in[3] = {a, b, tensor_mul_scalar(tensor_add(a, b), (real)0.5)}, *out[3];
    for (int i = 0; i < 3; i++) {
        Tensor *h = tensor_matmul(in[i], W1);
        out[i] = tensor_matmul(with_relu ? tensor_relu(h) : h, W2);
    }
    Tensor *gap = tensor_sub(out[2], tensor_mul_scalar(tensor_add(out[0], out[1]), (real)0.5));
    return (double)tensor_item(tensor_max(tensor_abs(gap), ALL_AXES, false));
}

CELL {
    Rng rng = rng_seed(2);
    Tensor *W1 = tensor_normal(SHAPE(8, 16), 0, 1, &rng),
           *W2 = tensor_normal(SHAPE(16, 8), 0, 1, &rng);
    double straight = bent(W1, W2, false, &rng), relu = bent(W1, W2, true, &rng);
    printf("largest gap between the mean's result and the results' mean: %.1e straight, %.2f with "
           "relu\n",
           straight, relu);
    gate(straight < 1e-4, "without a bend, two layers are one");
    gate(relu > 0.1, "with one they are not");
}

// %% [markdown]
// ## Twenty layers down
//
// The same random network twenty times over, with each bend: how long is the gradient when it comes
// out below a layer? Weights are scaled so that relu keeps its length (He et al. 2015). Behind
// sigmoids next to nothing is left: the gradient has vanished.

// %%
enum { LAYERS = 20, WIDTH = 64 };
static double length[BENDS][LAYERS + 1], depth[LAYERS + 1];

static void measure(int which, Rng *rng)
{
    Tensor *h[LAYERS + 1];
    h[0] = tensor_requires_grad(tensor_normal(SHAPE(16, WIDTH), 0, 1, rng));
    for (int i = 0; i < LAYERS; i++) {
        Tensor *W = tensor_normal(SHAPE(WIDTH, WIDTH), 0, (real)sqrt(2.0 / WIDTH), rng);
        h[i + 1] = tensor_retain_grad(bends[which](tensor_matmul(h[i], W)));
    }
    tensor_backward_from(h[LAYERS], tensor_normal(SHAPE(16, WIDTH), 0, 1, rng), false);
    for (int i = 0; i <= LAYERS; i++) {
        const Tensor *g = h[LAYERS - i]->grad;
        double sum = 0;
        for (long k = 0; k < tensor_numel(g); k++)
            sum += (double)g->data[k] * (double)g->data[k];
        depth[i] = i;
        length[which][i] = 0.5 * log10(sum / (double)tensor_numel(g));
    }
}

CELL {
    Rng rng = rng_seed(20);
    Series lines[BENDS];
    for (int i = 0; i < BENDS; i++) {
        measure(i, &rng);
        lines[i] = (Series){names[i], LAYERS + 1, depth, length[i], false};
    }
    display_chart(BENDS, lines,
                  &(ChartOptions){.title = "How much of the gradient comes through",
                                  .x_title = "layers walked back",
                                  .y_title = "log10 of its size"});
    gate(length[1][LAYERS] < -6, "behind 20 sigmoids 10^%.1f is left", length[1][LAYERS]);
    gate(fabs(length[0][LAYERS]) < 1, "behind 20 relus 10^%.1f", length[0][LAYERS]);
}

// %% [markdown]
// ## Units that are dead
//
// A relu unit that is off for every example has slope 0 everywhere and never learns again. A step
// that was too large can push many biases that far down. A leak of 0.01 keeps a way back open.

// %%
CELL {
    Rng rng = rng_seed(3);
    Tensor *x = tensor_normal(SHAPE(256, 8), 0, 1, &rng),
           *W = tensor_normal(SHAPE(8, 100), 0, 1, &rng);
    double least_of_all = 1e9;
    table_begin("bias|units off for all 256 examples|their gradient with a leak of 0.01");
    for (int b = 0; b >= -12; b -= 3) {
        Tensor *bias = tensor_requires_grad(tensor_full(SHAPE(100), (real)b));
        tensor_backward(
            tensor_sum(tensor_relu(tensor_add(tensor_matmul(x, W), bias)), ALL_AXES, false));
        Tensor *leaky = tensor_requires_grad(tensor_full(SHAPE(100), (real)b));
        tensor_backward(
            tensor_sum(tensor_leaky_relu(tensor_add(tensor_matmul(x, W), leaky), (real)0.01),
                       ALL_AXES, false));
        int dead = 0;
        double least = 1e9;
        for (long i = 0; i < 100; i++) {
            dead += bias->grad->data[i] == 0;
            least = fmin(least, (double)leaky->grad->data[i]);
        }
        table_row("%d|%d of 100|at least %.2f", b, dead, least);
        least_of_all = fmin(least_of_all, least);
    }
    table_end();
    gate(least_of_all > 0, "with a leak, none is dead");
}

// %% [markdown]
// ## Softmax: numbers become shares
//
// $\mathrm{softmax}(x)_i = e^{x_i} / \sum_j e^{x_j}$. Each row below is the same six numbers divided
// by a temperature: cold puts everything on the largest, hot makes all alike.

// %%
CELL {
    enum { ROWS = 6 };
    static const char *const temperature[ROWS] = {"0.1", "0.3", "1", "3", "10", "100"};
    static const double divide_by[ROWS] = {0.1, 0.3, 1, 3, 10, 100};
    static const char *const number[6] = {"2.0", "1.5", "1.0", "0.0", "-1.0", "3.0"};
    Tensor *x = tensor_from(SHAPE(1, 6), VALUES(2, (real)1.5, 1, 0, -1, 3)), *rows[ROWS];
    for (int i = 0; i < ROWS; i++)
        rows[i] = tensor_mul_scalar(x, (real)(1 / divide_by[i]));
    Tensor *p = tensor_softmax(tensor_concat(ROWS, rows, 0), -1);
    display_heatmap(p, &(HeatmapOptions){.title = "Softmax of the same numbers",
                                         .row_title = "temperature",
                                         .column_title = "number",
                                         .row_labels = temperature,
                                         .column_labels = number});
    Tensor *gap = tensor_add_scalar(tensor_sum(p, AXES(-1), false), -1);
    double most = (double)tensor_item(tensor_max(tensor_abs(gap), ALL_AXES, false));
    gate(most < 1e-5, "every row sums to 1");
}

// %% [markdown]
// ## Large numbers
//
// $e^{1000}$ is infinite on every machine, and infinity by infinity is no number. Only differences
// count in a softmax, so the largest number is taken off first: then the largest power is $e^0 = 1$.

// %%
CELL {
    Tensor *x = tensor_from(SHAPE(1, 3), VALUES(1000, 999, 998));
    Tensor *e = tensor_exp(x);
    Tensor *naive = tensor_div(e, tensor_sum(e, AXES(-1), true));
    printf("as the formula says: ");
    tensor_print(naive);
    printf("with the largest taken off: ");
    tensor_print(tensor_softmax(x, -1));
    gate(isnan((double)naive->data[0]), "the formula alone gives no number");
    gate(fabs((double)tensor_softmax(x, -1)->data[0] - 0.66524) < 1e-4, "softmax does");
}

// %% [markdown]
// ## What to try
//
// Give `measure` weights of `1.0 / WIDTH` instead of `2.0 / WIDTH`: who gains, who loses? And draw
// `tensor_gelu_tanh` beside `tensor_gelu`: can you see the difference?
