/* test_out_of_memory.c - loaders, texts, runs and pictures with each of their allocations failing; test_constructors.c
 * has layers, optimizers and weights, test_writers.c what writes a file, test_parallel.c steps of training. */
#include "../tools/train/small_run.h"
#include "conversation.h"
#include "loss_log.h"
#include "speller.h"
#include "torture.h"

/* What was there before, and must not be harmed. */
static Recipe recipe, anew;
static FILE *nowhere;
static Corpus *corpus;
static LanguageModel *writer;
static Gpt *gpt;
static HeldOut *held_out;
static LossLog *curve;
static Tensor *square;
static char a_text[512], checkpoint[512], folder[512];

/* ---- files of the engine ------------------------------------------------------------------------------ */

static bool keep_a_view(void)
{
    Tensor *kept = tensor_keep(tensor_transpose(square, 0, 1));
    tensor_free(kept);
    return true;
}

static bool load_npy(void)
{
    return npy_load(scratch("square.npy")) != NULL;
}

static bool read_weights(void)
{
    UNDO_ON_FAIL;
    SafeTensors *file = safetensors_open(checkpoint);
    bool done = file != NULL && safetensors_read(file, safetensors_name(file, 0)) != NULL;
    safetensors_close(file);
    return done;
}

static bool read_digits(void)
{
    Tensor *pictures;
    IntTensor *digits;
    return mnist_read(scratch_folder, "train", 9, &pictures, &digits) == 2;
}

static bool summarize(void)
{
    module_summary(nowhere, &gpt->module);
    return true;
}

static bool remember(void)
{
    int ids[8] = {1, 2, 3};
    KvCache *read = gpt_cache_new(writer->gpt, 1, 8);
    gpt_generate_cached(writer->gpt, read, ids, 3, 3, (SampleOptions){.top_k = 1}, NULL);
    gpt_generate(writer->gpt, ids, 3, 3, (SampleOptions){.top_k = 1}, NULL);
    return true;
}

/* ---- texts -------------------------------------------------------------------------------------------- */

static bool freed(Vocabulary *v)
{
    vocabulary_free(v);
    return v != NULL;
}

static bool make_vocabularies(void)
{
    return freed(vocabulary_new("characters", "to be or not", 12, 12)) &&
           freed(vocabulary_new("bpe:258", "to be or not to be", 18, 18)) &&
           freed(vocabulary_of_checkpoint(checkpoint)) &&
           freed(vocabulary_load("tests/fixtures/words.tiktoken"));
}

static bool read_corpus(void)
{
    char *const files[] = {a_text, a_text};
    Corpus *c = corpus_read(2, files, 0.2, "characters");
    corpus_free(c);
    return c != NULL;
}

static bool read_recipe(void)
{
    Recipe r = recipe_nanogpt;
    char *const argv[] = {"train", "--from", checkpoint};
    return recipe_read(&r, 3, argv) == OPTIONS_READ;
}

static bool load_model(void)
{
    LanguageModel *m = language_model_load(checkpoint);
    language_model_free(m);
    return m != NULL;
}

static bool read_metadata(void)
{
    return checkpoint_metadata(checkpoint, "text") != NULL;
}

static bool fit(void)
{
    GptOptions o = recipe_gpt(&recipe, corpus->vocabulary->size);
    return checkpoint_fits(checkpoint, &o) == 0;
}

static bool meet(void)
{
    conversation_free(conversation_new(writer, (SampleOptions){.top_k = 1}, 1));
    return true;
}

static bool talk(void)
{
    UNDO_ON_FAIL; /* (what was begun before hear and speak is the caller's) */
    Conversation *c = conversation_new(writer, (SampleOptions){.top_k = 1}, 1);
    bool heard = conversation_hear(c, "and ") == 0;
    conversation_speak(c, 3, nowhere);
    conversation_free(c);
    return heard;
}

/* ---- runs and pictures -------------------------------------------------------------------------------- */

static bool run(const Recipe *r)
{
    Run *begun = run_new(r, corpus);
    run_free(begun);
    return begun != NULL;
}

static bool begin_run(void)
{
    return run(&anew);
}

static bool resume_run(void)
{
    return run(&recipe);
}

static bool spell(void)
{
    module_free(&speller_new(POSITIONS_LEARNED, 1)->module);
    return true;
}

static bool train_speller(void)
{
    return speller_train(gpt, held_out, 1, 1, false, NULL) == 0;
}

static bool draw_curve(void)
{
    LossLog *log = loss_log_read(scratch("log.tsv"));
    if (log == NULL)
        return false;
    loss_log_free(log);
    loss_log_draw(nowhere, curve, 20, 4, false);
    return true;
}

/* ---- all of it ----------------------------------------------------------------------------------------- */

static void name(char path[512], const char *file)
{
    snprintf(path, 512, "%s", scratch(file));
}

static void write_digits(void)
{
    static const unsigned char images[] = {0, 0, 8, 3, 0, 0, 0, 1, 0, 0,
                                           0, 2, 0, 0, 0, 2, 9, 9, 9, 9};
    static const unsigned char labels[] = {0, 0, 8, 1, 0, 0, 0, 1, 7};
    write_bytes(scratch("train-images-idx3-ubyte"), images, sizeof images);
    write_bytes(scratch("train-labels-idx1-ubyte"), labels, sizeof labels);
}

static void make_fixtures(void)
{
    name(a_text, "a.txt");
    name(checkpoint, "last.safetensors");
    name(folder, "anew");
    nowhere = fopen("/dev/null", "w");
    corpus = some_text();
    recipe = anew = small_recipe();
    train(&recipe, corpus, NULL);
    recipe.resume = true;
    anew.out = folder;
    writer = language_model_load(checkpoint);
    curve = loss_log_read(scratch("log.tsv"));
    gpt = speller_new(POSITIONS_LEARNED, 1);
    Word word;
    assert_true(word_from(&word, "PYTHON", 6));
    Rng rng = rng_seed(1);
    held_out = held_out_new(&word, &rng);
    square = tensor_keep(tensor_ones(SHAPE(3, 3)));
    assert_int_equal(npy_save(scratch("square.npy"), square), 0);
    write_digits();
    assert_true(begin_run() && train_speller()); /* files and gradients that stay */
}

static void free_fixtures(void)
{
    static const char *const left[] = {"anew/log.tsv", "anew/best.safetensors",
                                       "anew/last.safetensors"};
    for (int i = 0; i < 3; i++)
        unlink(scratch(left[i]));
    rmdir(folder);
    tensor_free(square);
    held_out_free(held_out);
    module_free(&gpt->module);
    loss_log_free(curve);
    language_model_free(writer);
    corpus_free(corpus);
    fclose(nowhere);
}

static void test_out_of_memory(void **state)
{
    static const struct {
        bool (*make)(void);
        long least;
        bool finds_ways; /* a checkpoint without a "bpe" has an "alphabet" */
    } all[] = {{keep_a_view, 1, false},
               {load_npy, 1, false},
               {read_weights, 4, false},
               {read_digits, 5, false},
               {summarize, 30, false},
               {remember, 1, false},
               {make_vocabularies, 30, true},
               {read_corpus, 10, false},
               {read_recipe, 4, false},
               {load_model, 30, true},
               {fit, 4, false},
               {read_metadata, 4, false},
               {meet, 2, false},
               {talk, 3, false},
               {resume_run, 50, false},
               {begin_run, 50, false},
               {spell, 50, false},
               {train_speller, 50, false},
               {draw_curve, 4, false}};
    make_fixtures();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        torture_of(all[i].make, fail_after, all[i].least, all[i].finds_ways);
        torture_of(all[i].make, fail_from, all[i].least, all[i].finds_ways);
    }
    free_fixtures();
    *state = scope_open();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_out_of_memory),
    };
    return run_tests_in_scratch("system/out of memory", tests);
}
