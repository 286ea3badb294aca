/* init.c - 13.6: where training starts from. Standard deviations are measured over thousands of draws. */
#include "draws.h"
#include "want.h"

enum { LAYERS = 8, WIDTH = 32 };

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

TEST(matrices_start_small, .points = 2, .exercise = "13.6 gpt_init_weights", .file = "gpt_init.c")
{
    long V = draw_long("V", 150, 300);
    Gpt *model = model_of(draw_seed(), V, LAYERS);
    CALL(gpt_init_weights(model));
    Spread inner = {0}, table = {0};
    for (int i = 0; i < LAYERS; i++) {
        add_to(&inner, model->blocks[i]->up->weight);
        add_to(&inner, model->blocks[i]->attn->q->weight);
    }
    add_to(&inner, model->positions->table);
    add_to(&inner, model->head->weight);
    add_to(&table, model->tokens->weight);
    double mean_in_002 = mean_of_002(inner);
    double matrix_std_in_002 = of_002(inner), table_std_in_002 = of_002(table);
    check_number(matrix_std_in_002, 1, 0.05,
                 "matrices are drawn from N(0, 0.02): those of the blocks, positions, the head");
    check_number(table_std_in_002, 1, 0.05, "and so is the token table");
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

TEST(branches_start_smaller, .points = 3, .exercise = "13.6 gpt_init_weights", .file = "gpt_init.c")
{
    long layers = draw_long("L", 3, 9);
    Gpt *model = model_of(draw_seed(), 50, layers);
    double want = EXPECT(branch_std_want(model));
    CALL(gpt_init_weights(model));
    Spread out = {0}, down = {0};
    for (long i = 0; i < layers; i++) {
        add_to(&out, model->blocks[i]->attn->out->weight);
        add_to(&down, model->blocks[i]->down->weight);
    }
    double out_std_in_002 = of_002(out), down_std_in_002 = of_002(down);
    check_number(out_std_in_002, want, 0.1 * 0.25,
                 "2 layers branches add up: attn->out gets 0.02 / sqrt(2 layers)");
    check_number(down_std_in_002, want, 0.1 * 0.25, "and so does down of the MLP");
    module_free(&model->module);
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

TEST(biases_gammas_and_the_stream, .points = 2, .exercise = "13.6 gpt_init_weights",
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
