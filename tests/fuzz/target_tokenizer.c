/* target_tokenizer.c - a tokenizer's file, of which nobody says what kind it is. */
#include "bpe_checks.h"

FUZZ_TARGET(tokenizer)
{
    check_bpe(bpe_load(fuzz_file("tokenizer", bytes, size)), bytes, size);
}
