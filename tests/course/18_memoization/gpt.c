/* gpt.c - 18.6 and 18.7: a model that reads each token once. */
#include "draws.h"
#include "want.h"

static Gpt *new_reader(bool tied, long B, IntTensor **ids, long T)
{
    Gpt *g = new_gpt((GptOptions){.vocabulary = 11,
                                  .context = 12,
                                  .embed_dim = 8,
                                  .num_heads = 2,
                                  .num_layers = 2,
                                  .tied = tied,
                                  .causal = true});
    *ids = draw_ids("ids", SHAPE(B, T), 0, 10);
    return g;
}

/* Tokens from .. from + n of each row. */
static const int *piece(const IntTensor *ids, long from, long n)
{
    long B = ids->shape[0], T = ids->shape[1];
    int *part = int_tensor_new(SHAPE(B, n))->data;
    for (long i = 0; i < B * n; i++)
        part[i] = ids->data[i / n * T + from + i % n];
    return part;
}

/* ---- 18.6 gpt_prefill ----------------------------------------------------------------------------------- */

TEST(a_prompt_at_once, .points = 2, .exercise = "18.6 gpt_prefill", .file = "gpt_cached.c")
{
    IntTensor *ids;
    Gpt *g = new_reader(false, 2, &ids, 6);
    KvCache *c = gpt_cache_new(g, 2, 12);
    Tensor *logits = output("logits", SHAPE(2, 11));

    Tensor *want = EXPECT(logits_want(g, ids->data, 2, 6, 6));
    const int *prompt = ids->data;
    real *next = logits->data;
    CALL(gpt_prefill(g, c, prompt, 6, next));
    check_tensor(logits, want, "the logits that gpt_forward has for the last token of each row");
    module_free(&g->module);
}

TEST(a_prompt_in_pieces, .points = 4, .exercise = "18.6 gpt_prefill", .file = "gpt_cached.c")
{
    IntTensor *ids;
    Gpt *g = new_reader(true, 2, &ids, 9);
    KvCache *c = gpt_cache_new(g, 2, 12);
    Tensor *logits = output("logits", SHAPE(2, 11));
    long n = draw_long("n", 2, 4);

    Tensor *want = EXPECT(logits_want(g, ids->data, 2, 9, n));
    const int *first = piece(ids, 0, 9 - n), *last = piece(ids, 9 - n, n);
    real *next = logits->data;
    gpt_prefill(g, c, first, 9 - n, NULL);
    CALL(gpt_prefill(g, c, last, n, next));
    check_tensor(logits, want, "however a text is cut, its logits are those of gpt_forward");
    module_free(&g->module);
}

TEST(one_token_after_the_other, .points = 3, .exercise = "18.6 gpt_prefill", .file = "gpt_cached.c")
{
    IntTensor *ids;
    Gpt *g = new_reader(false, 1, &ids, 5);
    KvCache *c = gpt_cache_new(g, 1, 12);
    for (long i = 0; i < 5; i++) {
        Tensor *one = output("logits of a token", SHAPE(11));
        Tensor *want = EXPECT(logits_want(g, ids->data, 1, i + 1, 1));
        const int *token = ids->data + i;
        real *next = one->data;
        CALL(gpt_prefill(g, c, token, 1, next));
        check_tensor(one, want, "each token sees all before it, and itself");
    }
    module_free(&g->module);
}

/* ---- 18.7 gpt_generate_cached ---------------------------------------------------------------------------- */

enum { ROOM = 40 };

TEST(the_text_of_the_plain_loop, .points = 5, .exercise = "18.7 gpt_generate_cached",
     .file = "generate_cached.c")
{
    long n = draw_long("n", 2, 4), count = draw_long("count", 24, 30);
    IntTensor *prompt;
    Gpt *g = new_reader(false, 1, &prompt, n);
    KvCache *c = gpt_cache_new(g, 1, 12);
    SampleOptions options = {.temperature = 1.5};
    Rng rng = rng_seed(draw_seed());
    int ids[ROOM] = {0};
    memcpy(ids, prompt->data, (size_t)n * sizeof *ids);

    Tensor *want = EXPECT(text_want(g, ids, ROOM, n, count, options, rng));
    CALL(gpt_generate_cached(g, c, ids, n, count, options, &rng));
    Tensor *text = blank(SHAPE(ROOM));
    for (long i = 0; i < ROOM; i++)
        text->data[i] = (real)ids[i];
    check_tensor(text, want, "the same text as with everything read again for each token");
    module_free(&g->module);
}
