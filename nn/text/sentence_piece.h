/* sentence_piece.h - pieces with scores: how Llama 2, Mistral and llama2.c cut a text.
 *
 * As in bpe.h neighbours are merged, but the text is not cut into words first: a space is a
 * character as all others, and one is put in front of the text, so that a word is the same piece
 * wherever it stands. Each piece has a score, and of all neighbours those become one whose piece
 * has the best. A character without a piece becomes its bytes, pieces <0x00> to <0xFF>. Sources:
 * Kudo and Richardson 2018, "SentencePiece" (its BPE model with byte_fallback); llama2.c.
 */
#ifndef KINDLING_SENTENCE_PIECE_H
#define KINDLING_SENTENCE_PIECE_H

#include "bpe.h"

#pragma GCC visibility push(default)

/* ---- sentence_piece.c, sentence_piece_load.c (13): pieces, there and back -------------------- */

/* A vocabulary of pieces, each with a score. */
typedef struct {
    long size;            /* V */
    unsigned char *bytes; /* piece i is bytes[start[i]] to bytes[start[i + 1] - 1] */
    size_t *start;
    /* Of its score: 0 is the best, equal scores have one rank; -1: no merge makes it, a byte or one
     * of those three. */
    long *rank;
    int byte_id[256];        /* the piece <0xNN> of each byte; where there is none, `unknown` */
    int unknown, begin, end; /* <unk>, <s>, </s>: no text makes them */
    long longest;            /* bytes of the longest piece that text may become */
    int *order;              /* all of those, by their bytes */
    Bpe *pairs; /* NULL: scores say what is merged; else its merges do, with the same ids */
    long n_order;
} SentencePiece;

/* tokenizer.bin of llama2.c: the length of the longest piece, then for each a score (float32), its
 * length (int32), its bytes; little-endian. The first three must be <unk>, <s> and </s>. Or
 * HuggingFace's tokenizer.json, or a folder with it, of type BPE with byte_fallback: pairs are
 * merged in the order of its list; a space is \u2581 there. Keys that change the ids and are not
 * obeyed are refused by name. NULL and kindling_error(). Owned: free it by sentence_piece_free. */
SentencePiece *sentence_piece_load(const char *path);
/* The same of what such a file holds, with a 0 behind its bytes; name: in messages. Owned: free it
 * by sentence_piece_free. */
SentencePiece *sentence_piece_read(const char *name, const char *file, size_t bytes);
void sentence_piece_free(OR_NULL SentencePiece *p); /* NULL is fine */
/* Number of pieces written to ids: room for bytes + 2 of them. begins: <s> and the space come
 * first (of an empty text <s> alone); false: the text goes on from another. text NULL: no bytes. */
long sentence_piece_encode(const SentencePiece *p, OR_NULL const char *text, size_t bytes,
                           bool begins, int *ids);
/* Bytes of the text, as bpe_decode: the first `room` are written, with a 0 behind them if there is
 * room (out NULL: none). <s> and </s> have none, and behind <s> a space is left out. An id outside
 * of the vocabulary fails. */
size_t sentence_piece_decode(const SentencePiece *p, const int *ids, long n, OR_NULL char *out,
                             size_t room);

#pragma GCC visibility pop
#endif
