/* test_generate.c - a model and its tokenizer out of one place, and what they write. */
#include "conversation.h"
#include "../../fixtures/llama_files.h"
#include "../train/small_run.h"
#include "utf8_writer.h"

/* ---- whole characters ------------------------------------------------------------------------------ */

static void check_written(const char *bytes, size_t n, size_t step, const char *expected)
{
    Utf8Writer w = {.out = text_stream()};
    for (size_t at = 0; at < n; at += step)
        utf8_write(&w, bytes + at, n - at < step ? n - at : step);
    utf8_end(&w);
    assert_string_equal(text_written(), expected);
}

static void test_characters_come_whole(void **state)
{
    (void)state;
    static const char text[] = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x91\x8B!";
    for (size_t step = 1; step < 6; step++) {
        check_written(text, sizeof text - 1, step, text);
        check_written("a\xFF"
                      "b",
                      3, step,
                      "a\xEF\xBF\xBD"
                      "b");
        check_written("\xE2\x82", 2, step, "\xEF\xBF\xBD");     /* cut off */
        check_written("\xE2\x41", 2, step, "\xEF\xBF\xBD\x41"); /* begun, and no more */
        check_written("\x82\xC3\xA9", 3, step, "\xEF\xBF\xBD\xC3\xA9");
        check_written("\xC0\xAF", 2, step, "\xEF\xBF\xBD\xEF\xBF\xBD"); /* a longer form of '/' */
        check_written("\xF0\x9F\x91\xC3\xA9", 5, step,
                      "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xC3\xA9");
    }
}

/* A character of which a part is there is not written yet. */
static void test_a_part_waits(void **state)
{
    (void)state;
    Utf8Writer w = {.out = text_stream()};
    utf8_write(&w, "x\xF0\x9F\x91", 4);
    assert_int_equal(ftell(w.out), 1);
    utf8_write(&w, "\x8B", 1);
    assert_int_equal(ftell(w.out), 5);
    utf8_end(&w);
    assert_string_equal(text_written(), "x\xF0\x9F\x91\x8B");
}

/* ---- models ---------------------------------------------------------------------------------------- */

static LanguageModel *load(const char *path)
{
    LanguageModel *m = language_model_load(path);
    if (m == NULL)
        print_error("%s\n", kindling_error());
    assert_non_null(m);
    return m;
}

/* What it writes is what gpt_generate gives, one token after the other. */
static void check_continuation(const LanguageModel *m, const char *prompt, SampleOptions options,
                               long count)
{
    int ids[200];
    long n = vocabulary_encode(m->vocabulary, prompt, strlen(prompt), ids), more = 0;
    Rng rng = rng_seed(7);
    gpt_generate(m->gpt, ids, n, count, options, &rng);
    while (more < count && ids[n + more] != m->end)
        more++;
    size_t bytes;
    char *text = vocabulary_decode(m->vocabulary, ids + n, more, &bytes);
    Utf8Writer w = {.out = text_stream()};
    utf8_write(&w, text, bytes);
    utf8_end(&w);
    const char *expected = text_written();
    owned_free(text);

    Conversation *c = conversation_new(m, options, 7);
    assert_int_equal(conversation_hear(c, prompt), 0);
    conversation_speak(c, count, text_stream());
    assert_string_equal(text_written(), expected);
    conversation_free(c);
}

static bool make_gpt2(const char *options)
{
    char command[4400];
    if (system("python3 --version >/dev/null 2>&1") != 0) {
        print_message("         (without python3)\n");
        return false;
    }
    snprintf(command, sizeof command,
             "python3 -B tests/fixtures/gpt2.py %s %s && "
             "cp tests/fixtures/words.tokenizer.json %s/tokenizer.json",
             scratch_folder, options, scratch_folder);
    assert_int_equal(system(command), 0);
    return true;
}

static void test_a_folder_of_huggingface(void **state)
{
    (void)state;
    if (!make_gpt2("557"))
        return;
    LanguageModel *m = load(scratch_folder);
    assert_int_equal(m->vocabulary->size, 557);
    assert_int_equal(m->gpt->options.vocabulary, 557);
    assert_int_equal(m->end, 556);
    for (int i = 0; i < 4; i++)
        check_continuation(m, "the words of a lesson",
                           (SampleOptions){.temperature = i, .top_k = i == 2 ? 5 : 0}, 40);
    language_model_free(m);
    assert_int_equal(unlink(scratch("tokenizer.json")), 0);
    assert_null(language_model_load(scratch_folder));
    assert_error_has("holds none of tokenizer.json");
}

static void test_files_of_two_models(void **state)
{
    (void)state;
    if (!make_gpt2(""))
        return;
    assert_null(language_model_load(scratch_folder));
    assert_error_has("the tokenizer has 557 tokens, and the model knows 13");
    unlink(scratch("model.safetensors"));
    assert_null(language_model_load(scratch_folder));
    assert_error_has("model.safetensors");
}

/* The program itself, on the folder: its status, and what it says on stderr. */
static const char *programs;

static void check_program(const char *options, int status, const char *said)
{
    char command[1200];
    snprintf(command, sizeof command, "%s/generate %s > %s 2> %s", programs, options,
             scratch("written.txt"), scratch("said.txt"));
    assert_int_equal(WEXITSTATUS(system(command)), status);
    assert_has(text_of_file(scratch("said.txt")), said);
}

/* nanoGPT gives a model of 50257 tokens 50304 rows. */
static void test_rows_that_pad_are_never_chosen(void **state)
{
    (void)state;
    char options[300];
    if (!make_gpt2("557"))
        return;
    char *fewer = kindling_read_file("tests/fixtures/gpt2.tokenizer.json", NULL);
    write_bytes(scratch("tokenizer.json"), fewer, strlen(fewer));
    owned_free(fewer);
    LanguageModel *m = load(scratch_folder);
    assert_int_equal(m->vocabulary->size, 264);
    assert_int_equal(m->gpt->options.vocabulary, 557);
    m->end = -1; /* goes on and on */
    Conversation *c = conversation_new(m, (SampleOptions){.temperature = 100}, 1);
    assert_int_equal(conversation_hear(c, "words"), 0);
    conversation_speak(c, 200, text_stream());
    text_written();
    assert_true(c->n > 200);
    for (long i = 0; i < c->n; i++)
        assert_true(c->ids[i] < 264);
    conversation_free(c);
    language_model_free(m);
    snprintf(options, sizeof options, "--model %s --prompt words --count 20", scratch_folder);
    check_program(options, 0,
                  "generate: the model has 293 rows more than the tokenizer has tokens "
                  "(264); they are never chosen");
}

/* ---- llama2.c ---------------------------------------------------------------------------------- */

static bool make_llama(void)
{
    return make_llama_kind("words");
}

/* The text that NumPy goes on with, as greedily, and as far as that is whole characters. */
static void check_llama(const LanguageModel *m, const int *continuation)
{
    enum { N = 20 };
    Utf8Writer w = {.out = text_stream()};
    size_t bytes;
    char *text = vocabulary_decode(m->vocabulary, continuation, N, &bytes);
    utf8_write(&w, text, bytes);
    utf8_end(&w);
    owned_free(text);
    const char *wanted = text_written();
    Conversation *c = conversation_new(m, (SampleOptions){0}, 1);
    assert_int_equal(conversation_hear(c, "the cat"), 0);
    assert_int_equal(c->ids[0], 1);
    conversation_speak(c, N, text_stream());
    assert_string_equal(text_written(), wanted);
    long n = c->n;
    assert_int_equal(conversation_hear(c, "the"), 0); /* goes on: nothing in front */
    assert_int_equal(c->n, n + 1);
    assert_int_not_equal(c->ids[n], 1);
    conversation_free(c);
}

static void test_a_llama_and_its_tokenizer(void **state)
{
    (void)state;
    if (!make_llama())
        return;
    const char *const paths[] = {scratch_folder, scratch("words.bin")};
    for (int i = 0; i < 2; i++) {
        LanguageModel *m = load(paths[i]);
        assert_int_equal(m->vocabulary->size, 300);
        assert_int_equal(m->end, 2);
        assert_true(language_model_ends(m, 1) && language_model_ends(m, 2));
        assert_false(language_model_ends(m, 3) || language_model_ends(m, -1));
        check_llama(m, llama_continuation);
        language_model_free(m);
    }
    assert_null(language_model_load_with(scratch("words.bin"), scratch("words.bin")));
    assert_error_has("expected \"<unk>\", as in a tokenizer.bin of llama2.c");
    assert_null(language_model_load_with(scratch("tok300.bin"), scratch("tok300.bin")));
    assert_error_has("tok300.bin: a tokenizer with 300 tokens, expected a model");
}

/* A .bin that is cut off is told as what it was, with a tokenizer and without. */
static void test_a_file_that_is_no_model(void **state)
{
    (void)state;
    if (!make_llama())
        return;
    size_t size;
    char *model = kindling_read_file(scratch("words.bin"), &size), words[100];
    write_bytes(scratch("cut.bin"), model, size - 4);
    owned_free(model);
    snprintf(words, sizeof words, "cut.bin: %zu bytes, but ", size - 4);
    for (int i = 0; i < 2; i++) {
        assert_null(language_model_load_with(scratch("cut.bin"), i ? scratch("tok300.bin") : NULL));
        assert_error_has(words);
        assert_null(language_model_load_with(scratch("gone"), i ? scratch("tok300.bin") : NULL));
        assert_error_has("gone: cannot open: No such file");
    }
    unlink(scratch("cut.bin"));
    unlink(scratch("words.bin"));
    unlink(scratch("tok300.bin"));
}

/* A folder of a model that is not known, or without weights that are read, has no tokenizer yet. */
static void test_a_folder_that_is_no_model(void **state)
{
    (void)state;
    char folder[500], name[600];
    snprintf(folder, sizeof folder, "%s", scratch("hub"));
    assert_int_equal(mkdir(folder, 0700), 0);
    snprintf(name, sizeof name, "%s/model.gguf", folder);
    write_bytes(name, "GGUF", 4);
    assert_null(language_model_load(folder));
    assert_error_has(
        "expected model.safetensors or model.safetensors.index.json, found model.gguf");
    unlink(name);
    snprintf(name, sizeof name, "%s/config.json", folder);
    write_bytes(name, "{\"model_type\": \"mistral\"}", 25);
    assert_null(language_model_load(folder));
    assert_error_has("config.json: \"model_type\" is \"mistral\", expected \"gpt2\" or \"llama\"");
    unlink(name);
    rmdir(folder);
}

static void test_a_llama_of_huggingface(void **state)
{
    (void)state;
    if (!make_llama_kind("hub-words"))
        return;
    size_t size;
    LanguageModel *m = load(scratch_folder);
    assert_int_equal(m->gpt->options.num_kv_heads, 2);
    assert_int_equal(m->hub.n_ends, 2);
    assert_true(language_model_ends(m, 1) && language_model_ends(m, 2) &&
                language_model_ends(m, 5));
    assert_false(language_model_ends(m, 3) || language_model_ends(m, -1));
    check_llama(m, llama_hub_continuation);
    language_model_free(m);
    static const struct {
        const char *text, *words;
    } wrong[] = {{"{\"eos_token_id\": [2, 300]}", "is 300, and the model knows 300 tokens"},
                 {"{\"bos_token_id\": -1}", "generation_config.json: byte "},
                 {"{\"eos_token_id\": [1,2,3,4,5,6,7,8,9]}", "more than 8 tokens"},
                 {"{\"repetition_penalty\": 1.3}", "\"repetition_penalty\" is 1.3, expected 1"},
                 {"[]", "generation_config.json: byte 0: expected '{'"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        write_bytes(scratch("generation_config.json"), wrong[i].text, strlen(wrong[i].text));
        assert_null(language_model_load(scratch_folder));
        assert_error_has(wrong[i].words);
    }
    unlink(scratch("generation_config.json"));
    char *file = kindling_read_file(scratch("tokenizer.json"), &size);
    unlink(scratch("tokenizer.json"));
    assert_null(language_model_load(scratch_folder));
    assert_error_has("holds none of tokenizer.json, vocab.bpe, merges.txt, tokenizer.bin. hint:");
    write_bytes(scratch("tokenizer.bin"), file, size); /* it is what is in it that counts */
    m = load(scratch_folder);
    check_llama(m, llama_hub_continuation);
    language_model_free(m);
    unlink(scratch("tokenizer.bin"));
    write_bytes(scratch("tokenizer.json"), file, size);
    owned_free(file);
    m = load(scratch_folder); /* config.json says them, too */
    assert_true(m->begin == 1 && language_model_ends(m, 2) && !language_model_ends(m, 5));
    language_model_free(m);
}

/* A byte-level tokenizer does not know with which token a text begins: the folder says it. */
static void test_a_llama_with_bytes(void **state)
{
    (void)state;
    if (!make_llama_kind("hub-words"))
        return;
    char *bytes = kindling_read_file("tests/fixtures/gpt2.tokenizer.json", NULL);
    write_bytes(scratch("tokenizer.json"), bytes, strlen(bytes));
    owned_free(bytes);
    LanguageModel *m = load(scratch_folder);
    assert_non_null(m->vocabulary->bpe);
    Conversation *c = conversation_new(m, (SampleOptions){0}, 1);
    assert_int_equal(conversation_hear(c, "ab"), 0);
    assert_int_equal(c->ids[0], 1);
    long n = c->n;
    int ab[4];
    assert_int_equal(n, 1 + vocabulary_encode(m->vocabulary, "ab", 2, ab));
    assert_int_equal(c->ids[1], ab[0]);
    assert_int_equal(conversation_hear(c, "c"), 0);
    assert_int_equal(c->n, n + 1); /* it goes on */
    conversation_free(c);
    c = conversation_new(m, (SampleOptions){0}, 1);
    conversation_speak(c, 0, text_stream());
    text_written();
    assert_true(c->n == 1 && c->ids[0] == 1);
    conversation_free(c);
    language_model_free(m);
}

/* Behind <s> the space of a word is left out, and <s> ends what is written. */
static void test_the_beginning_of_a_text(void **state)
{
    (void)state;
    if (!make_llama())
        return;
    LanguageModel *m = load(scratch_folder);
    Conversation *c = conversation_new(m, (SampleOptions){0}, 1);
    conversation_speak(c, 0, text_stream());
    text_written();
    assert_int_equal(c->n, 1);
    assert_int_equal(c->ids[0], 1);
    Tensor *table = m->gpt->tokens->weight; /* the head, too: " the" follows all */
    tensor_fill(table, 0);
    tensor_fill(m->gpt->norm->weight, 1);
    for (int i = 0; i < 2; i++) {
        tensor_fill(m->gpt->blocks[i]->attn->out->weight, 0);
        tensor_fill(m->gpt->blocks[i]->down->weight, 0);
    }
    for (long i = 0; i < 16; i++) {
        table->data[16 + i] = 1;
        table->data[16 * 274 + i] = 2;
    }
    conversation_speak(c, 2, text_stream());
    assert_string_equal(text_written(), "the the");
    for (long i = 0; i < 16; i++)
        table->data[16 + i] = 3;
    conversation_speak(c, 5, text_stream());
    assert_string_equal(text_written(), "");
    assert_int_equal(c->ids[c->n - 1], 1);
    conversation_free(c);
    language_model_free(m);
}

static void test_how_far_it_looks_back(void **state)
{
    (void)state;
    char options[1000];
    if (!make_llama())
        return;
    snprintf(options, sizeof options, "--model %s --prompt the --count 60 --context 40",
             scratch_folder);
    check_program(options, 0, "generate: the model was trained to look back at 32 tokens, not 40");
    snprintf(options, sizeof options, "--model %s --prompt the --count 60 --context 8",
             scratch_folder);
    check_program(options, 0, "");
    assert_string_equal(text_of_file(scratch("said.txt")), "");
    size_t size;
    char *model = kindling_read_file(scratch("words.bin"), &size);
    char *longer = owned_alloc(size + 4 * 4 * 5000L); /* 5000 positions more, of 4 numbers each */
    memcpy(longer, model, size);
    longer[24] = (char)((5000 + 32) & 255);
    longer[25] = (char)((5000 + 32) >> 8);
    write_bytes(scratch("words.bin"), longer, size + 4 * 4 * 5000L);
    owned_free(model);
    owned_free(longer);
    snprintf(options, sizeof options, "--model %s --prompt the --count 3", scratch_folder);
    check_program(options, 0,
                  "generate: it looks back at 4096 tokens, and was trained for 5032. hint: "
                  "--context 5032");
    if (make_gpt2("557")) {
        snprintf(options, sizeof options, "--model %s --prompt the --count 3 --context 9",
                 scratch_folder);
        check_program(options, 1,
                      "generate: --context: got 9, but the model has positions for 8 tokens");
    }
    unlink(scratch("words.bin"));
    unlink(scratch("tok300.bin"));
}

static void test_which_bin_is_what(void **state)
{
    (void)state;
    char options[1000];
    if (!make_llama())
        return;
    size_t size;
    char *tokenizer = kindling_read_file(scratch("tok300.bin"), &size);
    write_bytes(scratch("other.bin"), tokenizer, size);
    owned_free(tokenizer);
    assert_null(language_model_load(scratch_folder));
    assert_error_has("words.bin: 2 files beside it that may be its tokenizer (.bin), expected one. "
                     "hint: --tokenizer FILE");
    snprintf(options, sizeof options, "--model %s --tokenizer %s --prompt the --count 3",
             scratch_folder, scratch("other.bin"));
    check_program(options, 0, "");
    unlink(scratch("other.bin"));
    char *model = kindling_read_file(scratch("words.bin"), &size);
    write_bytes(scratch("second.bin"), model, size);
    owned_free(model);
    assert_null(language_model_load(scratch_folder));
    assert_error_has("2 models of llama2.c, expected one. hint: the file itself");
    unlink(scratch("second.bin"));
    unlink(scratch("tok300.bin"));
    assert_null(language_model_load(scratch_folder));
    assert_error_has("words.bin: 0 files beside it");
    unlink(scratch("words.bin"));
}

static void test_a_model_without_its_option(void **state)
{
    (void)state;
    check_program("model.safetensors --prompt x", 2,
                  "generate: got \"model.safetensors\", expected an option. hint: --model "
                  "model.safetensors");
}

static void test_a_checkpoint_of_train(void **state)
{
    (void)state;
    static const char *const kinds[] = {"characters", "bpe:270"};
    corpus_free(some_text()); /* writes the files */
    for (int i = 0; i < 2; i++) {
        char *const both[] = {(char *)scratch("a.txt"), (char *)scratch("b.txt")};
        Corpus *corpus = corpus_read(2, both, 0.2, kinds[i]);
        Recipe recipe = small_recipe();
        recipe.tokenizer = kinds[i];
        recipe.steps = 4;
        train(&recipe, corpus, NULL);
        LanguageModel *m = load(scratch("best.safetensors"));
        assert_int_equal(m->end, -1);
        assert_int_equal(m->vocabulary->size, corpus->vocabulary->size);
        check_continuation(m, "the fox", (SampleOptions){.temperature = 1}, 60);
        language_model_free(m);
        corpus_free(corpus);
    }
    assert_null(language_model_load(scratch("a.txt")));
    assert_error_has("a.txt");
    assert_null(language_model_load(scratch("nothing")));
    assert_error_has("nothing");
}

int main(int argc, char **argv)
{
    (void)argc;
    for (int i = 0; i < 4 && strrchr(argv[0], '/') != NULL;
         i++) /* build/release/tests/tools/generate/... */
        *strrchr(argv[0], '/') = '\0';
    programs = argv[0];
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_characters_come_whole),          UNIT_TEST(test_a_part_waits),
        UNIT_TEST(test_a_folder_of_huggingface),        UNIT_TEST(test_files_of_two_models),
        UNIT_TEST(test_rows_that_pad_are_never_chosen), UNIT_TEST(test_a_model_without_its_option),
        UNIT_TEST(test_a_checkpoint_of_train),          UNIT_TEST(test_a_llama_and_its_tokenizer),
        UNIT_TEST(test_a_llama_of_huggingface),         UNIT_TEST(test_a_llama_with_bytes),
        UNIT_TEST(test_the_beginning_of_a_text),        UNIT_TEST(test_which_bin_is_what),
        UNIT_TEST(test_how_far_it_looks_back),          UNIT_TEST(test_a_file_that_is_no_model),
        UNIT_TEST(test_a_folder_that_is_no_model),
    };
    return run_tests_in_scratch("tools/generate/generate", tests);
}
