/* test_sentence_piece.c - pieces with scores: run.c's ids, text and back, damaged files. */
#include <stdio.h>
#include "scratch.h"
#include "test.h"
#include "../../fixtures/llama_files.h"

#define PATH scratch("tok300.bin")

/* Written by tests/fixtures/llama_files.py, once; false: there is no Python. */
static bool write_files(const char *kind, const char *path)
{
    char command[4300];
    if (access(path, R_OK) == 0)
        return true;
    if (system("python3 --version >/dev/null 2>&1") != 0) {
        print_message("         (without python3)\n");
        return false;
    }
    snprintf(command, sizeof command, "python3 -B tests/fixtures/llama_files.py %s %s",
             scratch_folder, kind);
    assert_int_equal(system(command), 0);
    return true;
}

static SentencePiece *load(const char *path)
{
    SentencePiece *p = sentence_piece_load(path);
    if (p == NULL)
        print_error("%s\n", kindling_error());
    assert_non_null(p);
    return p;
}

static SentencePiece *pieces(void)
{
    return write_files("words", PATH) ? load(PATH) : NULL;
}

static const char *const texts[] = {
    "",   "once the cat and then", "the\n\ntan  aaaaa     aaaa é", "Zebra é\u20ac x", "théded",
    "ooo"};
#define LIST(ids) ids, sizeof ids / sizeof *ids
static const struct {
    const int *ids;
    size_t n;
} expected[] = {{LIST(llama_text_0)}, {LIST(llama_text_1)}, {LIST(llama_text_2)},
                {LIST(llama_text_3)}, {LIST(llama_text_4)}, {LIST(llama_text_5)}};

static void test_ids_and_back(void **state)
{
    (void)state;
    SentencePiece *p = pieces();
    for (int i = 0; p != NULL && i < 6; i++) {
        int ids[100];
        char back[100];
        long n = sentence_piece_encode(p, texts[i], strlen(texts[i]), true, ids);
        assert_int_equal(n, expected[i].n);
        assert_memory_equal(ids, expected[i].ids, (size_t)n * sizeof *ids);
        assert_int_equal(sentence_piece_decode(p, ids, n, back, sizeof back), strlen(texts[i]));
        assert_string_equal(back, texts[i]);
    }
    if (p == NULL)
        return;
    assert_int_equal(p->size, 300);
    assert_int_equal(sentence_piece_encode(p, NULL, 0, true, (int[2]){0}), 1);
    assert_int_equal(sentence_piece_encode(p, NULL, 0, false, (int[2]){0}), 0);
    sentence_piece_free(p);
}

/* A text that goes on has nothing in front, and pieces do not know where a word begins. */
static void test_a_text_that_goes_on(void **state)
{
    (void)state;
    SentencePiece *p = pieces();
    if (p == NULL)
        return;
    int ids[20];
    char back[20];
    long n = sentence_piece_encode(p, " the", 4, false, ids);
    assert_int_equal(n, 1);
    assert_int_equal(ids[0], expected[1].ids[0] + 259 + 14); /* " the", with its space */
    assert_int_equal(sentence_piece_decode(p, ids, n, back, sizeof back), 4);
    assert_string_equal(back, " the");
    assert_int_equal(sentence_piece_encode(p, "the", 3, false, ids), 1);
    sentence_piece_free(p);
}

/* Bytes that are no text, zeros, and characters without a piece come back as they were. */
static void test_any_bytes(void **state)
{
    (void)state;
    SentencePiece *p = pieces();
    for (int round = 0; p != NULL && round < 200; round++) {
        char text[64], back[65];
        int ids[66];
        size_t bytes = rng_below(&test_rng, sizeof text);
        for (size_t i = 0; i < bytes; i++)
            text[i] = (char)(round % 2 == 0 ? "the and"[rng_below(&test_rng, 7)]
                                            : (char)rng_below(&test_rng, 256));
        long n = sentence_piece_encode(p, text, bytes, true, ids);
        assert_true(n <= (long)bytes + 2);
        assert_int_equal(sentence_piece_decode(p, ids, n, back, sizeof back), bytes);
        assert_memory_equal(back, text, bytes);
        n = sentence_piece_encode(p, text, bytes, false, ids);
        assert_int_equal(sentence_piece_decode(p, ids, n, back, sizeof back), bytes);
        assert_memory_equal(back, text, bytes);
    }
    sentence_piece_free(p);
}

static void test_a_piece_alone(void **state)
{
    (void)state;
    SentencePiece *p = pieces();
    if (p == NULL)
        return;
    char out[4] = "###";
    const int ids[] = {1, 3 + 'x', 2, 259};
    assert_int_equal(sentence_piece_decode(p, ids, 4, NULL, 0), 2);
    assert_int_equal(sentence_piece_decode(p, ids, 4, out, 1), 2); /* no room for the 0 */
    assert_memory_equal(out, "x##", 4);
    assert_int_equal(sentence_piece_decode(p, ids + 3, 1, out, 4), 1);
    assert_string_equal(out, " ");
    assert_int_equal(sentence_piece_decode(p, (int[]){1, 259}, 2, out, 4), 0);
    assert_fails_with("ids[0] is 300, expected 0 to 299",
                      sentence_piece_decode(p, (int[]){300}, 1, NULL, 0));
    assert_fails_with("ids[1] is -1", sentence_piece_decode(p, (int[]){1, -1}, 2, NULL, 0));
    sentence_piece_free(p);
}

/* n characters in n log n steps: by looking at all pairs for each merge this would take minutes. */
static void test_a_long_text(void **state)
{
    (void)state;
    enum { BYTES = 300000 };
    SentencePiece *p = pieces();
    if (p == NULL)
        return;
    char *text = owned_alloc(BYTES), *back = owned_alloc(BYTES);
    int *ids = owned_alloc((BYTES + 2) * sizeof *ids);
    for (int i = 0; i < BYTES; i++)
        text[i] = "the and once "[rng_below(&test_rng, 13)];
    long n = sentence_piece_encode(p, text, BYTES, true, ids);
    assert_true(n < BYTES);
    assert_int_equal(sentence_piece_decode(p, ids, n, back, BYTES), BYTES);
    assert_memory_equal(back, text, BYTES);
    owned_free(text);
    owned_free(back);
    owned_free(ids);
    sentence_piece_free(p);
}

/* ---- tokenizer.json ---------------------------------------------------------------------------- */

#define JSON scratch("tokenizer.json")

static const struct {
    const int *ids;
    size_t n;
} merged[] = {{LIST(llama_merged_0)}, {LIST(llama_merged_1)}, {LIST(llama_merged_2)},
              {LIST(llama_merged_3)}, {LIST(llama_merged_4)}, {LIST(llama_merged_5)}};

static void test_merges_in_order(void **state)
{
    (void)state;
    static const char *const kinds[] = {"hub-words", "hub-metaspace"};
    for (int k = 0; k < 2; k++) {
        unlink(JSON);
        if (!write_files(kinds[k], JSON))
            return;
        SentencePiece *p = load(k == 0 ? scratch_folder : JSON);
        assert_int_equal(p->size, 300);
        for (int i = 0; i < 6; i++) {
            int ids[100];
            char back[100];
            long n = sentence_piece_encode(p, texts[i], strlen(texts[i]), true, ids);
            assert_int_equal(n, merged[i].n);
            assert_memory_equal(ids, merged[i].ids, (size_t)n * sizeof *ids);
            sentence_piece_decode(p, ids, n, back, sizeof back);
            assert_string_equal(back, texts[i]);
        }
        sentence_piece_free(p);
    }
}

/* Each key with another value, first as in Llama 2's files, then as in newer ones. */
static const struct {
    const char *from, *to, *words;
} changes[] =
    {
        {"\"byte_fallback\": true", "\"byte_fallback\": false", "a BPE without byte_fallback"},
        {"\"type\": \"BPE\"", "\"type\": \"Unigram\"", "\"type\" is \"Unigram\", expected \"BPE\""},
        {"\"dropout\": null", "\"dropout\": 0.1", "\"dropout\" is 0.1"},
        {"\"ignore_merges\": false", "\"ignore_merges\": true", "\"ignore_merges\" is true"},
        {"\"end_of_word_suffix\": null", "\"end_of_word_suffix\": \"</w>\"", "end_of_word_suffix"},
        {"\"type\": \"Prepend\"", "\"type\": \"Lowercase\"", "text that is changed in another way"},
        {"\"type\": \"Prepend\"", "\"type\": \"Sequence\"", "U+2581 for spaces and in front"},
        {"\"prepend\": \"\\u2581\"", "\"prepend\": \"x\"", "Prepend of U+2581"},
        {"\"String\": \" \"", "\"Regex\": \" \"", "a pattern that is a \"String\""},
        {"\"normalizer\": {", "\"normalizer\": null, \"decoder\": {", "expected"},
        {"\"type\": \"Fuse\"", "\"type\": \"CTC\"", "\"type\" is \"CTC\""},
        {"\"truncation\": null", "\"truncation\": {}", "\"truncation\" is {"},
        {"\"<s>\": 1", "\"<S>\": 1", "\"<s>\" has the id 1, expected 0 to 299, each once"},
        {"\"<unk>\": 0", "\"<unk>\": 300",
         "\"<unk>\" has the id 300, expected 0 to 299, each once"},
        {"\"t h\"", "\"th\"", "the merge \"th\": expected two tokens and a space"},
        {"\"t h\"", "\"t q\"",
         "the merge of \"t\" and \"q\": expected two tokens that make a third"},
        {"\"t h\"", "\"e e\"",
         "the merge of \"e\" and \"e\": expected two tokens that make a third"},
        {"\"version\": \"1.0\"", "\"version\": \"2.0\"", "\"version\" is \"2.0\""},
        {"\"padding\": null", "\"padding\": {}", "\"padding\" is {"},
        {"\"start\": 1", "\"start\": 2", "\"start\" is 2"},
        {"\"stop\": 0", "\"stop\": 1", "\"stop\" is 1"},
        {"\"unk_token\": \"<unk>\"", "\"unk_token\": \"x\"", "\"unk_token\" is \"x\""},
        {"_prefix\": null", "_prefix\": \"##\"", "\"continuing_subword_prefix\" is \"##\""},
        {"\"content\": \"\\u2581\"", "\"content\": \"_\"", "Replace of a space by it"},
        {"\"<s>\": 1", "\"<s>\": 2", "\"</s>\" has the id 2, expected 0 to 299, each once"},
        {"\"content\": \"</s>\"", "\"content\": \"<x>\"",
         "\"<x>\" has the id 2, expected 0 to 299"},
        {"\"id\": 2,", "\"id\": 301,", "no token has the id 300, expected 0 to 301, each once"},
        {"\"id\": 2,", "\"id\": 999,", "\"</s>\" has the id 999, expected 0 to 302, each once"},
        {"\"id\": 2,", "\"id\": 300,", NULL},
        {"\"start\": 1", "\"start\": 0", NULL},
        {"\"dropout\": null", "\"dropout\": 0.0", NULL},
},
  of_metaspace[] = {
      {"_scheme\": \"first\"", "_scheme\": \"always\"", NULL},
      {"_scheme\": \"first\"", "_scheme\": \"never\"", "\"first\" before this"},
      {"\"prepend_scheme\": \"first\"", "\"add_prefix_space\": true", NULL},
      {"\"prepend_scheme\": \"first\"", "\"add_prefix_space\": false", "\"first\" before this"},
      {"\"split\": false", "\"split\": true", "a Metaspace with U+2581"},
      {"\"split\": false", "\"add_prefix_space\": true", "a Metaspace with U+2581"},
      {"\"replacement\": \"\\u2581\"", "\"replacement\": \"_\"", "a Metaspace with U+2581"},
};

/* Read, or refused with these words, with one thing changed. */
static void check_changed(const char *text, const char *from, const char *to, const char *words)
{
    const char *at = strstr(text, from);
    size_t room = strlen(text) + strlen(to) + 1;
    assert_non_null(at);
    char *other = owned_alloc(room);
    snprintf(other, room, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    write_bytes(JSON, other, strlen(other));
    SentencePiece *p = sentence_piece_load(JSON);
    if ((p != NULL) != (words == NULL))
        print_error("%s: %s\n", to, kindling_error());
    assert_true((p != NULL) == (words == NULL));
    if (words != NULL) {
        assert_error_has("tokenizer.json: ");
        assert_error_has(words);
    }
    sentence_piece_free(p);
    owned_free(other);
}

static const char *quoted(const char *key)
{
    static char text[40];
    snprintf(text, sizeof text, "\"%s\"", key);
    return text;
}

/* So many sequences inside of each other, and once more the key. */
static const char *nested(const char *key, const char *list, int depth)
{
    static char text[1000];
    int n = snprintf(text, sizeof text, "\"%s\": ", key);
    for (int i = 0; i < depth; i++)
        n += sprintf(text + n, "{\"type\": \"Sequence\", \"%s\": [", list);
    for (int i = 0; i < depth; i++)
        n += sprintf(text + n, "]}");
    sprintf(text + n, ", \"%s\"", key);
    return text;
}

static void test_keys_of_json(void **state)
{
    (void)state;
    unlink(JSON);
    if (!write_files("hub-words", JSON))
        return;
    char *text = kindling_read_file(JSON, NULL);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        check_changed(text, changes[i].from, changes[i].to, changes[i].words);
    const char *nests[] = {"decoder",     "decoders",       "normalizer",
                           "normalizers", "post_processor", "processors"};
    for (int i = 0; i < 6; i += 2)
        for (int depth = 8; depth <= 9; depth++)
            check_changed(text, quoted(nests[i]), nested(nests[i], nests[i + 1], depth),
                          depth == 8 ? NULL : "no sequences nested deeper than 8");
    owned_free(text);
    unlink(JSON);
    assert_true(write_files("hub-metaspace", JSON));
    text = kindling_read_file(JSON, NULL);
    for (size_t i = 0; i < sizeof of_metaspace / sizeof *of_metaspace; i++)
        check_changed(text, of_metaspace[i].from, of_metaspace[i].to, of_metaspace[i].words);
    owned_free(text);
    unlink(JSON);
    assert_null(bpe_load("tests/fixtures/nothing"));
    assert_null(sentence_piece_load("tests/fixtures/words.tokenizer.json"));
    assert_error_has("words.tokenizer.json: ");
}

/* ---- damaged files ----------------------------------------------------------------------------- */

static void check_refused(const void *bytes, size_t size, const char *words)
{
    write_bytes(PATH, bytes, size);
    assert_null(sentence_piece_load(PATH));
    assert_error_has("tok300.bin: ");
    assert_error_has(words);
}

static void test_files(void **state)
{
    (void)state;
    SentencePiece *p = pieces();
    if (p == NULL)
        return;
    sentence_piece_free(p);
    size_t size;
    char *bytes = kindling_read_file(PATH, &size);
    for (size_t n = 0; n < 40; n++)
        check_refused(bytes, n, "");
    check_refused(bytes, 0, "0 pieces, expected <unk>, <s>, </s> and more");
    check_refused(bytes, size - 1, "hint: is it a tokenizer.bin of llama2.c, and all of it?");
    char more[1 << 14] = {0}; /* seven bytes behind the last piece, and a 0 that ends the text */
    assert_true(size + 7 <= sizeof more);
    memcpy(more, bytes, size);
    check_refused(more, size + 7, "expected a score");
    bytes[8] = 7; /* a piece that is longer than the longest */
    check_refused(bytes, size, "expected a score, a length of at most 6, and as many bytes");
    bytes[8] = 5;
    memset(bytes + 4, 0xff, 4); /* a score that is no number */
    check_refused(bytes, size, "byte 4: expected a score");
    memset(bytes + 4, 0, 4);
    bytes[0] = 5; /* <unk>, and others of 6 bytes */
    check_refused(bytes, size, "a length of at most 5");
    bytes[0] = 6;
    bytes[13] = 'U';
    check_refused(bytes, size, "piece 0 is \"<Unk>\", expected \"<unk>\"");
    bytes[13] = 'u';
    for (size_t at = 0; at + 6 < size; at++)
        if (memcmp(bytes + at, "<0xFF>", 6) == 0)
            memcpy(bytes + at, "<0x100", 6); /* no byte, but a piece of six */
    write_bytes(PATH, bytes, size);
    p = load(PATH);
    char out[8] = "";
    assert_int_equal(sentence_piece_decode(p, (int[]){3 + 255}, 1, out, sizeof out), 6);
    assert_string_equal(out, "<0x100");
    sentence_piece_free(p);
    owned_free(bytes);
    unlink(PATH);
    assert_null(sentence_piece_load(scratch("nothing.bin")));
    assert_error_has("nothing.bin");
}

/* A tokenizer of another kind: bpe_load says which it knows, and where this one is read. */
static void test_bpe_load_names_it(void **state)
{
    (void)state;
    SentencePiece *p = pieces();
    if (p == NULL)
        return;
    sentence_piece_free(p);
    assert_null(bpe_load(PATH));
    assert_error_has("tok300.bin: not a tokenizer of byte-level BPE");
    assert_error_has("hint: tokenizer.bin of llama2.c is read by sentence_piece_load");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_ids_and_back),      UNIT_TEST(test_a_text_that_goes_on),
        UNIT_TEST(test_any_bytes),         UNIT_TEST(test_a_piece_alone),
        UNIT_TEST(test_a_long_text),       UNIT_TEST(test_files),
        UNIT_TEST(test_bpe_load_names_it), UNIT_TEST(test_merges_in_order),
        UNIT_TEST(test_keys_of_json),
    };
    return run_tests_in_scratch("nn/text/sentence_piece", tests);
}
