/* target_merges.c - GPT-2's vocab.bpe: a line per merge. */
#include "bpe_checks.h"

FUZZ_TARGET(merges)
{
    check_bpe(bpe_from_merges((const char *)bytes, size), bytes, size);
}
