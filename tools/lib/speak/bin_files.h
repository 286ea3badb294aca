/* bin_files.h - which of a folder's .bin files is a model of llama2.c, and which its tokenizer. */
#ifndef BIN_FILES_H
#define BIN_FILES_H

#include <stdbool.h>

enum { BIN_PATH = 4096 };

/* Is there a model of llama2.c, and no config.json, which would be HuggingFace's? */
bool bin_folder(const char *folder);
/* The only model of the folder, and the only .bin beside a model that is none: to found[BIN_PATH].
 * false and kindling_error(): there is none, or more than one. */
bool bin_model(const char *folder, char *found);
bool bin_tokenizer(const char *model, char *found);

#endif
