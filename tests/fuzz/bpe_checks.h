/* bpe_checks.h - what holds of every tokenizer, whatever file it is from. */
#ifndef BPE_CHECKS_H
#define BPE_CHECKS_H

#include "fuzz.h"

/* Text becomes tokens and the same text again. */
static inline void there_and_back(const Bpe *b, const char *text, size_t bytes, bool special)
{
    int *ids = scope_alloc(scope_current(), (bytes + 1) * sizeof *ids);
    long n = special ? bpe_encode_special(b, text, bytes, ids) : bpe_encode(b, text, bytes, ids);
    fuzz_check(n >= 0 && (size_t)n <= bytes, "%ld tokens of %zu bytes", n, bytes);
    for (long i = 0; i < n; i++)
        fuzz_check(ids[i] >= 0 && ids[i] < b->size, "token %d of %ld", ids[i], b->size);
    char *back = scope_alloc(scope_current(), bytes + 1);
    fuzz_check(bpe_decode(b, ids, n, back, bytes + 1) == bytes && memcmp(back, text, bytes) == 0,
               "the tokens are another text");
}

/* Takes b, which may be NULL: then there is a message. */
static inline void check_bpe(Bpe *b, const uint8_t *bytes, size_t size)
{
    fuzz_told(b != NULL);
    if (b == NULL)
        return;
    fuzz_check(b->size >= 256, "a byte without a token");
    for (long i = 0; i < b->size; i++)
        fuzz_check(b->start[i] <= b->start[i + 1], "token %ld ends before it begins", i);
    there_and_back(b, (const char *)bytes, size, false);
    there_and_back(b, (const char *)bytes, size, true);
    bpe_free(b);
}

#endif
