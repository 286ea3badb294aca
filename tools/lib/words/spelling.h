/* spelling.h - a task small enough to learn in seconds: words, and the same words backwards. */
#ifndef SPELLING_H
#define SPELLING_H

#include "kindling.h"

enum {
    WORD_SHORTEST = 3,
    WORD_LONGEST = 10,
    WORD_SYMBOLS = 27, /* 1 to 26: A to Z; 0: nothing, behind the end of a word */
    HELD_OUT_STRINGS = 300,
    HELD_OUT_MOST = 600
};

/* A word in a field of WORD_LONGEST letters, zeros behind it. */
typedef struct {
    int length;
    int letter[WORD_LONGEST];
} Word;

/* False unless the text is 3 to 10 letters A to Z, upper or lower case. */
bool word_from(Word *w, const char *text, size_t length);
Word word_random(Rng *rng);
Word word_backwards(const Word *w);
bool word_equal(const Word *a, const Word *b);
/* "PYTHON", in one of four rotating buffers; '.' for a letter that is not there. */
const char *word_text(const Word *w);
/* ids (n, WORD_LONGEST): the words. labels: backwards, -100 (do not count) behind the end. */
void words_batch(Batch *batch, long n, const Word *words);

/* What a model is never trained on: real words, then random strings. */
typedef struct {
    long n_words, count;
    Word word[HELD_OUT_MOST];
} HeldOut;
/* first comes first, then the list of real words without it. */
HeldOut *held_out_new(const Word *first, Rng *rng);
void held_out_free(HeldOut *h);
/* A random string that is none of them. */
Word held_out_avoid(const HeldOut *h, Rng *rng);

#endif
