/* bpe_train.c - a vocabulary out of a text: the bytes, and merges learnt from its pieces
 * (bpe_learn.c).
 *
 * Texts of several documents have <|endoftext|> between them. Special tokens are cut out before
 * pairs are counted, or their parts would be learnt as if they were words, and stand behind all
 * others.
 */
#include <limits.h>
#include <string.h>
#include "bpe_parts.h"

static const char end_of_document[] = "<|endoftext|>";

/* ---- what a caller can do wrong -------------------------------------------------------------- */

static void check_vocabulary(const char *operation, long vocabulary, long n_special)
{
    if (vocabulary < 256 + n_special)
        fail("%s: vocabulary is %ld, expected at least %ld: every byte is a token%s", operation,
             vocabulary, 256 + n_special, n_special > 0 ? ", and so is each special one" : "");
    if (vocabulary > INT_MAX / 2)
        fail("%s: vocabulary is %ld, expected at most %d", operation, vocabulary, INT_MAX / 2);
}

void bpe_train_check(const char *text, size_t bytes, long vocabulary)
{
    check_vocabulary("bpe_train", vocabulary, 0);
    if (text == NULL && bytes > 0)
        fail("bpe_train: text is NULL, but has %zu bytes", bytes);
}

static void check_special(long n, const char *const special[])
{
    if (n < 0)
        fail("bpe_trainer_new: n_special is %ld, expected at least 0", n);
    for (long i = 0; i < n; i++) {
        if (special == NULL || special[i] == NULL || *special[i] == '\0')
            fail("bpe_trainer_new: special token %ld is empty, expected a text such as %s", i,
                 end_of_document);
        for (long j = 0; j < i; j++)
            if (strcmp(special[i], special[j]) == 0)
                fail("bpe_trainer_new: special tokens %ld and %ld are both \"%s\"", j, i,
                     special[i]);
    }
}

/* ---- text that comes bit by bit -------------------------------------------------------------- */

BpeTrainer *bpe_trainer_new(BpeSplit split, long n_special, const char *const special[])
{
    if (split != SPLIT_GPT2 && split != SPLIT_GPT4)
        fail("bpe_trainer_new: split is %d, expected SPLIT_GPT2 or SPLIT_GPT4", (int)split);
    check_special(n_special, special);
    UNDO_ON_FAIL;
    BpeTrainer *t = owned_alloc(sizeof *t);
    t->cuts = bpe_new();
    t->cuts->split = split;
    for (long i = 0; i < n_special; i++)
        bpe_add_special(t->cuts, special[i]);
    t->pieces.bpe = t->cuts;
    t->cutter = (BpeCutter){.special = t->cuts, .visit = bpe_count_part, .context = &t->pieces};
    return t;
}

void bpe_trainer_add(BpeTrainer *t, const char *text, size_t bytes)
{
    bpe_cutter_add(&t->cutter, text, bytes);
}

static Bpe *learn(const BpeTrainer *t, long vocabulary, long n_special)
{
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    Bpe *b = bpe_new();
    b->split = t->cuts->split;
    bpe_learn(b, bpe_words_of(&t->pieces), t->pieces.used, vocabulary - n_special);
    for (long i = 0; i < n_special; i++) {
        int id = t->cuts->special[i];
        size_t n = bpe_length(t->cuts, id);
        char *text = memcpy(scope_alloc(scope, n + 1), t->cuts->bytes + t->cuts->start[id], n);
        text[n] = '\0';
        bpe_add_special(b, text);
    }
    scope_close(scope);
    return b;
}

Bpe *bpe_trainer_learn(BpeTrainer *t, long vocabulary)
{
    check_vocabulary("bpe_trainer_learn", vocabulary, t->cuts->n_special);
    bpe_cutter_end(&t->cutter);
    return learn(t, vocabulary, t->cuts->n_special);
}

void bpe_trainer_free(BpeTrainer *t)
{
    if (t == NULL)
        return;
    bpe_free(t->cuts);
    bpe_pieces_free(&t->pieces);
    owned_free(t->cutter.waiting);
    owned_free(t);
}

/* ---- a text that is there -------------------------------------------------------------------- */

Bpe *bpe_train(const char *text, size_t bytes, long vocabulary)
{
    bpe_train_check(text, bytes, vocabulary);
    UNDO_ON_FAIL;
    BpeTrainer *t = bpe_trainer_new(SPLIT_GPT2, 1, (const char *const[]){end_of_document});
    bpe_cut(&t->cutter, text, bytes);
    Bpe *b = learn(t, vocabulary, vocabulary > 256 && t->pieces.specials > 0);
    bpe_trainer_free(t);
    return b;
}
