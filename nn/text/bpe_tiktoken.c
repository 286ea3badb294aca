/* bpe_tiktoken.c - reads and writes tiktoken's files.
 *
 *     IQ== 0
 *     Ig== 1
 *
 * Each line is the bytes of a token in base64 (RFC 4648) and its id, which is its rank. Merges are
 * not in the file: a token was made of the two parts that the merges before it make of its bytes.
 */
#include <stdio.h>
#include <string.h>
#include "bpe_parts.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* ---- base64 ---------------------------------------------------------------------------------- */

/* The bytes of a word, n of them; -1: this is no base64. */
static long base64_decode(const char *word, size_t length, unsigned char *bytes)
{
    if (length == 0 || length % 4 != 0)
        return -1;
    size_t padding = (word[length - 1] == '=') + (word[length - 2] == '=');
    long n = 0;
    for (size_t at = 0; at < length; at += 4) {
        uint32_t group = 0;
        for (size_t i = at; i < at + 4; i++) {
            const char *digit = word[i] != '\0' ? strchr(digits, word[i]) : NULL;
            if (digit == NULL && i < length - padding)
                return -1;
            group = group << 6 | (uint32_t)(digit != NULL ? digit - digits : 0);
        }
        for (int shift = 16; shift >= 0; shift -= 8)
            bytes[n++] = (unsigned char)(group >> shift);
    }
    return n - (long)padding;
}

static char *base64_encode(const unsigned char *bytes, size_t n, char *to)
{
    for (size_t at = 0; at < n; at += 3) {
        size_t left = n - at < 3 ? n - at : 3;
        uint32_t group = (uint32_t)bytes[at] << 16;
        group |= left > 1 ? (uint32_t)bytes[at + 1] << 8 : 0;
        group |= left > 2 ? bytes[at + 2] : 0;
        for (int i = 0; i < 4; i++)
            *to++ = i <= (int)left ? digits[group >> (18 - 6 * i) & 63] : '=';
    }
    return to;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool wrong_line(long number, const char *line, size_t length, const char *expected)
{
    kindling_set_error("bpe_from_tiktoken: line %ld: expected %s; got \"%.*s\"", number, expected,
                       (int)(length < 60 ? length : 60), line);
    return false;
}

/* p50k_base has GPT-2's tokens and then runs of spaces, and leaves out the one id between them,
 * where <|endoftext|> stands. A line that was lost elsewhere, or before another token, is none of
 * it. */
static bool is_gap_of_p50k(const Bpe *b, long rank, const unsigned char *bytes, long n)
{
    return b->size == 50256 && rank == 50257 && n == 2 && memcmp(bytes, "  ", 2) == 0;
}

static bool read_line(Bpe *b, long number, const char *line, size_t length)
{
    const char *space = memchr(line, ' ', length);
    size_t word = space != NULL ? (size_t)(space - line) : 0;
    Scope *scope = scope_open();
    unsigned char *bytes = scope_alloc(scope, word + 4);
    long n = base64_decode(line, word, bytes), rank = 0;
    for (size_t i = word + 1; i < length && n > 0; i++) {
        bool digit = line[i] >= '0' && line[i] <= '9' && rank < 100000000;
        rank = digit ? 10 * rank + (line[i] - '0') : -1;
        n = digit ? n : -1;
    }
    bool ok = n > 0 && word + 1 < length;
    if (ok && is_gap_of_p50k(b, rank, bytes, n))
        bpe_add_special(b, "<|endoftext|>");
    if (!ok)
        wrong_line(number, line, length, "base64 of a token, a space and its rank");
    else if (rank != b->size)
        ok = wrong_line(number, line, length, "the rank behind that of the line before");
    else if (bpe_token(b, bytes, (size_t)n) >= 0)
        ok = wrong_line(number, line, length, "a token that is new");
    else
        bpe_add_token(b, bytes, (size_t)n);
    scope_close(scope);
    return ok;
}

static bool read_lines(Bpe *b, const char *text, size_t bytes)
{
    long number = 1;
    for (size_t at = 0; at < bytes; number++) {
        const char *end = memchr(text + at, '\n', bytes - at);
        size_t length = end != NULL ? (size_t)(end - (text + at)) : bytes - at;
        size_t shown = length > 0 && text[at + length - 1] == '\r' ? length - 1 : length;
        if (shown > 0 && !read_line(b, number, text + at, shown))
            return false;
        at += length + (end != NULL);
    }
    return true;
}

static bool is_special(const Bpe *b, int id)
{
    for (long i = 0; i < b->n_special; i++)
        if (b->special[i] == id)
            return true;
    return false;
}

/* Adds the merges that tokens of more than one byte are made by, in the order of their ids. A token
 * whose bytes do not come down to two parts is one that no text makes; encoders with merges never
 * give it. */
static void find_merges(Bpe *b)
{
    for (int id = 0; id < b->size; id++) {
        long n = (long)bpe_length(b, id);
        if (n < 2 || is_special(b, id))
            continue;
        Scope *scope = scope_open();
        int *parts = scope_alloc(scope, (size_t)n * sizeof *parts);
        for (long i = 0; i < n; i++)
            parts[i] = b->byte_id[b->bytes[b->start[id] + (size_t)i]];
        if (bpe_encode_piece(b, parts, n) == 2)
            bpe_add_merge(b, (BpePair){parts[0], parts[1]});
        scope_close(scope);
    }
}

Bpe *bpe_from_tiktoken(const char *text, size_t bytes, BpeSplit split)
{
    UNDO_ON_FAIL;
    Bpe *b = bpe_empty();
    b->split = split;
    if (!read_lines(b, text, bytes) || !bpe_find_bytes(b, "bpe_from_tiktoken")) {
        bpe_free(b);
        return NULL;
    }
    find_merges(b);
    return b;
}

/* ---- writing --------------------------------------------------------------------------------- */

char *bpe_text(const Bpe *b)
{
    size_t room = 1;
    for (int id = 0; id < b->size; id++)
        room += (bpe_length(b, id) + 2) / 3 * 4 + sizeof " 2147483647\n";
    char *text = owned_alloc(room), *to = text;
    for (int id = 0; id < b->size; id++)
        if (!is_special(b, id)) {
            to = base64_encode(b->bytes + b->start[id], bpe_length(b, id), to);
            to += sprintf(to, " %d\n", id);
        }
    return text;
}
