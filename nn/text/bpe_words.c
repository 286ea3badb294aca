/* bpe_words.c - a text as the different pieces it is made of, each with its count.
 *
 * A text of a million bytes has some ten thousand different words: merges are learnt from these.
 * The pieces are sorted, so that equal ones lie beside each other.
 */
#include <stdlib.h>
#include <string.h>
#include "bpe_parts.h"

typedef struct {
    const char *text;
    size_t length;
} Piece;

static int compare_pieces(const void *a, const void *b)
{
    const Piece *x = a, *y = b;
    int order = memcmp(x->text, y->text, x->length < y->length ? x->length : y->length);
    return order != 0 ? order : (x->length > y->length) - (x->length < y->length);
}

/* Where the text up to the next special token ends, from `at` on. */
static size_t end_of_plain(const Bpe *b, const char *text, size_t bytes, size_t at)
{
    if (b->n_special == 0)
        return bytes;
    while (at < bytes && bpe_special_at(b, text, bytes, at) < 0)
        at++;
    return at;
}

/* Counts the pieces, and notes them if there is room for them (pieces NULL: none). */
static long cut(const Bpe *b, const char *text, size_t bytes, Piece *pieces)
{
    long n = 0;
    for (size_t at = 0; at < bytes;) {
        size_t end = end_of_plain(b, text, bytes, at), length;
        for (; at < end; at += length, n++) {
            length = bpe_piece(b, text, end, at);
            if (pieces != NULL)
                pieces[n] = (Piece){text + at, length};
        }
        if (at < bytes)
            at += bpe_length(b, bpe_special_at(b, text, bytes, at));
    }
    return n;
}

static Piece *pieces_of(const Bpe *b, const char *text, size_t bytes, long *count)
{
    *count = cut(b, text, bytes, NULL);
    Piece *pieces = scope_alloc(scope_current(), (size_t)(*count + 1) * sizeof *pieces);
    cut(b, text, bytes, pieces);
    qsort(pieces, (size_t)*count, sizeof *pieces, compare_pieces);
    return pieces;
}

BpeWord *bpe_words(const Bpe *b, const char *text, size_t bytes, long *n)
{
    long count;
    Piece *pieces = pieces_of(b, text, bytes, &count);
    BpeWord *words = scope_alloc(scope_current(), (size_t)(count + 1) * sizeof *words);
    *n = 0;
    for (long i = 0; i < count; i++) {
        if (i > 0 && compare_pieces(&pieces[i], &pieces[i - 1]) == 0) {
            words[*n - 1].count++;
            continue;
        }
        size_t length = pieces[i].length;
        int *ids = scope_alloc(scope_current(), length * sizeof *ids);
        for (size_t k = 0; k < length; k++)
            ids[k] = b->byte_id[(unsigned char)pieces[i].text[k]];
        words[(*n)++] = (BpeWord){ids, (long)length, 1};
    }
    return words;
}
