/* bpe_parts.h - what the files of a tokenizer share (inside nn/ only). */
#ifndef KINDLING_BPE_PARTS_H
#define KINDLING_BPE_PARTS_H

#include "nn.h"

/* ---- bpe.c (10) ------------------------------------------------------------------------------ */

/* No token at all, not even bytes: for files, which say them all. */
Bpe *bpe_empty(void);
/* After the tokens of a file: which byte has which token? false: one has none; kindling_error(). */
bool bpe_find_bytes(Bpe *b, const char *operation);
static inline size_t bpe_length(const Bpe *b, int id)
{
    return b->start[id + 1] - b->start[id];
}
/* -1, 0 or 1: the order of two tokens' bytes. */
int bpe_compare_tokens(const Bpe *b, int left, int right);
uint64_t bpe_hash(const void *bytes, size_t n);
static inline uint64_t bpe_hash_pair(BpePair pair)
{
    uint64_t z = ((uint64_t)(uint32_t)pair.left << 32 | (uint32_t)pair.right) * 0x9e3779b97f4a7c15u;
    return z ^ z >> 29;
}
/* owned memory of `used` bytes moves into one of `size` bytes, or more. */
void *owned_grow(void *block, size_t used, size_t size);

/* ---- character_class.c, unicode_classes.c (10) ----------------------------------------------- */

typedef enum { CLASS_OTHER, CLASS_LETTER, CLASS_NUMBER, CLASS_SPACE } CharacterClass;
/* Of the character at text[at], at < bytes, with its bytes in *length; a byte that is not UTF-8 is
 * OTHER. Fails where `at` is not in the text. */
CharacterClass character_class(const char *text, size_t bytes, size_t at, size_t *length);

typedef struct {
    uint32_t first, last;
} CharacterRange;
extern const CharacterRange unicode_letters[], unicode_numbers[], unicode_spaces[];
extern const long unicode_letters_count, unicode_numbers_count, unicode_spaces_count;

/* ---- bpe_merges.c (10) ----------------------------------------------------------------------- */

/* The bytes that a word of visible characters stands for, at most `length`; -1: it holds another
 * character. */
long bpe_bytes_of(const char *word, size_t length, unsigned char *bytes);
/* Adds the merge of a line "left right"; -1: it is none, or not a new one. */
int bpe_merge_line(Bpe *b, const char *line, size_t length);
/* Calls read for each line of merges.txt that is one, with its number, until it gives false. */
bool bpe_merge_lines(const char *text, size_t bytes,
                     bool (*read)(void *context, long number, const char *line, size_t length),
                     void *context);

/* ---- bpe_vocab.c, bpe_split_of.c (10) -------------------------------------------------------- */

/* merges.txt with its vocab.json, which says the ids, and perhaps added_tokens.json (NULL: there is
 * none). Tokens that no merge makes are special. NULL and kindling_error(). */
Bpe *bpe_from_vocab(char *vocab, const char *merges, size_t bytes, char *added);
/* How the text of a .tiktoken file was cut, by its name, or by its tokens. false and
 * kindling_error(). */
bool bpe_split_of(const Bpe *b, const char *path, BpeSplit *split);

/* ---- bpe_cut.c (10) -------------------------------------------------------------------------- */

/* Calls visit for each plain part, which pieces can be taken from by itself, and for each special
 * token: its id, else -1. */
typedef struct {
    const Bpe *special; /* whose special tokens are found; NULL: they are text */
    void (*visit)(void *context, const char *text, size_t bytes, int special);
    void *context;
    char *waiting; /* owned; 0 bytes at first */
    size_t bytes, room;
    size_t least;  /* so many are worth looking at; 0: as many as usual */
    size_t enough; /* and so many this time */
} BpeCutter;
void bpe_cut(const BpeCutter *c, const char *text, size_t bytes); /* of a whole text */
/* The next part of a text: what is settled by it is visited, the rest waits; at its end, all. */
void bpe_cutter_add(BpeCutter *c, const char *text, size_t bytes);
void bpe_cutter_end(BpeCutter *c);

/* ---- bpe_stream.c (10) ----------------------------------------------------------------------- */

struct BpeWaiting {
    BpeCutter cutter;
    long room; /* of ids */
};

/* ---- bpe_words.c (10) ------------------------------------------------------------------------ */

/* A piece that was seen: text[at] to text[at + length - 1] of its table; count 0: a free slot. */
typedef struct {
    size_t at, length;
    long count;
} BpePiece;
/* The different pieces of a text. */
typedef struct {
    const Bpe *bpe; /* whose bytes they are, and whose rule cuts them */
    BpePiece *slot;
    long slots, used;
    char *text;
    size_t bytes, room;
    long specials; /* how many special tokens stood between them */
} BpePieces;
void bpe_count_part(void *pieces, const char *text, size_t bytes, int special); /* a visit */
BpeWord *bpe_words_of(const BpePieces *p); /* p->used of them, in the current scope */
void bpe_pieces_free(BpePieces *p);        /* what is in it */

/* ---- bpe_train.c, bpe_decode.c (10) ---------------------------------------------------------- */

struct BpeTrainer {
    Bpe *cuts; /* the bytes, and special tokens */
    BpePieces pieces;
    BpeCutter cutter;
};
/* What a caller can do wrong. */
void bpe_train_check(const char *text, size_t bytes, long vocabulary);
void bpe_decode_check(const Bpe *b, const int *ids, long n);

/* ---- bpe_pairs.c (10) ------------------------------------------------------------------------ */

/* For qsort, of BpePairCount: by left, then by right. */
int bpe_compare_pairs(const void *a, const void *b);
/* Room for all neighbours of all words, in the current scope. */
BpePairCount *bpe_count_room(const BpeWord *words, long n);

/* ---- bpe_learn.c, plain/bpe_learn.c (10) ----------------------------------------------------- */

/* Merges the commonest pair of neighbours, in b and in all words, again and again, until there are
 * `vocabulary` tokens, or no pair is left. */
void bpe_learn(Bpe *b, BpeWord *words, long n, long vocabulary);

/* ---- bpe_learn_kept.c (10) ------------------------------------------------------------------- */

/* The same merges, from counts that are kept: few looks at tokens. By hand in module 10. */
void bpe_learn_kept(Bpe *b, BpeWord *words, long n, long vocabulary);

/* ---- bpe_look.c (10) ------------------------------------------------------------------------- */

/* The token itself, and one look more; bpe_merge, and n looks more. */
#define LOOK(token) (*bpe_look(&(token)))
const int *bpe_look(const int *token);
long bpe_merge_looked(int *ids, long n, BpePair pair, int merged);
long bpe_looks(void); /* how many this thread has had */

/* ---- bpe.c, character_class.c (10): questions ------------------------------------------------ */

/* How often this thread has called bpe_rank and character_class, in the builds in which tests run
 * (CONFIG=double, debug, asan); in the others 0. */
long bpe_ranks_asked(void);
long character_classes_asked(void);
#ifdef KINDLING_DEBUG
#define QUESTIONS_ARE_COUNTED 1
#else
#define QUESTIONS_ARE_COUNTED 0
#endif

/* ---- bpe_encode_text.c, plain/bpe_encode_text.c (10) ----------------------------------------- */

/* The tokens of a text in which nothing is special: how many were written to ids, which has room
 * for `bytes`. */
long bpe_encode_text(const Bpe *b, const char *text, size_t bytes, int *ids);

/* ---- bpe_encode.c (10) ----------------------------------------------------------------------- */

/* The longest special token that begins at text[at], at < bytes; -1: none does. */
int bpe_special_at(const Bpe *b, const char *text, size_t bytes, size_t at);

/* ---- gpt2_piece.c (10) ----------------------------------------------------------------------- */

/* How many bytes 's and its like have at text[at], at < bytes, in small letters only; 0: none is
 * here. */
size_t gpt2_contraction(const char *text, size_t bytes, size_t at);

/* ---- bytes that Latin-1 shows ---------------------------------------------------------------- */

/* Does Latin-1 show this byte? Then GPT-2 writes it as it is. */
static inline bool bpe_is_shown(int byte)
{
    return (byte >= '!' && byte <= '~') || (byte >= 0xa1 && byte <= 0xff && byte != 0xad);
}

/* ---- piece_memory.c (10) --------------------------------------------------------------------- */

/* The tokens of pieces that came last, in the current scope. NULL remembers nothing. */
typedef struct PieceMemory PieceMemory;
PieceMemory *piece_memory_new(void);
long piece_recall(const PieceMemory *m, const char *piece, size_t bytes,
                  int *ids); /* 0: forgotten */
void piece_remember(PieceMemory *m, const char *piece, size_t bytes, const int *ids, long n);

/* ---- heap.c (10) ----------------------------------------------------------------------------- */

/* A binary heap: the item that comes before all others is on top. */
typedef struct {
    long key, value;
    BpePair pair;
} HeapItem;
typedef struct {
    HeapItem *items; /* owned; grows */
    long count, room;
    bool (*before)(const HeapItem *a, const HeapItem *b, const void *context);
    const void *context;
} Heap;
void heap_push(Heap *h, HeapItem item);
HeapItem heap_pop(Heap *h); /* count > 0 */

#endif
