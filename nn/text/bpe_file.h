/* bpe_file.h - what a file of HuggingFace's says, before it becomes a vocabulary (inside nn/text/
 * only).
 *
 * Members may come in any order, so all are noted first; bpe_build makes a vocabulary of them.
 */
#ifndef KINDLING_BPE_FILE_H
#define KINDLING_BPE_FILE_H

#include "bpe_parts.h"
#include "json.h"

typedef struct {
    const char *text;
    /* of a merge: 1 where the text is both halves, 2 where it is one, and the next is the other */
    long id;
} BpeEntry;
typedef struct {
    BpeEntry *items; /* owned */
    long count, room;
} BpeEntries;
typedef struct {
    const char *operation; /* for messages */
    BpeEntries vocab, merges, added;
    BpeEntry entry; /* of added_tokens, while it is read */
    BpeSplit split;
    bool ignore_merges, byte_level;
    bool is_cut;     /* a regular expression stood in front of ByteLevel */
    char around[32]; /* the post-processor that would put tokens around a text */
    int depth;       /* of sequences in sequences */
} BpeFile;

/* ---- bpe_build.c ----------------------------------------------------------------------------- */

void bpe_note(BpeEntries *e, const char *text, long id);
void bpe_file_free(BpeFile *f); /* the entries */
/* The vocabulary; NULL and kindling_error(). */
Bpe *bpe_build(const BpeFile *f);

/* ---- bpe_json.c ------------------------------------------------------------------------------ */

/* {"token": id, ...}: a callback of json_object with a BpeEntries. */
bool bpe_read_ids(Json *j, const char *key, void *entries);
/* A merge, and an added token: callbacks of json_list with a BpeFile. */
bool bpe_read_merge(Json *j, void *file);
bool bpe_read_added(Json *j, void *file);

/* ---- bpe_json_cut.c -------------------------------------------------------------------------- */

/* pre_tokenizer, post_processor and decoder; callbacks of json_object with a BpeFile. */
bool bpe_read_cut(Json *j, BpeFile *f);
bool bpe_read_post_processor(Json *j, BpeFile *f);
bool bpe_read_decoder(Json *j, BpeFile *f);

#endif
