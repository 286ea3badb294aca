/* language_model.h - a GPT and its tokenizer, out of one place: what text can be written with. */
#ifndef LANGUAGE_MODEL_H
#define LANGUAGE_MODEL_H

#include "vocabulary.h"

typedef struct {
    Gpt *gpt;
    Vocabulary *vocabulary; /* no larger than the model's: what is beyond has no text */
    int end;                /* the token that ends a text, <|endoftext|>; -1: there is none */
} LanguageModel;

/* A checkpoint of train, or a folder with a GPT-2 as HuggingFace keeps it: model.safetensors, config.json, and
 * tokenizer.json, vocab.bpe or merges.txt. NULL and kindling_error(). */
LanguageModel *language_model_load(const char *path);
void language_model_free(LanguageModel *m);

#endif
