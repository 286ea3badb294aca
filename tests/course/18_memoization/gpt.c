/* gpt.c - 18.6: a model that reads each token once. */
#include "core.h"
#include "draws.h"
#include "want.h"

enum { V = 11 };

static Gpt *new_reader(GptOptions o)
{
    o.vocabulary = V;
    o.context = 12;
    o.embed_dim = 8;
    o.num_heads = 2;
    o.num_layers = 3;
    o.causal = true;
    return new_gpt(o);
}

/* Tokens from .. from + n of each row, side by side. */
static const int *piece(const IntTensor *ids, long from, long n)
{
    long B = ids->shape[0], T = ids->shape[1];
    int *part = int_tensor_new(SHAPE(B, n))->data;
    for (long i = 0; i < B * n; i++)
        part[i] = ids->data[i / n * T + from + i % n];
    return part;
}

/* For how many tokens were logits made? Operations are counted, views of their results too. */
static long rows_of_logits;

static void count_logits(Tensor *out, const Operation *op, int n, Tensor *const in[])
{
    (void)op, (void)n, (void)in;
    if (out->ndim > 0 && out->shape[out->ndim - 1] == V)
        rows_of_logits += tensor_numel(out) / V;
}

static void prefill_and_count(Gpt *g, KvCache *c, const int *ids, long n, real *logits)
{
    Observer observer = {.made = count_logits};
    rows_of_logits = 0;
    observer_add(&observer);
    gpt_prefill(g, c, ids, n, logits);
    observer_remove(&observer);
}

TEST(a_prompt_at_once, .points = 2, .exercise = "18.6 gpt_prefill", .file = "gpt_cached.c")
{
    long T = draw_long("T", 5, 7), pieces[] = {T, T};
    IntTensor *ids = draw_ids("ids", SHAPE(2, T), 0, V - 1);
    Gpt *g = new_reader((GptOptions){.tied = false});
    KvCache *c = gpt_cache_new(g, 2, 12);
    Tensor *logits = room_for_logits(2, V);

    Tensor *want = EXPECT(logits_want((Reading){g, ids->data, 2, T, pieces, 1}));
    const int *prompt = ids->data;
    real *next = logits->data;
    CALL(gpt_prefill(g, c, prompt, T, next));
    check_tensor(logits, want, "the logits that gpt_forward has for the last token of each row");
    kv_cache_truncate(c, 0);
    CALL(prefill_and_count(g, c, prompt, T, next));
    long rows = rows_of_logits;
    check_at_most(rows, 2 * (T - 1), "of the last token of each row, and no others are computed");
    module_free(&g->module);
}

/* Of 12 tokens, all that the context takes; the pieces of both rows. */
static void in_pieces(Gpt *g, const IntTensor *ids, const long *pieces, long n_pieces)
{
    KvCache *c = gpt_cache_new(g, 2, 12);
    long from = 0;
    for (long p = 0; p < n_pieces - 1; from += pieces[p++])
        gpt_prefill(g, c, piece(ids, from, pieces[p]), pieces[p], NULL);
    long n = pieces[n_pieces - 1];
    const int *last = piece(ids, from, n);
    Tensor *logits = room_for_logits(2, V);
    Tensor *want = EXPECT(logits_want((Reading){g, ids->data, 2, 12, pieces, n_pieces}));
    real *next = logits->data;
    CALL(gpt_prefill(g, c, last, n, next));
    check_tensor(logits, want, "however a text is cut, its logits are those of gpt_forward");
}

TEST(a_prompt_in_pieces, .points = 4, .exercise = "18.6 gpt_prefill", .file = "gpt_cached.c")
{
    IntTensor *ids = draw_ids("ids", SHAPE(2, 12), 0, V - 1);
    Gpt *g = new_reader((GptOptions){.tied = true});
    long first = draw_long("first", 3, 6);
    in_pieces(g, ids, (long[]){first, 12 - first, first, 12 - first}, 2);
    in_pieces(g, ids, (long[]){3, 5, 3, 1, 3, 5, 3, 1}, 4);
    in_pieces(g, ids, (long[]){7, 5, 7, 5}, 2);
    module_free(&g->module);
}

TEST(one_token_after_the_other, .points = 3, .exercise = "18.6 gpt_prefill", .file = "gpt_cached.c")
{
    IntTensor *ids = draw_ids("ids", SHAPE(1, 6), 0, V - 1);
    Gpt *g = new_reader((GptOptions){.tied = false});
    KvCache *c = gpt_cache_new(g, 1, 12);
    for (long i = 0; i < 6; i++) {
        Tensor *logits = room_for_logits(1, V);
        long ones[] = {1, 1, 1, 1, 1, 1};
        Tensor *want = EXPECT(logits_want((Reading){g, ids->data, 1, 6, ones, i + 1}));
        const int *token = ids->data + i;
        real *next = logits->data;
        CALL(gpt_prefill(g, c, token, 1, next));
        check_tensor(logits, want, "each token sees all before it, and itself");
    }
    module_free(&g->module);
}

/* A model that looks at nothing passes any comparison with itself: here its past is changed. */
TEST(the_past_matters, .points = 2, .exercise = "18.6 gpt_prefill", .file = "gpt_cached.c")
{
    long T = draw_long("T", 4, 6), pieces[] = {T, 1};
    IntTensor *ids = draw_ids("ids", SHAPE(1, T + 1), 0, V - 1);
    Gpt *g = new_reader((GptOptions){.tied = false});
    KvCache *c = gpt_cache_new(g, 1, 12);
    Tensor *logits = room_for_logits(1, V), *others = room_for_logits(1, V);
    const int *prompt = ids->data, *last = ids->data + T;
    real *next = logits->data, *changed = others->data;

    Tensor *want = EXPECT(logits_want((Reading){g, ids->data, 1, T + 1, pieces, 2}));
    gpt_prefill(g, c, prompt, T, NULL);
    CALL(gpt_prefill(g, c, last, 1, next));
    check_tensor(logits, want, "the last token sees all before it");
    kv_cache_truncate(c, T);
    copy_kernel(c->values, tensor_add_scalar(c->values, 1));
    CALL(gpt_prefill(g, c, last, 1, changed));
    long moved_logits = 0;
    for (long v = 0; v < V; v++)
        moved_logits += others->data[v] != logits->data[v];
    check_long(moved_logits, V, "other values in the cache: another opinion on every token");
    module_free(&g->module);
}

TEST(prompts_of_different_lengths, .points = 3, .exercise = "18.6 gpt_prefill",
     .file = "gpt_cached.c")
{
    long a = draw_long("a", 2, 3), b = draw_long("b", 5, 6), pieces[] = {a, 2, b, 2, 1, 2};
    IntTensor *ids = draw_ids("ids", SHAPE(3, 9), 0, V - 1);
    Gpt *g = new_reader((GptOptions){.tied = false});
    KvCache *c = gpt_cache_new(g, 3, 12);
    int *rest = int_tensor_new(SHAPE(3, 2))->data, *step = int_tensor_new(SHAPE(3))->data;
    for (long row = 0; row < 3; row++) {
        long n = pieces[2 * row];
        gpt_prefill(g, kv_cache_row(c, row), ids->data + row * 9, n, NULL);
        memcpy(rest + 2 * row, ids->data + row * 9 + n, 2 * sizeof *rest);
        step[row] = ids->data[row * 9 + n + 2];
    }
    Tensor *logits = room_for_logits(3, V), *decoded = room_for_logits(3, V);

    Tensor *want = EXPECT(logits_want((Reading){g, ids->data, 3, 9, pieces, 2}));
    real *next = logits->data;
    CALL(gpt_prefill(g, c, rest, 2, next));
    check_tensor(logits, want, "each row counts its places on from its own length");
    long longer[] = {a, 2, 1, b, 2, 1, 1, 2, 1};
    Tensor *want_one = EXPECT(logits_want((Reading){g, ids->data, 3, 9, longer, 3}));
    real *after = decoded->data;
    CALL(gpt_prefill(g, c, step, 1, after));
    check_tensor(decoded, want_one, "a step of decoding, for rows that stand at different places");
    module_free(&g->module);
}

TEST(other_kinds_of_model, .points = 1, .exercise = "18.6 gpt_prefill", .file = "gpt_cached.c")
{
    GptOptions kinds[] = {
        {.positions = POSITIONS_NONE, .qkv_in_one = true},
        {.positions = POSITIONS_SINUSOIDAL, .no_bias = true, .tied = true},
    };
    for (int i = 0; i < 2; i++) {
        IntTensor *ids = draw_ids("ids", SHAPE(2, 12), 0, V - 1);
        Gpt *g = new_reader(kinds[i]);
        long first = draw_long("first", 3, 6);
        in_pieces(g, ids, (long[]){first, 12 - first, first, 12 - first}, 2);
        module_free(&g->module);
    }
}

TEST(nothing_dropped_and_nothing_left_behind, .points = 2, .exercise = "18.6 gpt_prefill",
     .file = "gpt_cached.c")
{
    IntTensor *ids = draw_ids("ids", SHAPE(1, 9), 0, V - 1);
    Gpt *g = new_reader((GptOptions){.dropout = (real)0.5});
    KvCache *c = gpt_cache_new(g, 1, 12);
    Tensor *logits = room_for_logits(1, V);
    const int *prompt = ids->data, *token = ids->data + 8;
    real *next = logits->data;
    long pieces[] = {8, 1};

    uint64_t stream = g->dropout_rng.state;
    CALL(gpt_prefill(g, c, prompt, 8, NULL));
    long dropout_moved = stream != g->dropout_rng.state;
    check_long(dropout_moved, 0, "nothing is dropped: its stream stands where it stood");
    CALL(gpt_prefill(g, c, token, 1, NULL));
    long in_training = g->module.training && g->blocks[0]->dropout->module.training;
    check_long(in_training, 1, "the model is left as it was found");
    kv_cache_truncate(c, 8);
    Tensor *want = EXPECT(logits_want((Reading){g, ids->data, 1, 9, pieces, 2}));
    size_t before = scope_bytes(scope_current());
    CALL(gpt_prefill(g, c, token, 1, next));
    long left_behind = (long)(scope_bytes(scope_current()) - before);
    check_tensor(logits, want, "without dropout, also where the model is in training");
    CALL(gpt_decode(g, c, token, next));
    left_behind += (long)(scope_bytes(scope_current()) - before);
    check_at_most(left_behind, 0, "a token leaves nothing behind but its keys and values");
    CALL(gpt_decode(g, c, token, next));
    long records_graphs = grad_mode_is_on();
    check_long(records_graphs, 1, "who trains afterwards gets a graph again");
    module_free(&g->module);
}
