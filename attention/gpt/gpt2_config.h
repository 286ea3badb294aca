/* gpt2_config.h - what config.json says of a GPT-2 (inside attention/gpt/ only). */
#ifndef KINDLING_GPT2_CONFIG_H
#define KINDLING_GPT2_CONFIG_H

#include "attention.h"

typedef struct {
    long heads; /* 0: not said, as in all of these */
    long vocabulary, positions, context, channels, layers, inner;
    double eps;           /* of each layer norm */
    bool says_tied, tied; /* is something said? what? */
} Gpt2Config;

/* Reads the file if it is there, and leaves *config as it is if not. false and kindling_error(): it
 * is not JSON, or asks for another model than ours. */
bool gpt2_config_read(const char *path, Gpt2Config *config);
/* Do the sizes it says agree with those of the tensors? false and kindling_error(). */
bool gpt2_config_fits(const Gpt2Config *config, const GptOptions *o, const char *path);

#endif
