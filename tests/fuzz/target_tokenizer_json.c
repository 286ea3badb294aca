/* target_tokenizer_json.c - HuggingFace's tokenizer.json. */
#include "bpe_checks.h"

FUZZ_TARGET(tokenizer_json)
{
    check_bpe(bpe_from_json((const char *)bytes, size), bytes, size);
}
