/* test_constructors.c - what a constructor has taken is given back when it fails: each is repeated with
 * its first, second, ... allocation failing, once and for good.
 * Invariant: no block of memory, no open file and no half a file is left behind. */
#include "torture.h"

/* What was there before, and must not be harmed. */
static Rng rng;
static Gpt *model;
static ParameterList *parameters;
static Optimizer *adam;
static Dataset *rows;
static Tensor *x;
static Bpe *shared;
static int tokens[8] = {0, 1, 2, 0, 1, 2, 0, 1};

static const GptOptions small = {.vocabulary = 3,
                                 .context = 4,
                                 .embed_dim = 4,
                                 .num_heads = 2,
                                 .num_layers = 2,
                                 .causal = true,
                                 .dropout = (real)0.1};
static const OptimizerOptions slow = {.lr = 0.1, .momentum = 0.9};

static const char *path(void)
{
    return scratch("a.safetensors");
}

/* ---- constructors: each makes something, and frees it; false: it said that it could not ------------ */

static bool make_linear(void)
{
    module_free(&linear_new(3, 2, true, &rng)->module);
    return true;
}

static bool make_image_layers(void)
{
    Window w = {.kernel = {3, 3}};
    module_free(&conv2d_new((Conv2dOptions){.in = 2, .out = 3, .window = w, .init = &rng})->module);
    module_free(&batch_norm2d_new(4)->module);
    module_free(max_pool2d_new(w));
    module_free(avg_pool2d_new(w, true));
    module_free(flatten_new());
    module_free(resnet9_new((Resnet9Options){.picture = {1, 8, 8}, .classes = 2, .width = 1, .init = &rng}));
    return true;
}

static bool make_norms_and_gate(void)
{
    module_free(&layer_norm_new(4)->module);
    module_free(&rms_norm_new(4)->module);
    module_free(&swiglu_new(4, 3, true, &rng)->module);
    return true;
}

static bool make_embedding(void)
{
    module_free(&embedding_new(5, 2, &rng)->module);
    return true;
}

static bool make_mlp(void)
{
    module_free(mlp_new(SHAPE(3, 4, 5, 2), ACT_GELU, &rng));
    return true;
}

static bool make_positions(void)
{
    module_free(&positions_sinusoidal_new(6, 4)->module);
    module_free(&positions_learned_new(6, 4, &rng)->module);
    return true;
}

static bool make_attention(void)
{
    MhaOptions o = {
        .embed_dim = 4, .num_heads = 2, .dropout = (real)0.1, .init = &rng, .dropout_rng = &rng};
    module_free(&mha_new(o)->module);
    module_free(&block_new(o)->module);
    return true;
}

static bool make_gpt(void)
{
    GptOptions o = small;
    module_free(&gpt_new(o)->module);
    o.positions = POSITIONS_SINUSOIDAL;
    o.tied = o.qkv_in_one = true;
    module_free(&gpt_new(o)->module);
    return true;
}

static bool make_lists(void)
{
    parameters_free(parameters_of(&model->module));
    parameters_free(module_state(&model->module));
    return true;
}

static void stay(Optimizer *o, long i)
{
    (void)o;
    (void)i;
}

static bool make_optimizers(void)
{
    optimizer_free(optimizer_new("Own", stay, parameters, slow));
    optimizer_free(sgd_new(parameters, slow));
    optimizer_free(adam_new(parameters, slow));
    optimizer_free(adamw_new(parameters, slow));
    OptimizerOptions all = {.lr = 0.1, .amsgrad = true};
    optimizer_free(adamw_new(parameters, all));
    return true;
}

static bool make_data(void)
{
    dataset_free(tensor_dataset_new(x, x, NULL));
    dataset_free(text_dataset_new(tokens, 8, 2));
    loader_free(loader_new(rows, 2, true, false, 1));
    dataset_free(transformed_dataset_new(rows, transform_pad(1), (long[]){1, 1, 2}, 1));
    return true;
}

static bool make_lora(void)
{
    UNDO_ON_FAIL;
    Module *m = mlp_new(SHAPE(3, 4, 2), ACT_RELU, &rng);
    LoraModel *l = module_lora(m, "", 1, 1, &rng);
    module_free(&l->module);
    ParameterList *all = parameters_of(m);
    parameters_free(parameters_freeze(all, 1, (const char *[]){all->name[0]}));
    parameters_free(all);
    module_free(m);
    return true;
}

static bool make_tokenizer(void)
{
    char_tokenizer_free(char_tokenizer_from("to be or not to be"));
    return true;
}

static bool make_bpe(void)
{
    bpe_free(bpe_new());
    UNDO_ON_FAIL;
    Bpe *b = bpe_train("low lower lowest newest widest", 30, 262);
    char *text = bpe_text(b);
    owned_free(text);
    BpeTrainer *t = bpe_trainer_new(SPLIT_GPT4, 1, (const char *const[]){"<|end|>"});
    bpe_trainer_add(t, "low lower", 9);
    bpe_free(bpe_trainer_learn(t, 260));
    bpe_trainer_free(t);
    BpeStream *s = bpe_stream_new(b, true);
    bpe_stream_add(s, "low lower", 9);
    bpe_stream_end(s);
    bpe_stream_free(s);
    bpe_free(b);
    return true;
}

static const char *ranks, *merges, *json; /* of one vocabulary */

static bool freed(Bpe *b)
{
    bpe_free(b);
    return b != NULL;
}

static bool read_bpe(void)
{
    return freed(bpe_load("tests/fixtures/words.tiktoken")) &&
           freed(bpe_from_tiktoken(ranks, strlen(ranks), SPLIT_GPT2)) &&
           freed(bpe_from_merges(merges, strlen(merges))) &&
           freed(bpe_from_json(json, strlen(json)));
}

static bool encode_text(void)
{
    static int ids[3000];
    static char text[3000];
    for (size_t i = 0; i < sizeof text; i++) /* one long piece, full of pairs */
        text[i] = "the"[i % 3];
    return bpe_encode(shared, text, sizeof text, ids) > 0;
}

static bool load_gpt2(void)
{
    Gpt *g = gpt2_load(scratch("gpt2.safetensors"));
    module_free(g != NULL ? &g->module : NULL);
    return g != NULL;
}

static bool load_llama_of(const char *path)
{
    Gpt *g = llama_load(path);
    module_free(g != NULL ? &g->module : NULL);
    return g != NULL;
}

static bool load_llamas(void)
{
    return load_llama_of("tests/fuzz/corpus/llama_bin/version_0") && load_llama_of(scratch("hub"));
}

static bool load_pieces_of(const char *path)
{
    SentencePiece *p = sentence_piece_load(path);
    sentence_piece_free(p);
    return p != NULL;
}

static bool load_pieces(void)
{
    return load_pieces_of("tests/fuzz/corpus/sentence_piece/scores") &&
           load_pieces_of("tests/fuzz/corpus/sentence_piece/merges");
}

static const unsigned char *artefact; /* of the small model */
static size_t artefact_bytes;

static bool make_artefact(void)
{
    size_t bytes;
    owned_free(artefact_of(model, &bytes));
    return true;
}

static bool read_artefact(void)
{
    Gpt *g = artefact_model(artefact, artefact_bytes);
    module_free(g != NULL ? &g->module : NULL);
    return g != NULL;
}

static bool open_entry(void)
{
    Entry *e = entry_open(artefact, artefact_bytes);
    if (e != NULL)
        entry_close(e);
    return e != NULL;
}

static bool load_codes(void)
{
    QuantizedGpt *q = quantized_gpt_load(scratch("codes.safetensors"));
    module_free(q != NULL ? &q->module : NULL);
    return q != NULL;
}

static bool open_ranks(void)
{
    ranks_close(ranks_one(), true);
    return true;
}

static bool open_weights(void)
{
    SafeTensors *file = safetensors_open(path());
    safetensors_close(file);
    return file != NULL;
}

static bool save_and_load_weights(void)
{
    return module_save(&model->module, scratch("b.safetensors")) == 0 &&
           module_load(&model->module, path()) == 0;
}

static bool save_checkpoint(void)
{
    CheckpointState state = {.n_rng = 1, .rng = {&rng}};
    return checkpoint_save(scratch("b.safetensors"), &model->module, adam, &state) == 0;
}

static bool load_checkpoint(void)
{
    CheckpointState state = {.n_rng = 1, .rng = {&rng}};
    return checkpoint_load(scratch("c.safetensors"), &model->module, adam, &state) == 0;
}

/* All that a Trainer needs, made by a constructor of a program's own. */
typedef struct {
    Module module;
    Gpt *gpt;
    ParameterList *parameters;
    Optimizer *adamw;
    Dataset *text;
    DataLoader *loader;
} Training;

static void training_free(Training *t)
{
    loader_free(t->loader);
    dataset_free(t->text);
    optimizer_free(t->adamw);
    parameters_free(t->parameters);
    module_free(&t->module);
}

static Training *training_new(void)
{
    UNDO_ON_FAIL;
    Training *t = module_new(sizeof *t, "Training", NULL);
    t->gpt = gpt_new(small);
    module_add(&t->module, "gpt", &t->gpt->module);
    t->parameters = parameters_of(&t->module);
    t->adamw = adamw_new(t->parameters, slow);
    SafeTensors *file = safetensors_open(path());
    if (file == NULL) {
        training_free(t);
        return NULL;
    }
    t->text = text_dataset_new(tokens, 8, 4);
    safetensors_close(file); /* and not once more when the next line fails */
    t->loader = loader_new(t->text, 2, true, false, 1);
    return t;
}

static bool make_training(void)
{
    Training *t = training_new();
    if (t != NULL)
        training_free(t);
    return t != NULL;
}

/* ---- what they need --------------------------------------------------------------------------------- */

/* The smallest GPT-2: one layer, one head of 64 channels. */
static void write_gpt2(void)
{
    enum { C = 64 };
    static const struct {
        const char *name;
        long rows, columns; /* rows 0: one axis */
    } all[] = {{"wte.weight", 2, C},
               {"wpe.weight", 2, C},
               {"ln_f.weight", 0, C},
               {"ln_f.bias", 0, C},
               {"h.0.ln_1.weight", 0, C},
               {"h.0.ln_1.bias", 0, C},
               {"h.0.attn.c_attn.weight", C, 3 * C},
               {"h.0.attn.c_attn.bias", 0, 3 * C},
               {"h.0.attn.c_proj.weight", C, C},
               {"h.0.attn.c_proj.bias", 0, C},
               {"h.0.ln_2.weight", 0, C},
               {"h.0.ln_2.bias", 0, C},
               {"h.0.mlp.c_fc.weight", C, 4 * C},
               {"h.0.mlp.c_fc.bias", 0, 4 * C},
               {"h.0.mlp.c_proj.weight", 4 * C, C},
               {"h.0.mlp.c_proj.bias", 0, C}};
    enum { COUNT = sizeof all / sizeof *all };
    const char *names[COUNT];
    Tensor *tensors[COUNT];
    Scope *scope = scope_open();
    for (int i = 0; i < COUNT; i++) {
        names[i] = all[i].name;
        tensors[i] = all[i].rows > 0 ? tensor_zeros(SHAPE(all[i].rows, all[i].columns))
                                     : tensor_zeros(SHAPE(all[i].columns));
    }
    assert_int_equal(safetensors_save(scratch("gpt2.safetensors"), COUNT, names, tensors, 0, NULL),
                     0);
    scope_close(scope);
}

static const char *read_fixture(const char *path)
{
    size_t bytes;
    const char *text = kindling_read_file(path, &bytes);
    assert_non_null(text);
    return text;
}

/* A folder, of the config and the file that fuzzing begins with. */
static void write_llama(void)
{
    size_t size;
    char *both = kindling_read_file("tests/fuzz/corpus/llama/tied", &size);
    assert_non_null(both);
    char *line = strstr(both, "\n--\n"), *file = line + 4;
    assert_non_null(line);
    assert_int_equal(mkdir(scratch("hub"), 0700), 0);
    write_bytes(scratch("hub/config.json"), both, (size_t)(line - both));
    write_bytes(scratch("hub/model.safetensors"), file, (size_t)(both + size - file));
    owned_free(both);
}

static void fixtures_make(void)
{
    write_gpt2();
    write_llama();
    ranks = read_fixture("tests/fixtures/words.tiktoken");
    merges = read_fixture("tests/fixtures/words.merges.txt");
    json = read_fixture("tests/fixtures/words.tokenizer.json");
    shared = bpe_from_tiktoken(ranks, strlen(ranks), SPLIT_GPT2);
    rng = rng_seed(1);
    model = gpt_new(small);
    module_buffer(&model->module, "count", BUFFER_SAVED, SCALAR);
    parameters = parameters_of(&model->module);
    adam = adam_new(parameters, slow);
    x = tensor_keep(tensor_ones(SHAPE(5, 2)));
    rows = tensor_dataset_new(x, NULL, NULL);
    artefact = artefact_of(model, &artefact_bytes);
    QuantizedGpt *codes = quantized_gpt_new(model, (QuantScheme){8, PER_COLUMN});
    assert_int_equal(quantized_gpt_save(codes, scratch("codes.safetensors")), 0);
    module_free(&codes->module);
    CheckpointState state = {.n_rng = 1, .rng = {&rng}};
    assert_int_equal(module_save(&model->module, path()), 0);
    assert_int_equal(module_save(&model->module, scratch("b.safetensors")), 0);
    assert_int_equal(checkpoint_save(scratch("c.safetensors"), &model->module, adam, &state), 0);
}

static void fixtures_free(void)
{
    unlink(scratch("hub/config.json"));
    unlink(scratch("hub/model.safetensors"));
    assert_int_equal(rmdir(scratch("hub")), 0);
    bpe_free(shared);
    owned_free((void *)artefact);
    owned_free((void *)ranks);
    owned_free((void *)merges);
    owned_free((void *)json);
    dataset_free(rows);
    tensor_free(x);
    optimizer_free(adam);
    parameters_free(parameters);
    module_free(&model->module);
}

static void test_out_of_memory_in_every_constructor(void **state)
{
    static const struct {
        bool (*make)(void);
        long least; /* allocations that it makes */
    } all[] = {{make_linear, 4},      {make_norms_and_gate, 10},
               {make_embedding, 3},   {make_image_layers, 10},
               {make_mlp, 15},        {make_positions, 4},
               {make_attention, 20},  {make_gpt, 100},
               {make_lists, 30},      {make_optimizers, 50},
               {make_data, 4},        {make_tokenizer, 3},
               {open_weights, 4},     {save_checkpoint, 5},
               {load_checkpoint, 10}, {save_and_load_weights, 10},
               {make_training, 100},  {make_bpe, 20},
               {read_bpe, 30},        {encode_text, 5},
               {load_gpt2, 30},       {make_artefact, 3},
               {read_artefact, 60},   {open_entry, 60},
               {load_codes, 60},      {open_ranks, 1},
               {load_llamas, 60},     {load_pieces, 20},
               {make_lora, 40}};
    fixtures_make();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        torture(all[i].make, fail_after, all[i].least);
        torture(all[i].make, fail_from, all[i].least);
    }
    fixtures_free();
    *state = scope_open();
}

/* ---- layers that were there before ------------------------------------------------------------------ */

static Module *layer[3];

static bool make_sequential(void)
{
    Module *all = sequential_new(3, layer);
    all->n_children = 0; /* its layers are the test's */
    for (int i = 0; i < 3; i++)
        layer[i]->owner = NULL;
    module_free(all);
    return true;
}

static void test_layers_belong_to_nobody_after_a_failure(void **state)
{
    layer[0] = relu_new();
    layer[1] = &linear_new(2, 2, true, &rng)->module;
    layer[2] = tanh_new();
    for (long n = 1; n <= 3; n++) {
        assert_false(works(make_sequential, fail_after, n));
        for (int i = 0; i < 3; i++)
            assert_null(layer[i]->owner);
    }
    torture(make_sequential, fail_after, 3);
    for (int i = 0; i < 3; i++)
        module_free(layer[i]);
    *state = scope_open();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_out_of_memory_in_every_constructor),
        UNIT_TEST(test_layers_belong_to_nobody_after_a_failure),
    };
    return run_tests_in_scratch("system/constructors", tests);
}
