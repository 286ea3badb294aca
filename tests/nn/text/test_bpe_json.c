/* test_bpe_json.c - tokenizer.json, member by member: what is read, and what is refused with which words. */
#include "text.h"

#define BYTE_LEVEL "\"pre_tokenizer\":{\"type\":\"ByteLevel\"}"
#define MODEL(vocab, merges)                                                                       \
    "{" BYTE_LEVEL ",\"model\":{\"vocab\":{" vocab "},\"merges\":[" merges "]}"
#define PRE(what) "{\"pre_tokenizer\":{" what "}}"

static const struct {
    const char *text, *words;
} refused[] = {
    {"[]", "byte 0: expected '{'"},
    {"\xff", "expected UTF-8"},
    {"{\"model\":{\"type\":\"WordPiece\"}}", "expected \"BPE\" before this"},
    {"{\"model\":{\"type\":3}}", "expected"},
    {"{\"model\":{\"vocab\":{\"a\":-1}}}", "expected a whole number"},
    {"{\"model\":{\"merges\":[[\"a\" \"b\"]]}}", "expected ','"},
    {"{\"model\":{\"merges\":[[\"a\",\"b\",\"c\"]]}}", "']' behind the two tokens of a merge"},
    {"{\"model\":{\"merges\":[[1,\"b\"]]}}", "expected"},
    {"{\"model\":{\"merges\":[[\"a\",2]]}}", "expected"},
    {"{\"model\":{\"merges\":[3]}}", "expected"},
    {"{\"model\":{\"ignore_merges\":1}}", "expected true or false"},
    {"{\"added_tokens\":[{\"id\":1}]}", "id and content of an added token"},
    {"{\"added_tokens\":[{\"content\":\"x\"}]}", "id and content of an added token"},
    {"{\"added_tokens\":[3]}", "expected '{'"},
    {"{\"normalizer\":{\"type\":\"NFC\"}}", "expected null"},
    {PRE("\"type\":\"Whitespace\""), "expected ByteLevel, or a Sequence"},
    {PRE("\"type\":1"), "expected"},
    {PRE("\"add_prefix_space\":true"), "expected false before this"},
    {PRE("\"add_prefix_space\":0"), "expected true or false"},
    {PRE("\"pattern\":{\"String\":\" \"}"), "a pattern that is a \"Regex\""},
    {PRE("\"pattern\":{\"Regex\":3}"), "expected"},
    {PRE("\"pattern\":{\"Regex\":\"\\\\s+\"}"), "the regular expression of GPT-2 or of GPT-4"},
    {"{\"model\":{\"vocab\":{\"a\":0}}}", "pre_tokenizer has no ByteLevel"},
    {MODEL("", "") "}", "the number of tokens is 0"},
    {MODEL("\"a\":16777216", "") "}", "more than 16777216"},
    {MODEL("\"a\":3000", "") "}", "most ids up to the largest belong to no token"},
    {MODEL("\"a\":0,\"b\":0", "") "}", "two tokens have one id: \"b\""},
    {MODEL("\" \":0", "") "}", "not written in visible characters of bytes: \" \""},
    {MODEL("\" \":0,\"b\":1", "") "}", "not written in visible characters of bytes: \" \""},
    {MODEL("\"a\":0", "") "}", "no token is the single byte 0x00"},
    {MODEL("\"a\":0", "") "} x", "expected only spaces"},
};

static void test_what_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        kindling_set_error("%s", "");
        if (bpe_from_json(refused[i].text, strlen(refused[i].text)) != NULL)
            print_error("%s was read\n", refused[i].text);
        assert_error_has(refused[i].words);
    }
}

/* All bytes, and behind them what is given, as JSON; more: what follows the model. */
static const char *tokenizer(const char *vocab, const char *merges, const char *more)
{
    FILE *out = text_stream();
    fputs("{" BYTE_LEVEL ",\"model\":{\"vocab\":{", out);
    for (int byte = 0; byte < 256; byte++) {
        uint32_t c = bpe_byte_character((unsigned char)byte);
        fprintf(out, "\"\\u%04x\":%d,", (unsigned)c, byte);
    }
    fprintf(out, "%s},\"merges\":[%s]}%s}", vocab, merges, more);
    return text_written();
}

static Bpe *read(const char *text)
{
    return bpe_from_json(text, strlen(text));
}

static void test_what_is_read(void **state)
{
    (void)state;
    Bpe *b =
        read(tokenizer("\"th\":256,\"<x>\":257", "\"t h\"",
                       ",\"added_tokens\":[{\"id\":257,\"content\":\"<x>\",\"rstrip\":false}]"));
    assert_non_null(b); /* an added token may stand in the vocabulary, too */
    assert_int_equal(b->size, 258);
    assert_int_equal(b->n_special, 1);
    bpe_free(b);
    b = read(
        tokenizer("\"th\":256,\"the\":258", "\"t h\",[\"th\",\"e\"]", ",\"normalizer\": null"));
    assert_non_null(b);
    assert_int_equal(b->n_merges, 2);
    assert_int_equal(b->merged[1], 258); /* 257 is no token */
    int ids[3];
    assert_int_equal(bpe_encode(b, "the", 3, ids), 1);
    assert_int_equal(ids[0], 258);
    bpe_free(b);
    char text[8000]; /* what a merge makes may be token 0 */
    snprintf(text, sizeof text, "%s", tokenizer("\"\\u0100\":256,\"th\":0", "\"t h\"", ""));
    char *zero = strstr(text, "\"\\u0100\":0,");
    assert_non_null(zero);
    memset(zero, ' ', 11);
    b = read(text);
    assert_non_null(b);
    assert_int_equal(b->merged[0], 0);
    bpe_free(b);
    assert_null(read(tokenizer("\"th\":256", "\"t x\"", "")));
    assert_error_has("a merge is not of two tokens that make a third: \"t x\"");
    assert_null(read(tokenizer("\"th\":256", "\"t h i\"", "")));
    assert_error_has("a merge is not of two tokens that make a third");
}

/* More tokens than there was room for at first: all of them have their bytes. */
static void test_many_tokens(void **state)
{
    (void)state;
    enum { MORE = 1500 };
    static char vocab[20 * MORE];
    size_t at = 0;
    for (int i = 0; i < MORE; i++)
        at += (size_t)snprintf(vocab + at, sizeof vocab - at, "%s\"t%d\":%d", i > 0 ? "," : "", i,
                               256 + i);
    Bpe *b = read(tokenizer(vocab, "", ""));
    assert_non_null(b);
    assert_int_equal(b->size, 256 + MORE);
    for (int i = 0; i < MORE; i++) {
        char text[8];
        int n = snprintf(text, sizeof text, "t%d", i);
        assert_int_equal(bpe_token(b, text, (size_t)n), 256 + i);
    }
    bpe_free(b);
}

#define GPT4                                                                                       \
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\\\r\\\\n\\\\p{L}\\\\p{N}]?\\\\p{L}+|\\\\p{N}{1,3}| "         \
    "?[^\\\\s\\\\p{L}\\\\p{N}]+[\\\\r\\\\n]*|\\\\s*[\\\\r\\\\n]+|\\\\s+(?!\\\\S)|\\\\s+"
#define GPT2                                                                                       \
    "'s|'t|'re|'ve|'m|'ll|'d| ?\\\\p{L}+| ?\\\\p{N}+| ?[^\\\\s\\\\p{L}\\\\p{N}]+|\\\\s+(?!\\\\S)|" \
    "\\\\s+"
#define SEQUENCE(regex)                                                                            \
    ",\"pre_tokenizer\":{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"Split\","            \
    "\"pattern\":{\"Regex\":\"" regex "\"},\"behavior\":\"Isolated\"},"                            \
    "{\"type\":\"ByteLevel\",\"add_prefix_space\":false}]}"

static void test_the_split(void **state)
{
    (void)state;
    Bpe *four = read(tokenizer("\"th\":256", "\"t h\"", SEQUENCE(GPT4)));
    Bpe *two = read(tokenizer("\"th\":256", "\"t h\"", SEQUENCE(GPT2)));
    assert_non_null(four);
    assert_non_null(two);
    assert_int_equal(four->split, SPLIT_GPT4);
    assert_int_equal(two->split, SPLIT_GPT2);
    bpe_free(four);
    bpe_free(two);
}

/* The contractions of both, whatever their case, and what only looks like one. */
static void test_contractions(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t four, two;
    } all[] = {{"'s", 2, 2},  {"'S", 2, 1},  {"'t", 2, 2},  {"'M", 2, 1},
               {"'d!", 2, 2}, {"'re", 3, 3}, {"'RE", 3, 1}, {"'ve", 3, 3},
               {"'vE", 3, 1}, {"'ll", 3, 3}, {"'Ll", 3, 1}, {"'", 1, 1},
               {"''", 2, 2},  {"'r", 2, 1},  {"'rx", 3, 1}, {"'vx", 3, 1},
               {"'lx", 3, 1}, {"'x", 2, 1},  {"'1", 1, 1},  {"'\xC5\xBFy", 3, 1}}; /* the long s */
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        assert_int_equal(gpt4_piece(all[i].text, strlen(all[i].text), 0), all[i].four);
        assert_int_equal(gpt2_piece(all[i].text, strlen(all[i].text), 0), all[i].two);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_what_is_refused), UNIT_TEST(test_what_is_read), UNIT_TEST(test_many_tokens),
        UNIT_TEST(test_the_split),       UNIT_TEST(test_contractions),
    };
    return run_tests("nn/text/bpe_json", tests);
}
