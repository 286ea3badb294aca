/* test_bpe_stream.c - text that comes bit by bit: its tokens, and what is learnt from it, are those
 * of the whole. */
#include "test.h"
#include "bpe_parts.h"

/* What makes a border hard: contractions, white space of all kinds, digits in threes, characters of
 * two to four bytes, bytes that are none, special tokens that begin alike or hold spaces. */
static const char *const parts[] = {"low",
                                    " ",
                                    "  ",
                                    "\n",
                                    "\r\n",
                                    "\t",
                                    "'",
                                    "'ll",
                                    "'S",
                                    "S",
                                    "1234",
                                    "7",
                                    ".",
                                    "!!\n",
                                    "\xc3\xa9",
                                    "\xe7\x8c\xab",
                                    "\xe3",
                                    "\x80",
                                    "\xe3\x80\x80",
                                    "\xf0\x9f\x98\x80",
                                    "\xc5\xbf",
                                    "\xff",
                                    "<|end|>",
                                    "<|end|>er",
                                    "<|en",
                                    "of low",
                                    "of",
                                    " low",
                                    "<",
                                    "x",
                                    "\xc2\xa0",
                                    "\xcc\x81"};

static size_t draw_text(Rng *rng, char *text, int most)
{
    size_t bytes = 0;
    for (long i = rng_below(rng, most); i > 0; i--) {
        const char *part = parts[rng_below(rng, sizeof parts / sizeof *parts)];
        memcpy(text + bytes, part, strlen(part));
        bytes += strlen(part);
    }
    return bytes;
}

/* Merges across all kinds of pieces, and special tokens. */
static Bpe *nasty_vocabulary(void)
{
    static char text[40000];
    Rng rng = rng_seed(11);
    size_t bytes = draw_text(&rng, text, 2) + draw_text(&rng, text, 8000);
    BpeTrainer *t =
        bpe_trainer_new(SPLIT_GPT4, 3, (const char *const[]){"<|end|>", "<|end|>er", "of low"});
    bpe_trainer_add(t, text, bytes);
    Bpe *b = bpe_trainer_learn(t, 400);
    bpe_trainer_free(t);
    return b;
}

/* ---- encoding -------------------------------------------------------------------------------- */

static long take(int *ids, long n, const BpeStream *s)
{
    if (s->n > 0)
        memcpy(ids + n, s->ids, (size_t)s->n * sizeof *ids);
    return n + s->n;
}

/* In parts of `step` bytes; 0: of any lengths, some of them empty. */
static void check_stream(BpeStream *s, bool special, const char *text, size_t bytes, size_t step)
{
    int whole[2000], streamed[2000];
    assert_true(bytes <= 2000);
    long n = special ? bpe_encode_special(s->bpe, text, bytes, whole)
                     : bpe_encode(s->bpe, text, bytes, whole),
         m = 0;
    for (size_t at = 0; at < bytes;) {
        size_t length = step > 0 ? step : (size_t)rng_below(&test_rng, 9);
        length = length < bytes - at ? length : bytes - at;
        long made = bpe_stream_add(s, text + at, length);
        assert_int_equal(made, s->n);
        m = take(streamed, m, s);
        at += length;
    }
    bpe_stream_end(s);
    m = take(streamed, m, s);
    assert_int_equal(m, n);
    assert_memory_equal(streamed, whole, (size_t)n * sizeof *whole);
}

static void test_the_tokens_are_those_of_the_whole(void **state)
{
    (void)state;
    Bpe *b = nasty_vocabulary();
    assert_int_equal(b->size, 400);
    char text[2000];
    for (int i = 0; i < 4000; i++) {
        bool special = i % 2;
        b->split = i / 2 % 2 ? SPLIT_GPT4 : SPLIT_GPT2;
        BpeStream *s = bpe_stream_new(b, special);
        s->waiting->cutter.least = 1;
        size_t bytes = draw_text(&test_rng, text, i < 3900 ? 30 : 200);
        check_stream(s, special, text, bytes, (size_t)(i % 3));
        check_stream(s, special, text, bytes, 0); /* another text through the same stream */
        bpe_stream_free(s);
    }
    bpe_free(b);
}

/* A text in two, at each byte. */
static void test_a_border_at_every_byte(void **state)
{
    (void)state;
    static const char text[] = "He'll   say: \xe7\x8c\xab 12345<|end|>er \n\n of low, 'tis <|en";
    Bpe *b = nasty_vocabulary();
    for (int i = 0; i < 4; i++) {
        b->split = i % 2 ? SPLIT_GPT4 : SPLIT_GPT2;
        int whole[sizeof text], halves[sizeof text];
        long n = i / 2 ? bpe_encode_special(b, text, sizeof text - 1, whole)
                       : bpe_encode(b, text, sizeof text - 1, whole);
        for (size_t at = 0; at < sizeof text; at++) {
            BpeStream *s = bpe_stream_new(b, i / 2);
            s->waiting->cutter.least = 1;
            long m = 0;
            bpe_stream_add(s, text, at);
            m = take(halves, m, s);
            bpe_stream_add(s, text + at, sizeof text - 1 - at);
            m = take(halves, m, s);
            bpe_stream_end(s);
            assert_int_equal(take(halves, m, s), n);
            assert_memory_equal(halves, whole, (size_t)n * sizeof *whole);
            bpe_stream_free(s);
        }
    }
    bpe_free(b);
}

static void test_it_does_not_wait_for_the_end(void **state)
{
    (void)state;
    Bpe *b = bpe_new();
    BpeStream *s = bpe_stream_new(b, true);
    size_t most = 0, bytes = 0;
    for (int i = 0; i < 20000; i++) {
        bpe_stream_add(s, "a line of words\n", 16);
        bytes += (size_t)s->n;
        most = s->waiting->cutter.bytes > most ? s->waiting->cutter.bytes : most;
    }
    assert_true(most < 70000);
    assert_true(bytes > 250000);
    bpe_stream_end(s);
    bytes += (size_t)s->n;
    assert_int_equal(bytes, 320000);
    assert_int_equal(bpe_stream_end(s), 0); /* an empty text */
    assert_int_equal(bpe_stream_add(s, NULL, 0), 0);
    for (int i = 0; i < 1 << 12; i++) /* nothing can be cut: in n log n steps all the same */
        bpe_stream_add(s, "eeeeeeeeeeeeeeee", 16);
    assert_int_equal(bpe_stream_end(s), 1 << 16);
    assert_fails_with("text, is NULL", bpe_stream_add(s, NULL, 3));
    bpe_stream_free(s);
    bpe_stream_free(NULL);
    bpe_free(b);
}

/* ---- learning -------------------------------------------------------------------------------- */

static void check_same(const Bpe *a, const Bpe *b)
{
    assert_int_equal(a->size, b->size);
    assert_int_equal(a->n_merges, b->n_merges);
    assert_int_equal(a->n_special, b->n_special);
    assert_memory_equal(a->start, b->start, (size_t)(a->size + 1) * sizeof *a->start);
    assert_memory_equal(a->bytes, b->bytes, a->start[a->size]);
    if (a->n_merges > 0)
        assert_memory_equal(a->merges, b->merges, (size_t)a->n_merges * sizeof *a->merges);
}

static void test_what_is_learnt_is_that_of_the_whole(void **state)
{
    (void)state;
    static const char *const special[] = {"<|end|>", "<|end|>er", "of low"};
    char text[2000];
    for (int i = 0; i < 300; i++) {
        size_t bytes = draw_text(&test_rng, text, 250);
        BpeSplit split = i % 2 ? SPLIT_GPT4 : SPLIT_GPT2;
        long n_special = i % 4;
        BpeTrainer *whole = bpe_trainer_new(split, n_special, special),
                   *bits = bpe_trainer_new(split, n_special, special);
        bits->cutter.least = 1;
        bpe_trainer_add(whole, text, bytes);
        for (size_t at = 0, length; at < bytes; at += length) {
            length = (size_t)rng_below(&test_rng, 9);
            length = length < bytes - at ? length : bytes - at;
            bpe_trainer_add(bits, text + at, length);
        }
        Bpe *a = bpe_trainer_learn(whole, 300), *b = bpe_trainer_learn(bits, 300);
        check_same(a, b);
        bpe_free(a);
        bpe_free(b);
        bpe_trainer_free(whole);
        bpe_trainer_free(bits);
    }
}

/* No piece reaches into a special token, none is a part of one, and they come last. */
static void test_special_tokens_of_ones_own(void **state)
{
    (void)state;
    static const char text[] = "ab<sep>ab<sep>ab<pad>ab<sep>";
    BpeTrainer *t =
        bpe_trainer_new(SPLIT_GPT2, 3, (const char *const[]){"<sep>", "<pad>", "<unk>"});
    bpe_trainer_add(t, text, sizeof text - 1);
    Bpe *b = bpe_trainer_learn(t, 1000);
    assert_int_equal(b->n_merges, 1);
    assert_int_equal(b->size, 256 + 1 + 3);
    static const char *const last[] = {"ab", "<sep>", "<pad>", "<unk>"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(bpe_length(b, 256 + i), strlen(last[i]));
        assert_memory_equal(b->bytes + b->start[256 + i], last[i], strlen(last[i]));
    }
    int ids[32];
    static const int expected[] = {256, 257, 256, 257, 256, 258, 256, 257};
    assert_int_equal(bpe_encode_special(b, text, sizeof text - 1, ids), 8);
    assert_memory_equal(ids, expected, sizeof expected);
    bpe_free(b);
    bpe_trainer_add(t, "xyxyxyxyxy",
                    10); /* another text counts, too, and the first one still does */
    b = bpe_trainer_learn(t, 262);
    assert_int_equal(b->n_merges, 3);
    assert_int_equal(bpe_token(b, "xy", 2), 256);
    assert_true(bpe_token(b, "ab", 2) > 0);
    bpe_free(b);
    b = bpe_trainer_learn(t, 259); /* no merge has room */
    assert_int_equal(b->n_merges, 0);
    assert_int_equal(b->special[0], 256);
    bpe_free(b);
    bpe_trainer_free(t);
}

static void test_bpe_train_learns_the_same(void **state)
{
    (void)state;
    size_t bytes;
    char *text = kindling_read_file("README.md", &bytes);
    BpeTrainer *t = bpe_trainer_new(SPLIT_GPT2, 0, NULL);
    for (size_t at = 0; at < bytes; at++)
        bpe_trainer_add(t, text + at, 1);
    Bpe *a = bpe_train(text, bytes, 500), *b = bpe_trainer_learn(t, 500);
    check_same(a, b);
    bpe_free(a);
    bpe_free(b);
    bpe_trainer_free(t);
    t = bpe_trainer_new(SPLIT_GPT2, 0, NULL); /* no text */
    b = bpe_trainer_learn(t, 500);
    assert_int_equal(b->size, 256);
    bpe_free(b);
    bpe_trainer_free(t);
    bpe_trainer_free(NULL);
    owned_free(text);
}

static void test_what_a_trainer_refuses(void **state)
{
    (void)state;
    static const char *const twice[] = {"<a>", "<b>", "<a>"}, *const empty[] = {"<a>", ""},
                             *const none[] = {NULL};
    assert_fails_with("special tokens 0 and 2 are both \"<a>\"", bpe_trainer_new(0, 3, twice));
    assert_fails_with("special token 1 is empty", bpe_trainer_new(0, 2, empty));
    assert_fails_with("special token 0 is empty", bpe_trainer_new(0, 1, none));
    assert_fails_with("n_special is -1", bpe_trainer_new(0, -1, twice));
    assert_fails_with("split is 7", bpe_trainer_new((BpeSplit)7, 0, NULL));
    assert_fails_with("special token 0 is empty", bpe_trainer_new(0, 1, NULL));
    BpeTrainer *t = bpe_trainer_new(SPLIT_GPT2, 2, twice);
    assert_fails_with("text, is NULL", bpe_trainer_add(t, NULL, 1));
    assert_fails_with("bpe_trainer_learn: vocabulary is 257, expected at least 258",
                      bpe_trainer_learn(t, 257));
    if (LONG_MAX > INT_MAX)
        assert_fails_with("expected at most 1073741823", bpe_trainer_learn(t, LARGE_SIZE));
    bpe_trainer_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_the_tokens_are_those_of_the_whole),
        UNIT_TEST(test_a_border_at_every_byte),
        UNIT_TEST(test_it_does_not_wait_for_the_end),
        UNIT_TEST(test_what_is_learnt_is_that_of_the_whole),
        UNIT_TEST(test_special_tokens_of_ones_own),
        UNIT_TEST(test_bpe_train_learns_the_same),
        UNIT_TEST(test_what_a_trainer_refuses),
    };
    return run_tests("nn/text/bpe_stream", tests);
}
