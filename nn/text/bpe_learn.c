/* bpe_learn.c - learns merges from words, the same as its plain twin in nn/plain/, and fast. */
#include "bpe_parts.h"

void bpe_learn(Bpe *b, BpeWord *words, long n, long vocabulary)
{
    bpe_learn_kept(b, words, n, vocabulary);
}
