/* test_bpe.c - learning merges, and text as tokens and back. */
#include "test.h"
#include "bpe_parts.h"

/* The plain twins, under other names. */
void plain_learn(Bpe *b, BpeWord *words, long n, long vocabulary);
long plain_encode_piece(const Bpe *b, int *ids, long n);
long plain_encode_text(const Bpe *b, const char *text, size_t bytes, int *ids);
#undef bpe_encode_piece
#define bpe_learn plain_learn
#define bpe_encode_piece plain_encode_piece
#define bpe_encode_text plain_encode_text
#include "../../../nn/plain/bpe_learn.c"
#include "../../../nn/plain/bpe_encode_piece.c"
#include "../../../nn/plain/bpe_encode_text.c"
#undef bpe_learn
#undef bpe_encode_piece
#undef bpe_encode_text

static Bpe *plain_train(const char *text, size_t bytes, long vocabulary)
{
    long n;
    Bpe *b = bpe_new();
    BpeWord *words = bpe_words(b, text, bytes, &n);
    plain_learn(b, words, n, vocabulary);
    return b;
}

static const char worked[] = "low low low low low lower lower newest newest newest widest widest";

static Bpe *words_vocabulary(void)
{
    Bpe *b = bpe_load("tests/fixtures/words.tiktoken");
    assert_non_null(b);
    return b;
}

static void check_token(const Bpe *b, int id, const char *bytes)
{
    assert_int_equal(bpe_length(b, id), strlen(bytes));
    assert_memory_equal(b->bytes + b->start[id], bytes, strlen(bytes));
}

/* ---- learning ------------------------------------------------------------------------------------- */

/* By hand: "low" stands 5 times (4 with a space), "lower" 2, "newest" 3, "widest" 2. "lo" and "ow" both occur 7
 * times: the greater bytes win. Then "l" "ow" 7 times; "st" 5 and "es" 5: "st"; and so on. */
static void test_merges_of_twelve_words(void **state)
{
    (void)state;
    static const char *const learnt[] = {"ow", "low", " low", "st", "est"};
    Bpe *b = bpe_train(worked, sizeof worked - 1, 256 + 5);
    assert_int_equal(b->size, 261);
    assert_int_equal(b->n_merges, 5);
    for (int i = 0; i < 5; i++) {
        check_token(b, 256 + i, learnt[i]);
        assert_int_equal(b->merged[i], 256 + i);
    }
    int ids[16];
    assert_int_equal(bpe_encode(b, "lowest low", 10, ids), 3);
    assert_int_equal(ids[0], 257);
    assert_int_equal(ids[1], 260);
    assert_int_equal(ids[2], 258);
    bpe_free(b);
}

static void check_same_merges(const Bpe *a, const Bpe *b)
{
    assert_int_equal(a->n_merges, b->n_merges);
    assert_int_equal(a->size, b->size);
    for (long i = 0; i < a->n_merges; i++) {
        assert_int_equal(a->merges[i].left, b->merges[i].left);
        assert_int_equal(a->merges[i].right, b->merges[i].right);
        assert_int_equal(a->merged[i], b->merged[i]);
    }
}

/* Few letters, so that pairs overlap and counts are equal again and again. */
static void draw_text(Rng *rng, char *text, size_t bytes, int letters)
{
    for (size_t i = 0; i < bytes; i++) {
        long c = rng_below(rng, letters + 1);
        text[i] = c == letters ? ' ' : (char)('a' + c);
    }
}

static void test_fast_and_plain_learn_the_same(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    char text[3000];
    for (int i = 0; i < 40; i++) {
        size_t bytes = (size_t)rng_below(&rng, i < 30 ? 300 : sizeof text);
        draw_text(&rng, text, bytes, 1 + (int)rng_below(&rng, 6));
        long vocabulary = 256 + rng_below(&rng, 60);
        Bpe *fast = bpe_train(text, bytes, vocabulary);
        Bpe *plain = plain_train(text, bytes, vocabulary);
        check_same_merges(fast, plain);
        bpe_free(fast);
        bpe_free(plain);
    }
}

static void test_a_small_vocabulary_begins_a_large_one(void **state)
{
    (void)state;
    size_t bytes;
    char *text = kindling_read_file("README.md", &bytes);
    Bpe *large = bpe_train(text, bytes, 700), *small = bpe_train(text, bytes, 400);
    assert_int_equal(small->n_merges, 144);
    for (long i = 0; i < small->n_merges; i++) {
        assert_int_equal(small->merges[i].left, large->merges[i].left);
        assert_int_equal(small->merges[i].right, large->merges[i].right);
    }
    for (int id = 0; id < large->size; id++) /* no two tokens have the same bytes */
        assert_int_equal(bpe_token(large, large->bytes + large->start[id], bpe_length(large, id)),
                         id);
    bpe_free(large);
    bpe_free(small);
    owned_free(text);
}

static void test_learning_ends_when_no_pair_is_left(void **state)
{
    (void)state;
    Bpe *b = bpe_train("ab ab", 5, 1000); /* "ab", " ab" */
    assert_int_equal(b->size, 258);
    bpe_free(b);
    b = bpe_train("ab ab", 5, INT_MAX / 2); /* the most */
    assert_int_equal(b->size, 258);
    bpe_free(b);
    b = bpe_train(NULL, 0, 300);
    assert_int_equal(b->size, 256);
    bpe_free(b);
    b = bpe_train("<|endoftext|>", 13, 300); /* nothing but the end of a document */
    assert_int_equal(b->size, 257);
    assert_int_equal(b->n_special, 1);
    bpe_free(b);
    assert_fails_with("vocabulary is 255, expected at least 256", bpe_train("a", 1, 255));
    assert_fails_with("text, is NULL", bpe_train(NULL, 1, 300));
    if (LONG_MAX > INT_MAX)
        assert_fails_with("vocabulary is " AS_TEXT(LARGE_SIZE) ", expected at most 1073741823",
                          bpe_train("a", 1, LARGE_SIZE));
    assert_fails_with("vocabulary is 255, expected at least 256", bpe_train("a", 1, 255));
    assert_fails_with("text, is NULL", bpe_train(NULL, 3, 256));
}

static void test_three_equal_neighbours(void **state)
{
    (void)state;
    int ids[] = {7, 7, 7, 1, 7, 7};
    BpeWord word = {ids, 6, 3};
    BpePairCount counts[5];
    assert_int_equal(bpe_pair_counts(&word, 1, counts), 3);
    assert_int_equal(counts[2].pair.left, 7);
    assert_int_equal(counts[2].pair.right, 7);
    assert_int_equal(counts[2].count, 9); /* three places, three times */
    assert_int_equal(bpe_merge(ids, 6, (BpePair){7, 7}, 9), 4);
    static const int expected[] = {9, 7, 1, 9};
    assert_memory_equal(ids, expected, sizeof expected);
    int lefts[] = {5, 3, 5, 1, 5, 3,
                   5, 2, 5, 1, 5, 3}; /* one left token, right ones in any order */
    BpePairCount sorted[11];
    assert_int_equal(bpe_pair_counts(&(BpeWord){lefts, 12, 1}, 1, sorted), 6);
    for (int i = 1; i < 6; i++)
        assert_true(bpe_compare_pairs(&sorted[i - 1], &sorted[i]) < 0);
    assert_int_equal(sorted[5].pair.right, 3);
    assert_int_equal(sorted[5].count, 3);
}

/* ---- there and back --------------------------------------------------------------------------------- */

static void check_round_trip(const Bpe *b, const char *text, size_t bytes)
{
    int *ids = malloc((bytes + 1) * sizeof *ids);
    char *back = malloc(bytes + 1);
    long n = bpe_encode(b, text, bytes, ids);
    assert_true(n <= (long)bytes);
    if (bytes < 10000) {
        int *plain = malloc((bytes + 1) * sizeof *plain);
        assert_int_equal(plain_encode_text(b, text, bytes, plain), n);
        assert_memory_equal(ids, plain, (size_t)n * sizeof *ids);
        free(plain);
    }
    assert_int_equal(bpe_decode(b, ids, n, back, bytes + 1), bytes);
    assert_memory_equal(back, text, bytes);
    assert_int_equal(back[bytes], 0);
    free(ids);
    free(back);
}

static void test_any_bytes_come_back(void **state)
{
    (void)state;
    Bpe *b = words_vocabulary();
    Rng rng = rng_seed(2);
    char text[5000];
    for (int i = 0; i < 60; i++) {
        size_t bytes = (size_t)rng_below(&rng, sizeof text);
        for (size_t k = 0; k < bytes; k++) /* half of them words and spaces */
            text[k] = (char)(i % 2 ? rng_below(&rng, 256)
                                   : " the of\xE2\x82\xAC\xC3"[rng_below(&rng, 12)]);
        b->split = i % 3 ? SPLIT_GPT2 : SPLIT_GPT4;
        b->ignore_merges = i % 4 == 3;
        check_round_trip(b, text, bytes);
    }
    check_round_trip(b, NULL, 0);
    bpe_free(b);
}

static void test_long_pieces_are_merged_as_short_ones(void **state)
{
    (void)state;
    Bpe *b = words_vocabulary();
    Rng rng = rng_seed(3);
    for (int i = 0; i < 200; i++) {
        int fast[600], plain[600];
        long n = 1 + rng_below(&rng, 600);
        for (long k = 0; k < n; k++)
            fast[k] = plain[k] = b->byte_id[(unsigned char)" theon-=."[rng_below(&rng, 1 + i % 9)]];
        long m = bpe_encode_piece(b, fast, n);
        assert_int_equal(m, plain_encode_piece(b, plain, n));
        assert_memory_equal(fast, plain, (size_t)m * sizeof *fast);
    }
    bpe_free(b);
}

/* A piece of n bytes takes n log n steps: with n^2 this would take an hour. */
static void test_a_megabyte_without_a_space(void **state)
{
    (void)state;
    Bpe *b = words_vocabulary();
    size_t bytes = 1 << 20;
    char *text = malloc(bytes);
    memset(text, 'e', bytes);
    check_round_trip(b, text, bytes);
    memset(text, ' ', bytes);
    check_round_trip(b, text, bytes);
    free(text);
    bpe_free(b);
}

static void test_text_cut_where_pieces_meet(void **state)
{
    (void)state;
    Bpe *b = words_vocabulary();
    size_t bytes;
    char *text = kindling_read_file("README.md", &bytes);
    int *whole = malloc(bytes * sizeof *whole), *parts = malloc(bytes * sizeof *parts);
    long n = bpe_encode(b, text, bytes, whole), m = 0;
    for (size_t at = 0, length; at < bytes; at += length) {
        length = bpe_piece(b, text, bytes, at);
        m += bpe_encode(b, text + at, length, parts + m);
    }
    assert_int_equal(n, m);
    assert_memory_equal(whole, parts, (size_t)n * sizeof *whole);
    free(whole);
    free(parts);
    owned_free(text);
    bpe_free(b);
}

static void test_decoding_fits_the_room(void **state)
{
    (void)state;
    Bpe *b = bpe_train(worked, sizeof worked - 1, 261);
    int ids[] = {257, 260}; /* low est */
    char out[8] = "#######";
    assert_int_equal(bpe_decode(b, ids, 2, out, 4), 6);
    assert_memory_equal(out, "lowe###", 8);
    assert_int_equal(bpe_decode(b, ids, 2, NULL, 0), 6);
    assert_fails_with("id 261 at position 1 is outside [0, 261)",
                      bpe_decode(b, (int[]){1, 261}, 2, out, 8));
    assert_fails_with("id -1 at position 0", bpe_decode(b, (int[]){-1}, 1, out, 8));
    bpe_free(b);
}

/* ---- special tokens ----------------------------------------------------------------------------------- */

static void test_special_tokens(void **state)
{
    (void)state;
    static const char text[] = "a<|end|>b<|end|>er<|en";
    Bpe *b = bpe_new();
    int shorter = bpe_add_special(b, "<|end|>"), longer = bpe_add_special(b, "<|end|>er");
    int ids[sizeof text];
    assert_int_equal(bpe_encode(b, text, sizeof text - 1, ids), sizeof text - 1); /* only text */
    static const int expected[] = {'a', 256, 'b', 257, '<', '|', 'e', 'n'};
    assert_int_equal(shorter, 256);
    assert_int_equal(longer, 257);
    assert_int_equal(bpe_encode_special(b, text, sizeof text - 1, ids), 8);
    assert_memory_equal(ids, expected, sizeof expected);
    char back[sizeof text];
    bpe_decode(b, ids, 8, back, sizeof back);
    assert_string_equal(back, text);
    assert_int_equal(bpe_token(b, "<|end|>", 7), -1);
    bpe_free(b);
    b = bpe_new(); /* the longest, in whatever order they came */
    bpe_add_special(b, "<|end|>er");
    bpe_add_special(b, "<|end|>");
    static const int turned[] = {'a', 257, 'b', 256, '<', '|', 'e', 'n'};
    assert_int_equal(bpe_encode_special(b, text, sizeof text - 1, ids), 8);
    assert_memory_equal(ids, turned, sizeof turned);
    bpe_free(b);
}

static void test_what_is_no_merge(void **state)
{
    (void)state;
    static const BpePair beyond = {1, 256}, below = {-1, 3}, pair = {1, 2}, turned = {2, 1};
    Bpe *b = bpe_new();
    assert_fails_with("token 256 is outside [0, 256)", bpe_add_merge(b, beyond));
    assert_fails_with("token -1 is outside", bpe_add_merge(b, below));
    assert_int_equal(bpe_rank(b, pair), -1);
    assert_int_equal(bpe_add_merge(b, pair), 256);
    assert_int_equal(bpe_rank(b, pair), 0);
    assert_int_equal(bpe_rank(b, turned), -1);
    bpe_free(b);
    bpe_free(NULL);
}

/* Documents with <|endoftext|> between them: no token is a piece of the marker, which is one token. */
static void test_documents(void **state)
{
    (void)state;
    static const char *const words[] = {"ship", "harbour", "lantern", "marsh", "river"};
    static char text[20000];
    size_t n = 0;
    while (n + 100 < sizeof text) {
        for (int i = 0; i < 4; i++)
            n += (size_t)sprintf(text + n, "%s ", words[rng_below(&test_rng, 5)]);
        n += (size_t)sprintf(text + n, "<|endoftext|>");
    }
    Bpe *b = bpe_train(text, n, 290);
    assert_int_equal(b->n_special, 1);
    assert_int_equal(b->special[0], b->size - 1);
    for (int id = 256; id < b->size - 1; id++) {
        char token[64] = {0};
        memcpy(token, b->bytes + b->start[id], b->start[id + 1] - b->start[id]);
        if (strstr("<|endoftext|>", token) != NULL)
            print_error("token %d is '%s'\n", id, token);
        assert_null(strstr("<|endoftext|>", token));
    }
    int ids[40];
    assert_int_equal(bpe_encode_special(b, "<|endoftext|><|endoftext|>", 26, ids), 2);
    assert_int_equal(ids[1], b->size - 1);
    bpe_free(b);
    b = bpe_train(text, n, 256);
    assert_int_equal(b->size, 256);
    bpe_free(b);
    b = bpe_train("<|endoftext|", 12, 300);
    assert_int_equal(b->n_special, 0);
    bpe_free(b);
}

static void test_a_class_is_asked_of_a_place_in_the_text(void **state)
{
    (void)state;
    size_t length;
    assert_int_equal(character_class("a 1", 3, 2, &length), CLASS_NUMBER);
    assert_fails_with("at 3, expected less than 3", character_class("a 1", 3, 3, &length));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_merges_of_twelve_words),
        UNIT_TEST(test_a_class_is_asked_of_a_place_in_the_text),
        UNIT_TEST(test_fast_and_plain_learn_the_same),
        UNIT_TEST(test_a_small_vocabulary_begins_a_large_one),
        UNIT_TEST(test_learning_ends_when_no_pair_is_left),
        UNIT_TEST(test_three_equal_neighbours),
        UNIT_TEST(test_any_bytes_come_back),
        UNIT_TEST(test_long_pieces_are_merged_as_short_ones),
        UNIT_TEST(test_a_megabyte_without_a_space),
        UNIT_TEST(test_text_cut_where_pieces_meet),
        UNIT_TEST(test_decoding_fits_the_room),
        UNIT_TEST(test_special_tokens),
        UNIT_TEST(test_documents),
        UNIT_TEST(test_what_is_no_merge),
    };
    return run_tests("nn/text/bpe", tests);
}
