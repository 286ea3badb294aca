/* test_micro_batches.c - however a batch is shared out, gradients and losses are those of the whole. */
#include "test.h"

enum { N = 24, T = 3, C = 4, V = 5, IGNORED = -1 };

/* N examples of T targets each; some targets are ignored, example 7 to 9 have none that counts. */
typedef struct {
    Tensor *x;         /* (N, T, C) */
    IntTensor *labels; /* (N, T) */
    Linear *head;
    ParameterList *parameters;
    Optimizer *optimizer;
    const long *sizes; /* of the micro-batches */
    long begin, drawn;
} Task;

static void draw(void *context, Batch *batch)
{
    Task *t = context;
    long rows = t->sizes[t->drawn++];
    *batch = (Batch){
        .size = rows, .x = tensor_new(SHAPE(rows, T, C)), .labels = int_tensor_new(SHAPE(rows, T))};
    memcpy(batch->x->data, t->x->data + t->begin * T * C, (size_t)(rows * T * C) * sizeof(real));
    memcpy(batch->labels->data, t->labels->data + t->begin * T, (size_t)(rows * T) * sizeof(int));
    t->begin += rows;
}

static Tensor *loss(void *context, const Batch *b)
{
    Task *t = context;
    return tensor_cross_entropy(linear_forward(t->head, b->x), b->labels, IGNORED, 0);
}

static long targets(void *context, const Batch *b)
{
    (void)context;
    long count = 0;
    for (long i = 0; i < int_tensor_numel(b->labels); i++)
        count += b->labels->data[i] != IGNORED;
    return count;
}

static Trainer start(Task *t, const long *sizes, long micro_batches)
{
    Rng rng = rng_seed(5);
    *t = (Task){.x = tensor_normal(SHAPE(N, T, C), 0, 2, &rng),
                .labels = int_tensor_new(SHAPE(N, T)),
                .head = linear_new(C, V, true, &rng),
                .sizes = sizes};
    for (long i = 0; i < N * T; i++) {
        bool none = i / T >= 7 && i / T <= 9;
        t->labels->data[i] = none || i % 4 == 1 ? IGNORED : (int)rng_below(&rng, V);
    }
    t->parameters = parameters_of(&t->head->module);
    t->optimizer = sgd_new(t->parameters, (OptimizerOptions){.lr = 1e-3});
    return (Trainer){.model = &t->head->module,
                     .optimizer = t->optimizer,
                     .parameters = t->parameters,
                     .context = t,
                     .draw = draw,
                     .loss = loss,
                     .targets = targets,
                     .micro_batches = micro_batches,
                     .steps = 1};
}

static void end(Task *t)
{
    optimizer_free(t->optimizer);
    parameters_free(t->parameters);
    module_free(&t->head->module);
}

/* The mean loss and its gradient for the weight, (C, V), by the formula, in double. */
static double plain(const Task *t, const Linear *head, double gradient[C][V])
{
    double sum = 0;
    long counted = 0;
    memset(gradient, 0, C * sizeof *gradient);
    for (long i = 0; i < N * T; i++) {
        int label = t->labels->data[i];
        double y[V], total = 0;
        if (label == IGNORED)
            continue;
        for (int v = 0; v < V; v++) {
            y[v] = (double)head->bias->data[v];
            for (int c = 0; c < C; c++)
                y[v] += (double)t->x->data[i * C + c] * (double)head->weight->data[c * V + v];
            total += exp(y[v]);
        }
        sum += log(total) - y[label];
        counted++;
        for (int c = 0; c < C; c++)
            for (int v = 0; v < V; v++)
                gradient[c][v] +=
                    (exp(y[v]) / total - (v == label)) * (double)t->x->data[i * C + c];
    }
    for (int c = 0; c < C; c++)
        for (int v = 0; v < V; v++)
            gradient[c][v] /= (double)counted;
    return sum / (double)counted;
}

static void check_shared_out(const long *sizes, long micro_batches)
{
    Task task, untouched;
    Trainer trainer = start(&task, sizes, micro_batches);
    start(&untouched, sizes, 1);
    double gradient[C][V], expected = plain(&untouched, untouched.head, gradient);
    double tolerance = IS_DOUBLE ? 1e-12 : 2e-6;
    assert_int_equal(trainer_run(&trainer), 0);
    assert_int_equal(task.drawn, micro_batches);
    assert_int_equal(task.begin, N);
    assert_close(trainer.last_loss, expected, tolerance);
    for (int c = 0; c < C; c++)
        for (int v = 0; v < V; v++)
            assert_close((double)task.head->weight->grad->data[c * V + v], gradient[c][v],
                         tolerance);
    end(&task);
    end(&untouched);
}

static void test_a_step_is_that_of_the_whole_batch(void **state)
{
    (void)state;
    check_shared_out((long[]){N}, 1);
    check_shared_out((long[]){12, 12}, 2);
    check_shared_out((long[]){1, 6, 3, 2, 11, 1}, 6); /* the third counts nothing */
    check_shared_out((long[]){7, 1, 1, 1, 14}, 5);
}

static void test_nothing_that_counts_is_a_loss_of_0(void **state)
{
    (void)state;
    Task task;
    Trainer trainer = start(&task, (long[]){1, 1, 1}, 3);
    task.begin = 7;
    Tensor *before = tensor_keep(task.head->weight);
    assert_int_equal(trainer_run(&trainer), 0);
    assert_true(trainer.last_loss == 0 && trainer.last_norm == 0);
    assert_tensor_identical(task.head->weight, before);
    tensor_free(before);
    end(&task);
}

static void test_the_held_out_loss_is_that_of_the_whole(void **state)
{
    (void)state;
    for (long size = 1; size <= N; size += 3) {
        Task task;
        double gradient[C][V];
        Trainer trainer = start(&task, (long[]){N}, 1);
        Dataset *d = tensor_dataset_new(task.x, NULL, task.labels);
        trainer.held_out = loader_new(d, size, true, false, 3);
        assert_int_equal(trainer_run(&trainer), 0);
        double expected = plain(&task, task.head, gradient); /* with the weights after the step */
        assert_close(trainer.best_loss, expected, IS_DOUBLE ? 1e-12 : 2e-6);
        loader_free(trainer.held_out);
        dataset_free(d);
        end(&task);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_a_step_is_that_of_the_whole_batch),
        UNIT_TEST(test_nothing_that_counts_is_a_loss_of_0),
        UNIT_TEST(test_the_held_out_loss_is_that_of_the_whole),
    };
    return run_tests("nn/micro_batches", tests);
}
