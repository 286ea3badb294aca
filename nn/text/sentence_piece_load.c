/* sentence_piece_load.c - tokenizer.bin of llama2.c, or the tokenizer.json of a folder.
 *
 * Invariant: every length is compared with the bytes that are left before it is believed, and no
 * piece is stored before the whole file is known to be one.
 * Source: Karpathy 2023, llama2.c, tokenizer.py (export) and run.c (build_tokenizer).
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "sentence_piece_parts.h"

typedef struct {
    const char *path;
    const unsigned char *text;
    size_t size, at;
    uint32_t longest; /* as the file says */
} Reading;

typedef struct {
    float score;
    const unsigned char *bytes;
    size_t length;
} Piece;

static uint32_t number(Reading *r)
{
    const unsigned char *b = r->text + r->at;
    r->at += 4;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static bool next(Reading *r, Piece *piece)
{
    size_t begin = r->at;
    if (r->size - r->at >= 8) {
        uint32_t bits = number(r), length = number(r);
        memcpy(&piece->score, &bits, sizeof bits);
        piece->bytes = r->text + r->at;
        piece->length = length;
        r->at += length;
        if (isfinite(piece->score) && length <= r->size - begin - 8 && length <= r->longest)
            return true;
    }
    kindling_set_error("%s: byte %zu: expected a score, a length of at most %lu, and as many bytes "
                       "in front of byte %zu. hint: is it a tokenizer.bin of llama2.c, and all of "
                       "it?",
                       r->path, begin, (unsigned long)r->longest, r->size);
    return false;
}

/* "<s>", which llama2.c keeps as "\n<s>\n". */
static bool is_called(const Piece *p, const char *name)
{
    size_t n = strlen(name), line = p->length == n + 2 && p->bytes[0] == '\n';
    return p->length == n + 2 * line && memcmp(p->bytes + line, name, n) == 0;
}

static bool check(Reading *r, long *count, size_t *bytes)
{
    static const char *const first[] = {"<unk>", "<s>", "</s>"};
    Piece piece;
    *bytes = 0;
    for (*count = 0; r->at < r->size; (*count)++) {
        if (!next(r, &piece))
            return false;
        if (*count < 3 && !is_called(&piece, first[*count])) {
            kindling_set_error("%s: piece %ld is \"%.*s\", expected \"%s\", as in a tokenizer.bin "
                               "of llama2.c",
                               r->path, *count, (int)(piece.length < 40 ? piece.length : 40),
                               (const char *)piece.bytes, first[*count]);
            return false;
        }
        *bytes += piece.length;
    }
    if (*count >= 3 && *count <= INT32_MAX)
        return true;
    kindling_set_error("%s: %ld pieces, expected <unk>, <s>, </s> and more", r->path, *count);
    return false;
}

static SentencePiece *pieces_of(Reading *r)
{
    long count;
    size_t bytes;
    if (r->size >= 4)
        r->longest = number(r);
    if (!check(r, &count, &bytes))
        return NULL;
    UNDO_ON_FAIL;
    PieceBuilder b = pieces_begin(count, bytes);
    Piece piece;
    r->at = 4;
    for (long id = 0; id < count && next(r, &piece); id++)
        pieces_add(&b, piece.bytes, piece.length, piece.score, id > 2);
    return pieces_end(&b);
}

/* ---- from a path ----------------------------------------------------------------------------- */

static SentencePiece *of_json(const char *name, const char *file, size_t size)
{
    char *text = owned_alloc(size + 1); /* its strings are decoded where they stand */
    SentencePiece *p = pieces_from_json(memcpy(text, file, size), size);
    owned_free(text);
    if (p != NULL)
        return p;
    char why[512];
    snprintf(why, sizeof why, "%s", kindling_error());
    kindling_set_error("%s: %s", name, why);
    return NULL;
}

SentencePiece *sentence_piece_read(const char *name, const char *file, size_t bytes)
{
    UNDO_ON_FAIL;
    Reading r = {.path = name, .text = (const unsigned char *)file, .size = bytes};
    bool json = file[strspn(file, " \t\r\n")] == '{' && memchr(file, 0, bytes) == NULL;
    return json ? of_json(name, file, bytes) : pieces_of(&r);
}

static SentencePiece *load_file(const char *path)
{
    size_t size;
    char *text = kindling_read_file(path, &size);
    if (text == NULL)
        return NULL;
    SentencePiece *p = sentence_piece_read(path, text, size);
    owned_free(text);
    return p;
}

SentencePiece *sentence_piece_load(const char *path)
{
    UNDO_ON_FAIL;
    char inside[4096];
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode))
        return load_file(path);
    int n = snprintf(inside, sizeof inside, "%s/tokenizer.json", path);
    if (n < (int)sizeof inside)
        return load_file(inside);
    kindling_set_error("sentence_piece_load: the path has %zu bytes, expected at most 4000",
                       strlen(path));
    return NULL;
}
