/* text.c - 18.7: text, for which each token is read once. */
#include "core.h"
#include "draws.h"
#include "want.h"

enum { ROOM = 48, UNWRITTEN = 0 };

static Gpt *new_writer_of(long vocabulary, long context)
{
    return new_gpt((GptOptions){.vocabulary = vocabulary,
                                .context = context,
                                .embed_dim = 8,
                                .num_heads = 2,
                                .num_layers = 1,
                                .causal = true});
}

static Gpt *new_writer(long context)
{
    return new_writer_of(11, context);
}

/* A prompt of n tokens, and room behind it. */
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

TEST(the_text_of_the_plain_loop, .points = 4, .exercise = "18.7 gpt_generate_cached",
     .file = "generate_cached.c")
{
    long n = draw_long("n", 2, 4), count = draw_long("count", 24, 30);
    Gpt *g = new_writer(12);
    KvCache *c = gpt_cache_new(g, 1, 12);
    SampleOptions options = {.temperature = 0.8};
    Rng rng = rng_seed(draw_seed());
    int ids[ROOM];
    draw_prompt(ids, n);

    Tensor *want = EXPECT(text_want(g, ids, ROOM, n, count, options, rng));
    CALL(gpt_generate_cached(g, c, ids, n, count, options, &rng));
    Tensor *text = as_tensor(ids);
    check_tensor(text, want, "the same text as with everything read again for each token");
    uint64_t stream = rng.state;
    kv_cache_truncate(c, 0);
    CALL(gpt_generate_cached(g, c, ids, n, 1, options, &rng));
    long stream_moved = rng.state != stream;
    check_long(stream_moved, 1, "the caller's stream moves on: the next call draws other numbers");
    int narrow[ROOM], likely[ROOM];
    draw_prompt(narrow, n);
    memcpy(likely, narrow, sizeof likely);
    Tensor *greedy =
        EXPECT(text_want(g, narrow, ROOM, n, 6, (SampleOptions){.temperature = 0}, rng));
    kv_cache_truncate(c, 0);
    SampleOptions one_of = {.temperature = 1, .top_p = 1e-9};
    CALL(gpt_generate_cached(g, c, narrow, n, 6, one_of, &rng));
    Tensor *of_the_first = as_tensor(narrow);
    check_tensor(of_the_first, greedy, "top_p and top_k go to sample_token with the temperature");
    kv_cache_truncate(c, 0);
    SampleOptions most_likely = {.temperature = 0};
    CALL(gpt_generate_cached(g, c, likely, n, 6, most_likely, NULL));
    Tensor *drawn_by_none = as_tensor(likely);
    check_tensor(drawn_by_none, greedy, "temperature 0 draws no number: rng may be NULL");
    module_free(&g->module);
}

TEST(a_prompt_longer_than_the_context, .points = 2, .exercise = "18.7 gpt_generate_cached",
     .file = "generate_cached.c")
{
    long n = draw_long("n", 14, 17), count = draw_long("count", 14, 18);
    Gpt *g = new_writer_of(draw_long("tokens of the vocabulary", 300, 600), 12);
    KvCache *c = gpt_cache_new(g, 1, 12);
    SampleOptions options = {.temperature = 0.8};
    int ids[ROOM];
    draw_prompt(ids, n);
    Rng rng = rng_seed(draw_seed());

    Tensor *want = EXPECT(text_want(g, ids, ROOM, n, count, options, rng));
    CALL(gpt_generate_cached(g, c, ids, n, count, options, &rng));
    Tensor *text = as_tensor(ids);
    check_tensor(text, want,
                 "of a prompt longer than the context the model reads what generate_start says");
    module_free(&g->module);
}

/* How many tokens of a model are looked up. */
static const Tensor *table;
static long looked_up;

static void count_tokens(Tensor *out, const Operation *op, int n, Tensor *const in[])
{
    (void)op;
    if (n == 1 && in[0] == table && out->shape[out->ndim - 1] == table->shape[1])
        looked_up += tensor_numel(out) / table->shape[1];
}

static void generate_and_count(Gpt *g, KvCache *c, int *ids, long n, long count, Rng *rng)
{
    Observer observer = {.made = count_tokens};
    table = g->tokens->weight;
    looked_up = 0;
    observer_add(&observer);
    gpt_generate_cached(g, c, ids, n, count, (SampleOptions){.temperature = 0.8}, rng);
    observer_remove(&observer);
}

TEST(each_token_is_read_once, .points = 3, .exercise = "18.7 gpt_generate_cached",
     .file = "generate_cached.c")
{
    long n = draw_long("n", 2, 5), count = draw_long("count", 20, 30);
    Gpt *g = new_writer(12);
    KvCache *c = gpt_cache_new(g, 1, 12);
    Rng rng = rng_seed(draw_seed());
    int ids[ROOM];
    draw_prompt(ids, n);

    long once = EXPECT(tokens_read_want(g, n, count));
    CALL(generate_and_count(g, c, ids, n, count, &rng));
    long tokens_read = looked_up;
    check_long(tokens_read, once,
               "each token once, and again what is left when the context is full");
    kv_cache_truncate(c, 0);
    size_t before = scope_bytes(scope_current());
    CALL(generate_and_count(g, c, ids, n, 7, &rng));
    long left_behind = (long)(scope_bytes(scope_current()) - before);
    check_at_most(left_behind, 0, "a scope around all: a text leaves no memory behind");
    kv_cache_truncate(c, 0);
    memory_mark();
    CALL(generate_and_count(g, c, ids, n, 14, &rng));
    long of_few = memory_peak();
    kv_cache_truncate(c, 0);
    memory_mark();
    CALL(generate_and_count(g, c, ids, n, 30, &rng));
    long peak_growth = memory_peak() - of_few;
    check_at_most(peak_growth, 16 * (30 - 14),
                  "30 tokens need no more than 14 while they are written");
    long records_graphs = grad_mode_is_on();
    check_long(records_graphs, 1, "who trains afterwards gets a graph again");
    module_free(&g->module);
}

TEST(a_conversation_goes_on, .points = 3, .exercise = "18.7 gpt_generate_cached",
     .file = "generate_cached.c")
{
    long n = draw_long("n", 2, 3), said = draw_long("said", 1, 2);
    Gpt *g = new_writer(40);
    KvCache *c = gpt_cache_new(g, 1, 40);
    SampleOptions options = {.temperature = 0.8};
    Rng rng = rng_seed(draw_seed());
    int ids[ROOM];
    draw_prompt(ids, n);

    Tensor *want = EXPECT(text_want(g, ids, ROOM, n, 16, options, rng));
    CALL(gpt_generate_cached(g, c, ids, n, 16, options, &rng));
    Tensor *text = as_tensor(ids);
    check_tensor(text, want, "sixteen tokens behind the prompt");
    IntTensor *answer = draw_ids("answer", SHAPE(said), 0, 10);
    memcpy(ids + n + 16, answer->data, (size_t)said * sizeof *ids);
    Tensor *want2 = EXPECT(text_want(g, ids, ROOM, n + 16 + said, 16, options, rng));
    CALL(generate_and_count(g, c, ids, n + 16 + said, 16, &rng));
    Tensor *longer = as_tensor(ids);
    check_tensor(longer, want2, "with what was said in between, the cache reads on");
    long tokens_read = looked_up;
    check_long(tokens_read, 16 + said, "what it has read before, it does not read again");
    long n2 = n + 32 + said;
    Tensor *same = EXPECT(text_want(g, ids, ROOM, n2, 0, options, rng));
    CALL(gpt_generate_cached(g, c, ids, n2, 0, options, &rng));
    Tensor *unchanged = as_tensor(ids);
    check_tensor(unchanged, same, "count 0: nothing is appended");
    module_free(&g->module);
}
