/* sentence_piece_parts.h - how a vocabulary of pieces is built (inside nn/text/ only). */
#ifndef KINDLING_SENTENCE_PIECE_PARTS_H
#define KINDLING_SENTENCE_PIECE_PARTS_H

#include "bpe_parts.h"
#include "sentence_piece.h"

typedef struct {
    int id;
    float score;
    const unsigned char *bytes;
    size_t length;
} PieceEntry;
typedef struct {
    SentencePiece *pieces; /* what is built */
    PieceEntry *entries;   /* of those that text may become; owned */
} PieceBuilder;

/* Room for so many pieces, of so many bytes together. */
PieceBuilder pieces_begin(long count, size_t bytes);
/* The next one. plain: text may become it; "<0xNN>" is that byte, whatever is said. */
void pieces_add(PieceBuilder *b, const void *bytes, size_t length, float score, bool plain);
/* All are there: they are ranked and can be found. */
SentencePiece *pieces_end(PieceBuilder *b);

/* ---- sentence_piece_json.c ------------------------------------------------------------------- */

/* A tokenizer.json whose BPE has byte_fallback. NULL and kindling_error(), without the path. */
SentencePiece *pieces_from_json(char *text, size_t bytes);

#endif
