/* test_bpe_keys.c - every key of a tokenizer.json as HuggingFace writes it for GPT-2, with another value than its
 * default: other tokens come, or the key is refused by its name, or the tokens stay, and then this table says so. */
#include "json_flip.h"
#include "scratch.h"
#include "test.h"

typedef enum { SAME, OBEYED, REFUSED, TOLD } Outcome;

/* fixtures/gpt2.tokenizer.json: the file of tokenizers 0.20, with 264 tokens; "cat" is one that no merges make. */
static const struct {
    const char *path, *value;
    Outcome outcome;
} flips[] = {
    {"version", "\"2.0\"", REFUSED},
    {"truncation", "{\"max_length\": 2, \"strategy\": \"LongestFirst\", \"stride\": 0}", REFUSED},
    {"padding", "{\"strategy\": {\"Fixed\": 20}, \"pad_id\": 0}", REFUSED},
    {"normalizer", "{\"type\": \"Lowercase\"}", REFUSED},
    {"added_tokens", "[]", OBEYED},
    {"added_tokens.id", "265", OBEYED},
    {"added_tokens.content", "\"<|other|>\"", OBEYED},
    {"added_tokens.single_word", "true", REFUSED},
    {"added_tokens.lstrip", "true", REFUSED},
    {"added_tokens.rstrip", "true", REFUSED},
    {"added_tokens.normalized", "false", SAME}, /* there is no normalizer */
    {"added_tokens.special", "false", SAME},    /* who encodes says whether they are looked for */
    {"pre_tokenizer", "null", REFUSED},
    {"pre_tokenizer.type", "\"Whitespace\"", REFUSED},
    {"pre_tokenizer.add_prefix_space", "true", REFUSED},
    {"pre_tokenizer.use_regex", "false", REFUSED},
    {"pre_tokenizer.trim_offsets", "false", SAME}, /* offsets are not given */
    {"post_processor", "null", SAME},
    {"post_processor.type", "\"RobertaProcessing\"", TOLD},
    {"post_processor.add_prefix_space", "false", SAME}, /* of offsets */
    {"post_processor.trim_offsets", "true", SAME},
    {"post_processor.use_regex", "false", SAME},
    {"decoder", "null", REFUSED},
    {"decoder.type", "\"WordPiece\"", REFUSED},
    {"decoder.add_prefix_space", "false",
     SAME}, /* the byte-level decoder of tokenizers looks at none of them */
    {"decoder.trim_offsets", "false", SAME},
    {"decoder.use_regex", "false", SAME},
    {"model", "null", REFUSED},
    {"model.type", "\"Unigram\"", REFUSED},
    {"model.dropout", "0.1", REFUSED},
    {"model.dropout", "0.0", SAME},
    {"model.continuing_subword_prefix", "\"##\"", REFUSED},
    {"model.end_of_word_suffix", "\"</w>\"", REFUSED},
    {"model.unk_token", "\"<|endoftext|>\"", SAME}, /* every byte is a token */
    {"model.fuse_unk", "true", SAME},
    {"model.byte_fallback", "true", SAME},
    {"model.ignore_merges", "true", OBEYED},
    {"model.vocab", "{}", REFUSED},
    {"model.merges", "[\"t h\"]", OBEYED},
};

typedef struct {
    long n;
    int ids[200];
    char text[200];
} Read;

/* What a text becomes, and what comes back; false: the file is refused. */
static bool read_with(const char *json, Read *r)
{
    static const char text[] = "the cat has 12345 abs, <|endoftext|> ab\xc3\xa9  the\n";
    kindling_set_error("%s", "");
    stderr_begin(scratch("stderr"));
    Bpe *b = bpe_from_json(json, strlen(json));
    stderr_end();
    if (b == NULL)
        return false;
    *r = (Read){0};
    r->n = bpe_encode_special(b, text, sizeof text - 1, r->ids);
    bpe_decode(b, r->ids, r->n, r->text, sizeof r->text);
    assert_string_equal(r->text, text);
    bpe_free(b);
    return true;
}

/* What was written to stderr then; until the next call. */
static const char *told(void)
{
    static char *text;
    owned_free(text);
    text = kindling_read_file(scratch("stderr"), NULL);
    return text;
}

static const char *last_word(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot != NULL ? dot + 1 : path;
}

static bool flip(const char *text, const Places *places, size_t i, const Read *plain)
{
    const char *word = last_word(flips[i].path);
    Read r;
    bool read = read_with(flipped(text, places, flips[i].path, flips[i].value), &r);
    bool same = read && memcmp(&r, plain, sizeof r) == 0, silent = *told() == '\0';
    Outcome got = !read ? REFUSED : !silent ? TOLD : same ? SAME : OBEYED;
    bool named = read || strstr(kindling_error(), word) != NULL || strcmp(word, "model") == 0;
    if (got == flips[i].outcome && named)
        return true;
    print_error("%s: %s: outcome %d \"%s\" %s\n", flips[i].path, flips[i].value, (int)got,
                kindling_error(), told());
    return false;
}

static void test_every_key_of_the_defaults(void **state)
{
    (void)state;
    char *text = kindling_read_file("tests/fixtures/gpt2.tokenizer.json", NULL);
    static Places places;
    find_places(text, &places);
    Read plain;
    bool right = read_with(text, &plain);
    assert_true(right);
    assert_string_equal(told(), "");
    for (size_t i = 0; i < sizeof flips / sizeof *flips; i++)
        right = flip(text, &places, i, &plain) && right;
    assert_true(right);
    for (long p = 0; p < places.count; p++) {
        bool there = false;
        for (size_t i = 0; i < sizeof flips / sizeof *flips; i++)
            there = there || strcmp(flips[i].path, places.path[p]) == 0;
        if (!there)
            print_error("nobody has tried another %s\n", places.path[p]);
        assert_true(there);
    }
    owned_free(text);
}

#define SPLIT(regex, more)                                                                         \
    "{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"Split\",\"pattern\":{\"Regex\":"        \
    "\"" regex "\"}," more "}]}"
#define GPT4                                                                                       \
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\\\r\\\\n\\\\p{L}\\\\p{N}]?\\\\p{L}+|\\\\p{N}{1,3}| "         \
    "?[^\\\\s\\\\p{L}\\\\p{N}]+[\\\\r\\\\n]*|\\\\s*[\\\\r\\\\n]+|\\\\s+(?!\\\\S)|\\\\s+"

/* The keys of a Split, which GPT-2's file does not have, and those that nobody knows. */
static void test_the_keys_of_a_split(void **state)
{
    (void)state;
    static const struct {
        const char *cut, *words; /* NULL: it is read */
    } cuts[] = {
        {SPLIT(GPT4, "\"behavior\":\"Isolated\",\"invert\":false},{\"type\":\"ByteLevel\","
                     "\"use_regex\":false"),
         NULL},
        {SPLIT(GPT4, "\"behavior\":\"Removed\",\"invert\":true},{\"type\":\"ByteLevel\","
                     "\"use_regex\":false"),
         NULL},
        {SPLIT(GPT4, "\"behavior\":\"Removed\",\"invert\":false},{\"type\":\"ByteLevel\","
                     "\"use_regex\":false"),
         "\"behavior\""},
        {SPLIT(GPT4, "\"behavior\":\"MergedWithNext\",\"invert\":false},{\"type\":\"ByteLevel\","
                     "\"use_regex\":false"),
         "\"behavior\""},
        {SPLIT(GPT4, "\"behavior\":\"Isolated\"},{\"type\":\"ByteLevel\",\"use_regex\":true"),
         "\"use_regex\""},
    };
    char *text = kindling_read_file("tests/fixtures/gpt2.tokenizer.json", NULL);
    static Places places;
    find_places(text, &places);
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        Read r;
        bool read = read_with(flipped(text, &places, "pre_tokenizer", cuts[i].cut), &r);
        if (read != (cuts[i].words == NULL))
            print_error("%s: %s\n", cuts[i].cut, kindling_error());
        assert_int_equal(read, cuts[i].words == NULL);
        if (!read)
            assert_error_has(cuts[i].words);
    }
    Read r;
    assert_true(read_with(flipped(text, &places, "model.fuse_unk", "0, \"new_key\": [1]"), &r));
    assert_has(told(), "not known here, and not obeyed: \"new_key\"");
    owned_free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_every_key_of_the_defaults),
        UNIT_TEST(test_the_keys_of_a_split),
    };
    return run_tests_in_scratch("nn/text/bpe_keys", tests);
}
