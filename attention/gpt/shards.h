/* shards.h - the tensors of a folder, in one safetensors file or in many (inside attention/gpt/
 * only). */
#ifndef KINDLING_SHARDS_H
#define KINDLING_SHARDS_H

#include "attention.h"
#include "safetensors.h"

typedef struct {
    char *path; /* of the file, or of model.safetensors.index.json; owned */
    SafeTensors **files;
    long count;
} Shards;

/* path: a .safetensors file, or a folder with model.safetensors or with
 * model.safetensors.index.json and the files that it names. Owned: free it by shards_close. NULL
 * and kindling_error(): also what lies there instead (pytorch_model.bin, GGUF). */
Shards *shards_open(const char *path);
void shards_close(OR_NULL Shards *s);
/* A tensor's place: the file that has it, and what is known of it. NULL: no file has it. */
const TensorEntry *shards_find(const Shards *s, const char *name, SafeTensors **file);

#endif
