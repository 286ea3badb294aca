/* bpe_load.c - a tokenizer out of a file or a folder, whatever kind it is. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "bpe_parts.h"

static bool begins_with(const char *text, size_t bytes, const char *with)
{
    size_t n = strlen(with);
    return bytes >= n && memcmp(text, with, n) == 0;
}

/* JSON begins with a brace, vocab.bpe with its version, and base64 has no space but in front of the rank. */
static Bpe *of_kind(const char *text, size_t bytes)
{
    size_t blank = strspn(text, " \t\r\n");
    if (text[blank] == '{')
        return bpe_from_json(text, bytes);
    size_t line = strcspn(text, "\r\n"), word = strcspn(text, " ");
    bool number = word + 1 < line && strspn(text + word + 1, "0123456789") == line - word - 1;
    if (!begins_with(text, bytes, "#version") && word % 4 == 0 && number)
        return bpe_from_tiktoken(text, bytes, SPLIT_GPT2);
    return bpe_from_merges(text, bytes);
}

static Bpe *load_file(const char *path)
{
    UNDO_ON_FAIL;
    size_t bytes;
    char *text = kindling_read_file(path, &bytes);
    if (text == NULL)
        return NULL;
    Bpe *b = of_kind(text, bytes);
    owned_free(text);
    if (b == NULL) {
        char why[256];
        snprintf(why, sizeof why, "%s", kindling_error());
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
        char inside[4096];
        int n = snprintf(inside, sizeof inside, "%s/%s", path, names[i]);
        if (n > 0 && n < (int)sizeof inside && stat(inside, &about) == 0)
            return load_file(inside);
    }
    kindling_set_error("bpe_load: %s holds none of tokenizer.json, vocab.bpe, merges.txt", path);
    return NULL;
}
