/* batch.c - 04.4: all rows at once, ignored ones and smoothed ones. */
#include "check.h"

#define INF ((real)INFINITY)
#define IGNORE (-100)

typedef struct {
    Tensor *losses, *lse;
    long counted;
} Wanted;

/* Plain loops in double. own (default 1 - s) weighs the target, even the average over all classes. */
static Wanted wanted(const Tensor *logits, const int *targets, double own, double even)
{
    long N = logits->shape[0], V = logits->shape[1];
    Wanted w = {blank(SHAPE(N)), blank(SHAPE(N)), 0};
    for (long r = 0; r < N; r++) {
        double m = -INFINITY, sum = 0, mean = 0;
        for (long j = 0; j < V; j++)
            m = fmax(m, at(logits, AT(r, j)));
        for (long j = 0; j < V; j++) {
            sum += exp(at(logits, AT(r, j)) - m);
            mean += at(logits, AT(r, j)) / (double)V;
        }
        w.lse->data[r] = (real)(m + log(sum));
        if (targets[r] == IGNORE)
            continue;
        double loss = log(sum) - (at(logits, AT(r, targets[r])) - m);
        w.losses->data[r] = (real)(own * loss + (even != 0 ? even * (log(sum) - (mean - m)) : 0));
        w.counted++;
    }
    return w;
}

/* Every row against the first target; every target against the first row. */
static Tensor *first_target(const Tensor *logits, const int *targets)
{
    int same[8];
    for (long r = 0; r < logits->shape[0]; r++)
        same[r] = targets[0];
    return wanted(logits, same, 1, 0).losses;
}

static Tensor *first_row(const Tensor *logits, const int *targets)
{
    Tensor *same = copy_of(logits);
    for (long r = 0; r < same->shape[0]; r++)
        for (long j = 0; j < same->shape[1]; j++)
            same->data[r * same->shape[1] + j] = (real)at(logits, AT(0, j));
    return wanted(same, targets, 1, 0).losses;
}

/* Smoothing that leaves out the right class: s spread over the V - 1 others. */
static Tensor *spread_over_others(const Tensor *logits, const int *targets, double s)
{
    double V = (double)logits->shape[1];
    return wanted(logits, targets, 1 - s - s / (V - 1), s * V / (V - 1)).losses;
}

TEST(three_rows_by_hand, .points = 4, .exercise = "04.4 cross_entropy_batch",
     .file = "cross_entropy_batch.c",
     .hints = HINTS(
         "A loop over the rows; row r has its logits at b->logits + r * b->n.",
         "z = row_log_sum_exp(b->n, x); b->losses[r] = row_target_loss(x, z, b->targets[r])",
         "Ignored: b->losses[r] = 0. Otherwise count it: counted++. lse is written for both."))
{
    Tensor *logits = input("logits", SHAPE(3, 2), VALUES(0, (real)log(3), 5, 5, 0, (real)log(3)));
    IntTensor *targets = input_ids("targets", SHAPE(3), IDS(0, IGNORE, 1));
    Tensor *losses = output("losses", SHAPE(3)), *lse = output("lse", SHAPE(3));
    EXPECT(Wanted w = wanted(logits, targets->data, 1, 0));
    EXPECT(real a = (real)log(4), b = (real)log(4.0 / 3));
    MISTAKE(values(SHAPE(3), VALUES(a, (real)log(2), b)),
            "the ignored row has a loss: its loss is 0");
    MISTAKE(values(SHAPE(3), VALUES(a / 2, 0, b / 2)),
            "the losses were divided by the count: the mean is taken by the caller");
    MISTAKE(values(SHAPE(3), VALUES(a / 3, 0, b / 3)),
            "the losses were divided by the rows: the mean is taken by the caller");
    MISTAKE(values(SHAPE(3), VALUES(b, (real)log(2), b)),
            "lse is log_sum alone: lse = shift + log_sum");
    MISTAKE(values(SHAPE(3), VALUES(a, 0, a)),
            "lse of an ignored row is 0: lse is written for every row");
    MISTAKE(values(SHAPE(3), VALUES((real)log(3), 5, (real)log(3))),
            "lse is the shift alone: lse = shift + log_sum");
    MISTAKE_NUMBER(3, "the ignored row was counted: a mean over too many rows");
    MISTAKE_NUMBER(1, "the ignored rows were counted, not the others");
    MISTAKE_NUMBER(0, "no row was counted");
    long counted = CALL(cross_entropy_kernel(losses, lse, logits, targets->data, IGNORE, 0));
    check_tensor(losses, w.losses, "-log(1/4), ignored, -log(3/4)");
    check_tensor(lse, w.lse, "log 4, 5 + log 2, log 4: one lse per row, ignored or not");
    check_long(counted, w.counted, "two rows have a target");
    Tensor *mean = CALL(tensor_cross_entropy(logits, targets, IGNORE, 0));
    check_number(mean->data[0], (log(4) + log(4.0 / 3)) / 2, CHECK_TOLERANCE,
                 "the mean over the two rows that count: 0.8370");
}

TEST(
    every_row_its_own_target, .points = 4, .exercise = "04.4 cross_entropy_batch",
    .file = "cross_entropy_batch.c",
    .hints = HINTS("Row r, target r, loss r.",
                   "Row r has its own logits, its own target, and its own place in losses and lse.",
                   "const real *x = b->logits + r * b->n;"))
{
    Tensor *logits = draw_transposed("logits", SHAPE(5, 4));
    IntTensor *targets = input_ids("targets", SHAPE(5), IDS(3, 0, 2, 1, 0));
    Tensor *losses = output("losses", SHAPE(5)), *lse = output("lse", SHAPE(5));
    EXPECT(Wanted w = wanted(logits, targets->data, 1, 0));
    MISTAKE(first_target(logits, targets->data),
            "every row is held against the first target: targets[row]");
    MISTAKE(first_row(logits, targets->data),
            "every target is held against the first row of logits: row r "
            "starts at x + r * n");
    MISTAKE(plain_scaled(w.losses, 1.0 / 5),
            "the losses were divided by the rows: the mean is taken by the caller");
    MISTAKE(plain_scaled(w.losses, 1 / log(2)), "logarithms of base 2: the loss is in nats");
    MISTAKE(plain_map(plain_scaled(w.losses, -1), exp),
            "these are probabilities: the loss is -log of them");
    long counted = CALL(cross_entropy_kernel(losses, lse, logits, targets->data, IGNORE, 0));
    check_tensor(losses, w.losses, "losses[row] = lse[row] - logits[row][targets[row]]");
    check_tensor(lse, w.lse, "lse[row] = log sum e^logits[row]");
    check_long(counted, w.counted, "every row counts");
}

TEST(some_for_every_class, .points = 4, .exercise = "04.4 cross_entropy_batch",
     .file = "cross_entropy_batch.c",
     .hints =
         HINTS("Two losses are mixed: one of the target, one even over all classes.",
               "The weights are 1 - smoothing and smoothing; they add up to 1.",
               "loss = (1 - smoothing) * row_target_loss(...) + smoothing * row_even_loss(...)"))
{
    double s = draw_double("smoothing", 0.1, 0.4);
    Tensor *logits = draw("logits", SHAPE(4, 6));
    IntTensor *targets = input_ids("targets", SHAPE(4), IDS(5, IGNORE, 0, 3));
    Tensor *losses = output("losses", SHAPE(4)), *lse = output("lse", SHAPE(4));
    EXPECT(Wanted w = wanted(logits, targets->data, 1 - (double)(real)s, (double)(real)s));
    MISTAKE(wanted(logits, targets->data, 1, 0).losses, "smoothing was left out");
    MISTAKE(wanted(logits, targets->data, s, 1 - s).losses,
            "the two weights are swapped: 1 - smoothing belongs to the target");
    MISTAKE(wanted(logits, targets->data, 1, s).losses,
            "smoothing was added on top: the target keeps only 1 - smoothing");
    MISTAKE(wanted(logits, targets->data, 1 - s, 0).losses, "the even part is missing");
    MISTAKE(wanted(logits, targets->data, 1 - s, s / 6).losses,
            "the even loss is an average already: it was divided by V once more");
    MISTAKE(wanted(logits, targets->data, 1 - s, s * 6).losses,
            "smoothing on every class: it is spread over all V, so each gets smoothing / V");
    MISTAKE(spread_over_others(logits, targets->data, s),
            "smoothing was spread over V - 1 classes: the uniform distribution has all V");
    CALL(cross_entropy_kernel(losses, lse, logits, targets->data, IGNORE, (real)s));
    check_tensor(losses, w.losses,
                 "(1 - s) of the target's loss and s of the even loss; 0 if ignored");
    check_tensor(lse, w.lse, "smoothing does not change lse");
}

TEST(ignored_rows_do_not_count, .points = 4, .exercise = "04.4 cross_entropy_batch",
     .file = "cross_entropy_batch.c",
     .hints = HINTS("Whoever takes the mean divides by what you return.",
                    "Count only rows whose target is not ignore_index, which may be any number.",
                    "if (b->targets[r] == b->ignore_index) loss = 0; else counted++;"))
{
    Tensor *logits = draw("logits", SHAPE(5, 3));
    int ignore = (int)draw_long("ignore", 0, 2), other = (ignore + 1) % 3;
    IntTensor *targets = input_ids("targets", SHAPE(5), IDS(other, ignore, ignore, other, ignore));
    IntTensor *none = input_ids("none", SHAPE(5), IDS(ignore, ignore, ignore, ignore, ignore));
    Tensor *losses = output("losses", SHAPE(5)), *lse = output("lse", SHAPE(5));
    Tensor *zero = output("zero", SHAPE(5));
    EXPECT(int marked[5] = {other, IGNORE, IGNORE, other, IGNORE});
    EXPECT(Wanted w = wanted(logits, marked, 1, 0));
    EXPECT(double sum = (double)(w.losses->data[0] + w.losses->data[3]));
    MISTAKE(wanted(logits, targets->data, 1, 0).losses,
            "a target equal to ignore_index was used as a class");
    MISTAKE_NUMBER(sum / 5, "a mean over the wrong count: ignored rows were counted");
    MISTAKE_NUMBER(5, "ignored rows were counted");
    MISTAKE_NUMBER(3, "the ignored rows were counted, not the others");
    MISTAKE_NUMBER(sum, "the sum of the losses: count the rows that are not ignored");
    long counted = CALL(cross_entropy_kernel(losses, lse, logits, targets->data, ignore, 0));
    check_tensor(losses, w.losses, "the loss of an ignored row is 0");
    check_long(counted, 2, "two of the five rows count");
    Tensor *mean = CALL(tensor_cross_entropy(logits, targets, ignore, 0));
    check_number(mean->data[0], sum / 2, CHECK_TOLERANCE, "the mean over the two rows that count");
    counted = CALL(cross_entropy_kernel(zero, lse, logits, none->data, ignore, (real)0.2));
    check_tensor(zero, blank(SHAPE(5)), "nothing but ignored rows: every loss is 0");
    check_long(counted, 0, "nothing counts");
}

TEST(a_batch_with_huge_logits, .points = 2, .exercise = "04.4 cross_entropy_batch",
     .file = "cross_entropy_batch.c",
     .hints = HINTS("Each row has a maximum of its own.", "row_log_sum_exp takes care of that.",
                    "Call row_log_sum_exp once per row, not once for the batch."))
{
    Tensor *logits = input("logits", SHAPE(3, 2), VALUES(3000, 2999, -3000, -3001, 1, 0));
    IntTensor *targets = input_ids("targets", SHAPE(3), IDS(1, 1, 0));
    Tensor *losses = output("losses", SHAPE(3)), *lse = output("lse", SHAPE(3));
    EXPECT(Wanted w = wanted(logits, targets->data, 1, 0));
    EXPECT(real first = w.losses->data[0], last = w.losses->data[2]);
    MISTAKE(values(SHAPE(3), VALUES(first, -INF, -INF)),
            "one maximum for the whole batch: harmless while rows are alike, here the lower rows "
            "vanish; each row has its own");
    MISTAKE(values(SHAPE(3), VALUES((real)NAN, (real)NAN, last)),
            "log of softmax without the maximum: e^3000 overflows, e^-3000 vanishes, and both "
            "quotients "
            "are NaN");
    MISTAKE(values(SHAPE(3), VALUES(INF, -INF, last)),
            "log of softmax without the maximum: e^3000 overflows");
    CALL(cross_entropy_kernel(losses, lse, logits, targets->data, IGNORE, 0));
    check_tensor(losses, w.losses, "only differences within a row count");
    check_tensor(lse, w.lse, "lse = shift + log_sum, near the largest logit");
}

TEST(an_impossible_class_costs_nothing_unasked, .points = 2, .exercise = "04.4 cross_entropy_batch",
     .file = "cross_entropy_batch.c",
     .hints = HINTS("With a logit of -infinity the even loss is infinite.",
                    "0 * infinity is NaN: without smoothing leave that term out.",
                    "if (b->smoothing != 0) loss += b->smoothing * row_even_loss(b->n, x, z);"))
{
    Tensor *logits = input("logits", SHAPE(2, 3), VALUES(-INF, 2, 2, 1, -INF, 1));
    IntTensor *targets = input_ids("targets", SHAPE(2), IDS(1, 2));
    Tensor *losses = output("losses", SHAPE(2)), *lse = output("lse", SHAPE(2));
    EXPECT(real half = (real)log(2));
    MISTAKE(values(SHAPE(2), VALUES((real)NAN, (real)NAN)),
            "0 * infinity is NaN: leave the even loss out when smoothing is 0");
    CALL(cross_entropy_kernel(losses, lse, logits, targets->data, IGNORE, 0));
    check_tensor(losses, values(SHAPE(2), VALUES(half, half)),
                 "two possible classes, alike: log 2");
}

TEST(one_class_no_class_and_no_rows, .points = 2, .exercise = "04.4 cross_entropy_batch",
     .file = "cross_entropy_batch.c",
     .hints = HINTS("An empty batch is a loop that does not run.",
                    "One class: its probability is 1.",
                    "No special case is needed: long counted = 0 before the loop."))
{
    Tensor *nothing = draw("nothing", SHAPE(0, 3)), *one = draw("one", SHAPE(3, 1));
    IntTensor *targets = input_ids("targets", SHAPE(3), IDS(0, 0, 0));
    Tensor *empty = output("empty", SHAPE(0)), *none = output("none", SHAPE(0));
    Tensor *losses = output("losses", SHAPE(3)), *lse = output("lse", SHAPE(3));
    check_long(CALL(cross_entropy_kernel(empty, none, nothing, targets->data, IGNORE, 0)), 0,
               "no rows, none counted");
    check_long(CALL(cross_entropy_kernel(losses, lse, one, targets->data, IGNORE, (real)0.5)), 3,
               "three rows counted");
    check_tensor(losses, blank(SHAPE(3)), "one class has probability 1: loss 0");
    check_tensor(lse, plain_reshape(one, SHAPE(3)), "lse of one logit is that logit");
    Tensor *bare = draw("bare", SHAPE(3, 0));
    IntTensor *ignored = input_ids("ignored", SHAPE(3), IDS(IGNORE, IGNORE, IGNORE));
    check_long(CALL(cross_entropy_kernel(losses, lse, bare, ignored->data, IGNORE, 0)), 0,
               "rows of no classes, all of them ignored: none counted, and nothing divided by 0");
    check_tensor(losses, blank(SHAPE(3)), "an ignored row costs 0");
}
