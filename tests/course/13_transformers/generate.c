/* generate.c - 13.9: text from a model, and the model as it was. */
#include "core.h"
#include "draws.h"
#include "want.h"

enum { ROOM = 36, UNWRITTEN = -7 };

static Gpt *new_writer(real dropout)
{
    return new_gpt((GptOptions){.vocabulary = 11,
                                .context = 5,
                                .embed_dim = 8,
                                .num_heads = 2,
                                .num_layers = 1,
                                .causal = true,
                                .dropout = dropout});
}

/* A prompt of n tokens; what is to be written, and what must not be, is UNWRITTEN. */
static void draw_prompt(int *ids, long n)
{
    IntTensor *prompt = draw_ids("prompt", SHAPE(n), 0, 10);
    for (long i = 0; i < ROOM; i++)
        ids[i] = i < n ? prompt->data[i] : UNWRITTEN;
}

static Tensor *as_tensor(const int *ids)
{
    Tensor *t = blank(SHAPE(ROOM));
    for (long i = 0; i < ROOM; i++)
        t->data[i] = (real)ids[i];
    return t;
}

TEST(each_token_after_all_before_it, .points = 3, .exercise = "13.9 gpt_generate",
     .file = "generate.c")
{
    long n = draw_long("n", 2, 3), count = draw_long("count", 20, 24);
    Gpt *model = new_writer(0);
    SampleOptions options = {.temperature = 1.5};
    Rng rng = rng_seed(draw_seed()), after = rng;
    int ids[ROOM];
    draw_prompt(ids, n);

    Tensor *want = EXPECT(text_want(model, ids, ROOM, n, count, options, rng));
    CALL(gpt_generate(model, ids, n, count, options, &rng));
    Tensor *text = as_tensor(ids);
    check_tensor(
        text, want,
        "each token is drawn from the last row of logits of the tokens from generate_start on");
    for (long i = 0; i < count; i++)
        rng_uniform(&after);
    long stream_has_moved = rng.state == after.state;
    check_long(stream_has_moved, 1, "the caller's stream has given a number for each token");
    module_free(&model->module);
}

TEST(a_prompt_longer_than_the_context, .points = 2, .exercise = "13.9 gpt_generate",
     .file = "generate.c")
{
    Gpt *model = new_writer(0);
    SampleOptions options = {.temperature = 1.5, .top_k = 8};
    Rng rng = rng_seed(draw_seed());
    int ids[ROOM];
    draw_prompt(ids, 8);

    Tensor *want = EXPECT(text_want(model, ids, ROOM, 8, 24, options, rng));
    CALL(gpt_generate(model, ids, 8, 24, options, &rng));
    Tensor *text = as_tensor(ids);
    check_tensor(text, want,
                 "of a prompt longer than the context the model reads what generate_start says");
    module_free(&model->module);
}

TEST(no_dropout_while_writing, .points = 2, .exercise = "13.9 gpt_generate", .file = "generate.c")
{
    Gpt *model = new_writer((real)0.5);
    SampleOptions options = {.temperature = 1};
    Rng rng = rng_seed(draw_seed());
    uint64_t before = model->dropout_rng.state;
    int ids[ROOM];
    draw_prompt(ids, 2);

    CALL(gpt_generate(model, ids, 2, 4, options, &rng));
    long training_afterwards = model->module.training && model->blocks[0]->attn->module.training;
    check_long(training_afterwards, 1, "a model that was training still is");
    CALL(gpt_generate(model, ids, 2, 4, options, &rng));
    long dropout_moved = before != model->dropout_rng.state;
    check_long(dropout_moved, 0, "nothing is dropped: its stream stands where it stood");
    module_train(&model->module, false);
    CALL(gpt_generate(model, ids, 2, 4, options, &rng));
    long training_as_before = model->module.training || model->blocks[0]->attn->module.training;
    check_long(training_as_before, 0, "a model that was not training still is not");

    module_train(&model->module, true);
    CALL(gpt_generate(model, ids, 2, 0, options, &rng));
    long training_after_nothing = model->module.training;
    check_long(training_after_nothing, 1, "and count 0 leaves the model as it was");
    draw_prompt(ids, 3);
    Tensor *want = EXPECT(text_want(model, ids, ROOM, 3, 12, options, rng));
    CALL(gpt_generate(model, ids, 3, 12, options, &rng));
    Tensor *text = as_tensor(ids);
    check_tensor(text, want, "it writes what the whole model says");
    module_free(&model->module);
}

TEST(nothing_grows_with_the_text, .points = 1, .exercise = "13.9 gpt_generate",
     .file = "generate.c")
{
    Gpt *model = new_writer(0);
    SampleOptions options = {.temperature = 1};
    Rng rng = rng_seed(draw_seed());
    int ids[ROOM];
    draw_prompt(ids, 2);

    long made = closures_made();
    CALL(gpt_generate(model, ids, 2, 1, options, &rng));
    long operations_recorded = closures_made() - made;
    check_at_most(operations_recorded, 0, "nobody goes backward from here: grad_mode(false)");
    size_t before = scope_bytes(scope_current());
    CALL(gpt_generate(model, ids, 2, 2, options, &rng));
    size_t between = scope_bytes(scope_current());
    CALL(gpt_generate(model, ids, 2, 12, options, &rng));
    size_t after = scope_bytes(scope_current());
    long growth = (long)(after - between) - (long)(between - before);
    check_at_most(growth, 0, "12 tokens leave no more memory behind than 2: a scope for each");
    memory_mark();
    CALL(gpt_generate(model, ids, 2, 6, options, &rng));
    long of_few = memory_peak();
    memory_mark();
    CALL(gpt_generate(model, ids, 2, 24, options, &rng));
    long peak_growth = memory_peak() - of_few;
    /* A walk that calls itself has a frame for each token. */
    check_at_most(peak_growth, 512 * 24, "nor do 24 need more than 6 while they are written");
    CALL(gpt_generate(model, ids, 2, 1, options, &rng));
    long records_again = grad_mode_is_on();
    check_long(records_again, 1, "behind the call operations are recorded again");
    module_free(&model->module);
}
