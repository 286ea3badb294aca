/* init.c - 13.4: where training starts from. Spreads are measured over thousands of draws. */
#include "draws.h"
#include "want.h"

enum { LAYERS = 8, WIDTH = 32, WAY_WIDTH = 48 };

/* A model as it is made, before its start. */
static Gpt *model_of(uint64_t seed, long V, long layers)
{
    Gpt *g = gpt_new_uninitialized((GptOptions){.vocabulary = V,
                                                .context = 40,
                                                .embed_dim = WIDTH,
                                                .num_heads = 2,
                                                .num_layers = layers,
                                                .causal = true,
                                                .seed = seed});
    given("layers", "%ld", layers);
    return g;
}

/* Sums over many tensors together. */
typedef struct {
    double sum, squares;
    long n;
} Spread;

static void add_to(Spread *s, const Tensor *t)
{
    for (long i = 0; i < tensor_numel(t); i++) {
        s->sum += (double)t->data[i];
        s->squares += (double)t->data[i] * (double)t->data[i];
    }
    s->n += tensor_numel(t);
}

static double std_of(Spread s)
{
    double mean = s.sum / (double)s.n;
    return sqrt(fmax(0, s.squares / (double)s.n - mean * mean));
}

/* In 0.02: 1 is GPT-2's. */
static double of_002(Spread s)
{
    return std_of(s) / 0.02;
}

static double mean_of_002(Spread s)
{
    return s.sum / (double)s.n / 0.02;
}

TEST(who_knows_nothing_says_so, .points = 1, .exercise = "13.4 gpt_init_weights", .file = "gpt_init.c")
{
    long V = draw_long("V", 150, 300);
    Gpt *model = model_of(draw_seed(), V, LAYERS);
    CALL(gpt_init_weights(model));
    Spread table = {0};
    add_to(&table, model->tokens->weight);
    double mean_in_002 = mean_of_002(table), table_std_in_002 = of_002(table);
    check_number(table_std_in_002, 1, 0.05, "the token table is drawn from N(0, 0.02)");
    check_number(mean_in_002, 0, 0.05, "around 0");

    IntTensor *ids = draw_ids("ids", SHAPE(2, 20), 0, V - 1);
    IntTensor *targets = draw_ids("targets", SHAPE(2, 20), 0, V - 1);
    double log_V = EXPECT(untrained_loss_want(V));
    Tensor *loss = CALL(gpt_loss(model, ids, targets));
    double first_loss = tensor_item(loss);
    check_number(first_loss, log_V, 0.01,
                 "who knows nothing loses log V: every token is as likely");
    module_free(&model->module);
}

/* What becomes of a stream on its way through the blocks, and the least that a branch adds, as a part of what it adds
 * to. Step by step, so that no exercise but the start is asked. */
typedef struct {
    double spread, least;
} WayUp;

static double spread_of(const Tensor *x)
{
    Spread s = {0};
    add_to(&s, x);
    return sqrt(s.squares / (double)s.n);
}

static Tensor *added(WayUp *way, Tensor *x, Tensor *branch)
{
    way->least = fmin(way->least, spread_of(branch) / spread_of(x));
    return tensor_add(x, branch);
}

/* A gamma that is no 1 has to stay, too. */
static WayUp way_up(const char *name, long layers)
{
    Tensor *gamma = draw("gamma", SHAPE(WAY_WIDTH));
    Gpt *g = gpt_new_uninitialized((GptOptions){.vocabulary = 60,
                                                .context = 8,
                                                .embed_dim = WAY_WIDTH,
                                                .num_heads = 4,
                                                .num_layers = layers,
                                                .causal = true,
                                                .seed = draw_seed()});
    IntTensor *ids = draw_ids(name, SHAPE(2, 8), 0, 59);
    given("layers", "%ld", layers);
    copy_kernel(g->norm->weight, gamma);
    Tensor *want = EXPECT(copy_of(gamma));
    CALL(gpt_init_weights(g));
    Tensor *of_the_last_norm = g->norm->weight;
    check_tensor_within(of_the_last_norm, want, 0, "a gamma stays as it is: the last norm's");
    Scope *scope = scope_open();
    grad_mode(false);
    WayUp way = {.least = INFINITY};
    Tensor *x = positions_forward(g->positions, embedding_forward(g->tokens, ids));
    for (long i = 0; i < layers; i++) {
        Block *b = g->blocks[i];
        x = added(&way, x, mha_forward(b->attn, layer_norm_forward(b->norm1, x), NULL));
        x = added(&way, x, block_mlp(b, layer_norm_forward(b->norm2, x)));
    }
    way.spread = spread_of(x);
    scope_close(scope);
    module_free(&g->module);
    return way;
}

TEST(the_stream_stays_as_it_is_at_any_depth, .points = 4, .exercise = "13.4 gpt_init_weights",
     .file = "gpt_init.c")
{
    long few = draw_long("few", 3, 5), more = draw_long("more", 14, 18);
    long many = draw_long("many", 42, 50);
    WayUp up_few = way_up("ids of few", few), up_more = way_up("ids of more", more),
          up_many = way_up("ids of many", many);
    double behind_few = up_few.spread, behind_more = up_more.spread, behind_many = up_many.spread;
    check_at_most(behind_few, 0.07, "behind some 4 blocks the stream spreads to 0.07 at most");
    check_at_most(behind_more, 0.07, "and behind some 16 blocks");
    check_at_most(behind_many, 0.07, "and behind some 48 blocks, whose branches are twice as many");
}

TEST(every_branch_is_heard, .points = 3, .exercise = "13.4 gpt_init_weights", .file = "gpt_init.c")
{
    WayUp up = way_up("ids", draw_long("many", 42, 50));
    double spread = up.spread, least_share = up.least;
    check_at_most(spread, 0.07, "behind so many blocks the stream spreads to 0.07 at most");
    check_at_least(least_share, 0.01, "each branch adds a hundredth of the stream, or more");
}

/* How many numbers of all biases (or gammas) are not `value`. */
static long others_than(Module *m, const char *name, int ndim, double value)
{
    long n = 0;
    for (int k = 0; k < m->n_parameters; k++) {
        const Tensor *t = m->parameter[k].tensor;
        for (long j = 0; j < tensor_numel(t); j++)
            n += strcmp(m->parameter[k].name, name) == 0 && t->ndim == ndim &&
                 (double)t->data[j] != value;
    }
    for (int k = 0; k < m->n_children; k++)
        n += others_than(m->children[k].module, name, ndim, value);
    return n;
}

static void fill_biases(Module *m, real value)
{
    for (int k = 0; k < m->n_parameters; k++)
        if (strcmp(m->parameter[k].name, "bias") == 0)
            tensor_fill(m->parameter[k].tensor, value);
    for (int k = 0; k < m->n_children; k++)
        fill_biases(m->children[k].module, value);
}

static long repeated(const Tensor *a, const Tensor *b)
{
    long n = 0;
    for (long i = 0; i < tensor_numel(a); i++)
        n += a->data[i] == b->data[i];
    return n;
}

TEST(biases_gammas_and_the_stream, .points = 2, .exercise = "13.4 gpt_init_weights",
     .file = "gpt_init.c")
{
    uint64_t seed = draw_seed();
    Gpt *model = model_of(seed, 50, 2), *twin = model_of(seed, 50, 2);
    fill_biases(&model->module, (real)0.5);
    CALL(gpt_init_weights(model));
    long biases_that_are_not_0 = others_than(&model->module, "bias", 1, 0);
    check_long(biases_that_are_not_0, 0, "all biases start at 0, those of the norms, too");
    Tensor *first = copy_of(model->blocks[0]->up->weight);
    CALL(gpt_init_weights(model));
    long gammas_that_are_not_1 = others_than(&model->module, "weight", 1, 1);
    check_long(gammas_that_are_not_1, 0, "gammas were made as 1 and stay");
    long alike = repeated(model->blocks[0]->up->weight, model->blocks[1]->up->weight);
    check_long(alike, 0, "every matrix has numbers of its own");
    long the_same_twice = repeated(model->blocks[0]->up->weight, first);
    check_long(the_same_twice, 0, "a second call draws on, from where the first one stopped");

    CALL(gpt_init_weights(twin));
    twin->init_rng = rng_seed(seed);
    model->init_rng = rng_seed(seed);
    CALL(gpt_init_weights(model));
    CALL(gpt_init_weights(twin));
    long the_same_again = repeated(model->tokens->weight, twin->tokens->weight);
    check_long(the_same_again, 50 * WIDTH, "the same state of g->init_rng gives the same start");
    module_free(&twin->module);
    module_free(&model->module);
}
