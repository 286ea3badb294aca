/* language_model.h - a GPT and its tokenizer, out of one place: what text can be written with. */
#ifndef LANGUAGE_MODEL_H
#define LANGUAGE_MODEL_H

#include "hub_config.h"
#include "vocabulary.h"

typedef struct {
    Gpt *gpt;
    Vocabulary *vocabulary; /* as large as the model's, or smaller: what is beyond has no text */
    int end;       /* the token that ends a text, <|endoftext|> or </s>; -1: there is none */
    int begin;     /* the one that stands in front of each, as Llamas want it; -1: none does */
    HubConfig hub; /* its ends do, too */
} LanguageModel;

/* A checkpoint of train, or its folder, of which the best weights are taken; a folder with a GPT-2 or a Llama as HuggingFace keeps it, whichever
 * config.json names: model.safetensors or its parts, config.json, and tokenizer.json, vocab.bpe,
 * merges.txt or tokenizer.bin; or a Llama of llama2.c, the .bin file or the folder in which no other is. Its
 * tokenizer is the only other .bin file beside it (tok512.bin, tokenizer.bin). A model may have
 * more rows than there are tokens (50304 for 50257, which nanoGPT pads for speed): none of those is
 * ever chosen. A tokenizer with more tokens than the model knows is refused. NULL and
 * kindling_error(). */
LanguageModel *language_model_load(const char *path);
/* The same, with the tokenizer of another file or folder; NULL: where it was said above. A
 * checkpoint has its own, and takes no other, unless it was trained on a file of ids. */
LanguageModel *language_model_load_with(const char *path, OR_NULL const char *tokenizer);
/* Does this token end a text? `end` does, those of generation_config.json, and the one with which
 * the next text would begin. */
bool language_model_ends(const LanguageModel *m, int id);
/* The token behind ids, n >= 1 of them, one of the vocabulary; those that are there pay a penalty
 * (repetition.h; 1: none). The cache has read the first of
 * those from *start on; what it has read it reads again only when the context is full, and *start
 * moves on. */
int language_model_next(const LanguageModel *m, KvCache *read, long *start, const int *ids, long n,
                        SampleOptions options, double penalty, OR_NULL Rng *rng);
/* gpt_generate among the tokens of the vocabulary: writes ids[n] to ids[n + count - 1]. */
void language_model_generate(const LanguageModel *m, int *ids, long n, long count,
                             SampleOptions options, OR_NULL Rng *rng);
/* Can a checkpoint of train keep its tokens: characters, pieces, or a BPE cut as GPT-2's? 0, or -1 and
 * kindling_error(). */
int language_model_may_train(const LanguageModel *m, const char *path);
void language_model_free(LanguageModel *m);

#endif
