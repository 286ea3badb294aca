// %% [markdown]
// # 1998 LeNet-5
//
// Yann LeCun, Léon Bottou, Yoshua Bengio and Patrick Haffner had a network read cheques. Its first layers
// do not look at the whole picture: six windows of 5 x 5 pixels slide over it, and the same 25 weights
// look at every place. What is learnt in one corner holds in all.
//
// That is a belief about pictures: *neighbours belong together, and a thing is the same thing two
// pixels further on*. Below it is put to the test, beside a network with as many weights that does
// not have it.
//
// Convolutions are those of module 09: `make notebook-1998 ENGINE=09` runs it on yours.
//
// With `MNIST=folder make notebook-1998` it reads the real thing: the four IDX files
// (`train-images-idx3-ubyte` and so on). With `CIFAR=folder` a residual network reads photographs at the end:
// the six files of `cifar-10-batches-bin`. `SEED=7` draws and starts anew.

// %%
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "notebook.h"

enum { SIDE = 32, PIXELS = SIDE * SIDE, BATCH = 32, TWO_PIXELS = 2, C1_MAPS = 6, C3_MAPS = 16 };

static Rng rng;
static Tensor *x[2];         /* training, held out: (N, 1, 32, 32) */
static IntTensor *digits[2]; /* (N) */
static bool mnist;           /* or drawn */
static long steps = 800;

// %% [markdown]
// ## The pictures
//
// The digits of the notebook 1986, drawn finer: 28 x 28, as MNIST's. They lie in the middle of a field of
// 32 x 32, as in the paper, so that a window can have the end of any stroke in its middle.

// %%
static Tensor *in_the_middle(const Tensor *pictures, long side)
{
    long n = pictures->shape[0], margin = (SIDE - side) / 2;
    Tensor *out = tensor_zeros(SHAPE(n, 1, SIDE, SIDE));
    for (long i = 0; i < n; i++)
        for (long row = 0; row < side; row++)
            memcpy(out->data + i * PIXELS + (row + margin) * SIDE + margin,
                   pictures->data + (i * side + row) * side, (size_t)side * sizeof(real));
    return out;
}

static void draw_set(int which, long n)
{
    enum { DRAWN = 28 };
    Tensor *drawn = tensor_zeros(SHAPE(n, DRAWN * DRAWN));
    digits[which] = int_tensor_new(SHAPE(n));
    for (long i = 0; i < n; i++) {
        digits[which]->data[i] = (int)(i % 10);
        digit_draw((int)(i % 10), DRAWN, drawn->data + i * DRAWN * DRAWN, &rng);
    }
    x[which] = in_the_middle(drawn, DRAWN);
}

static void check_count(const char *folder, long n)
{
    if (n < BATCH)
        kindling_fail("%s has %ld pictures to train on, expected at least %d, one batch", folder, n,
                      BATCH);
}

static void read_set(int which, const char *folder, const char *kind)
{
    Tensor *read;
    long side = mnist_read(folder, kind, 60000, &read, &digits[which]);
    if (side < 0)
        kindling_fail("%s", kindling_error());
    if (side > SIDE)
        kindling_fail("%s: pictures of %ld x %ld, expected at most %d", folder, side, side, SIDE);
    x[which] = in_the_middle(read, side);
}

CELL {
    const char *folder = getenv("MNIST"), *seed = getenv("SEED");
    notebook_seconds =
        fmax(notebook_seconds, 1200); /* for MNIST, for your own loops, and for busy machines */
    rng = rng_seed(seed != NULL ? strtoull(seed, NULL, 10) : 1998);
    if (folder != NULL && *folder != '\0') {
        read_set(0, folder, "train");
        check_count(folder, x[0]->shape[0]);
        read_set(1, folder, "t10k");
        mnist = true;
        steps = 4000;
    } else {
        draw_set(0, 2000);
        draw_set(1, 2000);
    }
    printf("training %s, held out %s\n", tensor_shape_text(x[0]), tensor_shape_text(x[1]));
    const Tensor *pictures[10];
    for (long i = 0; i < 10; i++)
        pictures[i] = tensor_reshape(tensor_select(x[0], 0, i), SHAPE(SIDE, SIDE));
    display_heatmaps(10, pictures, NULL, 5, &(HeatmapOptions){.title = "The first of them"});
}

// %% [markdown]
// ## The network
//
// | layer | what | out |
// |---|---|---|
// | C1 | 6 windows of 5 x 5 | 6 maps of 28 x 28 |
// | S2 | the mean of every 2 x 2 | 6 of 14 x 14 |
// | C3 | 16 windows of 6 x 5 x 5, each on all maps of S2 | 16 of 10 x 10 |
// | S4 | the mean of every 2 x 2 | 16 of 5 x 5 |
// | C5, F6 | linear | 120, 84 |
// | out | linear | 10 |
//
// With tanh between them these are 61,706 weights. (In the paper a map of C3 sees some maps of S2 only, to save
// weights, and the last layer measures distances.) Beside it stands a network with one hidden layer of 60,
// which comes to 404 weights more.

// %%
typedef struct {
    Module *network;
    Conv2d *c1, *c3;
} Lenet;
static Lenet lenet;
static Module *mlp;
static Tensor *windows_before[2]; /* of C1 and C3, untrained */

static Lenet lenet_new(void)
{
    Window five = {.kernel = {5, 5}}, two = {.kernel = {2, 2}};
    Lenet l = {
        .c1 = conv2d_new((Conv2dOptions){.in = 1, .out = C1_MAPS, .window = five, .init = &rng}),
        .c3 = conv2d_new(
            (Conv2dOptions){.in = C1_MAPS, .out = C3_MAPS, .window = five, .init = &rng})};
    l.network = sequential_new(LAYERS(&l.c1->module, tanh_new(), avg_pool2d_new(two, true),
                                      &l.c3->module, tanh_new(), avg_pool2d_new(two, true),
                                      flatten_new(), &linear_new(400, 120, true, &rng)->module,
                                      tanh_new(), &linear_new(120, 84, true, &rng)->module,
                                      tanh_new(), &linear_new(84, 10, true, &rng)->module));
    return l;
}

static Module *mlp_of_equal_size(void)
{
    return sequential_new(LAYERS(flatten_new(), &linear_new(PIXELS, 60, true, &rng)->module,
                                 tanh_new(), &linear_new(60, 10, true, &rng)->module));
}

static long numbers_to_learn(Module *m)
{
    ParameterList *parameters = parameters_of(m);
    long n = parameters_numel(parameters);
    parameters_free(parameters);
    return n;
}

CELL {
    lenet = lenet_new();
    windows_before[0] = tensor_keep(lenet.c1->weight);
    windows_before[1] = tensor_keep(lenet.c3->weight);
    mlp = mlp_of_equal_size();
    long here = numbers_to_learn(lenet.network), there = numbers_to_learn(mlp);
    printf("%ld numbers to learn; %ld without convolutions\n", here, there);
    gate(here == 61706 && there >= here, "%ld numbers to learn, as many as LeNet-5 has", here);
}

// %% [markdown]
// ## Forwards two ways
//
// The definition of a convolution is seven loops. The engine copies windows into columns and multiplies
// matrices (*im2col*). Both must say the same, for pictures and for the maps between the layers.

// %%
static double largest(const Tensor *t)
{
    return (double)tensor_item(tensor_max(tensor_abs((Tensor *)t), ALL_AXES, false));
}

static double gap_to_definition(Conv2d *c, Tensor *in)
{
    Tensor *fast = conv2d_forward(c, in), *direct = tensor_zeros(fast->ndim, fast->shape);
    conv2d_direct(direct, in, c->weight, c->bias, c->window, c->groups);
    return largest(tensor_sub(fast, direct)) / largest(direct);
}

CELL {
    bool was = grad_mode(false);
    Tensor *in = tensor_slice(x[1], 0, 0, 50, 1);
    Tensor *maps = tensor_avg_pool2d(tensor_tanh(conv2d_forward(lenet.c1, in)),
                                     (Window){.kernel = {2, 2}}, true);
    double c1 = gap_to_definition(lenet.c1, in), c3 = gap_to_definition(lenet.c3, maps);
    gate(c1 <= 1e-5 && c3 <= 1e-5, "im2col and the definition differ by %.0e in C1, %.0e in C3", c1,
         c3);
    grad_mode(was);
}

// %% [markdown]
// ## Backwards two ways
//
// If the windows of a layer go a small step along their gradient $g$, the loss must rise by $|g|$ for every
// unit of the way. On the way back to C1 lie all other layers.

// %%
static Tensor *loss_of_some(void)
{
    IntTensor *some = int_tensor_from(SHAPE(50), 50, digits[0]->data);
    Tensor *logits = module_forward(lenet.network, tensor_slice(x[0], 0, 0, 50, 1));
    return tensor_cross_entropy(logits, some, NO_IGNORE_INDEX, 0);
}

/* The loss when the windows have gone `by` of their gradient along it. */
static double loss_along_gradient(Tensor *windows, double by)
{
    bool was = grad_mode(false);
    Tensor *here = tensor_mul_scalar(windows, 1);
    for (long i = 0; i < tensor_numel(windows); i++)
        windows->data[i] += (real)(by * (double)windows->grad->data[i]);
    double loss = (double)tensor_item(loss_of_some());
    memcpy(windows->data, here->data, (size_t)tensor_numel(here) * sizeof(real));
    grad_mode(was);
    return loss;
}

static double gap_to_slope(Tensor *windows)
{
    tensor_backward(loss_of_some());
    double square = 0;
    for (long i = 0; windows->grad != NULL && i < tensor_numel(windows); i++)
        square += (double)windows->grad->data[i] * (double)windows->grad->data[i];
    if (square == 0)
        return 1; /* nothing came back */
    double norm = sqrt(square), step = 0.01 / norm;
    double rise = loss_along_gradient(windows, step) - loss_along_gradient(windows, -step);
    return fabs(rise / 0.02 - norm) / norm;
}

CELL {
    ParameterList *parameters = parameters_of(lenet.network);
    double c1 = gap_to_slope(lenet.c1->weight);
    parameters_zero_grad(parameters);
    double c3 = gap_to_slope(lenet.c3->weight);
    parameters_zero_grad(parameters);
    parameters_free(parameters);
    gate(c1 <= 0.01 && c3 <= 0.01,
         "gradient and slope differ by %.2f %% in C1, %.2f %% in C3, at most 1 %%", 100 * c1,
         100 * c3);
}

// %% [markdown]
// ## Training
//
// Cross-entropy, AdamW with much decay (there are more weights than pixels of ink), and a learning rate that
// falls along a cosine.

// %%
enum { POINTS = 8 };
static double right_at[2][POINTS + 1], at_step[POINTS + 1];
static long without_gradient = 150 + 2400; /* before the first step */

static double share_right(Module *m, Tensor *pictures, const IntTensor *truth)
{
    bool was = grad_mode(false);
    long n = pictures->shape[0], right = 0, some = 500;
    for (long at = 0; at < n; at += some) {
        Scope *scope = scope_open();
        long end = at + some < n ? at + some : n;
        Tensor *logits = module_forward(m, tensor_slice(pictures, 0, at, end, 1));
        IntTensor *best = tensor_argmax(logits, -1, false);
        for (long i = at; i < end; i++)
            right += best->data[i - at] == truth->data[i];
        scope_close(scope);
    }
    grad_mode(was);
    return 100 * (double)right / (double)n;
}

static Tensor *first_of(Tensor *pictures, long most)
{
    long n = pictures->shape[0];
    return tensor_slice(pictures, 0, 0, n < most ? n : most, 1);
}

static void look(Module *m, long step)
{
    long point = step * POINTS / steps;
    at_step[point] = (double)step;
    for (int which = 0; which < 2; which++)
        right_at[which][point] = share_right(m, first_of(x[which], 2000), digits[which]);
}

static Dataset *moving; /* its pictures are others in each epoch */

static void train_on(Module *m, Dataset *data, void (*after)(Module *m, long step))
{
    ParameterList *parameters = parameters_of(m);
    Optimizer *adamw = adamw_new(parameters, (OptimizerOptions){.lr = 3e-3, .weight_decay = 1});
    DataLoader *loader = loader_new(data, BATCH, true, true, 1);
    for (long step = 0; step < steps; step++) {
        Scope *scope = scope_open();
        Batch batch;
        while (!loader_next(loader, &batch))
            ; /* an epoch ends, and another begins */
        if (data == moving)
            transformed_dataset_epoch(moving, loader->epoch);
        Tensor *logits = module_forward(m, batch.x);
        tensor_backward(tensor_cross_entropy(logits, batch.labels, NO_IGNORE_INDEX, 0));
        adamw->lr = schedule_cosine(step, steps, 0, 3e-3, 3e-5);
        optimizer_step(adamw);
        if (after != NULL)
            after(m, step + 1);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    loader_free(loader);
    optimizer_free(adamw);
    parameters_free(parameters);
}

static void train(Module *m, Tensor *pictures, void (*after)(Module *m, long step))
{
    Dataset *data = tensor_dataset_new(pictures, NULL, digits[0]);
    train_on(m, data, after);
    dataset_free(data);
}

static long weights_without_gradient(const Tensor *weight)
{
    long without = 0;
    for (long i = 0; i < tensor_numel(weight); i++)
        without += weight->grad == NULL || weight->grad->data[i] == 0;
    return without;
}

static void watch(Module *m, long step)
{
    if (step == 1)
        without_gradient =
            weights_without_gradient(lenet.c1->weight) + weights_without_gradient(lenet.c3->weight);
    if (step % (steps / POINTS) == 0)
        look(m, step);
}

CELL {
    look(lenet.network, 0);
    train(lenet.network, x[0], watch);
    display_chart(2,
                  (Series[]){{"training", POINTS + 1, at_step, right_at[0], false},
                             {"held out", POINTS + 1, at_step, right_at[1], false}},
                  &(ChartOptions){.title = "Digits read rightly",
                                  .x_title = "step",
                                  .y_title = "%",
                                  .y_low = 0,
                                  .y_high = 102});
}

// %% [markdown]
// ## The claim

// %%
/* Every bar is 3 standard deviations outside the worst of 16 seeds (SEED=1 to 16), in points of 2000 drawn digits;
 * one hidden layer reads 94.25 to 95.50 % of them.
 *
 *        held out  turned, degrees   shuffling costs     two pixels cost       moved
 * seed       %       C1     C3      hidden  LeNet-5    LeNet-5  hidden  share    %
 *    1    98.20     50.8   67.9       0.00     8.25       3.16    7.40   0.43   94.14
 *    2    97.85     49.6   64.3      -0.05     8.35       2.88    7.12   0.40   92.90
 *    3    98.40     53.3   69.3       0.20     7.90       3.09    6.70   0.46   93.11
 *    4    98.35     40.6   69.5      -0.45     7.40       2.99    6.28   0.48   93.17
 *    5    98.10     44.8   69.5      -0.45     8.05       3.40    7.25   0.47   93.32
 *    6    98.20     48.7   70.8      -0.15     9.25       3.26    6.37   0.51   93.28
 *    7    98.50     50.9   71.4       0.05     8.00       3.27    7.10   0.46   93.91
 *    8    98.10     47.6   66.6      -0.30     7.60       2.94    7.36   0.40   93.03
 *    9    97.75     50.2   69.5      -0.10     6.60       3.06    6.20   0.49   92.94
 *   10    98.55     48.4   71.0       0.35     8.85       3.20    7.65   0.42   92.91
 *   11    98.30     53.6   69.5       0.25     8.40       3.79    7.08   0.54   94.56
 *   12    97.75     47.3   67.6       0.15     7.90       3.38    7.15   0.47   92.56
 *   13    98.55     48.0   72.2       0.25     8.00       3.45    6.86   0.50   93.26
 *   14    97.75     52.2   69.9      -0.45     7.25       3.20    7.15   0.45   93.99
 *   15    97.75     46.0   70.4       0.30     8.75       4.04    7.95   0.51   92.45
 *   16    97.90     53.1   68.7       0.10     7.30       3.61    7.11   0.51   92.74
 *   sd     0.30      3.5    2.0       0.28     0.67       0.31    0.48   0.04    0.59
 *  bar     96.8       30     30        1.3      4.5                      0.66    90
 *
 * MNIST's are not calibrated: what LeNet-5 has to reach there, and for the rest only which way it goes. 98.5 % is
 * for all 60,000; with fewer to learn from the share that is misread may grow as 1 / sqrt(N), and with fewer that are
 * held out chance moves a share more. (8,000 of them read 97.7 %, and have to read 95.9.) */
typedef struct {
    double held_out, turned, hidden_shuffled, lenet_shuffled, share_of_cost, moved;
} Bars;

static Bars bars(void)
{
    if (!mnist)
        return (Bars){96.8, 30, 1.3, 4.5, 0.66, 90};
    double misread = 1.5 * sqrt(60000.0 / (double)x[0]->shape[0]);
    double chance = sqrt(10000.0 / (double)x[1]->shape[0]);
    return (Bars){fmax(100 - misread, 20), 30, 1.3 * fmax(chance, 1), 0, 1,
                  fmax(95 - misread, 20)};
}

CELL {
    double held_out = share_right(lenet.network, x[1], digits[1]);
    gate(held_out >= bars().held_out, "%.2f %% of %ld held-out digits are read, at least %.1f %%",
         held_out, x[1]->shape[0], bars().held_out);
}

// %% [markdown]
// A network whose windows stay as they were drawn still reads nine of ten: what comes behind them makes do. So
// the windows are asked for themselves. Did every weight of C1 and C3 get a gradient? And how far have the
// windows of a layer turned, as an angle between what they were and what they are? (Decay only shortens them.)

// %%
static double degrees_turned(const Tensor *now, const Tensor *before)
{
    double both = 0, here = 0, there = 0;
    for (long i = 0; i < tensor_numel(now); i++) {
        both += (double)now->data[i] * (double)before->data[i];
        here += (double)now->data[i] * (double)now->data[i];
        there += (double)before->data[i] * (double)before->data[i];
    }
    return acos(fmin(both / sqrt(here * there), 1)) * 180 / acos(-1);
}

CELL {
    double c1 = degrees_turned(lenet.c1->weight, windows_before[0]);
    double c3 = degrees_turned(lenet.c3->weight, windows_before[1]);
    gate(without_gradient == 0, "%ld weights of C1 and C3 got no gradient", without_gradient);
    gate(c1 >= bars().turned && c3 >= bars().turned,
         "the windows turned: those of C1 by %.1f degrees, of C3 by %.1f, at least %.0f", c1, c3,
         bars().turned);
}

// %% [markdown]
// ## What the windows look for
//
// The six of C1, and where a 4 lights them: edges, slopes, the ends of strokes. Where a map is orange, the
// picture looks like the window; where it is blue, like its negative.

// %%
CELL {
    bool was = grad_mode(false);
    const Tensor *windows[C1_MAPS], *maps[1 + C1_MAPS];
    for (long k = 0; k < C1_MAPS; k++)
        windows[k] = tensor_select(tensor_select(lenet.c1->weight, 0, k), 0, 0);
    display_heatmaps(C1_MAPS, windows, NULL, C1_MAPS,
                     &(HeatmapOptions){.title = "The windows of C1", .diverging = true});
    long four = 0;
    while (digits[1]->data[four] != 4)
        four++;
    Tensor *picture = tensor_slice(x[1], 0, four, four + 1, 1);
    Tensor *lit = tensor_select(tensor_tanh(conv2d_forward(lenet.c1, picture)), 0, 0);
    maps[0] = tensor_reshape(picture, SHAPE(SIDE, SIDE));
    for (long k = 0; k < C1_MAPS; k++)
        maps[1 + k] = tensor_select(lit, 0, k);
    static const char *const titles[] = {"the picture", "0", "1", "2", "3", "4", "5"};
    display_heatmaps(1 + C1_MAPS, maps, titles, 4,
                     &(HeatmapOptions){.title = "Where it lights them", .diverging = true});
    grad_mode(was);
}

// %% [markdown]
// Which digits are taken for which? The mistakes alone, without what is right.

// %%
CELL {
    bool was = grad_mode(false);
    Tensor *mistaken = tensor_zeros(SHAPE(10, 10));
    Tensor *logits = module_forward(lenet.network, first_of(x[1], 2000));
    IntTensor *best = tensor_argmax(logits, -1, false);
    for (long i = 0; i < logits->shape[0]; i++)
        if (best->data[i] != digits[1]->data[i])
            mistaken->data[digits[1]->data[i] * 10 + best->data[i]] += 1;
    display_heatmap(mistaken, &(HeatmapOptions){.title = "Mistakes among held-out digits",
                                                .row_title = "is",
                                                .column_title = "read as"});
    grad_mode(was);
}

// %% [markdown]
// ## Do neighbours matter?
//
// All 1024 pixels are shuffled, in one order for all pictures. To the network with one hidden layer this is
// nothing: it never knew which pixels are neighbours. The windows now see pixels from everywhere.

// %%
static double right_as_drawn, mlp_as_drawn;

static Tensor *in_order(const Tensor *pictures, const long *order)
{
    Tensor *out = tensor_keep(pictures);
    for (long i = 0; i < pictures->shape[0]; i++)
        for (long k = 0; k < PIXELS; k++)
            out->data[i * PIXELS + k] = pictures->data[i * PIXELS + order[k]];
    return out;
}

static double share_right_after_training(Module *m, Tensor *const pictures[2])
{
    train(m, pictures[0], NULL);
    return share_right(m, pictures[1], digits[1]);
}

CELL {
    right_as_drawn = share_right(lenet.network, x[1], digits[1]);
    mlp_as_drawn = share_right_after_training(mlp, x);
}

// %%
CELL {
    long order[PIXELS];
    for (long k = 0; k < PIXELS; k++)
        order[k] = k;
    rng_shuffle(&rng, PIXELS, order);
    Tensor *shuffled[2] = {in_order(x[0], order), in_order(x[1], order)};
    double right_shuffled = share_right_after_training(lenet_new().network, shuffled);
    double mlp_shuffled = share_right_after_training(mlp_of_equal_size(), shuffled);
    table_begin("network|as drawn|shuffled");
    table_row("LeNet-5|%.2f %%|%.2f %%", right_as_drawn, right_shuffled);
    table_row("one hidden layer|%.2f %%|%.2f %%", mlp_as_drawn, mlp_shuffled);
    table_end();
    tensor_free(shuffled[0]);
    tensor_free(shuffled[1]);
    gate(fabs(mlp_as_drawn - mlp_shuffled) <= bars().hidden_shuffled,
         "shuffling costs one hidden layer %.2f points, at most %.1f", mlp_as_drawn - mlp_shuffled,
         bars().hidden_shuffled);
    gate(right_as_drawn - right_shuffled >= bars().lenet_shuffled,
         "shuffling costs LeNet-5 %.2f points, at least %.1f", right_as_drawn - right_shuffled,
         bars().lenet_shuffled);
}

// %% [markdown]
// ## Two pixels further on
//
// Both networks were trained on digits in many places, and are asked for the same held-out ones, moved by two
// pixels up, down, left, right.

// %%
/* Down or to the right, along axis 2 or 3; the other way where `by` is negative. */
static Tensor *moved(Tensor *pictures, int axis, long by)
{
    long shape[] = {pictures->shape[0], 1, SIDE, SIDE};
    shape[axis] = labs(by);
    Tensor *empty = tensor_zeros(4, shape);
    Tensor *rest = tensor_slice(pictures, axis, by < 0 ? -by : 0, by < 0 ? SIDE : SIDE - by, 1);
    return tensor_concat(2, by < 0 ? (Tensor *[]){rest, empty} : (Tensor *[]){empty, rest}, axis);
}

static double share_right_when_moved(Module *m, long by)
{
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        Scope *scope = scope_open();
        sum += share_right(m, moved(x[1], 2 + k / 2, k % 2 == 0 ? by : -by), digits[1]);
        scope_close(scope);
    }
    return sum / 4;
}

CELL {
    double lenet_lost = right_as_drawn - share_right_when_moved(lenet.network, TWO_PIXELS);
    double mlp_lost = mlp_as_drawn - share_right_when_moved(mlp, TWO_PIXELS);
    gate(mlp_lost > 0 && lenet_lost < bars().share_of_cost * mlp_lost,
         "two pixels cost LeNet-5 %.2f points and one hidden layer %.2f: less than %.2f of it",
         lenet_lost, mlp_lost, bars().share_of_cost);
}

// %% [markdown]
// ## What a belief does not give, pictures can
//
// Six pixels are more than pooling forgives. The belief said where to look for a stroke, and not that a 4 is a
// 4 wherever it stands: behind the last windows every place has weights of its own. So the pictures say it. A
// LeNet-5 starts anew, and sees each digit at another place every time: `transform_random_crop` cuts 32 x 32
// pixels out of the picture in a frame of six (module 05).

// %%
enum { SIX_PIXELS = 6 };

CELL {
    Transform anywhere = transform_random_crop(SIDE, SIDE, SIX_PIXELS);
    Dataset *as_drawn = tensor_dataset_new(x[0], NULL, digits[0]);
    moving = transformed_dataset_new(as_drawn, anywhere, (long[]){1, SIDE, SIDE}, 1);
    Module *moved_about = lenet_new().network;
    train_on(moved_about, moving, NULL);
    dataset_free(moving);
    dataset_free(as_drawn);
    double before = share_right_when_moved(lenet.network, SIX_PIXELS);
    double after = share_right_when_moved(moved_about, SIX_PIXELS);
    table_begin("LeNet-5 trained on|as drawn|six pixels further on");
    table_row("pictures as drawn|%.2f %%|%.2f %%", right_as_drawn, before);
    table_row("the same, moved about|%.2f %%|%.2f %%", share_right(moved_about, x[1], digits[1]),
              after);
    table_end();
    gate(after >= bars().moved, "%.2f %% are read six pixels further on, at least %.1f; before %.2f",
         after, bars().moved, before);
}

// %% [markdown]
// ## Photographs
//
// Three colours and things in place of digits: CIFAR-10, 60,000 photographs of 32 x 32. What reads them is a
// residual network of 2018: layers that pass on what they get and add what they have found (`Residual`, y = x +
// f(x)), batch norm, four times as many windows at the end as LeNet-5 has weights in its first. Each photograph
// is cut anew out of a frame of four pixels and mirrored by lot.

// %%
static long photographs_read(const char *folder, const char *kind, long most, int which)
{
    long n = cifar10_read(folder, kind, most, &x[which], &digits[which]);
    if (n < 0)
        kindling_fail("%s", kindling_error());
    for (long i = 0; i < tensor_numel(x[which]); i++) /* mean 0, about 1 wide */
        x[which]->data[i] = (x[which]->data[i] - (real)0.473) / (real)0.251;
    return n;
}

static void read_photographs(const char *folder)
{
    long size[] = {3, SIDE, SIDE}, n = photographs_read(folder, "train", 50000, 0);
    check_count(folder, n);
    photographs_read(folder, "test", 10000, 1);
    Dataset *read = tensor_dataset_new(x[0], NULL, digits[0]);
    moving = transformed_dataset_new(
        read,
        transform_compose(TRANSFORMS(transform_random_crop(SIDE, SIDE, 4),
                                     transform_random_horizontal_flip(0.5))),
        size, 1);
    Module *resnet = resnet9_new(
        (Resnet9Options){.picture = {3, SIDE, SIDE}, .classes = 10, .width = 16, .init = &rng});
    steps = 2 * n / BATCH;
    train_on(resnet, moving, NULL);
    module_train(resnet, false);
    double right = share_right(resnet, x[1], digits[1]);
    double least = fmax(100 - 45 * sqrt(50000.0 / (double)n), 20);
    gate(right >= least, "%.2f %% of the photographs are read, at least %.1f", right, least);
    module_free(resnet);
    dataset_free(moving);
    dataset_free(read);
}

CELL {
    const char *folder = getenv("CIFAR");
    if (folder != NULL && *folder != '\0')
        read_photographs(folder);
    else
        printf("without CIFAR=folder there are no photographs: nothing is downloaded here\n");
}
