/* sgd.c - 07.2: rolling. */
#include "parameters.h"

static Sgd sgd_of(double lr, double momentum, double decay)
{
    given("s", "lr %.4g, momentum %.4g, decay %.4g", lr, momentum, decay);
    return (Sgd){.lr = (real)lr, .momentum = (real)momentum, .decay = (real)decay};
}

/* ---- 07.2 momentum_step --------------------------------------------------------------------- */

static void check_momentum(Sgd s, Tensor *weights, Tensor *velocity, const Tensor *gradients,
                           const char *rule)
{
    long n = weights->shape[0];
    real *w = weights->data, *buf = velocity->data;
    const real *g = gradients->data;
    may_change(weights), may_change(velocity);

    Tensor *want = EXPECT(momentum_want(&s, weights, velocity, gradients));
    CALL(momentum_step(&s, n, w, buf, g));
    Tensor *w_and_buf = joined(weights, velocity);
    check_tensor(w_and_buf, want, rule);
}

TEST(two_steps_by_hand, .points = 1, .exercise = "07.2 momentum_step", .file = "sgd.c")
{
    Sgd s = sgd_of(0.1, 0.9, 0);
    Tensor *w = input("w", SHAPE(1), VALUES(1)), *buf = input("buf", SHAPE(1), VALUES(0));
    Tensor *g = input("g", SHAPE(1), VALUES(1));

    check_momentum(s, w, buf, g, "buf = 0.9 * 0 + 1 = 1, w = 1 - 0.1 * 1 = 0.9");
    w = input("w", SHAPE(1), VALUES((real)0.9)), buf = input("buf", SHAPE(1), VALUES(1));
    g = input("g", SHAPE(1), VALUES(3));
    check_momentum(s, w, buf, g, "buf = 0.9 * 1 + 3 = 3.9, w = 0.9 - 0.1 * 3.9 = 0.51");
}

TEST(rolling_with_decay, .points = 10, .exercise = "07.2 momentum_step", .file = "sgd.c")
{
    double lr = draw_double("lr", 0.05, 0.5), momentum = draw_double("momentum", 0.3, 0.9);
    double decay = draw_double("decay", 0.1, 0.9);
    Tensor *w = draw("w", SHAPE(6)), *buf = draw("buf", SHAPE(6)), *g = draw("g", SHAPE(6));

    check_momentum(sgd_of(lr, momentum, decay), w, buf, g,
                   "rows: w = w - lr buf, of the new buf; buf = momentum buf + (g + decay w)");
}

TEST(the_steps_of_torch_sgd, .points = 6, .exercise = "07.2 momentum_step", .file = "sgd.c")
{
    check_torch(sgd_new, (OptimizerOptions){.momentum = 0.8, .weight_decay = 0.1},
                "torch.optim.SGD(lr=0.05, momentum=0.8, weight_decay=0.1)");
}
