/* target_options.c - a command line, one word in each line; what was read is written down and read again. */
#include "fuzz.h"
#include "recipe.h"

enum { MOST_WORDS = 40 };

static int words_of(char *text, char *argv[MOST_WORDS])
{
    int argc = 0;
    argv[argc++] = "train";
    for (char *at = text; at != NULL && argc < MOST_WORDS;) {
        char *end = strchr(at, '\n');
        argv[argc++] = at;
        if (end != NULL)
            *end++ = '\0';
        at = end;
    }
    return argc;
}

/* Does a setting that metadata hold have the same text in b? */
static void same_settings(const Recipe *a, const Recipe *b)
{
    long n, m;
    MetadataEntry *first = recipe_metadata(a, 0, &n), *second = recipe_metadata(b, 0, &m);
    fuzz_check(n == m, "settings are missing");
    for (long i = 0; i < n; i++)
        fuzz_check(strcmp(first[i].value, second[i].value) == 0, "--%s: %s, %s", first[i].key,
                   first[i].value, second[i].value);
}

FUZZ_TARGET(options)
{
    char *argv[MOST_WORDS];
    Recipe r = recipe_nanogpt, again = recipe_nanogpt;
    int argc = words_of(fuzz_text(bytes, size), argv);
    OptionsResult result = recipe_read(&r, argc, argv);
    fuzz_told(result != OPTIONS_WRONG);
    if (result != OPTIONS_READ)
        return;
    fuzz_check(r.channels % r.heads == 0 && r.layers >= 1 && r.batch >= 1, "sizes of no model");
    fuzz_check(r.dropout >= 0 && r.dropout < 1 && r.lr > 0, "numbers of no training");
    fuzz_check(recipe_read(&again, argc, argv) == OPTIONS_READ, "%s", kindling_error());
    same_settings(&r, &again);
}
