/* target_numbers.c - what people type: a number that they expect, a word to be turned around. */
#include "fuzz.h"
#include <ctype.h>
#include <math.h>
#include "predict.h"
#include "spelling.h"

FUZZ_TARGET(numbers)
{
    char *text = fuzz_text(bytes, size);
    double number = NAN;
    bool read = number_of(text, &number);
    fuzz_check(read == (isfinite(number) != 0), "%g", number);
    Word word, there;
    if (!word_from(&word, text, size))
        return;
    fuzz_check((size_t)word.length == size && size <= WORD_LONGEST, "%d letters", word.length);
    const char *same = word_text(&word);
    for (size_t i = 0; i < size; i++)
        fuzz_check(same[i] == toupper(bytes[i]), "another word: %s", same);
    there = word_backwards(&word);
    there = word_backwards(&there);
    fuzz_check(word_equal(&word, &there), "twice around is another word");
}
