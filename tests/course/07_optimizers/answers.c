/* answers.c - the questions of the lesson. */
#include "check.h"

TEST(bytes_of_the_moments, .points = 2, .exercise = "07.q adam_state_bytes", .file = "answers.txt",
     .hints = HINTS("Adam keeps m and v: two numbers per parameter.", "A float has 4 bytes.",
                    "124439808 * 2 * 4"))
{
    double P = 124439808;
    MISTAKE_NUMBER(4 * P, "that is one moment (SGD with momentum); Adam keeps two");
    MISTAKE_NUMBER(2 * P, "that is how many numbers; each takes 4 bytes");
    MISTAKE_NUMBER(12 * P,
                   "that counts the weights or the gradients, too: only the moments are asked for");
    MISTAKE_NUMBER(
        16 * P,
        "that is everything: weights, gradients and moments; only the moments are asked for");
    MISTAKE_NUMBER(16 * P / 2 * 2 / 1e6, "in bytes, please");
    double bytes = answer("adam_state_bytes");
    check_number(bytes, 8 * P, 1e-3, "two moments of 4 bytes per parameter");
}

TEST(where_the_velocity_ends, .points = 2, .exercise = "07.q velocity_limit", .file = "answers.txt",
     .hints = HINTS("In the end buf stays the same: buf = momentum buf + g.", "Solve for buf.",
                    "buf = g / (1 - momentum) = 0.5 / 0.1"))
{
    MISTAKE_NUMBER(0.5, "that is the first step: buf goes on growing");
    MISTAKE_NUMBER(10, "that is the factor 1 / (1 - momentum); the gradient is 0.5");
    MISTAKE_NUMBER(0.05, "times 1 - momentum in place of divided by it");
    MISTAKE_NUMBER(INFINITY, "each buf is 0.9 of the last one and 0.5: that has a limit");
    double limit = answer("velocity_limit");
    check_number(limit, 5, 1e-3, "buf = 0.9 buf + 0.5 has the solution 0.5 / (1 - 0.9)");
}

TEST(how_far_adam_goes_first, .points = 2, .exercise = "07.q first_adam_step",
     .file = "answers.txt",
     .hints = HINTS("Put t = 1 into the formulas: what are m and v, corrected?",
                    "m / (1 - beta1) = g, and v / (1 - beta2) = g^2.", "lr * g / |g|"))
{
    MISTAKE_NUMBER(1, "that is lr times g; Adam divides by the root of v, which is |g| here");
    MISTAKE_NUMBER(0.0001, "the bias correction is missing in m: it divides by 1 - beta1");
    MISTAKE_NUMBER(1000, "that is g: Adam divides by the root of v, which is |g| here");
    MISTAKE_NUMBER(0.001 * 0.1 / sqrt(0.001),
                   "without bias correction; with it, m is g and the root of v is |g|");
    double step = answer("first_adam_step");
    check_number(step, 0.001, 1e-6, "lr g / |g| = lr, however large the gradient");
}

TEST(when_descent_diverges, .points = 2, .exercise = "07.q largest_lr", .file = "answers.txt",
     .hints = HINTS("A step multiplies x by 1 - lr h. It shrinks while |1 - lr h| < 1.",
                    "Both curvatures must be stable: the steeper one decides.", "2 / 50"))
{
    MISTAKE_NUMBER(1.0 / 50,
                   "that is the best one for this direction; it is stable up to twice that");
    MISTAKE_NUMBER(2.0 / 0.5,
                   "that is the limit of the flat direction; the steep one diverges long before");
    MISTAKE_NUMBER(2.0 / 50.5, "that is the best lr for both; the limit is a little higher");
    MISTAKE_NUMBER(100, "that is the condition number");
    double lr = answer("largest_lr");
    check_number(lr, 0.04, 1e-5, "|1 - lr h| < 1 while lr < 2 / h, and the largest h is 50");
}

TEST(gradients_never_cleared, .points = 2, .exercise = "07.q forgotten_zero_grad",
     .file = "answers.txt",
     .hints = HINTS("Without zero_grad the gradients add up: 2, then 4, then 6.",
                    "w loses lr times each of them.", "1 - 0.1 * (2 + 4 + 6)"))
{
    MISTAKE_NUMBER(0.4, "that is with zero_grad; without it the gradient is 2, 4, 6");
    MISTAKE_NUMBER(0.6, "the gradient is 2 in the first step already");
    MISTAKE_NUMBER(1.2, "that is how far w has moved (lr times 12); it started at 1");
    MISTAKE_NUMBER(-0.4, "2 + 4 + 8? Each backward adds 2: the third sum is 6");
    double w = answer("forgotten_zero_grad");
    check_number(w, -0.2, 1e-3, "1 - 0.1 * (2 + 4 + 6)");
}
