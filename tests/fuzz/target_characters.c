/* target_characters.c - a vocabulary of characters from a text; after a line "--" a text to be written with it. */
#include "fuzz.h"
#include "utf8.h"

static void other_text(const CharTokenizer *t, const uint8_t *bytes, size_t size)
{
    int *ids = scope_alloc(scope_current(), (size + 1) * sizeof *ids);
    fuzz_ask();
    long n = char_encode(t, (const char *)bytes, size, ids);
    fuzz_told(n >= 0);
    if (n < 0)
        return;
    char *text = char_decode(t, ids, n);
    fuzz_check(strlen(text) == size && memcmp(text, bytes, size) == 0, "another text");
    owned_free(text);
}

FUZZ_TARGET(characters)
{
    FuzzPart first = fuzz_part(&bytes, &size);
    CharTokenizer *t = char_tokenizer_new((const char *)first.bytes, first.size);
    fuzz_told(t != NULL);
    bool valid = utf8_valid_length((const char *)first.bytes, first.size) == first.size;
    fuzz_check((t != NULL) == (valid && first.size > 0), "UTF-8 or not");
    if (t == NULL)
        return;
    other_text(t, first.bytes, first.size);
    other_text(t, bytes, size);
    char *alphabet = char_tokenizer_alphabet(t);
    CharTokenizer *same = char_tokenizer_from(alphabet);
    fuzz_check(same != NULL && same->size == t->size, "the alphabet is another vocabulary");
    for (long i = 0; i < t->size; i++)
        fuzz_check(same->character[i] == t->character[i], "character %ld", i);
    owned_free(alphabet);
    char_tokenizer_free(same);
    char_tokenizer_free(t);
}
