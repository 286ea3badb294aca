/* test_threads.c - work that threads share gives the same bits each time, and threads that share nothing need no
 * locks. `make test-threads` runs this under ThreadSanitizer, which sees two threads at one number even where the
 * result happened to be right. */
#include "scratch.h"
#include "steps.h"
#include <pthread.h>

/* ---- one graph, several threads ------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t mixed, const Tensor *t)
{
    const unsigned char *byte = (const unsigned char *)t->data;
    for (long i = 0; i < tensor_numel(t) * (long)sizeof(real); i++)
        mixed = (mixed ^ byte[i]) * 1099511628211u;
    return mixed;
}

static uint64_t weights(const ParameterList *p)
{
    uint64_t mixed = 14695981039346656037u;
    for (long i = 0; i < p->count; i++)
        mixed = mix(mixed, p->tensor[i]);
    return mixed;
}

/* Two steps of each kind, from the same start; what they made of the weights. */
static uint64_t steps_on(int threads)
{
    kindling_set_threads(threads);
    make_fixtures();
    for (int i = 0; i < 2; i++) {
        Scope *scope = scope_open();
        assert_true(step_of_images() && step_of_text() && operations());
        scope_close(scope);
    }
    uint64_t mixed = weights(net_parameters) ^ weights(gpt_parameters);
    free_fixtures();
    return mixed;
}

static void test_shared_work(void **state)
{
    (void)state;
    uint64_t first = steps_on(3);
    assert_true(steps_on(3) == first);
    assert_true(steps_on(3) == first);
    kindling_set_threads(1);
}

/* ---- several threads, each with a graph ------------------------------------------------------------------------ */

enum { THREADS = 3, STEPS = 6, ROWS_OF_ONE = 5 };

typedef struct {
    int number;
    uint64_t seed, result;
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
    Linear *l = linear_new(2, 0, true, &init);
    module_free(&l->module);
    return false;
}

/* Trains a layer on numbers of its own, draws the graph, and goes on from what it saved. */
static uint64_t train_alone(const Worker *w)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%d.safetensors", scratch_folder, w->number);
    Rng init = rng_seed(w->seed), dropped = rng_seed(w->seed + 1);
    Linear *l = linear_new(4, 3, true, &init);
    ParameterList *p = parameters_of(&l->module);
    Optimizer *o = adamw_new(p, (OptimizerOptions){.lr = 0.01});
    FILE *nowhere = fopen("/dev/null", "w");
    bool well = true;
    for (int i = 0; i < STEPS; i++) {
        Scope *scope = scope_open();
        Tensor *x = tensor_normal(SHAPE(ROWS_OF_ONE, 4), 0, 1, &init);
        Tensor *y = tensor_dropout(module_forward(&l->module, x), (real)0.2, true, &dropped);
        Tensor *loss = tensor_mean(tensor_mul(y, y), ALL_AXES, false);
        well = well && graph_json(nowhere, loss, 10) == 0;
        tensor_backward(loss);
        optimizer_step(o);
        optimizer_zero_grad(o);
        well = well && checkpoint_save(path, &l->module, o, NULL) == 0 &&
               checkpoint_load(path, &l->module, o, NULL) == 0 && fails_alone();
        scope_close(scope);
    }
    fclose(nowhere);
    uint64_t mixed = weights(p) ^ !well;
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
        assert_true(together[i].result == alone[i].result);
    assert_true(together[0].result != together[1].result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_shared_work),
        UNIT_TEST(test_threads_that_share_nothing),
    };
    setenv("KINDLING_GEMM", "builtin", 1);
    return run_tests_in_scratch("system/threads", tests);
}
