/* bpe_train.c - a vocabulary out of a text: the bytes, and merges learnt from its pieces
 * (bpe_learn.c).
 *
 * Texts of several documents have <|endoftext|> between them. It is cut out before pairs are
 * counted, or its parts would be learnt as if they were words, and becomes a special token, behind
 * all others.
 */
#include <limits.h>
#include <string.h>
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

static const char end_of_document[] = "<|endoftext|>";

static bool has_documents(const char *text, size_t bytes)
{
    size_t n = sizeof end_of_document - 1;
    for (const char *at = text, *end = text + bytes; at != NULL && (size_t)(end - at) >= n; at++) {
        at = memchr(at, '<', (size_t)(end - at) - n + 1);
        if (at == NULL)
            break;
        if (memcmp(at, end_of_document, n) == 0)
            return true;
    }
    return false;
}

Bpe *bpe_train(const char *text, size_t bytes, long vocabulary)
{
    bpe_train_check(text, bytes, vocabulary);
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    Bpe *b = bpe_new(), *cuts = bpe_new();
    bool documents = vocabulary > 256 && has_documents(text, bytes);
    if (documents)
        bpe_add_special(cuts, end_of_document);
    long n;
    BpeWord *words = bpe_words(cuts, text, bytes, &n);
    bpe_free(cuts);
    bpe_learn(b, words, n, documents ? vocabulary - 1 : vocabulary);
    if (documents)
        bpe_add_special(b, end_of_document);
    scope_close(scope);
    return b;
}
