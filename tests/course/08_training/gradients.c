/* gradients.c - 08.4: the gradients of micro-batches are those of one large batch. */
#include "task.h"

/* ---- 08.4 trainer_gradients ------------------------------------------------------------------ */

typedef enum {
    G_RIGHT,
    G_STALE,
    G_STALE_SUM,
    G_SUM,
    G_LAST,
    G_FIRST_ONLY,
    G_NOT_LAST,
    G_ONE_MORE,
    G_TWICE,
    G_BY_N,
    G_MEANS,
    G_UNWEIGHTED,
    G_BY_SIZE
} Gather;

/* What a mistaken way takes for the number of targets of batch i. */
static inline double plain_weight(Gather way, const Tensor *x, long i)
{
    if (way == G_MEANS || way == G_UNWEIGHTED)
        return 1;
    return (double)plain_rows(x, i, way == G_BY_SIZE ? ABSENT : IGNORED);
}

/* What the sum is divided by. */
static inline double plain_divisor(Gather way, const Tensor *x, long n)
{
    double total = 0;
    for (long i = 0; i < n; i++)
        total += (double)plain_rows(x, i % x->shape[0], way == G_BY_SIZE ? ABSENT : IGNORED);
    return way == G_SUM || way == G_STALE_SUM ? 1
           : way == G_BY_N || way == G_MEANS  ? (double)n
           : way == G_TWICE                   ? total * total
                                              : total;
}

/* The gradient after n micro-batches, when `stale` was there before. */
static Tensor *plain_gradients(Gather way, const Tensor *w, const Tensor *stale, const Tensor *x,
                               long n, double *loss)
{
    double at[D_MOST], g[D_MOST] = {0}, sum = 0;
    long D = w->shape[0], turns = way == G_FIRST_ONLY ? 1 : n - (way == G_NOT_LAST);
    turns += way == G_ONE_MORE;
    for (long d = 0; d < D; d++) {
        at[d] = (double)w->data[d];
        g[d] = way == G_STALE_SUM ? (double)stale->data[d] : 0;
    }
    double divisor = plain_divisor(way, x, turns);
    if (way == G_STALE)
        for (long d = 0; d < D; d++)
            g[d] = (double)stale->data[d] / divisor;
    if (way == G_LAST)
        turns = n;
    for (long i = 0; i < turns; i++) {
        long which = i % x->shape[0];
        double factor = plain_weight(way, x, which) / divisor;
        if (way == G_LAST)
            memset(g, 0, sizeof g);
        sum += factor * plain_batch(at, x, which, factor, g);
    }
    Tensor *out = blank(SHAPE(D));
    for (long d = 0; d < D; d++)
        out->data[d] = (real)g[d];
    *loss = sum;
    return out;
}

static inline double plain_loss(Gather way, const Tensor *w, const Tensor *x, long n)
{
    double loss;
    plain_gradients(way, w, w, x, n, &loss);
    return loss;
}

static inline void register_gradients(const Tensor *w, const Tensor *stale, const Tensor *x, long n)
{
    double loss;
    MISTAKE_MESSAGE("whose scope is closed",
                    "a tensor was used after its scope was closed: take the number out with "
                    "tensor_item first, scope_close comes last");
    MISTAKE(plain_gradients(G_STALE, w, stale, x, n, &loss),
            "the gradients of the step before are still in there: parameters_zero_grad first");
    MISTAKE(plain_gradients(G_SUM, w, stale, x, n, &loss),
            "the sum over all targets in place of their mean: trainer_divide after the loop");
    MISTAKE(plain_gradients(G_STALE_SUM, w, stale, x, n, &loss),
            "two things: the gradients of the step before are still in there, and nothing was "
            "divided by the number of targets");
    MISTAKE(plain_gradients(G_TWICE, w, stale, x, n, &loss),
            "divided by the number of targets twice: once, after the loop");
    MISTAKE(plain_gradients(G_BY_N, w, stale, x, n, &loss),
            "divided by the number of micro-batches: divide by that of all targets");
    if (n == 1)
        return;
    MISTAKE(plain_gradients(G_MEANS, w, stale, x, n, &loss),
            "a mean of means: a micro-batch with few targets counts as much as a full one; times "
            "its targets, and once divided by all of them");
    MISTAKE(plain_gradients(G_UNWEIGHTED, w, stale, x, n, &loss),
            "the losses were not multiplied by their number of targets before backward: each is a "
            "mean");
    MISTAKE(plain_gradients(G_BY_SIZE, w, stale, x, n, &loss),
            "weighted by batch.size, with targets that are ignored: trainer_targets counts the "
            "others");
    MISTAKE(plain_gradients(G_LAST, w, stale, x, n, &loss),
            "only the last micro-batch is left: gradients were cleared between them; clear once, "
            "before the first");
    MISTAKE(
        plain_gradients(G_FIRST_ONLY, w, stale, x, n, &loss),
        "only the first micro-batch is in there: one batch was taken n times, or the others were "
        "left out; draw, loss and backward n times");
    MISTAKE(plain_gradients(G_NOT_LAST, w, stale, x, n, &loss),
            "the last micro-batch is missing: there are n of them");
    MISTAKE(plain_gradients(G_ONE_MORE, w, stale, x, n, &loss),
            "one micro-batch too many: there are n of them, i < n");
}

static inline double last_loss(const Tensor *w, const Tensor *x, long i)
{
    double at[D_MOST], g[D_MOST] = {0};
    for (long d = 0; d < w->shape[0]; d++)
        at[d] = (double)w->data[d];
    return plain_batch(at, x, i, 0, g);
}

static inline void register_losses(const Tensor *w, const Tensor *x, long n)
{
    double right = plain_loss(G_RIGHT, w, x, n), all = plain_divisor(G_RIGHT, x, n);
    double last = last_loss(w, x, n - 1), part = (double)plain_rows(x, n - 1, IGNORED);
    MISTAKE_NUMBER(right * all, "the sum of the losses: return their mean, divided by the number "
                                "of all targets");
    MISTAKE_NUMBER(right / all, "divided by the number of targets twice");
    MISTAKE_NUMBER(plain_loss(G_BY_N, w, x, n),
                   "divided by the number of micro-batches: divide by that of all targets");
    MISTAKE_NUMBER(plain_loss(G_MEANS, w, x, n),
                   "the mean of the losses: each times its targets, over all targets");
    MISTAKE_NUMBER(plain_loss(G_UNWEIGHTED, w, x, n),
                   "the losses were not multiplied by their number of targets: each is a mean");
    MISTAKE_NUMBER(plain_loss(G_BY_SIZE, w, x, n),
                   "weighted by batch.size, with targets that are ignored");
    MISTAKE_NUMBER(last, "that is the loss of the last micro-batch: return the mean of all");
    MISTAKE_NUMBER(last * part / all,
                   "that is only the last micro-batch's part of the mean: add them up");
    MISTAKE_NUMBER(0, "no loss was added up");
}

static void leave_gradient(Task *t, Tensor *stale)
{
    grad_add(t->row->w, stale);
}

static void check_arrived(const Task *t)
{
    MISTAKE_NUMBER(0, "no gradient: tensor_backward was not called, or the gradients were cleared "
                      "after it; they are cleared once, before the first micro-batch");
    long arrived = t->row->w->grad != NULL;
    check_long(arrived, 1, "afterwards the parameter has a gradient");
}

TEST(two_micro_batches_by_hand, .points = 4, .exercise = "08.4 trainer_gradients",
     .file = "train_gradients.c",
     .hints = HINTS("Gradients add up by themselves: those of sums, if each loss is made one.",
                    "Clear once; then twice: draw, loss, backward of loss times targets. Then "
                    "divide.",
                    "sum += (double)targets * (double)tensor_item(loss); count += targets; "
                    "tensor_backward(tensor_mul_scalar(loss, (real)targets));"))
{
    Tensor *w = input("w", SHAPE(1), VALUES(3));
    Tensor *x = input("x", SHAPE(2, 3, 1), VALUES(1, ABSENT, ABSENT, 2, 2, 2)),
           *stale = input("stale", SHAPE(1), VALUES(10));
    EXPECT(Tensor *want = values(SHAPE(1), VALUES((real)2.5)));
    EXPECT(register_gradients(w, stale, x, 2););
    Task task;
    Trainer *t = task_start(&task, w, x);
    t->micro_batches = 2;
    t->targets = NULL;
    leave_gradient(&task, stale);
    given("t",
          "loss (w - x)^2, w = 3; a micro-batch of x = 1, then one of 2, 2, 2 (200: not there); "
          "an old gradient of 10");
    double loss = CALL(trainer_gradients(t));
    check_arrived(&task);
    Tensor *gradient = task.row->w->grad;
    check_tensor(gradient, want, "(1 * 2 (3 - 1) + 3 * 2 (3 - 2)) / 4 = 2.5");
    EXPECT(register_losses(w, x, 2););
    check_number(loss, 1.75, CHECK_TOLERANCE, "the losses are 4 and 1: (1 * 4 + 3 * 1) / 4 = 1.75");
    task_end(&task);
}

TEST(
    many_micro_batches, .points = 3, .exercise = "08.4 trainer_gradients",
    .file = "train_gradients.c",
    .hints = HINTS("The same as one batch with all the rows in it.",
                   "Each of the n losses counts with its targets, in the gradient and in the mean.",
                   "parameters_zero_grad stands before the loop."))
{
    Tensor *w = draw("w", SHAPE(3));
    long n = draw_long("n", 3, 5);
    Tensor *x = draw("x", SHAPE(n, 4, 3)), *stale = draw("stale", SHAPE(3));
    for (long i = 0; i < n; i++)
        for (long b = 4 - i % 3; b < 4; b++)
            x->data[(i * 4 + b) * 3] = ABSENT;
    resealed(x);
    EXPECT(double mean; Tensor *want = plain_gradients(G_RIGHT, w, stale, x, n, &mean));
    EXPECT(register_gradients(w, stale, x, n););
    Task task;
    Trainer *t = task_start(&task, w, x);
    t->micro_batches = n;
    t->targets = NULL;
    leave_gradient(&task, stale);
    given("t", "n micro-batches of 4, 3, 2, 4, ... rows of x (200: not there); loss = mean((w - "
               "x)^2); an old gradient: stale");
    double loss = CALL(trainer_gradients(t));
    check_arrived(&task);
    Tensor *gradient = task.row->w->grad;
    check_tensor(gradient, want, "the gradient of one batch with all these rows, and nothing else");
    EXPECT(register_losses(w, x, n););
    check_number(loss, mean, CHECK_TOLERANCE, "the mean over all rows");
    MISTAKE_NUMBER(1, "one batch was drawn: draw a new one for each micro-batch");
    long draws = task.draws;
    check_long(draws, n, "every micro-batch is drawn once");
    task_end(&task);
}

TEST(ignored_targets_do_not_count, .points = 3, .exercise = "08.4 trainer_gradients",
     .file = "train_gradients.c",
     .hints = HINTS("A batch of 4 rows may have one that counts.",
                    "trainer_targets(t, &batch) says of how many targets a loss is the mean.",
                    "long targets = trainer_targets(t, &batch);"))
{
    Tensor *w = draw("w", SHAPE(3)), *x = draw("x", SHAPE(3, 4, 3)),
           *stale = draw("stale", SHAPE(3));
    static const int ignored[] = {1, 4, 5, 7}; /* 3 rows count, then 1, then all 4 */
    for (int i = 0; i < 4; i++)
        x->data[ignored[i] * 3] = IGNORED;
    resealed(x);
    EXPECT(double mean; Tensor *want = plain_gradients(G_RIGHT, w, stale, x, 3, &mean));
    EXPECT(register_gradients(w, stale, x, 3););
    Task task;
    Trainer *t = task_start(&task, w, x);
    t->micro_batches = 3;
    given("t", "3 micro-batches of 4 rows; those that begin with 100 are ignored");
    double loss = CALL(trainer_gradients(t));
    check_arrived(&task);
    Tensor *gradient = task.row->w->grad;
    check_tensor(gradient, want, "the gradient of the mean over the 3 + 1 + 4 rows that count");
    EXPECT(register_losses(w, x, 3););
    check_number(loss, mean, CHECK_TOLERANCE, "the mean over the 3 + 1 + 4 rows that count");
    task_end(&task);
    for (long i = 0; i < 12; i++)
        x->data[i * 3] = IGNORED;
    resealed(x);
    t = task_start(&task, w, x);
    t->micro_batches = 3;
    double none = CALL(trainer_gradients(t));
    check_number(none, 0, CHECK_TOLERANCE, "no target counts at all: 0");
    EXPECT(Tensor *nothing = blank(SHAPE(3)));
    Tensor *zero = task.row->w->grad;
    check_tensor(zero, nothing, "and the gradient is 0");
    task_end(&task);
}

TEST(none_means_one, .points = 3, .exercise = "08.4 trainer_gradients", .file = "train_gradients.c",
     .hints = HINTS("micro_batches is 0 where nobody has set it.",
                    "0 means 1: no loop of zero turns, no division by 0.",
                    "long n = t->micro_batches > 1 ? t->micro_batches : 1;"))
{
    Tensor *w = draw("w", SHAPE(4));
    Tensor *x = draw("x", SHAPE(1, 3, 4)), *stale = draw("stale", SHAPE(4));
    EXPECT(double mean; Tensor *want = plain_gradients(G_RIGHT, w, stale, x, 1, &mean));
    Task task;
    Trainer *t = task_start(&task, w, x);
    t->micro_batches = draw_long("micro_batches", 0, 1);
    leave_gradient(&task, stale);
    given("t", "micro_batches 0 or 1; an old gradient: stale");
    double loss = CALL(trainer_gradients(t));
    MISTAKE_NUMBER(0, "no batch was drawn: micro_batches = 0 means 1");
    long draws = task.draws;
    check_long(draws, 1, "micro_batches = 0 means 1, and 1 is one batch");
    FORGET();
    check_arrived(&task);
    EXPECT(register_gradients(w, stale, x, 1););
    Tensor *gradient = task.row->w->grad;
    check_tensor(gradient, want, "the gradient of the loss of one batch");
    check_number(loss, mean, CHECK_TOLERANCE, "the loss of that batch");
    task_end(&task);
}

TEST(memory_of_one_micro_batch, .points = 3, .exercise = "08.4 trainer_gradients",
     .file = "train_gradients.c",
     .hints = HINTS("Micro-batches exist because all of them together do not fit into memory.",
                    "The graph of one must be gone before the next one is drawn.",
                    "scope_open() is the first line in the loop, scope_close(scope) the last."))
{
    Tensor *w = draw("w", SHAPE(5)), *x = draw("x", SHAPE(4, 3, 5));
    EXPECT(double mean; Tensor *want = plain_gradients(G_RIGHT, w, w, x, 4, &mean));
    EXPECT(register_gradients(w, w, x, 4););
    Task task;
    Trainer *t = task_start(&task, w, x);
    t->micro_batches = 4;
    given("t", "4 micro-batches");
    size_t before = scope_bytes(scope_current());
    CALL(trainer_gradients(t));
    long left = (long)(scope_bytes(scope_current()) - before);
    long more = (long)(task.used[3] - task.used[0]);
    MISTAKE_NUMBER(INFINITY, "the graphs pile up: open a scope for each micro-batch, and close it "
                             "after its backward");
    check_at_most(more, 0, "the fourth micro-batch finds as much memory in use as the first");
    check_at_most(left, 0, "nothing but gradients is left behind");
    check_arrived(&task);
    Tensor *gradient = task.row->w->grad;
    check_tensor(gradient, want, "the gradient of the mean over all rows");
    task_end(&task);
}
