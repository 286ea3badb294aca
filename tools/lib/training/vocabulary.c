/* vocabulary.c - what a run's tokens are: characters of its text, byte-level BPE, pieces with scores, or ids. */
#include "vocabulary.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "training_run.h"

enum { MOST_IDS = 1 << 24 }; /* a table of embeddings that large is a mistake */

/* N of "bpe:N"; 0: this is something else. */
static long bpe_size(const char *kind)
{
    if (strncmp(kind, "bpe:", 4) != 0)
        return 0;
    char *end;
    long size = strtol(kind + 4, &end, 10);
    return *end == '\0' && size > 256 && size <= 1000000 ? size : 0;
}

/* "ids:50257", or "ids4:50257" where each has 4 bytes; NULL: this is something else. */
static Vocabulary *of_ids(const char *kind)
{
    int width = strncmp(kind, "ids4:", 5) == 0 ? 4 : 2;
    const char *digits = kind + (width == 4 ? 5 : 4);
    if (width == 2 && strncmp(kind, "ids:", 4) != 0)
        return NULL;
    long size = *digits >= '1' && *digits <= '9' ? strtol(digits, NULL, 10) : 0;
    if (digits[strspn(digits, "0123456789")] != '\0' || size < 2 || size > MOST_IDS ||
        (width == 2 && size > 65536))
        return NULL;
    Vocabulary *v = owned_alloc(sizeof *v);
    v->size = size;
    v->id_width = width;
    return v;
}

static Vocabulary *of(CharTokenizer *characters, Bpe *bpe)
{
    if (characters == NULL && bpe == NULL)
        return NULL;
    Vocabulary *v = owned_alloc(sizeof *v);
    v->characters = characters;
    v->bpe = bpe;
    v->size = bpe != NULL ? bpe->size : characters->size;
    return v;
}

Vocabulary *vocabulary_new(const char *kind, const char *text, size_t bytes, size_t learn)
{
    UNDO_ON_FAIL;
    if (strcmp(kind, "characters") == 0)
        return of(char_tokenizer_new(text, bytes), NULL);
    if (bpe_size(kind) > 0)
        return of(NULL, bpe_train(text, learn, bpe_size(kind)));
    Vocabulary *v = of_ids(kind);
    if (v == NULL)
        kindling_set_error(
            "train: --tokenizer: got \"%.40s\", expected characters, bpe:N with a vocabulary of "
            "257 "
            "to 1000000 tokens, ids:N for a file of ids below N, at most 65536, of 2 bytes each, "
            "or ids4:N for one of 4. hint: --tokenizer bpe:512",
            kind);
    return v;
}

static Vocabulary *of_ranks(const char *ranks, const char *path)
{
    const char *special = checkpoint_metadata(path, "bpe.special");
    Bpe *b = bpe_from_tiktoken(ranks, strlen(ranks), SPLIT_GPT2);
    if (b != NULL && b->n_special == 0 && special != NULL && *special != '\0')
        bpe_add_special(b, special);
    if (b != NULL)
        return of(NULL, b);
    char why[256];
    snprintf(why, sizeof why, "%s", kindling_error());
    kindling_set_error("%s: its tokens: %s. hint: another copy of the file, this one was changed",
                       path, why);
    return NULL;
}

/* What such a file held belongs to the vocabulary from here on. */
static Vocabulary *of_pieces(const char *name, char *file, size_t bytes)
{
    SentencePiece *pieces = sentence_piece_read(name, file, bytes);
    if (pieces == NULL)
        return NULL;
    Vocabulary *v = owned_alloc(sizeof *v);
    *v = (Vocabulary){.size = pieces->size, .pieces = pieces, .file = file, .file_bytes = bytes};
    return v;
}

/* Two digits for each byte, which JSON takes as they are. */
static char *as_hex(const char *file, size_t bytes)
{
    static const char digit[] = "0123456789abcdef";
    char *hex = owned_alloc(2 * bytes + 1);
    for (size_t i = 0; i < bytes; i++) {
        hex[2 * i] = digit[(unsigned char)file[i] >> 4];
        hex[2 * i + 1] = digit[(unsigned char)file[i] & 15];
    }
    return hex;
}

static Vocabulary *of_hex(const char *hex, const char *path)
{
    size_t bytes = strspn(hex, "0123456789abcdef") / 2;
    if (hex[2 * bytes] != '\0') {
        kindling_set_error("%s: its tokens: byte %zu of \"pieces\" is wrong, expected pairs of 0 to 9 "
                           "and a to f. hint: another copy of the file, this one was changed",
                           path, 2 * bytes);
        return NULL;
    }
    char *file = owned_alloc(bytes + 1);
    for (size_t i = 0; i < bytes; i++)
        file[i] = (char)strtol((char[]){hex[2 * i], hex[2 * i + 1], '\0'}, NULL, 16);
    Vocabulary *v = of_pieces(path, file, bytes);
    if (v == NULL)
        owned_free(file);
    return v;
}

static Vocabulary *of_ids_kept(const char *kind, const char *path)
{
    Vocabulary *v = of_ids(kind);
    if (v == NULL)
        kindling_set_error("%s: its tokens: \"ids\" is \"%.40s\", expected ids:N or ids4:N. hint: "
                           "another copy of the file, this one was changed",
                           path, kind);
    return v;
}

Vocabulary *vocabulary_of_checkpoint(const char *path)
{
    UNDO_ON_FAIL;
    const char *ranks = checkpoint_metadata(path, "bpe");
    if (ranks != NULL)
        return of_ranks(ranks, path);
    const char *pieces = checkpoint_metadata(path, "pieces");
    if (pieces != NULL)
        return of_hex(pieces, path);
    const char *ids = checkpoint_metadata(path, "ids");
    if (ids != NULL)
        return of_ids_kept(ids, path);
    const char *letters = checkpoint_metadata(path, "alphabet");
    return letters != NULL ? of(char_tokenizer_from(letters), NULL) : NULL;
}

/* The file itself, or that of a folder; NULL: neither. */
static char *tokenizer_file(const char *path, size_t *bytes)
{
    char inside[4096];
    struct stat about;
    bool folder = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    int n = snprintf(inside, sizeof inside, folder ? "%s/tokenizer.json" : "%s", path);
    return n < (int)sizeof inside && stat(inside, &about) == 0 ? kindling_read_file(inside, bytes)
                                                               : NULL;
}

/* tokenizer.bin begins with a small number of four bytes, and text has no byte 0; in a tokenizer.json
 * the BPE that falls back to bytes says so. */
static bool has_pieces(const char *text, size_t bytes)
{
    static const char key[] = "\"byte_fallback\"";
    const char *at = strstr(text, key);
    at = at != NULL ? at + sizeof key - 1 : "";
    at += strspn(at, " \t\r\n:");
    return (bytes >= 4 && memchr(text, 0, 4) != NULL) || strncmp(at, "true", 4) == 0;
}

Vocabulary *vocabulary_load(const char *path)
{
    UNDO_ON_FAIL;
    size_t bytes;
    char *file = tokenizer_file(path, &bytes);
    Vocabulary *v = NULL;
    bool pieces = file != NULL && has_pieces(file, bytes);
    if (pieces)
        v = of_pieces(path, file, bytes);
    if (v == NULL)
        owned_free(file);
    return pieces ? v : of(NULL, bpe_load(path));
}

MetadataEntry vocabulary_metadata(const Vocabulary *v)
{
    if (v->bpe != NULL)
        return (MetadataEntry){"bpe", bpe_text(v->bpe)};
    if (v->pieces != NULL)
        return (MetadataEntry){"pieces", as_hex(v->file, v->file_bytes)};
    if (v->id_width > 0) {
        enum { MOST = 32 };
        char *kind = owned_alloc(MOST);
        snprintf(kind, MOST, "ids%s:%ld", v->id_width == 4 ? "4" : "", v->size);
        return (MetadataEntry){"ids", kind};
    }
    return (MetadataEntry){"alphabet", char_tokenizer_alphabet(v->characters)};
}

MetadataEntry vocabulary_special(const Vocabulary *v)
{
    char *text = scope_alloc(scope_current(), 1);
    size_t n = 0;
    if (v->bpe != NULL && v->bpe->n_special > 0) {
        int id = v->bpe->special[0];
        n = v->bpe->start[id + 1] - v->bpe->start[id];
        text = memcpy(scope_alloc(scope_current(), n + 1), v->bpe->bytes + v->bpe->start[id], n);
    }
    text[n] = '\0';
    return (MetadataEntry){"bpe.special", text};
}

void vocabulary_free(Vocabulary *v)
{
    if (v == NULL)
        return;
    char_tokenizer_free(v->characters);
    bpe_free(v->bpe);
    sentence_piece_free(v->pieces);
    owned_free(v->file);
    owned_free(v);
}

/* Numbers with spaces between them. */
static long read_ids(const Vocabulary *v, const char *text, int *ids)
{
    static const char space[] = " \t\r\n";
    long n = 0;
    for (const char *at = text + strspn(text, space); *at != '\0'; at += strspn(at, space)) {
        size_t digits = strspn(at, "0123456789");
        long id = digits > 0 && digits < 10 ? strtol(at, NULL, 10) : v->size;
        if (id >= v->size || strcspn(at, space) != digits) {
            kindling_set_error("got \"%.20s\", expected ids of 0 to %ld with spaces between them, "
                               "for the model was trained on a file of ids. hint: generate with "
                               "--tokenizer FILE, which knows their text",
                               at, v->size - 1);
            return -1;
        }
        ids[n++] = (int)id;
        at += digits;
    }
    return n;
}

long vocabulary_encode(const Vocabulary *v, const char *text, size_t bytes, int *ids)
{
    if (v->pieces != NULL)
        return sentence_piece_encode(v->pieces, text, bytes, true, ids);
    return vocabulary_encode_more(v, text, bytes, ids);
}

long vocabulary_encode_more(const Vocabulary *v, const char *text, size_t bytes, int *ids)
{
    if (v->pieces != NULL)
        return sentence_piece_encode(v->pieces, text, bytes, false, ids);
    if (v->id_width > 0)
        return read_ids(v, text, ids);
    return v->bpe != NULL ? bpe_encode(v->bpe, text, bytes, ids)
                          : char_encode(v->characters, text, bytes, ids);
}

long vocabulary_encode_documents(const Vocabulary *v, const char *text, size_t bytes, int *ids)
{
    return v->bpe != NULL ? bpe_encode_special(v->bpe, text, bytes, ids)
                          : vocabulary_encode_more(v, text, bytes, ids);
}

static size_t write_ids(const int *ids, long n, char *out, size_t room)
{
    size_t at = 0;
    for (long i = 0; i < n; i++)
        at += (size_t)snprintf(out != NULL ? out + at : NULL, out != NULL ? room - at : 0, " %d",
                               ids[i]);
    return at;
}

static size_t decode(const Vocabulary *v, const int *ids, long n, char *out, size_t room)
{
    if (v->id_width > 0)
        return write_ids(ids, n, out, room);
    return v->bpe != NULL ? bpe_decode(v->bpe, ids, n, out, room)
                          : sentence_piece_decode(v->pieces, ids, n, out, room);
}

char *vocabulary_decode(const Vocabulary *v, const int *ids, long n, size_t *bytes)
{
    if (v->characters != NULL) {
        char *text = char_decode(v->characters, ids, n);
        *bytes = strlen(text);
        return text;
    }
    *bytes = decode(v, ids, n, NULL, 0);
    char *text = owned_alloc(*bytes + 1);
    decode(v, ids, n, text, *bytes + 1);
    return text;
}
