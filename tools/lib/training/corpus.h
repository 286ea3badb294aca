/* corpus.h - text files, or a file of token ids, as one row of tokens, the last part of it held out. */
#ifndef CORPUS_H
#define CORPUS_H

#include "kindling.h"
#include "vocabulary.h"

typedef struct {
    long files;
    size_t bytes;
    TokenFile *ids; /* NULL: these are text */
    char *text;     /* all files, a line break between them; NULL with ids, as tokens are */
    Vocabulary *vocabulary;
    int *tokens;
    long n_tokens, n_training; /* tokens[n_training ..] are held out */
    double bytes_per_token;    /* of those that are held out; 0: nobody knows */
    char fingerprint[20];      /* tells texts apart: hexadecimal */
} Corpus;

/* Reads the files; with n = 0 notebooks-c/prose.txt of the current folder. held_out is the share
 * kept back; tokenizer: "characters", "bpe:N", or, with one
 * file, "ids:N" (vocabulary.h). NULL and kindling_error(). */
Corpus *corpus_read(int n, char *const paths[], double held_out, const char *tokenizer);
/* The same in tokens that are given; the vocabulary is the corpus's from here on, also where it
 * fails: of a text with characters that it has not. */
Corpus *corpus_read_in(int n, char *const paths[], double held_out, Vocabulary *given);
void corpus_free(Corpus *c);

/* Makes the ids of one file the tokens of a corpus that has their vocabulary, and nothing else yet. 0;
 * -1, kindling_error(): several files, none of ids, or an id that the vocabulary has not. Of more than
 * 64 MB only some, evenly spread, are looked at: they make the fingerprint. */
int corpus_take_ids(Corpus *c, int n, char *const paths[], double held_out);

#endif
