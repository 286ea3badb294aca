/* bpe_train_check.c - what bpe_train is given. */
#include <limits.h>
#include "bpe_parts.h"

void bpe_train_check(const char *text, size_t bytes, long vocabulary)
{
    if (vocabulary < 256)
        fail("bpe_train: vocabulary is %ld, expected at least 256: every byte is a token",
             vocabulary);
    if (vocabulary > INT_MAX / 2)
        fail("bpe_train: vocabulary is %ld, expected at most %d", vocabulary, INT_MAX / 2);
    if (text == NULL && bytes > 0)
        fail("bpe_train: text is NULL, but has %zu bytes", bytes);
}
