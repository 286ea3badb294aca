/* test_threads.c - threads that share nothing need no locks: each trains, saves, draws and fails by itself.
 * `make test-threads` runs this under ThreadSanitizer. */
#include "scratch.h"
#include "steps.h"
#include <pthread.h>

enum { THREADS = 3, STEPS = 6, ROWS_OF_ONE = 5 };

typedef struct {
    int number;
    uint64_t seed, result;
    bool well;
} Worker;

static _Thread_local jmp_buf recovery;

static void come_back(const char *message, CallSite where)
{
    (void)message, (void)where;
    longjmp(recovery, 1);
}

/* A mistake, told and recovered from, in the middle of a constructor. */
static bool fails_alone(void)
{
    Rng init = rng_seed(1);
    if (setjmp(recovery) != 0)
        return true;
    Linear *l = linear_new(2, -1, true, &init);
    module_free(&l->module);
    return false;
}

/* The last error is the thread's own. */
static bool told_alone(int number)
{
    char path[64];
    snprintf(path, sizeof path, "/nowhere/%d.npy", number);
    return npy_load(path) == NULL && strncmp(kindling_error(), path, strlen(path)) == 0;
}

/* Trains a layer on numbers of its own, draws the graph, and goes on from what it saved. */
static uint64_t train_alone(Worker *w)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%d.safetensors", scratch_folder, w->number);
    Rng init = rng_seed(w->seed), dropped = rng_seed(w->seed + 1);
    Linear *l = linear_new(4, 3, true, &init);
    ParameterList *p = parameters_of(&l->module);
    Optimizer *o = adamw_new(p, (OptimizerOptions){.lr = 0.01});
    FILE *nowhere = fopen("/dev/null", "w");
    w->well = true;
    for (int i = 0; i < STEPS; i++) {
        Scope *scope = scope_open();
        Tensor *x = tensor_normal(SHAPE(ROWS_OF_ONE, 4), 0, 1, &init);
        Tensor *y = tensor_dropout(module_forward(&l->module, x), (real)0.2, true, &dropped);
        Tensor *loss = tensor_mean(tensor_mul(y, y), ALL_AXES, false);
        w->well = w->well && graph_json(nowhere, loss, 10) == 0;
        tensor_backward(loss);
        optimizer_step(o);
        optimizer_zero_grad(o);
        w->well = w->well && checkpoint_save(path, &l->module, o, NULL) == 0 &&
                  checkpoint_load(path, &l->module, o, NULL) == 0 && fails_alone() &&
                  told_alone(w->number);
        scope_close(scope);
    }
    fclose(nowhere);
    uint64_t mixed = weights(p);
    optimizer_free(o);
    parameters_free(p);
    module_free(&l->module);
    return mixed;
}

static void *work(void *worker)
{
    Worker *w = worker;
    w->result = train_alone(w);
    return NULL;
}

static void test_threads_that_share_nothing(void **state)
{
    (void)state;
    Worker alone[THREADS], together[THREADS];
    pthread_t thread[THREADS];
    kindling_on_fail(come_back);
    for (int i = 0; i < THREADS; i++) {
        alone[i] = (Worker){.number = i, .seed = (uint64_t)(10 * i)};
        together[i] = alone[i];
        work(&alone[i]);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, work, &together[i]), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    for (int i = 0; i < THREADS; i++)
        assert_true(together[i].well && together[i].result == alone[i].result);
    assert_true(together[0].result != together[1].result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_threads_that_share_nothing),
    };
    return run_tests_in_scratch("system/threads", tests);
}
