/* test_memory.c - a training step and memory: none from the system in the steady state, and none
 * lost when the system has none to give. */
#include "test.h"

typedef struct {
    Gpt *gpt;
    ParameterList *list;
    Optimizer *adamw;
} Training;

static const GptOptions small = {.vocabulary = 7,
                                 .context = 4,
                                 .embed_dim = 8,
                                 .num_heads = 2,
                                 .num_layers = 1,
                                 .causal = true,
                                 .qkv_in_one = true,
                                 .dropout = (real)0.1};

static void step(Training *t)
{
    Scope *scope = scope_open();
    IntTensor *ids = int_tensor_from(SHAPE(2, 4), IDS(1, 2, 3, 4, 5, 6, 0, 1));
    IntTensor *next = int_tensor_from(SHAPE(2, 4), IDS(2, 3, 4, 5, 6, 0, 1, 2));
    tensor_backward(gpt_loss(t->gpt, ids, next));
    clip_grad_norm(t->list, 1);
    optimizer_step(t->adamw);
    optimizer_zero_grad(t->adamw);
    scope_close(scope);
}

static void start(Training *t)
{
    t->gpt = gpt_new(small);
    t->list = parameters_of(&t->gpt->module);
    t->adamw = adamw_new(t->list, (OptimizerOptions){.lr = 1e-3});
}

static void end(Training *t)
{
    optimizer_free(t->adamw);
    parameters_free(t->list);
    if (t->gpt != NULL)
        module_free(&t->gpt->module);
}

static void test_no_allocation_in_the_steady_state(void **state)
{
    (void)state;
    Training t = {0};
    start(&t);
    for (int i = 0; i < 3; i++)
        step(&t);
    long before = allocation_count;
    for (int i = 0; i < 100; i++)
        step(&t);
    assert_int_equal(allocation_count - before, 0);
    end(&t);
}

/* One step in which the n-th allocation fails. Was there an n-th? */
static bool step_that_fails(Training *t, long n)
{
    Scope *outer = scope_open();
    jmp_buf here;
    expected_failure = &here;
    bool failed = setjmp(here) != 0;
    if (!failed) {
        fail_after(n);
        step(t);
    }
    fail_after(0);
    expected_failure = NULL;
    scope_close(outer); /* ends whatever the failure left open */
    return failed;
}

static void test_any_failing_allocation_of_a_step_is_told_and_leaks_nothing(void **state)
{
    scope_close(*state);
    kindling_release_thread();
    long before = allocations_alive, n = 1;
    for (bool failed = true; failed; n++) {
        Training t = {0};
        start(&t);
        kindling_release_thread(); /* no cached memory: every scope has to ask the system */
        failed = step_that_fails(&t, n);
        if (failed)
            check_failure_text("out of memory", __FILE__, __LINE__);
        parameters_zero_grad(t.list);
        step(&t); /* the same objects still work */
        end(&t);
        kindling_release_thread();
        assert_int_equal(allocations_alive, before);
    }
    assert_true(n > 20); /* the gradients of all parameters, at least, were asked for */
    *state = scope_open();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_no_allocation_in_the_steady_state),
        UNIT_TEST(test_any_failing_allocation_of_a_step_is_told_and_leaks_nothing),
    };
    return run_tests("system/memory", tests);
}
