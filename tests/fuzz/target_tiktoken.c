/* target_tiktoken.c - tiktoken's ranks; what is read can be written, and is then the same vocabulary. */
#include "bpe_checks.h"

static void write_and_read(const Bpe *b)
{
    char *text = bpe_text(b);
    Bpe *again = bpe_from_tiktoken(text, strlen(text), b->split);
    fuzz_check(again != NULL && again->size == b->size && again->n_merges == b->n_merges,
               "what was written is another vocabulary: %s", kindling_error());
    bpe_free(again);
    owned_free(text);
}

FUZZ_TARGET(tiktoken)
{
    BpeSplit split = size % 2 == 0 ? SPLIT_GPT2 : SPLIT_GPT4;
    Bpe *b = bpe_from_tiktoken((const char *)bytes, size, split);
    if (b != NULL)
        write_and_read(b);
    check_bpe(b, bytes, size);
}
