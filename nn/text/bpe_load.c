/* bpe_load.c - a tokenizer out of a file or a folder, whatever kind it is. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "bpe_parts.h"
#include "json.h"

enum { PATH = 4096 };

static bool begins_with(const char *text, size_t bytes, const char *with)
{
    size_t n = strlen(with);
    return bytes >= n && memcmp(text, with, n) == 0;
}

/* ---- files beside a file --------------------------------------------------------------------- */

/* The path of another file in the same folder, in `to`; false: it is not there. */
static bool beside(const char *path, const char *name, char *to)
{
    const char *slash = strrchr(path, '/');
    int folder = slash != NULL ? (int)(slash + 1 - path) : 0;
    int n = snprintf(to, PATH, "%.*s%s", folder, path, name);
    struct stat about;
    return n > 0 && n < PATH && stat(to, &about) == 0;
}

/* Its text; NULL: it is not there, or cannot be read, and then *ok is false. */
static char *text_beside(const char *path, const char *name, bool *ok)
{
    char other[PATH];
    if (!beside(path, name, other))
        return NULL;
    char *text = kindling_read_file(other, NULL);
    *ok = *ok && text != NULL;
    return text;
}

/* merges.txt, with the ids of the file beside it if there is one. */
static Bpe *of_merges(const char *path, const char *text, size_t bytes)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    if (strcmp(name, "merges.txt") != 0 && strcmp(name, "vocab.bpe") != 0)
        return bpe_from_merges(text, bytes);
    bool ok = true;
    char *vocab = text_beside(path, "vocab.json", &ok);
    if (vocab == NULL && ok)
        vocab = text_beside(path, "encoder.json", &ok);
    char *added = text_beside(path, "added_tokens.json", &ok);
    Bpe *b = NULL;
    if (ok && (vocab != NULL || added == NULL))
        b = vocab != NULL ? bpe_from_vocab(vocab, text, bytes, added)
                          : bpe_from_merges(text, bytes);
    else if (ok)
        kindling_set_error("added_tokens.json is there, and no vocab.json");
    owned_free(vocab);
    owned_free(added);
    return b;
}

static bool read_config_member(Json *j, const char *key, void *context)
{
    static const JsonKey space = {"add_prefix_space", "false|null",
                                  "a space that is put in front is not supported"};
    (void)context; /* the others are for Python's class: names, lengths, templates of chats */
    return strcmp(key, space.key) == 0 ? json_known(j, key, &space, 1) : json_skip(j);
}

/* Does tokenizer_config.json, if there is one, leave the ids as the other files say? */
static bool config_agrees(const char *path)
{
    char config[PATH];
    if (!beside(path, "tokenizer_config.json", config))
        return true;
    size_t size;
    char *text = kindling_read_file(config, &size);
    if (text == NULL)
        return false;
    Json j = {
        .path = "tokenizer_config.json", .whole = "the file", .text = text, .size = (long)size};
    bool ok = json_is_text(&j) && json_object(&j, read_config_member, NULL) && json_end(&j);
    owned_free(text);
    return ok;
}

/* ---- a file ---------------------------------------------------------------------------------- */

static Bpe *of_ranks(const char *path, const char *text, size_t bytes)
{
    Bpe *b = bpe_from_tiktoken(text, bytes, SPLIT_GPT2);
    if (b == NULL || bpe_split_of(b, path, &b->split))
        return b;
    bpe_free(b);
    return NULL;
}

/* JSON begins with a brace, vocab.bpe with its version, and base64 has no space but in front of the
 * rank. */
static Bpe *of_kind(const char *path, const char *text, size_t bytes)
{
    size_t blank = strspn(text, " \t\r\n");
    if (memchr(text, 0, bytes) != NULL) {
        kindling_set_error("not a tokenizer of byte-level BPE, which is text: expected "
                           "tokenizer.json, vocab.bpe, merges.txt or a .tiktoken file, found a "
                           "byte 0. hint: tokenizer.bin of llama2.c is read by "
                           "sentence_piece_load, and tokenizer.model by none");
        return NULL;
    }
    if (text[blank] == '{')
        return bpe_from_json(text, bytes);
    size_t line = strcspn(text, "\r\n"), word = strcspn(text, " ");
    bool number = word + 1 < line && strspn(text + word + 1, "0123456789") == line - word - 1;
    if (!begins_with(text, bytes, "#version") && word % 4 == 0 && number)
        return of_ranks(path, text, bytes);
    return of_merges(path, text, bytes);
}

static Bpe *load_file(const char *path)
{
    UNDO_ON_FAIL;
    size_t bytes;
    char *text = kindling_read_file(path, &bytes);
    if (text == NULL)
        return NULL;
    Bpe *b = of_kind(path, text, bytes);
    owned_free(text);
    if (b == NULL) {
        char why[512];
        snprintf(why, sizeof why, "%s", kindling_error());
        if (!begins_with(why, strlen(why), path))
            kindling_set_error("%s: %s", path, why);
    }
    return b;
}

Bpe *bpe_load(const char *path)
{
    static const char *const names[] = {"tokenizer.json", "vocab.bpe", "merges.txt"};
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode))
        return load_file(path);
    for (int i = 0; i < 3; i++) {
        char inside[PATH];
        int n = snprintf(inside, sizeof inside, "%s/%s", path, names[i]);
        if (n > 0 && n < (int)sizeof inside && stat(inside, &about) == 0)
            return config_agrees(inside) ? load_file(inside) : NULL;
    }
    kindling_set_error("bpe_load: %s holds none of tokenizer.json, vocab.bpe, merges.txt", path);
    return NULL;
}
