/* bpe_train.c - a vocabulary out of a text: the bytes, and merges learnt from its pieces (bpe_learn.c). */
#include "bpe_parts.h"

Bpe *bpe_train(const char *text, size_t bytes, long vocabulary)
{
    bpe_train_check(text, bytes, vocabulary);
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    Bpe *b = bpe_new();
    long n;
    BpeWord *words = bpe_words(b, text, bytes, &n);
    bpe_learn(b, words, n, vocabulary);
    scope_close(scope);
    return b;
}
