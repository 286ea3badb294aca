/* bin_files.c - which of a folder's .bin files is a model of llama2.c, and which its tokenizer.
 *
 * Both are called .bin, and by any name, so it is what is in them that counts.
 */
#include "bin_files.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "kindling.h"

/* How many there are; the last of them to found. -1 and kindling_error(). */
static int count(const char *folder, bool models, char *found)
{
    DIR *entries = opendir(folder);
    if (entries == NULL) {
        kindling_set_error("%s: cannot open: %s", folder, strerror(errno));
        return -1;
    }
    int n = 0;
    for (struct dirent *e; (e = readdir(entries)) != NULL;) {
        char path[BIN_PATH];
        size_t length = strlen(e->d_name);
        if (length < 4 || strcmp(e->d_name + length - 4, ".bin") != 0)
            continue;
        int m = snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (m >= (int)sizeof path || llama_is_bin(path) != models)
            continue;
        strcpy(found, path);
        n++;
    }
    closedir(entries);
    return n;
}

bool bin_folder(const char *folder)
{
    char config[BIN_PATH], found[BIN_PATH];
    struct stat about;
    int n = snprintf(config, sizeof config, "%s/config.json", folder);
    return n < (int)sizeof config && stat(config, &about) != 0 && count(folder, true, found) > 0;
}

bool bin_model(const char *folder, char *found)
{
    int n = count(folder, true, found);
    if (n > 1)
        kindling_set_error("%s: %d models of llama2.c, expected one. hint: the file itself, as in "
                           "--model %s",
                           folder, n, found);
    return n == 1;
}

bool bin_tokenizer(const char *model, char *found)
{
    const char *slash = strrchr(model, '/');
    char folder[BIN_PATH];
    int length = slash != NULL ? (int)(slash - model) : 0;
    int m = snprintf(folder, sizeof folder, "%.*s", length, model);
    if (slash == NULL || m >= (int)sizeof folder)
        strcpy(folder, ".");
    else if (length == 0)
        strcpy(folder, "/");
    int n = count(folder, false, found);
    if (n == 1 || n < 0)
        return n == 1;
    kindling_set_error("%s: %d files beside it that may be its tokenizer (.bin), expected one. "
                       "hint: --tokenizer FILE says which",
                       model, n);
    return false;
}
