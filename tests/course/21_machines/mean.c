/* mean.c - 21.3: sums and counts become one mean. */
#include "draws.h"
#include "want.h"

TEST(three_shares_by_hand, .points = 1, .exercise = "21.3 global_mean", .file = "global_mean.c")
{
    const ShareSum share[] = {{12, 3}, {0, 0}, {2, 1}};
    Tensor *gradient = input("gradient", SHAPE(2), VALUES(8, -4));
    may_change(gradient);
    given("share", "{12, 3}, {0, 0}, {2, 1}");

    double want = EXPECT(mean_loss_want(share, 3));
    Tensor *want_gradient = EXPECT(mean_gradient_want(gradient, share, 3));
    double loss = CALL(global_mean(gradient->data, 2, share, 3));
    check_number(loss, want, CHECK_TOLERANCE, "14 / 4");
    check_tensor(gradient, want_gradient, "the same division");
}

TEST(shares_of_different_sizes, .points = 8, .exercise = "21.3 global_mean",
     .file = "global_mean.c")
{
    long shares = draw_long("shares", 4, 7), n = draw_long("n", 5, 9), targets[MOST];
    ShareSum share[MOST];
    for (long i = 0; i < shares; i++)
        targets[i] = 3 + 2 * i + (long)(draw_seed() % 2);
    draw_sums(share, shares, targets);
    Tensor *gradient = draw("gradient", SHAPE(n));
    may_change(gradient);

    double want = EXPECT(mean_loss_want(share, shares));
    Tensor *want_gradient = EXPECT(mean_gradient_want(gradient, share, shares));
    double loss = CALL(global_mean(gradient->data, n, share, shares));
    check_number(loss, want, CHECK_TOLERANCE,
                 "all losses over all targets: every target weighs the same");
    check_tensor(gradient, want_gradient, "every number over the number of all targets, once");
}

TEST(shares_without_targets, .points = 8, .exercise = "21.3 global_mean", .file = "global_mean.c")
{
    long n = draw_long("n", 5, 9), at_0 = draw_long("targets of share 0", 0, 1) * 5;
    long targets[] = {at_0, draw_long("targets of share 1", 6, 9), 0,
                      draw_long("targets of share 3", 2, 4), 5 - at_0};
    ShareSum share[5];
    draw_sums(share, 5, targets);
    Tensor *gradient = draw("gradient", SHAPE(n));
    may_change(gradient);

    double want = EXPECT(mean_loss_want(share, 5));
    Tensor *want_gradient = EXPECT(mean_gradient_want(gradient, share, 5));
    double loss = CALL(global_mean(gradient->data, n, share, 5));
    check_number(loss, want, CHECK_TOLERANCE,
                 "a share whose targets are all ignored changes nothing");
    check_tensor(gradient, want_gradient, "nor does it change the gradient");
}

TEST(no_target_counts, .points = 4, .exercise = "21.3 global_mean", .file = "global_mean.c")
{
    long n = draw_long("n", 3, 9), shares = draw_long("shares", 2, 5), targets[MOST] = {0};
    ShareSum share[MOST];
    draw_sums(share, shares, targets);
    Tensor *gradient = draw("gradient", SHAPE(n));
    may_change(gradient);

    double want = EXPECT(mean_loss_want(share, shares));
    Tensor *want_gradient = EXPECT(mean_gradient_want(gradient, share, shares));
    double loss = CALL(global_mean(gradient->data, n, share, shares));
    check_tensor(gradient, want_gradient,
                 "without a target there is nothing to divide: the gradient is left alone");
    check_number(loss, want, CHECK_TOLERANCE, "a batch of ignored targets has the loss 0");
    targets[0] = draw_long("targets of share 0", 2, 9);
    draw_sums(share, shares, targets);
    Tensor *other = draw("other", SHAPE(n));
    may_change(other);
    double want_other = EXPECT(mean_loss_want(share, shares));
    Tensor *want_other_gradient = EXPECT(mean_gradient_want(other, share, shares));
    double other_loss = CALL(global_mean(other->data, n, share, shares));
    check_number(other_loss, want_other, CHECK_TOLERANCE,
                 "one share that has targets is enough for a mean");
    check_tensor(other, want_other_gradient, "and its gradient");
}

TEST(the_loss_alone, .points = 3, .exercise = "21.3 global_mean", .file = "global_mean.c")
{
    long shares = draw_long("shares", 2, 5), targets[MOST];
    ShareSum share[MOST];
    for (long i = 0; i < shares; i++)
        targets[i] = LARGE * (i + 2) + draw_long("more targets", 1, 999);
    draw_sums(share, shares, targets);

    double want = EXPECT(mean_loss_want(share, shares));
    double loss = CALL(global_mean(NULL, 0, share, shares));
    check_number(loss, want, CHECK_TOLERANCE,
                 "a gradient of 0 numbers is none; targets are counted in long");
}

TEST(counts_that_cannot_be, .points = 2, .exercise = "21.3 global_mean", .file = "global_mean.c")
{
    long targets[] = {draw_long("targets of share 0", 2, 9), draw_long("targets of share 1", 3, 9)};
    ShareSum share[2];
    draw_sums(share, 2, targets);
    Tensor *gradient = draw("gradient", SHAPE(3));
    may_change(gradient);

    double want = EXPECT(mean_loss_want(share, 2));
    double loss = CALL(global_mean(gradient->data, 3, share, 2));
    check_number(loss, want, CHECK_TOLERANCE, "all losses over all targets");
    share[1].targets = -1;
    check_fails(global_mean(gradient->data, 3, share, 2), "counts -1 targets",
                "no share counts less than 0: the given check says so");
}
