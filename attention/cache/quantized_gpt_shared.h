/* quantized_gpt_shared.h - what the files of a GPT of codes share. It is not installed. */
#ifndef KINDLING_QUANTIZED_GPT_SHARED_H
#define KINDLING_QUANTIZED_GPT_SHARED_H

#include "kv_cache_shared.h"

QuantizedGpt *quantized_gpt_new_uninitialized(GptOptions o,
                                              QuantScheme scheme); /* all codes are 0 */

#endif
