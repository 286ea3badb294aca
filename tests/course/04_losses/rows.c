/* rows.c - 04.1 and 04.2: two losses of a row. */
#include "want.h"

#define INF ((real)INFINITY)

/* So large that lse itself has no room left for a fraction of it: one ulp is 1/8 (float: 1/2). */
#define BIG (IS_DOUBLE ? (real)1e15 : (real)8e6)

/* ---- 04.1 row_target_loss ----------------------------------------------------------------------- */

/* The two parts as they should be: an input. */
static LogSumExp parts_of(const Tensor *x)
{
    double shift = -INFINITY, sum = 0;
    for (long i = 0; i < x->shape[0]; i++)
        shift = fmax(shift, (double)x->data[i]);
    for (long i = 0; i < x->shape[0]; i++)
        sum += exp((double)x->data[i] - shift);
    LogSumExp z = {.shift = (real)shift, .log_sum = (real)log(sum)};
    given("z", "shift %.6g, log_sum %.6g", shift, log(sum));
    return z;
}

TEST(two_targets_by_hand, .points = 1, .exercise = "04.1 row_target_loss", .file = "row_loss.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES((real)log(9), (real)log(15), (real)log(6)));
    LogSumExp z = parts_of(x);

    double want = EXPECT(target_loss_want(x, z, 2));
    double loss = CALL(row_target_loss(x->data, z, 2));
    check_number(loss, want, CHECK_TOLERANCE, "class 2 has probability 6/30: -log(1/5)");
    want = EXPECT(target_loss_want(x, z, 1));
    loss = CALL(row_target_loss(x->data, z, 1));
    check_number(loss, want, CHECK_TOLERANCE, "class 1 has probability 15/30: -log(1/2)");
}

TEST(any_target_of_a_longer_row, .points = 5, .exercise = "04.1 row_target_loss",
     .file = "row_loss.c")
{
    Tensor *x = draw("x", SHAPE(9));
    LogSumExp z = parts_of(x);
    int target = (int)draw_long("target", 2, 7);

    double want = EXPECT(target_loss_want(x, z, target));
    double loss = CALL(row_target_loss(x->data, z, target));
    check_number(loss, want, CHECK_TOLERANCE, "lse - x[target] = log_sum - (x[target] - shift)");
}

TEST(no_digits_lost_on_large_logits, .points = 5, .exercise = "04.1 row_target_loss",
     .file = "row_loss.c")
{
    real a = (real)draw_long("a", 5, 12), b = (real)draw_long("b", 1, 4);
    Tensor *x = input("x", SHAPE(3), VALUES(BIG - a / 2, BIG, BIG - b / 2));
    LogSumExp z = parts_of(x);

    double want = EXPECT(target_loss_want(x, z, 2));
    double loss = CALL(row_target_loss(x->data, z, 2));
    check_number(loss, want, CHECK_TOLERANCE,
                 "as for logits [-a/2, 0, -b/2], to which a large number was added");
    want = EXPECT(target_loss_want(x, z, 1));
    loss = CALL(row_target_loss(x->data, z, 1));
    check_number(loss, want, CHECK_TOLERANCE,
                 "as for logits [-a/2, 0, -b/2], to which a large number was added");
}

TEST(improbable_and_impossible_targets, .points = 2, .exercise = "04.1 row_target_loss",
     .file = "row_loss.c")
{
    real top = (real)draw_double("top", 1500, 2500), low = (real)draw_double("low", -1900, -1500);
    Tensor *x = input("x", SHAPE(6), VALUES(top - 1, top, 500, low, 700, -INF));
    LogSumExp z = parts_of(x);

    double want = EXPECT(target_loss_want(x, z, 3));
    double loss = CALL(row_target_loss(x->data, z, 3));
    check_number(loss, want, CHECK_TOLERANCE,
                 "about top - low: no probability is formed, so none is rounded to 0");
    want = EXPECT(target_loss_want(x, z, 5));
    loss = CALL(row_target_loss(x->data, z, 5));
    check_number(loss, want, CHECK_TOLERANCE, "-log 0 is infinity");
}

/* ---- 04.2 row_even_loss ------------------------------------------------------------------------- */

static void check_even_loss(const Tensor *x, const char *rule)
{
    long n = x->shape[0];
    LogSumExp z = parts_of(x);

    double want = EXPECT(even_loss_want(x, z));
    double loss = CALL(row_even_loss(n, x->data, z));
    check_number(loss, want, CHECK_TOLERANCE, rule);
}

TEST(average_of_three_by_hand, .points = 1, .exercise = "04.2 row_even_loss", .file = "row_loss.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES((real)log(9), (real)log(15), (real)log(6)));

    check_even_loss(x, "(log(10/3) + log 2 + log 5) / 3 = (1.2040 + 0.6931 + 1.6094) / 3");
}

TEST(average_over_all_classes, .points = 7, .exercise = "04.2 row_even_loss", .file = "row_loss.c")
{
    long n = draw_long("n", 4, 20);
    Tensor *x = draw_between("x", SHAPE(n), 1, 4);

    check_even_loss(x, "lse - mean = log_sum - (mean - shift)");
}

TEST(even_loss_of_large_logits, .points = 6, .exercise = "04.2 row_even_loss", .file = "row_loss.c")
{
    Tensor *x = input("x", SHAPE(2), VALUES(BIG, BIG - (real)draw_long("a", 1, 12)));

    check_even_loss(x, "as for logits [0, -a], to which a large number was added");
    Tensor *barred = draw("barred", SHAPE(5));
    barred->data[draw_long("impossible", 0, 4)] = (real)-INFINITY;
    resealed(barred);
    check_even_loss(barred, "a class that cannot be counts as well: its loss is infinite");
}
