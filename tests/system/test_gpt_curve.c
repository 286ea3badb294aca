/* test_gpt_curve.c - ten training steps of a small GPT, step by step the same as PyTorch's.
 *
 * Everything takes part: embedding, positions, projections in one matrix, causal attention, layer norm, GELU, a
 * tied head, cross-entropy, clipping and AdamW. A mistake in any of them moves the curve.
 */
#include "../attention/gpt/small_gpt.h"
#include "../fixtures/gpt_curve.h"

enum { V = 11, T = 8, C = 16, H = 2, L = 2, B = 3, STEPS = 10 };

/* The formula of the generating script. */
static void set_weights(Gpt *gpt)
{
    ParameterList *list = parameters_of(&gpt->module);
    for (long j = 0; j < list->count; j++) {
        bool gamma =
            strstr(list->name[j], "norm") != NULL && strstr(list->name[j], "weight") != NULL;
        Tensor *w = list->tensor[j];
        for (long i = 0; i < tensor_numel(w); i++)
            w->data[i] = (real)(gamma + 0.2 * sin(0.7 * (double)i + 1.3 * (double)j));
    }
    parameters_free(list);
}

static IntTensor *tokens_of_step(int step, int first)
{
    IntTensor *ids = int_tensor_new(SHAPE(B, T));
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            int i = b * (T + 1) + t + first + 17 * step;
            ids->data[b * T + t] = (7 * i + 3 * i * i) % V;
        }
    }
    return ids;
}

static Gpt *new_gpt(bool qkv_in_one)
{
    return gpt_new((GptOptions){.vocabulary = V,
                                .context = T,
                                .embed_dim = C,
                                .num_heads = H,
                                .num_layers = L,
                                .causal = true,
                                .tied = true,
                                .qkv_in_one = qkv_in_one});
}

static void follow_curve(Gpt *gpt)
{
    ParameterList *list = parameters_of(&gpt->module);
    Optimizer *adamw = adamw_new(
        list, (OptimizerOptions){.lr = 1e-2, .beta1 = 0.9, .beta2 = 0.99, .weight_decay = 0.1});
    for (int step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        Tensor *loss = gpt_loss(gpt, tokens_of_step(step, 0), tokens_of_step(step, 1));
        assert_close((double)tensor_item(loss), gpt_curve[step], IS_DOUBLE ? 1e-9 : 1e-3);
        optimizer_zero_grad(adamw);
        tensor_backward(loss);
        clip_grad_norm(list, 1.0);
        optimizer_step(adamw);
        scope_close(scope);
    }
    optimizer_free(adamw);
    parameters_free(list);
}

static void test_ten_steps_follow_pytorch(void **state)
{
    (void)state;
    Gpt *gpt = new_gpt(true);
    set_weights(gpt);
    follow_curve(gpt);
    module_free(&gpt->module);
}

static void test_separate_projections_follow_the_same_curve(void **state)
{
    (void)state;
    Gpt *in_one = new_gpt(true), *separate = new_gpt(false);
    set_weights(in_one);
    copy_numbers(separate, in_one);
    follow_curve(separate);
    module_free(&in_one->module);
    module_free(&separate->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_ten_steps_follow_pytorch),
        UNIT_TEST(test_separate_projections_follow_the_same_curve),
    };
    return run_tests("system/gpt_curve", tests);
}
