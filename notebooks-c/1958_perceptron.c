// %% [markdown]
// # 1958 The perceptron
//
// Frank Rosenblatt's machine learned to tell two kinds of pictures apart by a rule of one line:
// *if the answer is wrong, move the weights towards the example, or away from it.* The rule finds a
// line between two separable clouds, always, after a bounded number of mistakes (Novikoff 1962):
// at most $(R/\gamma)^2$, where $R$ is the length of the longest example and $\gamma$ the distance by
// which the best line misses the nearest one.

// %%
#include <math.h>
#include "notebook.h"

enum { N = 120, FRESH = 400, MOST_EPOCHS = 200 };

typedef struct {
    double x[FRESH], y[FRESH];
    int side[FRESH]; /* 1 or -1 */
    long n;
} Cloud;

static Cloud training, fresh;
static double w[3]; /* weights of x and y, and the bias */
static double mistakes[MOST_EPOCHS];
static long epochs;

// %% [markdown]
// ## Two clouds
//
// Points are drawn at random; the true line is $x + 2y = 0.4$, and a strip of width 0.03 on each
// side of it stays free. Nobody tells the machine where the line is.

// %%
static Cloud draw_cloud(long n, Rng *rng)
{
    Cloud c = {.n = 0};
    while (c.n < n) {
        double x = 2 * rng_uniform(rng) - 1, y = 2 * rng_uniform(rng) - 1;
        double distance = (x + 2 * y - 0.4) / sqrt(5);
        if (fabs(distance) < 0.03)
            continue;
        c.x[c.n] = x;
        c.y[c.n] = y;
        c.side[c.n++] = distance > 0 ? 1 : -1;
    }
    return c;
}

static void show(const char *title, bool line)
{
    double x[2][N], y[2][N], ends[2] = {-1, 1}, heights[2];
    long n[2] = {0, 0};
    for (long i = 0; i < training.n; i++) {
        int kind = training.side[i] > 0;
        x[kind][n[kind]] = training.x[i];
        y[kind][n[kind]++] = training.y[i];
    }
    for (int i = 0; i < 2; i++)
        heights[i] = -(w[0] * ends[i] + w[2]) / w[1];
    display_chart(
        line ? 3 : 2,
        (Series[]){{"one kind", n[0], x[0], y[0], true},
                   {"the other", n[1], x[1], y[1], true},
                   {"what was learned", 2, ends, heights, false}},
        &(ChartOptions){
            .title = title, .x_low = -1.05, .x_high = 1.05, .y_low = -1.05, .y_high = 1.05});
}

CELL {
    Rng rng = rng_seed(1958);
    training = draw_cloud(N, &rng);
    fresh = draw_cloud(FRESH, &rng);
    show("120 points of two kinds", false);
}

// %% [markdown]
// ## The rule
//
// Before training, all weights are 0 and every answer is the same. An epoch is one walk over all
// points; learning ends when an epoch passes without a mistake.

// %%
static int answer(const Cloud *c, long i)
{
    return w[0] * c->x[i] + w[1] * c->y[i] + w[2] > 0 ? 1 : -1;
}

static double share_right(const Cloud *c)
{
    long right = 0;
    for (long i = 0; i < c->n; i++)
        right += answer(c, i) == c->side[i];
    return (double)right / (double)c->n;
}

static long train_one_epoch(void)
{
    long wrong = 0;
    for (long i = 0; i < training.n; i++)
        if (answer(&training, i) != training.side[i]) {
            wrong++;
            w[0] += training.side[i] * training.x[i];
            w[1] += training.side[i] * training.y[i];
            w[2] += training.side[i];
        }
    return wrong;
}

CELL {
    double before = share_right(&training);
    long total = 0, wrong;
    do {
        wrong = train_one_epoch();
        mistakes[epochs++] = (double)wrong;
        total += wrong;
    } while (wrong > 0 && epochs < MOST_EPOCHS);
    printf("right before: %.0f %%, after %ld epochs: %.0f %%; %ld mistakes on the way\n",
           100 * before, epochs, 100 * share_right(&training), total);
    display_chart(1, (Series[]){{NULL, epochs, NULL, mistakes, false}},
                  &(ChartOptions){.title = "Mistakes in each epoch",
                                  .x_title = "epoch",
                                  .y_title = "mistakes"});
}

// %%
CELL {
    show("The line that was found", true);
}

// %% [markdown]
// ## The claim
//
// Separable points are learned without a mistake. Points never seen may lie between the line that
// was found and the true one, so for them a little less is asked.

// %%
CELL {
    gate(share_right(&training) == 1, "all %d training points are on the right side", N);
    gate(share_right(&fresh) >= 0.97, "%.1f %% of %d new points are, at least 97 %%",
         100 * share_right(&fresh), FRESH);
}

// %% [markdown]
// ## The same with gradients
//
// Today the rule would be a linear layer, a loss and a step down the slope. It draws nearly the
// same line, and it does not stop being useful when the clouds overlap.

// %%
CELL {
    Rng rng = rng_seed(1);
    Linear *layer = linear_new(2, 1, true, &rng);
    ParameterList *parameters = parameters_of(&layer->module);
    Optimizer *sgd = sgd_new(parameters, (OptimizerOptions){.lr = 2});
    Tensor *x = tensor_zeros(SHAPE(N, 2)), *y = tensor_zeros(SHAPE(N, 1));
    for (long i = 0; i < N; i++) {
        tensor_set(x, AT(i, 0), (real)training.x[i]);
        tensor_set(x, AT(i, 1), (real)training.y[i]);
        tensor_set(y, AT(i, 0), training.side[i] > 0);
    }
    for (int step = 0; step < 5000; step++) {
        Scope *scope = scope_open();
        tensor_backward(tensor_bce_with_logits(linear_forward(layer, x), y));
        optimizer_step(sgd);
        optimizer_zero_grad(sgd);
        scope_close(scope);
    }
    for (int i = 0; i < 2; i++)
        w[i] = (double)tensor_get(layer->weight, AT(i, 0));
    w[2] = (double)tensor_get(layer->bias, AT(0));
    show("The line of 5000 gradient steps", true);
    gate(share_right(&training) == 1, "gradient descent separates them, too");
}
