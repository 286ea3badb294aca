/* variants.c - a program becomes one of its variants: program --variant no_scaling, and the usual arguments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "variants.h"

static const Variant *chosen;

const Jump *variant_jumps(void)
{
    static const Jump none[1];
    return chosen != NULL ? chosen->jumps : none;
}

void variant_set(Which which, const char *file)
{
    for (const Jump *j = variant_jumps(); j->at != NULL; j++) {
        bool same = which != ALL_FILES && strcmp(j->file, file) == 0;
        bool theirs = which == ALL_FILES || same == (which == ALONE);
        *j->at = (void *)(theirs ? j->variant : j->model);
    }
}

void variant_begin(int *argc, char ***argv)
{
    char **words = *argv;
    if (*argc < 3 || strcmp(words[1], "--variant") != 0)
        return;
    for (chosen = variants; chosen->name != NULL && strcmp(chosen->name, words[2]) != 0;)
        chosen++;
    if (chosen->name == NULL) {
        fprintf(stderr, "%s has no variant %s\n", words[0], words[2]);
        exit(2);
    }
    variant_set(ALL_FILES, "");
    words[2] = words[0];
    *argc -= 2;
    *argv += 2;
}

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);
int __wrap_main(int argc, char **argv)
{
    variant_begin(&argc, &argv);
    if (calls_begin != NULL)
        calls_begin(&argc, &argv);
    return __real_main(argc, argv);
}
