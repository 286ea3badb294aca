/* hub_config.h - what a folder of HuggingFace's says beside its weights: which kind of model, and
 * which tokens begin and end a text. */
#ifndef HUB_CONFIG_H
#define HUB_CONFIG_H

#include <stdbool.h>

enum { HUB_ENDS = 8 };

typedef struct {
    char model_type[32];       /* "": not said */
    int begin;                 /* -1: not said */
    int n_ends, end[HUB_ENDS]; /* Llama 3 has several */
} HubConfig;

/* config.json and generation_config.json, whose word counts more, where they are there. false and
 * kindling_error(): they are not JSON, or tokens are none. */
bool hub_config_read(const char *folder, HubConfig *c);

#endif
