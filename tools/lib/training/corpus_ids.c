/* corpus_ids.c - a file of token ids in place of text: mapped, not read, so it may be larger than memory.
 *
 * Invariant: a file of up to 64 MB has no id that the vocabulary has not; of a larger one that is sure of
 * the blocks that were looked at, and token_dataset_new looks at each id that is trained on.
 */
#include <inttypes.h>
#include "corpus.h"

enum { BLOCK = 2048, WHOLE = 1 << 25 }; /* ids */

static int check_id(const Corpus *c, const char *path, long i, long id)
{
    const Vocabulary *v = c->vocabulary;
    if (id < v->size)
        return 0;
    kindling_set_error("%s: id %ld is %ld, expected less than %ld, the size of the vocabulary. hint: "
                       "the N of --tokenizer ids:N that the file was made with, or ids%s:N for ids "
                       "of %d bytes",
                       path, i, id, v->size, v->id_width == 2 ? "4" : "", 6 - v->id_width);
    return -1;
}

/* FNV-1a, as of a text. */
static int look_through(Corpus *c, const char *path)
{
    uint64_t hash = 0xcbf29ce484222325 ^ (uint64_t)c->n_tokens;
    long apart = BLOCK * (1 + c->n_tokens / WHOLE);
    for (long from = 0; from < c->n_tokens; from += apart)
        for (long i = from; i < from + BLOCK && i < c->n_tokens; i++) {
            long id = token_file_at(c->ids, i);
            if (check_id(c, path, i, id) != 0)
                return -1;
            hash = (hash ^ (uint64_t)id) * 0x100000001b3;
        }
    snprintf(c->fingerprint, sizeof c->fingerprint, "%016" PRIx64, hash);
    return 0;
}

int corpus_take_ids(Corpus *c, int n, char *const paths[], double held_out)
{
    if (n != 1) {
        kindling_set_error("train: --text: got %d files, expected one file of ids for --tokenizer "
                           "ids:N. hint: %s",
                           n, n == 0 ? "--text FILE" : "cat FILES > all.bin");
        return -1;
    }
    c->ids = token_file_open(paths[0], c->vocabulary->id_width);
    if (c->ids == NULL)
        return -1;
    c->files = 1;
    c->n_tokens = c->ids->count;
    c->bytes = (size_t)c->n_tokens * (size_t)c->ids->width;
    c->n_training = (long)((double)c->n_tokens * (1 - held_out));
    return look_through(c, paths[0]);
}
