/* vocabulary.h - what a run's tokens are: characters of its text, byte-level BPE, pieces with scores, or ids
 * out of a file, whose text is numbers with spaces between them. */
#ifndef VOCABULARY_H
#define VOCABULARY_H

#include "kindling.h"

typedef struct {
    long size;
    CharTokenizer *characters; /* or NULL */
    Bpe *bpe;                  /* or NULL */
    SentencePiece *pieces;     /* or NULL: of models that were trained elsewhere */
    char *file;                /* all that the file of those pieces held, or NULL */
    size_t file_bytes;
    int id_width; /* 2 or 4: ids of so many bytes that nobody here has words for; else 0 */
} Vocabulary;

/* kind: "characters"; "bpe:N", a vocabulary of N tokens learnt from the first `learn` bytes; "ids:N" and
 * "ids4:N", ids below N of 2 and 4 bytes, for which text may be NULL. NULL and kindling_error(): no such kind,
 * or text that has no characters. */
Vocabulary *vocabulary_new(const char *kind, const char *text, size_t bytes, size_t learn);
/* That of a checkpoint. NULL and kindling_error(). */
Vocabulary *vocabulary_of_checkpoint(const char *path);
/* A byte-level BPE out of a file or a folder, as bpe_load reads them, or pieces as
 * sentence_piece_load does: of a tokenizer.bin, or a tokenizer.json with byte_fallback. NULL and
 * kindling_error(). */
Vocabulary *vocabulary_load(const char *path);
/* As metadata of a checkpoint; owned_free the value. */
MetadataEntry vocabulary_metadata(const Vocabulary *v);
/* Its special token between documents, in the current scope; "": it has none. */
MetadataEntry vocabulary_special(const Vocabulary *v);
void vocabulary_free(Vocabulary *v);

/* The number of tokens written to ids, at least `bytes` + 2 long; -1 and kindling_error(). */
long vocabulary_encode(const Vocabulary *v, const char *text, size_t bytes, int *ids);
/* The same of a text that goes on from another: pieces have nothing in front then. */
long vocabulary_encode_more(const Vocabulary *v, const char *text, size_t bytes, int *ids);
/* The same of a text that is learnt from: special tokens between its documents are found. */
long vocabulary_encode_documents(const Vocabulary *v, const char *text, size_t bytes, int *ids);
/* *bytes of text, 0-terminated; owned_free it. With BPE it may begin and end within a character. */
char *vocabulary_decode(const Vocabulary *v, const int *ids, long n, size_t *bytes);

#endif
