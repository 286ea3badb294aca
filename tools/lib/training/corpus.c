/* corpus.c - text files as one row of tokens, the last part of it held out.
 *
 * The tail is held out, not random windows: those would overlap with what was trained on. Invariant:
 * the text is valid UTF-8, and every character of it is in the vocabulary.
 */
#include "corpus.h"
#include <inttypes.h>
#include <string.h>

/* ---- files --------------------------------------------------------------------------------------- */

/* Makes the text longer by one file. */
static int append(Corpus *c, const char *path)
{
    size_t size;
    char *file = kindling_read_file(path, &size);
    if (file == NULL)
        return -1;
    size_t mark =
        strncmp(file, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* of the encoding, not of the text */
    size -= mark;
    if (size == 0) {
        kindling_set_error("%s: got an empty file, expected UTF-8 text. hint: another --text",
                           path);
        owned_free(file);
        return -1;
    }
    CharTokenizer *probe = char_tokenizer_new(file + mark, size);
    if (probe == NULL) {
        char why[256];
        snprintf(why, sizeof why, "%s", kindling_error());
        kindling_set_error("%s: expected UTF-8 text: %s. hint: iconv -t UTF-8, another --text, "
                           "or --tokenizer ids:N for a file of ids below N",
                           path, why);
        owned_free(file);
        return -1;
    }
    char_tokenizer_free(probe);
    char *text = owned_alloc(c->bytes + size + 2);
    if (c->bytes > 0)
        memcpy(text, c->text, c->bytes);
    if (c->bytes > 0 && text[c->bytes - 1] != '\n')
        text[c->bytes++] = '\n';
    memcpy(text + c->bytes, file + mark, size);
    owned_free(c->text);
    owned_free(file);
    c->text = text;
    c->bytes += size;
    c->files++;
    return 0;
}

static int append_all(Corpus *c, long n, char *const paths[])
{
    for (long i = 0; i < n; i++) {
        if (append(c, paths[i]) != 0)
            return -1;
    }
    return 0;
}

/* The project's own prose and headers, as they were one day: nobody edits them, so a run can be had again. */
static int append_prose(Corpus *c)
{
    char path[] = "notebooks-c/prose.txt";
    int status = append(c, path);
    if (status != 0)
        kindling_set_error("%s. hint: --text FILE", kindling_error());
    return status;
}

/* ---- tokens -------------------------------------------------------------------------------------- */

/* FNV-1a: not to be relied on against malice, only against a mix-up. */
static void take_fingerprint(Corpus *c)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < c->bytes; i++)
        hash = (hash ^ (unsigned char)c->text[i]) * 0x100000001b3;
    snprintf(c->fingerprint, sizeof c->fingerprint, "%016" PRIx64, hash);
}

static double mean_bytes(const Vocabulary *v, const int *tokens, long n)
{
    size_t bytes;
    owned_free(vocabulary_decode(v, tokens, n, &bytes));
    return n > 0 ? (double)bytes / (double)n : 0;
}

/* Merges are learnt from what is trained on; nobody has seen the rest. */
static int tokenize(Corpus *c, double held_out, const char *tokenizer)
{
    size_t learn = (size_t)((double)c->bytes * (1 - held_out));
    if (tokenizer != NULL)
        c->vocabulary = vocabulary_new(tokenizer, c->text, c->bytes, learn);
    if (c->vocabulary == NULL)
        return -1;
    c->tokens = owned_alloc((c->bytes + 2) * sizeof *c->tokens);
    c->n_tokens = vocabulary_encode_documents(c->vocabulary, c->text, c->bytes, c->tokens);
    if (c->n_tokens < 0)
        return -1;
    c->n_training = (long)((double)c->n_tokens * (1 - held_out));
    c->bytes_per_token =
        mean_bytes(c->vocabulary, c->tokens + c->n_training, c->n_tokens - c->n_training);
    take_fingerprint(c);
    return 0;
}

static int read_text(Corpus *c, int n, char *const paths[], double held_out, const char *tokenizer)
{
    int status = n > 0 ? append_all(c, n, paths) : append_prose(c);
    return status == 0 ? tokenize(c, held_out, tokenizer) : -1;
}

static Corpus *read_as(int n, char *const paths[], double held_out, const char *tokenizer,
                       Vocabulary *given)
{
    UNDO_ON_FAIL;
    Corpus *c = owned_alloc(sizeof *c);
    c->vocabulary = given;
    bool ids = given != NULL ? given->id_width > 0 : strncmp(tokenizer, "ids", 3) == 0;
    if (ids && given == NULL)
        c->vocabulary = vocabulary_new(tokenizer, NULL, 0, 0);
    int status = -1;
    if (!ids)
        status = read_text(c, n, paths, held_out, tokenizer);
    else if (c->vocabulary != NULL)
        status = corpus_take_ids(c, n, paths, held_out);
    if (status == 0)
        return c;
    corpus_free(c);
    return NULL;
}

Corpus *corpus_read(int n, char *const paths[], double held_out, const char *tokenizer)
{
    return read_as(n, paths, held_out, tokenizer, NULL);
}

Corpus *corpus_read_in(int n, char *const paths[], double held_out, Vocabulary *given)
{
    return read_as(n, paths, held_out, NULL, given);
}

void corpus_free(Corpus *c)
{
    if (c == NULL)
        return;
    vocabulary_free(c->vocabulary);
    token_file_free(c->ids);
    owned_free(c->tokens);
    owned_free(c->text);
    owned_free(c);
}
