/* corpus.h - text files as one row of tokens, the last part of it held out. */
#ifndef CORPUS_H
#define CORPUS_H

#include "kindling.h"
#include "vocabulary.h"

typedef struct {
    long files;
    size_t bytes;
    char *text; /* all files, a line break between them */
    Vocabulary *vocabulary;
    int *tokens;
    long n_tokens, n_training; /* tokens[n_training ..] are held out */
    double bytes_per_token;    /* of those that are held out */
    char fingerprint[20];      /* tells texts apart: hexadecimal */
} Corpus;

/* Reads the files; with n = 0 notebooks-c/prose.txt of the current folder. held_out is the share
 * kept back; tokenizer: "characters" or "bpe:N" (vocabulary.h). NULL and kindling_error(). */
Corpus *corpus_read(int n, char *const paths[], double held_out, const char *tokenizer);
/* The same in tokens that are given; the vocabulary is the corpus's from here on, also where it
 * fails: of a text with characters that it has not. */
Corpus *corpus_read_in(int n, char *const paths[], double held_out, Vocabulary *given);
void corpus_free(Corpus *c);

#endif
