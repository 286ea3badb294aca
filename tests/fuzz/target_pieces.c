/* target_pieces.c - text as pieces, merges learnt from it, and the way back. The first byte says how many. */
#include "bpe_checks.h"

static void cut(size_t (*piece)(const char *text, size_t bytes, size_t at), const char *text,
                size_t bytes)
{
    for (size_t at = 0; at < bytes;) {
        size_t n = piece(text, bytes, at);
        fuzz_check(n >= 1 && n <= bytes - at, "a piece of %zu bytes at %zu of %zu", n, at, bytes);
        at += n;
    }
}

FUZZ_TARGET(pieces)
{
    if (size == 0)
        return;
    long merges = bytes[0];
    bytes++, size--;
    cut(gpt2_piece, (const char *)bytes, size);
    cut(gpt4_piece, (const char *)bytes, size);
    Bpe *b = bpe_train((const char *)bytes, size, 256 + merges);
    fuzz_check(b->size <= 256 + merges, "%ld tokens", b->size);
    if (size > 0 && memchr(bytes, 0, size) == NULL && merges % 2 == 1) {
        fuzz_check(bpe_add_special(b, fuzz_text(bytes, size < 9 ? size : 9)) >= 0, "no token");
    }
    check_bpe(b, bytes, size);
}
