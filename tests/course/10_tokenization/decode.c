/* decode.c - 10.9: tokens as text. */
#include "want.h"

static Bpe *syllables(void)
{
    Bpe *b = bpe_new();
    int lo = bpe_add_merge(b, (BpePair){'l', 'o'});
    int low = bpe_add_merge(b, (BpePair){lo, 'w'});
    bpe_add_merge(b, (BpePair){' ', low});
    bpe_add_merge(b, (BpePair){0xE2, 0x82}); /* two thirds of a euro sign */
    bpe_add_special(b, "<|end|>");
    given("b", "the bytes, 256 \"lo\", 257 \"low\", 258 \" low\", 259 \"\\xE2\\x82\", 260 "
               "<|end|>, a special token");
    return b;
}

static void check_decoded(const Bpe *b, const int *ids, long n, size_t room, const char *rule)
{
    char *out = scope_alloc(scope_current(), MOST);
    memset(out, '#', MOST);
    Tensor *want = EXPECT(decoded_want(b, ids, n, room, '#'));
    CALL(bpe_decode(b, ids, n, out, room));
    Tensor *text = text_listed(out, room + 2);
    check_tensor_within(text, want, 0, rule);
    long want_bytes = EXPECT(decoded_bytes_want(b, ids, n));
    long bytes = (long)CALL(bpe_decode(b, ids, n, out, room));
    check_long(bytes, want_bytes, "how many bytes the whole text has");
}

TEST(a_text_that_fits, .points = 2, .exercise = "10.9 bpe_decode", .file = "bpe_decode.c")
{
    Bpe *b = syllables();
    IntTensor *ids = draw_ids("ids", SHAPE(9), 250, 258);

    check_decoded(b, ids->data, 9, 60, "the bytes of the tokens, and a 0");
    check_decoded(b, ids->data, 0, 5, "no tokens: an empty text");
    bpe_free(b);
}

TEST(a_text_that_does_not_fit, .points = 3, .exercise = "10.9 bpe_decode", .file = "bpe_decode.c")
{
    Bpe *b = syllables();
    IntTensor *drawn = draw_ids("drawn", SHAPE(4), 256, 258);
    int ids[] = {drawn->data[0], drawn->data[1], drawn->data[2], drawn->data[3], 258, 257};
    size_t bytes = 7;
    for (long i = 0; i < 4; i++)
        bytes += bpe_length(b, ids[i]);
    given("ids", "the drawn ones, 258, 257: %zu bytes", bytes);

    check_decoded(b, ids, 6, bytes - 5, "what has a place, and nothing behind it");
    check_decoded(b, ids, 6, bytes, "all bytes, and no place for a 0");
    check_decoded(b, ids, 6, 0, "room 0 only asks how long the text is");
    bpe_free(b);
}

TEST(half_a_character, .points = 1, .exercise = "10.9 bpe_decode", .file = "bpe_decode.c")
{
    Bpe *b = syllables();
    IntTensor *letters = draw_ids("letters", SHAPE(2), 'a', 'z');
    int ids[] = {letters->data[0], 259, 0xAC, 0, 260, letters->data[1], 259};
    given("ids", "a letter, 259, 0xAC, 0, 260, a letter, 259: a euro sign, and two thirds of one");

    check_decoded(b, ids, 7, 20, "bytes as they are");
    bpe_free(b);
}
