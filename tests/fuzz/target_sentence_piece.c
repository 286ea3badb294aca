/* target_sentence_piece.c - a tokenizer with scores, or a tokenizer.json with byte_fallback. */
#include "fuzz.h"

FUZZ_TARGET(sentence_piece)
{
    SentencePiece *p = sentence_piece_load(fuzz_file("tokenizer", bytes, size));
    fuzz_told(p != NULL);
    if (p == NULL)
        return;
    int *ids = scope_alloc(scope_current(), (size + 2) * sizeof *ids);
    long n = sentence_piece_encode(p, (const char *)bytes, size, true, ids);
    fuzz_check(n >= 1 && (size_t)n <= size + 2, "%ld pieces of %zu bytes", n, size);
    for (long i = 0; i < n; i++)
        fuzz_check(ids[i] >= 0 && ids[i] < p->size, "piece %d of %ld", ids[i], p->size);
    size_t room = sentence_piece_decode(p, ids, n, NULL, 0);
    char *back = scope_alloc(scope_current(), room + 1);
    fuzz_check(sentence_piece_decode(p, ids, n, back, room + 1) == room, "another length");
    bool known = true; /* without <unk> it is the same text */
    for (long i = 0; i < n; i++)
        known = known && ids[i] != p->unknown;
    fuzz_check(!known || (room == size && memcmp(back, bytes, size) == 0), "another text");
    sentence_piece_free(p);
}
