/* batch.c - 04.3: all rows at once, ignored ones and smoothed ones. */
#include "want.h"

#define INF ((real)INFINITY)
#define IGNORE (-100)

static void check_losses(const Tensor *logits, const IntTensor *targets, int ignore_index,
                         double smoothing, const char *rule)
{
    long N = logits->shape[0];
    Tensor *losses = output("losses", SHAPE(N)), *lse = output("lse", SHAPE(N));
    const int *target = targets->data;
    real s = (real)smoothing;
    given("ignore_index", "%d", ignore_index), given("s", "%.6g", smoothing);

    Tensor *want = EXPECT(losses_want(logits, targets, ignore_index, s));
    long count = EXPECT(counted_want(targets, ignore_index));
    long counted = CALL(cross_entropy_kernel(losses, lse, logits, target, ignore_index, s));
    check_tensor(losses, want, rule);
    check_long(counted, count, "returned is how many rows are not ignored");
}

TEST(three_rows_by_hand, .points = 1, .exercise = "04.3 cross_entropy_batch",
     .file = "cross_entropy_batch.c")
{
    Tensor *logits = input("logits", SHAPE(3, 2), VALUES(0, (real)log(3), 5, 5, 0, (real)log(3)));
    IntTensor *target = input_ids("target", SHAPE(3), IDS(1, IGNORE, 0));

    check_losses(logits, target, IGNORE, 0, "-log(3/4), 0 for the ignored row, -log(1/4)");
    Tensor *want = EXPECT(mean_want(logits, target, IGNORE));
    Tensor *mean = CALL(tensor_cross_entropy(logits, target, IGNORE, 0));
    check_tensor(mean, want, "the mean over the two rows that count: 0.8370");
}

TEST(every_row_its_own_target, .points = 3, .exercise = "04.3 cross_entropy_batch",
     .file = "cross_entropy_batch.c")
{
    Tensor *logits = draw_transposed("logits", SHAPE(5, 4));
    IntTensor *target = input_ids("target", SHAPE(5), IDS(3, 0, 2, 1, 0));

    check_losses(logits, target, IGNORE, 0, "losses[row] = lse[row] - logits[row][target[row]]");
}

TEST(lse_of_every_row, .points = 3, .exercise = "04.3 cross_entropy_batch",
     .file = "cross_entropy_batch.c")
{
    Tensor *logits = draw("logits", SHAPE(4, 3));
    Tensor *losses = output("losses", SHAPE(4)), *lse = output("lse", SHAPE(4));
    IntTensor *targets = input_ids("target", SHAPE(4), IDS(2, IGNORE, 0, 1));
    const int *target = targets->data;

    Tensor *want = EXPECT(lse_want(logits));
    CALL(cross_entropy_kernel(losses, lse, logits, target, -100, 0));
    check_tensor(lse, want, "lse[row] = log sum e^logits[row] = shift + log_sum, ignored or not");
}

TEST(some_for_every_class, .points = 3, .exercise = "04.3 cross_entropy_batch",
     .file = "cross_entropy_batch.c")
{
    double s = draw_double("smoothing", 0.1, 0.4);
    Tensor *logits = draw("logits", SHAPE(4, 6));
    IntTensor *target = input_ids("target", SHAPE(4), IDS(5, IGNORE, 0, 3));

    check_losses(logits, target, IGNORE, s,
                 "(1 - s) of the target's loss and s of the even loss; 0 if ignored");
}

TEST(ignored_rows_do_not_count, .points = 3, .exercise = "04.3 cross_entropy_batch",
     .file = "cross_entropy_batch.c")
{
    Tensor *logits = draw("logits", SHAPE(5, 3));
    int ignore = (int)draw_long("ignored", 0, 2), other = (ignore + 1) % 3;
    IntTensor *target = input_ids("target", SHAPE(5), IDS(other, ignore, ignore, other, ignore));

    check_losses(logits, target, ignore, 0, "ignore_index may be any number; ignored rows cost 0");
}

TEST(nothing_but_ignored_rows, .points = 1, .exercise = "04.3 cross_entropy_batch",
     .file = "cross_entropy_batch.c")
{
    long N = draw_long("N", 2, 13);
    int ignored = (int)draw_long("ignored", 0, 3);
    Tensor *logits = draw("logits", SHAPE(N, 4));
    IntTensor *target = draw_ids("target", SHAPE(N), ignored, ignored);

    check_losses(logits, target, ignored, 0.2, "an ignored row costs 0, smoothed or not");
}

TEST(a_batch_with_huge_logits, .points = 2, .exercise = "04.3 cross_entropy_batch",
     .file = "cross_entropy_batch.c")
{
    real top = (real)draw_double("top", 2500, 3500), less = (real)draw_double("less", 0.5, 2);
    Tensor *logits =
        input("logits", SHAPE(3, 2), VALUES(top, top - less, -top, -top - 2 * less, less, 0));
    IntTensor *target = input_ids("target", SHAPE(3), IDS(1, 1, 0));

    check_losses(logits, target, IGNORE, 0, "only differences within a row count");
}

TEST(an_impossible_class_costs_nothing_unasked, .points = 4, .exercise = "04.3 cross_entropy_batch",
     .file = "cross_entropy_batch.c")
{
    Tensor *logits = draw("logits", SHAPE(2, 3));
    int a = (int)draw_long("a", 0, 2), b = (int)draw_long("b", 0, 2);
    IntTensor *target = input_ids("target", SHAPE(2), IDS((a + 1) % 3, (b + 2) % 3));
    logits->data[a] = logits->data[3 + b] = -INF;
    resealed(logits);

    check_losses(logits, target, IGNORE, 0,
                 "a class that cannot be does not count: class a of row 0, class b of row 1");
    check_losses(logits, target, IGNORE, 0.25, "smoothing asks for every class, also for this one");
}

TEST(one_class, .points = 1, .exercise = "04.3 cross_entropy_batch",
     .file = "cross_entropy_batch.c")
{
    long N = draw_long("N", 2, 13);
    Tensor *logits = draw("logits", SHAPE(N, 1));
    IntTensor *target = draw_ids("target", SHAPE(N), 0, 0);

    check_losses(logits, target, IGNORE, 0.5, "one class has probability 1: loss 0");
}

TEST(rows_of_no_classes, .points = 1, .exercise = "04.3 cross_entropy_batch",
     .file = "cross_entropy_batch.c")
{
    long N = draw_long("N", 2, 13);
    Tensor *logits = draw("logits", SHAPE(N, 0));
    IntTensor *target = draw_ids("target", SHAPE(N), IGNORE, IGNORE);

    check_losses(logits, target, IGNORE, 0,
                 "all are ignored, as they must be: an ignored row costs 0");
}
