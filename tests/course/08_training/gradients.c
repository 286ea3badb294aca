/* gradients.c - 08.2: the gradients of micro-batches are those of one large batch. */
#include "want.h"

/* ---- 08.2 trainer_gradients ------------------------------------------------------------------ */

/* A trainer of w with n micro-batches, which finds an old gradient. */
static Trainer *micro_task(Task *task, const Tensor *w, const Tensor *x, long n, Tensor *stale)
{
    Trainer *t = task_start(task, w, x);
    t->micro_batches = n;
    grad_add(task->row->w, stale);
    return t;
}

TEST(two_micro_batches_by_hand, .points = 1, .exercise = "08.2 trainer_gradients",
     .file = "train_gradients.c")
{
    Tensor *w = input("w", SHAPE(1), VALUES(4)), *stale = input("stale", SHAPE(1), VALUES(10));
    Tensor *x = input("x", SHAPE(2, 3, 1), VALUES(1, ABSENT, ABSENT, 2, 2, 2));
    Task task;
    Trainer *t = micro_task(&task, w, x, 2, stale);
    t->targets = NULL;
    given("t", "loss (w - x)^2, w = 4; a micro-batch of x = 1, then one of x = 2, 2, 2; an old "
               "gradient of 10");

    Tensor *want = EXPECT(gradients_want(w, x, 2));
    double mean = EXPECT(mean_of_losses_want(w, x, 2));
    double loss = CALL(trainer_gradients(t));
    Tensor *gradient = task.row->w->grad;
    check_tensor(gradient, want, "the gradients are 6 and 4: (1 * 6 + 3 * 4) / 4 = 4.5");
    check_number(loss, mean, CHECK_TOLERANCE, "the losses are 9 and 4: (1 * 9 + 3 * 4) / 4 = 5.25");
    task_end(&task);
}

TEST(many_micro_batches, .points = 5, .exercise = "08.2 trainer_gradients",
     .file = "train_gradients.c")
{
    long n = draw_long("n", 3, 5);
    Tensor *w = draw("w", SHAPE(2)), *x = draw("x", SHAPE(n, 4, 2)),
           *stale = draw("stale", SHAPE(2));
    for (long i = 0; i < n; i++)
        for (long b = 4 - i % 3; b < 4; b++)
            x->data[(i * 4 + b) * 2] = ABSENT;
    resealed(x);
    Task task;
    Trainer *t = micro_task(&task, w, x, n, stale);
    t->targets = NULL;
    given("t", "loss mean((w - x)^2), %ld micro-batches of 4, 3, 2, 4, ... rows; an old gradient",
          n);

    Tensor *want = EXPECT(gradients_want(w, x, n));
    double mean = EXPECT(mean_of_losses_want(w, x, n));
    double loss = CALL(trainer_gradients(t));
    Tensor *gradient = task.row->w->grad;
    check_tensor(gradient, want, "the gradient of one batch with all these rows, and nothing else");
    check_number(loss, mean, CHECK_TOLERANCE, "the mean over all rows");
    long draws = task.draws;
    check_long(draws, n, "every micro-batch is drawn once");
    task_end(&task);
}

TEST(ignored_targets_do_not_count, .points = 4, .exercise = "08.2 trainer_gradients",
     .file = "train_gradients.c")
{
    Tensor *w = draw("w", SHAPE(2)), *stale = draw("stale", SHAPE(2));
    Tensor *x = draw("x", SHAPE(4, 4, 2)), *y = draw("y", SHAPE(4, 4, 2));
    static const int ignored[] = {1, 4, 5, 6, 7, 8, 9}; /* 3 of 4 count, none, 1 of 3, all 4 */
    for (int i = 0; i < 7; i++)
        x->data[ignored[i] * 2] = IGNORED;
    x->data[11 * 2] = ABSENT;
    for (int i = 0; i < 16; i++)
        y->data[i * 2] = IGNORED;
    resealed(x), resealed(y);
    Task task;
    Trainer *t = micro_task(&task, w, x, 4, stale);
    given("t", "loss mean((w - x)^2), 4 micro-batches of 4, 4, 3 and 4 rows, of which 3, 0, 1 and "
               "4 count, in a second call none");

    Tensor *want = EXPECT(gradients_want(w, x, 4));
    double mean = EXPECT(mean_of_losses_want(w, x, 4));
    double loss = CALL(trainer_gradients(t));
    Tensor *gradient = task.row->w->grad;
    check_tensor(gradient, want, "the gradient of the mean over the 3 + 0 + 1 + 4 rows that count");
    check_number(loss, mean, CHECK_TOLERANCE, "the mean over the 3 + 0 + 1 + 4 rows that count");
    task.x = y;
    Tensor *zero = EXPECT(gradients_want(w, y, 4));
    double nothing = EXPECT(mean_of_losses_want(w, y, 4));
    double no_loss = CALL(trainer_gradients(t));
    Tensor *no_gradient = task.row->w->grad;
    if (no_gradient == NULL) /* nobody went backward: as good as 0 */
        no_gradient = tensor_zeros(SHAPE(2));
    check_tensor(no_gradient, zero, "no target counts at all: the gradient is 0");
    check_number(no_loss, nothing, CHECK_TOLERANCE, "and so is the loss");
    task_end(&task);
}

TEST(none_means_one, .points = 3, .exercise = "08.2 trainer_gradients", .file = "train_gradients.c")
{
    Tensor *w = draw("w", SHAPE(4)), *x = draw("x", SHAPE(1, 3, 4)),
           *stale = draw("stale", SHAPE(4));
    given("t", "micro_batches 1, in a second call 0; a batch of 3 rows, an old gradient");
    for (long n = 1; n >= 0; n--) {
        Task task;
        Trainer *t = micro_task(&task, w, x, n, stale);

        Tensor *want = EXPECT(gradients_want(w, x, n));
        double mean = EXPECT(mean_of_losses_want(w, x, 1));
        double loss = CALL(trainer_gradients(t));
        Tensor *gradient = task.row->w->grad;
        check_tensor(gradient, want, "micro_batches = 0 means 1: the gradient of one batch");
        check_number(loss, mean, CHECK_TOLERANCE, "and the loss of that batch");
        task_end(&task);
    }
}

TEST(memory_of_one_micro_batch, .points = 3, .exercise = "08.2 trainer_gradients",
     .file = "train_gradients.c")
{
    Tensor *w = draw("w", SHAPE(5)), *x = draw("x", SHAPE(4, 3, 5)),
           *stale = draw("stale", SHAPE(5));
    Task task;
    Trainer *t = micro_task(&task, w, x, 4, stale);
    given("t", "4 micro-batches of 3 rows");

    Tensor *want = EXPECT(gradients_want(w, x, 4));
    long before = (long)scope_bytes(scope_current());
    CALL(trainer_gradients(t));
    long bytes_left = (long)scope_bytes(scope_current()) - before;
    long bytes_more = (long)(task.used[3] - task.used[0]);
    check_at_most(bytes_more, 0, "the fourth micro-batch finds as much in use as the first");
    check_long(bytes_left, 0, "nothing but gradients is left behind");
    Tensor *gradient = task.row->w->grad;
    check_tensor(gradient, want, "the gradient of the mean over all rows");
    task_end(&task);
}
