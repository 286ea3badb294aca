/* hub_save.h - a folder as HuggingFace keeps a model (inside attention/gpt/ only). */
#ifndef KINDLING_HUB_SAVE_H
#define KINDLING_HUB_SAVE_H

#include <stdio.h>
#include "attention.h"

/* How a kind of model is written. Both functions are called in a scope of its own, and record no
 * graph. */
typedef struct {
    const char *caller;
    int (*save_tensors)(const Gpt *g, const char *path); /* as safetensors_save */
    void (*write_config)(const Gpt *g, FILE *stream);    /* all of config.json */
} HubForm;
/* Writes folder/model.safetensors and folder/config.json, each atomic; the folder is made if it is
 * not there. 0, or -1 and kindling_error(). */
int hub_save(const HubForm *form, const Gpt *g, const char *folder);

#endif
