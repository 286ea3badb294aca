/* test_bpe_folder.c - files of a tokenizer that belong together, and what a .tiktoken file does not say of itself. */
#include <stdio.h>
#include "scratch.h"
#include "test.h"

static void put(const char *name, const char *text)
{
    write_bytes(scratch(name), text, strlen(text));
}

/* vocab.json as RoBERTa and self-trained tokenizers have it: special tokens first, then bytes, then merges. */
static void put_vocab(const char *first, const char *last)
{
    FILE *out = text_stream();
    fprintf(out, "{%s", first);
    for (int byte = 0; byte < 256; byte++)
        fprintf(out, "\"\\u%04x\":%d,", (unsigned)bpe_byte_character((unsigned char)byte),
                3 + byte);
    fprintf(out, "%s}", last);
    put("vocab.json", text_written());
}

static Bpe *load(void)
{
    kindling_set_error("%s", "");
    return bpe_load(scratch_folder);
}

static void check_ids(const Bpe *b)
{
    assert_non_null(b);
    int ids[16];
    assert_int_equal(bpe_encode_special(b, "the</s>a", 8, ids), 3);
    assert_int_equal(ids[0], 260);
    assert_int_equal(ids[1], 2);
    assert_int_equal(ids[2], 3 + 'a');
}

static void test_ids_are_those_of_vocab_json(void **state)
{
    (void)state;
    put("merges.txt", "#version: 0.2\nt h\nth e\n");
    put_vocab("\"<s>\":0,\"<pad>\":1,\"</s>\":2,", "\"th\":259,\"the\":260");
    Bpe *b = load(), *file = bpe_load(scratch("merges.txt"));
    check_ids(b);
    check_ids(file); /* a file has its folder, too */
    assert_int_equal(b->size, 261);
    assert_int_equal(b->n_special, 3);
    bpe_free(b);
    bpe_free(file);
    put("added_tokens.json", "{\"<mask>\": 261}");
    b = load();
    assert_int_equal(b->size, 262);
    int ids[8];
    assert_int_equal(bpe_encode_special(b, "<mask>", 6, ids), 1);
    assert_int_equal(ids[0], 261);
    bpe_free(b);
    unlink(scratch("added_tokens.json"));
}

static void check_refused(const char *words)
{
    assert_null(load());
    assert_error_has(words);
}

#define LINE_OF_59 "a_line_that_has_no_space_in_it_and_is_too_long_to_be_shown_"
#define LINE_OF_60 LINE_OF_59 "_"

static void test_files_that_do_not_belong_together(void **state)
{
    (void)state;
    put("merges.txt", "#version: 0.2\nt h\nth e\n");
    put_vocab("\"<s>\":0,", "\"th\":259");
    check_refused("a merge is not of two tokens that make a third: \"th e\"");
    put("merges.txt", "t h\nth\n");
    check_refused("merges.txt: line 2: expected two tokens with a space between them; got \"th\"");
    put("merges.txt", LINE_OF_59 "\n");
    check_refused("; got \"" LINE_OF_59 "\"");
    put("merges.txt", LINE_OF_60 "whole\n");
    check_refused("; got \"" LINE_OF_60 "\""); /* its first 60 bytes */
    put("merges.txt", "#version: 0.2\nt h\nth e\n");
    put_vocab("\"<s>\":1,", "\"th\":3,\"the\":260");
    check_refused("vocab.json: two tokens have one id");
    put("vocab.json", "{\"a\": 0}");
    check_refused("vocab.json: ");
    put("vocab.json", "{\"a\": ");
    check_refused("vocab.json: byte 6");
    unlink(scratch("vocab.json"));
    put("added_tokens.json", "{\"<mask>\": 261}");
    check_refused("added_tokens.json is there, and no vocab.json");
    unlink(scratch("added_tokens.json"));
    put("tokenizer_config.json", "{\"model_max_length\": 8, \"add_prefix_space\": true}");
    check_refused("\"add_prefix_space\" is true, expected false");
    put("tokenizer_config.json", "{\"model_max_length\": 8, \"add_prefix_space\": false}");
    Bpe *b = load();
    assert_non_null(b);
    bpe_free(b);
    unlink(scratch("tokenizer_config.json"));
}

/* A .tiktoken file of all bytes and these tokens. */
static Bpe *load_ranks(const char *name, const char *const tokens[], int n)
{
    Bpe *b = bpe_new();
    for (int i = 0; i < n; i++)
        bpe_add_token(b, tokens[i], strlen(tokens[i]));
    char *text = bpe_text(b);
    put(name, text);
    owned_free(text);
    bpe_free(b);
    kindling_set_error("%s", "");
    b = bpe_load(scratch(name));
    unlink(scratch(name));
    return b;
}

/* A vocabulary of the form of p50k_base, and its text: a special token with the id `at`, then two
 * tokens more. */
static Bpe *with_a_gap(int at, const char *behind, char **text)
{
    Bpe *b = bpe_new();
    for (unsigned i = 0; b->size < at; i++)
        if (i != 0x2020)
            bpe_add_token(b, (unsigned char[]){(unsigned char)(i >> 8), (unsigned char)i}, 2);
    bpe_add_special(b, "<|endoftext|>");
    bpe_add_token(b, behind, strlen(behind));
    bpe_add_token(b, "   ", 3);
    *text = bpe_text(b);
    return b;
}

static void check_gap_refused(int at, const char *behind, const char *why)
{
    char *text;
    bpe_free(with_a_gap(at, behind, &text));
    assert_null(bpe_from_tiktoken(text, strlen(text), SPLIT_GPT2));
    assert_error_has(why);
    owned_free(text);
}

/* The real file has ranks up to 50255, then from 50257 on: "  ", "   " and longer ones. */
static void test_the_gap_of_p50k_is_a_special_token(void **state)
{
    (void)state;
    char *text, *again;
    Bpe *b = with_a_gap(50256, "  ", &text);
    put("p50k_base.tiktoken", text);
    Bpe *read = bpe_load(scratch("p50k_base.tiktoken"));
    assert_non_null(read);
    assert_int_equal(read->size, 50259);
    assert_int_equal(read->n_special, 1);
    assert_int_equal(read->special[0], 50256);
    assert_int_equal(read->split, SPLIT_GPT2);
    static const int expected[] = {50258, 50256, 50257};
    int ids[32];
    assert_int_equal(bpe_encode_special(read, "   <|endoftext|>  ", 18, ids), 3);
    assert_memory_equal(ids, expected, sizeof expected);
    again = bpe_text(read);
    assert_string_equal(again, text);
    owned_free(again);
    owned_free(text);
    bpe_free(read);
    bpe_free(b);
    unlink(scratch("p50k_base.tiktoken"));
    check_gap_refused(50255, "  ", "line 50256: expected the rank behind that of the line before");
    check_gap_refused(50256, "ab!", "line 50257: expected the rank behind that of the line before");
    check_gap_refused(300, "  ", "line 301: expected the rank behind that of the line before");
}

static void check_split(const char *name, const char *const tokens[], int n, BpeSplit split)
{
    Bpe *b = load_ranks(name, tokens, n);
    if (b == NULL)
        print_error("%s: %s\n", name, kindling_error());
    assert_non_null(b);
    assert_int_equal(b->split, split);
    bpe_free(b);
}

static void test_how_the_text_of_ranks_was_cut(void **state)
{
    (void)state;
    static const char *const both[] = {"th", "the", " t", "he"},
                             *const old[] = {"20", "202", "2024"},
                             *const new[] = {".g", "et", ".get", "20", "202"},
                             *const camel[] = {"don", "don't", ".d", " 20"};
    check_split("cl100k_base.tiktoken", both, 4, SPLIT_GPT4);
    check_split("r50k_base.tiktoken", both, 4, SPLIT_GPT2);
    check_split("mine.tiktoken", both, 4, SPLIT_GPT2); /* the ids are the same by both */
    check_split("mine.tiktoken", old, 3, SPLIT_GPT2);
    check_split("mine.tiktoken", new, 5, SPLIT_GPT4);
    assert_null(load_ranks("mine.tiktoken", camel, 4));
    assert_error_has("mine.tiktoken: its text was cut neither as GPT-2's nor as GPT-4's");
    long alive = allocations_alive;
    assert_null(load_ranks("o200k_base.tiktoken", both, 4));
    assert_error_has("o200k_base.tiktoken: its text was cut neither");
    assert_int_equal(allocations_alive, alive);

    Bpe *b = load_ranks("cl100k_base.tiktoken", old, 3);
    int ids[8];
    assert_int_equal(bpe_encode(b, "2024", 4, ids), 2); /* "202", "4": never four digits */
    bpe_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_ids_are_those_of_vocab_json),
        UNIT_TEST(test_files_that_do_not_belong_together),
        UNIT_TEST(test_the_gap_of_p50k_is_a_special_token),
        UNIT_TEST(test_how_the_text_of_ranks_was_cut),
    };
    return run_tests_in_scratch("nn/text/bpe_folder", tests);
}
