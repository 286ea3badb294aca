/* test_rank_training.c - a model that many ranks train has the weights of one rank, bit for bit.
 *
 * Rank 0 of pipes trains in this process; its weights are compared with those of one rank, and of one large batch. */
#include "text.h"

enum { ROWS = 22, T = 3, C = 6, V = 5, IGNORED = -1, SHARES = 8, STEPS = 5, MOST = 400 };

/* A head tied to the embedding of its input, dropout, ignored targets, and a parameter that nothing reaches. */
typedef struct {
    Tensor *tied, *bias, *idle; /* (V, C), (V), (3) */
    ParameterList *parameters;
    Optimizer *optimizer;
    Module *module;
    Rng dropout;
    real drop;
    long rows; /* of a batch */
    Trainer trainer;
    int drawn[ROWS]; /* by this rank, in one step */
} Task;

static int token(long row, long t)
{
    return (int)((row * row * 3 + t * 5 + row) % V);
}

/* Rows 0 to 4 count little, rows 9 to 11 nothing. */
static int label(long row, long t)
{
    bool ignored = (row >= 9 && row <= 11) || (row < 5 && t > 0);
    return ignored ? IGNORED : (int)((row + 2 * t) % V);
}

static void rows(Task *task, long first, long count, Batch *b)
{
    *b = (Batch){.size = count};
    if (count == 0)
        return;
    b->ids = int_tensor_new(SHAPE(count, T));
    b->labels = int_tensor_new(SHAPE(count, T));
    for (long i = 0; i < count; i++) {
        task->drawn[first + i]++;
        for (long t = 0; t < T; t++) {
            b->ids->data[i * T + t] = token(first + i, t);
            b->labels->data[i * T + t] = label(first + i, t);
        }
    }
}

static void draw(void *context, Batch *b)
{
    Task *task = context;
    rows(task, 0, task->rows, b);
}

static void draw_share(void *context, long i, long shares, Batch *b)
{
    Task *task = context;
    Share mine = share_of(task->rows, i, shares);
    task->dropout = rng_stream((uint64_t)task->trainer.step, (uint64_t)i);
    rows(task, mine.first, mine.count, b);
}

static Tensor *loss(void *context, const Batch *b)
{
    Task *task = context;
    Tensor *x =
        tensor_dropout(tensor_embedding(task->tied, b->ids), task->drop, true, &task->dropout);
    Tensor *logits = tensor_add(tensor_matmul(x, tensor_transpose(task->tied, -2, -1)), task->bias);
    return tensor_cross_entropy(logits, b->labels, IGNORED, 0);
}

static long targets(void *context, const Batch *b)
{
    (void)context;
    long count = 0;
    for (long i = 0; i < int_tensor_numel(b->labels); i++)
        count += b->labels->data[i] != IGNORED;
    return count;
}

static Tensor *parameter(Module *m, const char *name, int ndim, const long *shape, Rng *rng)
{
    Tensor *t = module_parameter(m, name, ndim, shape);
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = (real)rng_normal(rng);
    return t;
}

static void start(Task *task, Ranks *r, long shares)
{
    Rng rng = rng_seed(
        4 + (uint64_t)ranks_rank(r)); /* other weights on each rank, until rank 0's are sent */
    *task = (Task){.rows = ROWS, .drop = (real)0.2};
    task->module = module_new(sizeof(Module), "Task", NULL);
    task->tied = parameter(task->module, "tied", SHAPE(V, C), &rng);
    task->bias = parameter(task->module, "bias", SHAPE(V), &rng);
    task->idle = parameter(task->module, "idle", SHAPE(3), &rng);
    task->parameters = parameters_of(task->module);
    task->optimizer =
        adamw_new(task->parameters, (OptimizerOptions){.lr = 0.05, .weight_decay = 0.1});
    task->trainer = (Trainer){.model = task->module,
                              .optimizer = task->optimizer,
                              .parameters = task->parameters,
                              .context = task,
                              .draw = draw,
                              .draw_share = draw_share,
                              .loss = loss,
                              .targets = targets,
                              .shares = shares,
                              .ranks = r,
                              .clip_norm = 0.1,
                              .compare_every = 1,
                              .steps = STEPS};
}

static void end(Task *task)
{
    optimizer_free(task->optimizer);
    parameters_free(task->parameters);
    module_free(task->module);
}

typedef struct {
    real weight[MOST];
    long n;
    double loss, norm;
} Result;

static Result result_of(const Task *task)
{
    Result result = {.loss = task->trainer.last_loss, .norm = task->trainer.last_norm};
    for (long i = 0; i < task->parameters->count; i++) {
        Tensor *t = task->parameters->tensor[i];
        memcpy(result.weight + result.n, t->data, (size_t)tensor_numel(t) * sizeof(real));
        result.n += tensor_numel(t);
    }
    return result;
}

/* On rank 0; the copies train along, and end. */
static Result train_on(int size, long shares, void (*change)(Task *task))
{
    kindling_set_threads(1);
    Ranks *r = ranks_pipe(size);
    assert_non_null(r);
    Task task;
    start(&task, r, shares);
    if (change != NULL)
        change(&task);
    int status = trainer_run(&task.trainer);
    Result result = result_of(&task);
    bool mine = r->rank == 0;
    end(&task);
    ranks_close(r, status == 0);
    assert_true(mine);
    assert_int_equal(status, 0);
    return result;
}

static void same_bits(const Result *a, const Result *b)
{
    assert_int_equal(a->n, b->n);
    assert_memory_equal(a->weight, b->weight, (size_t)a->n * sizeof(real));
    assert_true(a->loss == b->loss && a->norm == b->norm);
}

static void same_on_all(long shares, void (*change)(Task *task))
{
    Result one = train_on(1, shares, change);
    for (int size = 2; size <= 8; size++) {
        Result many = train_on(size, shares, change);
        same_bits(&many, &one);
    }
}

static void test_any_number_of_ranks_has_the_same_bits(void **state)
{
    (void)state;
    same_on_all(SHARES, NULL);
    same_on_all(11, NULL);
}

/* ---- moments among ranks --------------------------------------------------------------------------- */

static void sharded(Task *task)
{
    task->trainer.shard_moments = true;
}

/* With more ranks than parameters, too. */
static void test_sharded_moments_give_the_same_bits(void **state)
{
    (void)state;
    Result one = train_on(1, SHARES, NULL);
    for (int size = 1; size <= 8; size++) {
        Result many = train_on(size, SHARES, sharded);
        same_bits(&many, &one);
    }
}

static void check_no_checkpoint(Module *m, const Optimizer *o)
{
    assert_fails_with("checkpoint_save: the moments of \"", checkpoint_save("none", m, o, NULL));
}

/* Each moment is kept by one rank; together they are those of one rank, and a checkpoint's. */
static void test_each_moment_has_one_rank(void **state)
{
    (void)state;
    Task whole, task;
    start(&whole, NULL, SHARES);
    assert_int_equal(trainer_run(&whole.trainer), 0);
    Ranks *r = ranks_pipe(3);
    start(&task, r, SHARES);
    sharded(&task);
    int status = trainer_run(&task.trainer);
    long kept[3] = {0}, numbers = 0;
    Optimizer *o = task.optimizer;
    for (long i = 0; i < o->parameters->count; i++)
        for (int which = 0; which < 2; which++)
            if (o->state[which][i] != NULL) {
                kept[r->rank]++;
                numbers += tensor_numel(o->state[which][i]);
            }
    assert_true(numbers <= 2 * (parameters_numel(o->parameters) / 3 + V * C)); /* the largest */
    status |= ranks_gather(r, kept, (size_t[]){0, sizeof(long), 2 * sizeof(long), sizeof kept});
    if (r->rank == 0)
        check_no_checkpoint(task.module, o);
    status |= moments_gather(o, r);
    if (r->rank == 0) {
        assert_true(kept[0] + kept[1] + kept[2] == 2 * o->parameters->count);
        for (long i = 0; i < o->parameters->count; i++)
            for (int which = 0; which < 2; which++)
                assert_tensor_identical(o->state[which][i], whole.optimizer->state[which][i]);
        moments_shard(o, r);
        assert_null(o->state[0][2]);
    }
    end(&task);
    end(&whole);
    ranks_close(r, status == 0);
    assert_int_equal(status, 0);
}

static void few_rows(Task *task)
{
    task->rows = 3; /* most shares are empty */
}

static void test_empty_shares(void **state)
{
    (void)state;
    same_on_all(SHARES, few_rows);
}

static void plainly(Task *task)
{
    task->drop = 0;
    task->optimizer->lr = 0.02;
}

/* Against no shares at all: sums in another order, so to rounding. A mean of means is off by far more. */
static void test_shares_are_one_large_batch(void **state)
{
    (void)state;
    Task task;
    start(&task, NULL, 0);
    plainly(&task);
    assert_int_equal(trainer_run(&task.trainer), 0);
    Result whole = result_of(&task);
    end(&task);
    Result shared = train_on(4, SHARES, plainly);
    for (long i = 0; i < whole.n; i++)
        assert_true(fabs((double)(whole.weight[i] - shared.weight[i])) < 1e-5);
    assert_true(fabs(whole.loss - shared.loss) < 1e-5);
    assert_true(fabs(whole.norm - shared.norm) < 1e-5 * (1 + whole.norm));
}

/* No decay moves it, on any number of ranks: it has no gradient, which is not a gradient of 0. */
static void test_what_nothing_reaches_stays(void **state)
{
    (void)state;
    Task task;
    start(&task, NULL, SHARES);
    Result before = result_of(&task);
    end(&task);
    for (int size = 1; size <= 4; size++) {
        Result after = train_on(size, SHARES, NULL);
        int differ = 0;
        for (long i = 0; i < after.n; i++)
            differ += after.weight[i] != before.weight[i];
        assert_int_equal(differ, after.n - 3);
    }
}

static void test_every_row_is_drawn_by_one_rank(void **state)
{
    (void)state;
    Ranks *r = ranks_pipe(3);
    Task task;
    start(&task, r, SHARES);
    task.trainer.steps = 1;
    int status = trainer_run(&task.trainer);
    static int all[3][ROWS];
    memcpy(all[r->rank], task.drawn, sizeof task.drawn);
    const size_t first[] = {0, sizeof all[0], 2 * sizeof all[0], sizeof all};
    status |= ranks_gather(r, all, first);
    end(&task);
    ranks_close(r, status == 0);
    assert_int_equal(status, 0);
    for (int i = 0; i < ROWS; i++)
        assert_int_equal(all[0][i] + all[1][i] + all[2][i], 1);
}

/* A rank that changes a weight by itself is found, and the parameter named. */
static void test_a_rank_that_drifts_stops_the_run(void **state)
{
    (void)state;
    Ranks *r = ranks_pipe(3);
    Task task;
    start(&task, r, SHARES);
    if (r->rank == 1)
        task.optimizer->weight_decay = 0.2;
    int status = trainer_run(&task.trainer);
    end(&task);
    ranks_close(r, status == 0);
    assert_int_equal(status, -1);
    assert_error_has("rank 1 of 3 has other numbers in \"tied\"");
}

static void test_refusals(void **state)
{
    (void)state;
    Task task;
    start(&task, NULL, SHARES);
    task.trainer.draw_share = NULL;
    assert_fails_with("there are 8 shares, but draw_share is not set", trainer_run(&task.trainer));
    Ranks many = {.size = 9};
    task.trainer.draw_share = draw_share;
    task.trainer.ranks = &many;
    assert_fails_with("8 shares for 9 ranks, expected at least one for each",
                      trainer_run(&task.trainer));
    task.trainer.shard_moments = true;
    task.trainer.shares = 0;
    assert_fails_with("shard_moments is for ranks, and shares is 0", trainer_run(&task.trainer));
    Optimizer *sgd = sgd_new(task.parameters, (OptimizerOptions){.lr = 1});
    assert_fails_with("moments_shard: the optimizer is SGD, expected Adam or AdamW",
                      moments_shard(sgd, NULL));
    optimizer_free(sgd);
    end(&task);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_any_number_of_ranks_has_the_same_bits),
        UNIT_TEST(test_sharded_moments_give_the_same_bits),
        UNIT_TEST(test_each_moment_has_one_rank),
        UNIT_TEST(test_empty_shares),
        UNIT_TEST(test_shares_are_one_large_batch),
        UNIT_TEST(test_what_nothing_reaches_stays),
        UNIT_TEST(test_every_row_is_drawn_by_one_rank),
        UNIT_TEST(test_a_rank_that_drifts_stops_the_run),
        UNIT_TEST(test_refusals),
    };
    return run_tests("nn/rank_training", tests);
}
