/* corpus.h - text files as one row of tokens, the last part of it held out. */
#ifndef CORPUS_H
#define CORPUS_H

#include "kindling.h"

typedef struct {
    long files;
    size_t bytes;
    char *text; /* all files, a line break between them */
    CharTokenizer *alphabet;
    int *tokens;
    long n_tokens, n_training; /* tokens[n_training ..] are held out */
    char fingerprint[20];      /* tells texts apart: hexadecimal */
} Corpus;

/* Reads the files; with n = 0 the prose of this project, found under the current folder. held_out is
 * the share kept back. NULL and kindling_error(): the file, and what is wrong with it. */
Corpus *corpus_read(int n, char *const paths[], double held_out);
void corpus_free(Corpus *c);

#endif
