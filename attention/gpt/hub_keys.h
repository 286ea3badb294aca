/* hub_keys.h - keys that HuggingFace's config.json has for a model of any kind (inside
 * attention/gpt/ only). */
#ifndef KINDLING_HUB_KEYS_H
#define KINDLING_HUB_KEYS_H

#include "json.h"

/* json_known with the n keys of one kind of model, and those that all kinds have. */
bool hub_known(Json *j, const char *key, const JsonKey *keys, long n);

#endif
