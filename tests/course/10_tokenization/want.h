/* want.h - what is right in module 10: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "lists.h"

/* pairs_want.c */
Tensor *counts_want(const BpeWord *words, long n);
Tensor *best_want(const BpePairCount *counts, long n, const Bpe *b);

/* merge_want.c */
long plain_merge(int *ids, long n, BpePair pair, int merged);
Tensor *merge_want(const int *ids, long n, BpePair pair, int merged);

/* learn_want.c */
Tensor *merges_want(const BpeWord *words, long n, long vocabulary);
Tensor *words_want(const BpeWord *words, long n, long vocabulary);
long looks_anew_want(const BpeWord *words, long n, long vocabulary);
long tokens_want(const BpeWord *words, long n);

/* piece_want.c */
size_t plain_piece(const char *text, size_t bytes, size_t at);
Tensor *pieces_want(const char *text, size_t bytes);
long questions_most(const char *text, size_t bytes); /* characters, and twice the pieces */

/* encode_want.c */
enum { IN_FRONT = -3, BEHIND = -7 }; /* of the vocabulary, and of the room for ids */
Tensor *piece_ids_want(const Bpe *b, const int *ids, long n);
long questions_want(const int *ids, long n); /* the fewest for a rank */
Tensor *ids_want(const Bpe *b, const char *text, size_t bytes);

/* answers_want.c */
double gpt2_vocabulary_want(void);
double tokens_of_aaaaaaa_want(void);
double most_merges_want(void);
double table_share_want(void);
double bits_per_byte_want(void);

#endif
