/* bpe.h - byte-level BPE: text as numbers, with a vocabulary that was learnt.
 *
 * Text is bytes, and each byte is a token. Merging the commonest pair of neighbours, again and
 * again, gives tokens for what is common, and nothing is ever unknown. Before that, text is cut
 * into pieces (words with the space in front of them, numbers, punctuation); no token reaches
 * across a cut. Sources: Gage 1994; Sennrich, Haddow, Birch 2016; Radford et al. 2019 (GPT-2),
 * whose files are read.
 */
#ifndef KINDLING_BPE_H
#define KINDLING_BPE_H

#include "../../autograd/autograd.h"

#pragma GCC visibility push(default)

/* ---- bpe.c (10): the vocabulary -------------------------------------------------------------- */

/* Two neighbours, by their ids. */
typedef struct {
    int left, right;
} BpePair;
/* SPLIT_GPT2: contractions, " ?letters", " ?digits", " ?anything else", white space.
 * SPLIT_GPT4: contractions in any case, at most three digits, line breaks on their own. */
typedef enum { SPLIT_GPT2, SPLIT_GPT4 } BpeSplit;

/* A vocabulary: the bytes of each token, and which pairs are merged. */
typedef struct {
    long size;            /* V, special tokens included */
    unsigned char *bytes; /* token i is bytes[start[i]] to bytes[start[i + 1] - 1] */
    size_t *start;
    int byte_id[256]; /* the token of each single byte */
    long n_merges;
    BpePair *merges; /* rank 0 was learnt first, and is applied first */
    int *merged;     /* the token that each merge makes */
    long n_special;
    int *special; /* tokens such as <|endoftext|>, which no text makes by itself */
    BpeSplit split;
    /* a piece that is a token is that token, whatever the merges say (Llama 3) */
    bool ignore_merges;
    struct BpeTables *tables; /* from pairs to ranks, from bytes to tokens */
} Bpe;

/* 256 tokens, token i for byte i, and no merge yet. Owned: free it by bpe_free. */
Bpe *bpe_new(void);
void bpe_free(OR_NULL Bpe *b); /* NULL is fine */
/* One token more, one merge more of two tokens that b has, else it fails, one special token more;
 * all are copied. The id of what they make. */
int bpe_add_token(Bpe *b, const void *bytes, size_t n);
int bpe_add_merge(Bpe *b, BpePair pair);
int bpe_add_special(Bpe *b, const char *text);
/* The rank of a merge, and the token of these bytes, which is no special one; -1: there is none. */
long bpe_rank(const Bpe *b, BpePair pair);
int bpe_token(const Bpe *b, const void *bytes, size_t n);

/* ---- gpt2_piece.c, gpt4_piece.c (10): pieces ------------------------------------------------- */

/* How many bytes the piece has that begins at text[at], at < bytes. Bytes that are not UTF-8 are
 * neither letters, digits nor white space. Letters are \p{L}, digits \p{N} of Unicode 17. */
size_t gpt2_piece(const char *text, size_t bytes, size_t at);
size_t gpt4_piece(const char *text, size_t bytes, size_t at);
size_t bpe_piece(const Bpe *b, const char *text, size_t bytes, size_t at); /* by b->split */

/* ---- bpe_words.c, bpe_pairs.c, bpe_train.c (10): learning ------------------------------------ */

/* A piece that a text has, once for all places where it stands. */
typedef struct {
    int *ids;
    long n;     /* tokens it consists of by now */
    long count; /* how often it occurs */
} BpeWord;
/* A pair, and how often it occurs. */
typedef struct {
    BpePair pair;
    long count;
} BpePairCount;

/* The different pieces of a text with their counts, each as the tokens of its bytes, in the order
 * of their bytes; special tokens of b in the text are cut out first. They live in the current
 * scope; *n: how many. */
BpeWord *bpe_words(const Bpe *b, const char *text, size_t bytes, long *n);
/* How often each pair of neighbours occurs, in the order of left, right. Each word counts as often
 * as it occurs; "aaa" has the pair (a, a) twice. Returns how many pairs; counts: room for all
 * neighbours of all words. */
long bpe_pair_counts(const BpeWord *words, long n, BpePairCount *counts);
/* The commonest pair; of several, the one whose left token has the greater bytes, then whose right
 * one has. */
BpePair bpe_best_pair(const BpePairCount *counts, long n, const Bpe *b);
/* The word with the pair merged, in place. Returns the new length. */
long bpe_merge(int *ids, long n, BpePair pair, int merged);
/* Learns merges from a text until there are `vocabulary` tokens, or no pair is left. vocabulary >=
 * 256. text NULL: no bytes. A text with <|endoftext|> between its documents is cut there first, and
 * that is the last token, a special one, if vocabulary > 256. By hand in module 10. Owned: free it
 * by bpe_free. */
Bpe *bpe_train(OR_NULL const char *text, size_t bytes, long vocabulary);

/* Learning from a text that comes bit by bit, in one's own special tokens: of the text, only its
 * different pieces are kept, and an end that may go on. */
typedef struct BpeTrainer BpeTrainer;
/* special: texts that no piece reaches into, none of them empty or given twice; they become special
 * tokens, the last ones, in this order, whether they occur or not. Owned: free it by
 * bpe_trainer_free. */
BpeTrainer *bpe_trainer_new(BpeSplit split, long n_special, OR_NULL const char *const special[]);
/* The next bytes of the text, cut anywhere. Where a megabyte is one piece, a megabyte waits. */
void bpe_trainer_add(BpeTrainer *t, OR_NULL const char *text, size_t bytes);
/* As bpe_train, from all that was added; what is added later is another text, and counts, too.
 * vocabulary >= 256 + n_special. Owned: free it by bpe_free. */
Bpe *bpe_trainer_learn(BpeTrainer *t, long vocabulary);
void bpe_trainer_free(OR_NULL BpeTrainer *t); /* NULL is fine */

/* ---- bpe_encode_piece.c, bpe_encode.c, bpe_stream.c, bpe_decode.c (10): there and back ------- */

/* Merges the n >= 1 tokens of one piece, the lowest rank first, the leftmost of equals first; the
 * new length. */
long bpe_encode_piece(const Bpe *b, int *ids, long n);
/* Number of tokens written to ids: room for `bytes` of them. Special tokens in the text are text.
 * text NULL: no bytes. */
long bpe_encode(const Bpe *b, OR_NULL const char *text, size_t bytes, int *ids);
/* The same, but special tokens are found: the first in the text, the longest where several
 * begin. */
long bpe_encode_special(const Bpe *b, OR_NULL const char *text, size_t bytes, int *ids);
/* A text that comes bit by bit as tokens: in all, those of bpe_encode or bpe_encode_special. */
typedef struct {
    const Bpe *bpe; /* borrowed */
    long n;
    int *ids; /* n of them, what the last call has made */
    struct BpeWaiting *waiting;
} BpeStream;
/* special: are special tokens found? Owned: free it by bpe_stream_free before b. */
BpeStream *bpe_stream_new(const Bpe *b, bool special);
/* The next bytes of the text, cut anywhere; s->ids is what no text behind can change any more.
 * Returns s->n. Text waits for a space, or for a letter or digit with something else behind it:
 * where there is none, for the end. */
long bpe_stream_add(BpeStream *s, OR_NULL const char *text, size_t bytes);
/* The end of the text: s->ids is what was left, and another text may come. Returns s->n. */
long bpe_stream_end(BpeStream *s);
void bpe_stream_free(OR_NULL BpeStream *s); /* NULL is fine */
/* Bytes of the text, of which the first `room` are written, with a 0 behind them if there is room
 * (out NULL: none). An id outside of the vocabulary fails. */
size_t bpe_decode(const Bpe *b, const int *ids, long n, OR_NULL char *out, size_t room);

/* ---- bpe_bytes.c, bpe_merges.c, bpe_tiktoken.c, bpe_json.c, bpe_load.c (10): files ----------- */

/* GPT-2 writes each byte as a character that can be seen: '!' to '~' and most of Latin-1 as
 * themselves, the other 68 as U+0100 onwards. The way back: -1 if the character stands for no
 * byte. */
uint32_t bpe_byte_character(unsigned char byte);
int bpe_character_byte(uint32_t character);

/* GPT-2's vocab.bpe, called merges.txt elsewhere: a line "#version...", then two tokens a line, the
 * first rank first. Token ids: bytes in the order of their characters, merges, <|endoftext|>. NULL
 * and kindling_error(). Owned: free it by bpe_free. */
Bpe *bpe_from_merges(const char *text, size_t bytes);
/* tiktoken's files: base64 of the token's bytes, a space, its rank. The merges are found again from
 * the ranks, which leave none out; p50k_base alone does, 50256, and there <|endoftext|> stands as a
 * special token. Owned: free it by bpe_free. */
Bpe *bpe_from_tiktoken(const char *text, size_t bytes, BpeSplit split);
/* HuggingFace's tokenizer.json, of a byte-level BPE model. Keys that change the ids and are not
 * obeyed are refused by name (dropout, end_of_word_suffix, use_regex ...), unknown ones told on
 * stderr. Owned: free it by bpe_free. */
Bpe *bpe_from_json(const char *text, size_t bytes);
/* The vocabulary without its special tokens as a .tiktoken text, 0-terminated. Owned: free it by
 * owned_free. */
char *bpe_text(const Bpe *b);
/* Reads a file of one of these kinds, told apart by what is in it, or a folder that holds one:
 * tokenizer.json, vocab.bpe or merges.txt. A vocab.json (encoder.json) beside vocab.bpe or
 * merges.txt says the ids, and which tokens are special: those that no merge makes;
 * added_tokens.json has more of these. What a .tiktoken file does not say, how text was cut, is
 * taken from its name (cl100k, r50k, p50k, gpt2), else from its tokens; o200k is refused. Post-
 * processors, which put tokens around a text, are told on stderr and not obeyed. NULL and
 * kindling_error(). Owned: free it by bpe_free. */
Bpe *bpe_load(const char *path);

#pragma GCC visibility pop
#endif
