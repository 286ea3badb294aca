/* llama_config.h - what config.json says of a Llama (inside attention/gpt/ only). */
#ifndef KINDLING_LLAMA_CONFIG_H
#define KINDLING_LLAMA_CONFIG_H

#include "attention.h"

/* Reads config.json, which must be there, for it says sizes that the tensors do not. false and
 * kindling_error(): it is not JSON, says no size, or asks for another model than ours. */
bool llama_config_read(const char *path, GptOptions *o);

#endif
