/* test_gpt_training.c - learning: against PyTorch over ten steps, gradients, a text by heart. */
#include "small_gpt.h"
#include "../../fixtures/attention.h"

/* ---- against PyTorch --------------------------------------------------------------------------- */

static void check_ten_steps(bool tied, const real *logits, const real *losses)
{
    GptOptions o = small();
    o.tied = tied;
    Gpt *g = gpt_new(o);
    ParameterList *list = parameters_of(&g->module);
    wave_parameters(list);
    Tensor *y = tensor_select(gpt_forward(g, two_sequences(), NULL), 0, 0);
    assert_values(y, SHAPE(6, 7), 42, logits, STORED_TOLERANCE);
    OptimizerOptions adam = {.lr = 0.01, .beta1 = 0.9, .beta2 = 0.95, .weight_decay = 0.1};
    Optimizer *optimizer = adamw_new(list, adam);
    for (int step = 0; step < 10; step++) {
        Scope *scope = scope_open();
        Tensor *loss = gpt_loss(g, two_sequences(), their_targets());
        assert_close((double)tensor_item(loss), (double)losses[step], IS_DOUBLE ? 1e-9 : 2e-4);
        optimizer_zero_grad(optimizer);
        tensor_backward(loss);
        optimizer_step(optimizer);
        scope_close(scope);
    }
    optimizer_free(optimizer);
    parameters_free(list);
    module_free(&g->module);
}

static void test_torch_ten_steps(void **state)
{
    (void)state;
    check_ten_steps(false, gpt_logits_untied, gpt_losses_untied);
}

static void test_torch_ten_steps_tied(void **state)
{
    (void)state;
    check_ten_steps(true, gpt_logits_tied, gpt_losses_tied);
}

static void test_torch_block(void **state)
{
    (void)state;
    Gpt *g = gpt_new(small());
    ParameterList *list = parameters_of(&g->module);
    wave_parameters(list);
    Tensor *y = block_forward(g->blocks[1], wave(SHAPE(2, 3, 8), 0.8, 1), mask_causal(3));
    assert_values(y, SHAPE(2, 3, 8), 48, gpt_block, STORED_TOLERANCE);
    parameters_free(list);
    module_free(&g->module);
}

/* ---- gradients --------------------------------------------------------------------------------- */

typedef struct {
    Gpt *g;
    IntTensor *ids, *targets;
} Call;

static Tensor *call_loss(Tensor *const in[], void *context)
{
    Call *call = context;
    (void)in; /* the parameters, which gradcheck moves where they lie */
    return gpt_loss(call->g, call->ids, call->targets);
}

static void check_gradients(bool tied, bool in_one)
{
    GptOptions o = {.vocabulary = 5,
                    .context = 4,
                    .embed_dim = 4,
                    .num_heads = 2,
                    .num_layers = 1,
                    .causal = true,
                    .tied = tied,
                    .qkv_in_one = in_one,
                    .seed = 3};
    Call call = {gpt_new(o), int_tensor_from(SHAPE(1, 4), IDS(0, 2, 2, 4)),
                 int_tensor_from(SHAPE(1, 4), IDS(2, 2, 4, 1))};
    ParameterList *list = parameters_of(&call.g->module);
    wave_parameters(list);
    GradcheckResult result = gradcheck(call_loss, (int)list->count, list->tensor, &call, NULL);
    if (!result.ok)
        print_error("tied %d in_one %d: %s\n", tied, in_one, result.message);
    assert_true(result.ok);
    parameters_free(list);
    module_free(&call.g->module);
}

static void test_gradients_of_the_loss(void **state)
{
    (void)state;
    check_gradients(false, false);
    check_gradients(true, true);
}

/* ---- learning ---------------------------------------------------------------------------------- */

/* Twenty characters by heart: the loss falls to nothing, and greedy generation recites them. */
static void test_a_tiny_gpt_learns_a_string_by_heart(void **state)
{
    (void)state;
    static const char text[] = "to be or not to be.!";
    enum { LENGTH = 20 };
    int ids[LENGTH], out[LENGTH];
    for (int i = 0; i < LENGTH; i++)
        ids[i] = text[i] - ' ';
    GptOptions o = {.vocabulary = 96,
                    .context = LENGTH,
                    .embed_dim = 32,
                    .num_heads = 4,
                    .num_layers = 2,
                    .causal = true,
                    .seed = 1};
    Gpt *g = gpt_new(o);
    ParameterList *list = parameters_of(&g->module);
    Optimizer *adam = adamw_new(list, (OptimizerOptions){.lr = 0.005});
    double loss = 0;
    for (int step = 0; step < 150; step++) {
        Scope *scope = scope_open();
        Tensor *l = gpt_loss(g, int_tensor_from(SHAPE(1, LENGTH - 1), LENGTH - 1, ids),
                             int_tensor_from(SHAPE(1, LENGTH - 1), LENGTH - 1, ids + 1));
        optimizer_zero_grad(adam);
        tensor_backward(l);
        optimizer_step(adam);
        loss = (double)tensor_item(l);
        scope_close(scope);
    }
    assert_true(loss < 0.02);
    out[0] = ids[0];
    gpt_generate(g, out, 1, LENGTH - 1, (SampleOptions){0}, NULL);
    assert_memory_equal(out, ids, sizeof ids);
    optimizer_free(adam);
    parameters_free(list);
    module_free(&g->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_torch_ten_steps),
        UNIT_TEST(test_torch_ten_steps_tied),
        UNIT_TEST(test_torch_block),
        UNIT_TEST(test_gradients_of_the_loss),
        UNIT_TEST(test_a_tiny_gpt_learns_a_string_by_heart),
    };
    return run_tests("attention/gpt_training", tests);
}
