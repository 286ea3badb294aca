/* shards.c - the tensors of a folder, in one safetensors file or in many.
 *
 * model.safetensors.index.json says which file has which tensor: {"metadata": ..., "weight_map":
 * {"name": "model-00001-of-00002.safetensors", ...}}. Files are opened once, and a tensor is looked
 * for in all of them. Invariant: what the index names is there, or there are no shards.
 * Source: huggingface_hub, "Serialization".
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "json.h"
#include "shards.h"

enum { PATH = 4096, MOST_FILES = 1024 };

/* ---- looking --------------------------------------------------------------------------------- */

const TensorEntry *shards_find(const Shards *s, const char *name, SafeTensors **file)
{
    for (long f = 0; f < s->count; f++)
        for (long low = 0, high = s->files[f]->count; low < high;) {
            long middle = low + (high - low) / 2;
            const TensorEntry *e = &s->files[f]->entries[middle];
            int order = strcmp(name, e->name);
            if (order == 0) {
                if (file != NULL)
                    *file = s->files[f];
                return e;
            }
            low = order > 0 ? middle + 1 : low;
            high = order < 0 ? middle : high;
        }
    return NULL;
}

/* ---- the index ------------------------------------------------------------------------------- */

static bool open_one(Shards *s, const char *path)
{
    for (long f = 0; f < s->count; f++)
        if (strcmp(s->files[f]->path, path) == 0)
            return true;
    if (s->count == MOST_FILES) {
        kindling_set_error("%s: more than %d files, expected fewer", s->path, MOST_FILES);
        return false;
    }
    s->files[s->count] = safetensors_open(path);
    return s->files[s->count] != NULL && ++s->count > 0;
}

static bool read_place(Json *j, const char *name, void *context)
{
    Shards *s = context;
    const char *file;
    char path[PATH];
    if (!json_string(j, &file))
        return false;
    const char *slash = strrchr(s->path, '/');
    int n = snprintf(path, sizeof path, "%.*s%s", slash != NULL ? (int)(slash + 1 - s->path) : 0,
                     s->path, file);
    if (strchr(file, '/') != NULL || n >= (int)sizeof path) {
        kindling_set_error("%s: \"%.60s\" is in \"%.60s\", expected a file of this folder", s->path,
                           name, file);
        return false;
    }
    if (!open_one(s, path))
        return false;
    if (shards_find(s, name, NULL) != NULL)
        return true;
    kindling_set_error(
        "%s: expected \"%.60s\" in %.60s, which does not have it. hint: the files of "
        "one model",
        s->path, name, file);
    return false;
}

static bool read_index_member(Json *j, const char *key, void *shards)
{
    return strcmp(key, "weight_map") == 0 ? json_object(j, read_place, shards) : json_skip(j);
}

static bool open_index(Shards *s)
{
    size_t size;
    char *text = kindling_read_file(s->path, &size);
    if (text == NULL)
        return false;
    Json j = {.path = s->path, .whole = "the file", .text = text, .size = (long)size};
    bool ok = json_is_text(&j) && json_object(&j, read_index_member, s) && json_end(&j);
    owned_free(text);
    if (ok && s->count == 0)
        kindling_set_error("%s: no weight_map with a tensor in it", s->path);
    return ok && s->count > 0;
}

/* ---- what lies in a folder ------------------------------------------------------------------- */

/* Other forms of a model, by name. */
static const char *other_form(const char *name)
{
    size_t n = strlen(name);
    if (strncmp(name, "pytorch_model", 13) == 0 || strncmp(name, "consolidated.", 13) == 0)
        return "hint: in Python, model.save_pretrained(folder, safe_serialization=True)";
    if (n > 5 && strcmp(name + n - 5, ".gguf") == 0)
        return "hint: the safetensors that it was made from";
    return NULL;
}

static void tell_what_is_there(const char *folder)
{
    kindling_set_error("%s: expected model.safetensors or model.safetensors.index.json, found "
                       "neither",
                       folder);
    DIR *entries = opendir(folder);
    for (struct dirent *e; entries != NULL && (e = readdir(entries)) != NULL;)
        if (other_form(e->d_name) != NULL)
            kindling_set_error("%s: expected model.safetensors or model.safetensors.index.json, "
                               "found %.60s, which is not read. %s",
                               folder, e->d_name, other_form(e->d_name));
    if (entries != NULL)
        closedir(entries);
}

static bool is_there(Shards *s, const char *folder, const char *name)
{
    struct stat about;
    int n = snprintf(s->path, PATH, "%s/%s", folder, name);
    return n < PATH && stat(s->path, &about) == 0;
}

static bool open_path(Shards *s, const char *path)
{
    struct stat about;
    if (strlen(path) >= PATH) {
        kindling_set_error("the path has %zu bytes, expected at most 4000", strlen(path));
        return false;
    }
    bool folder = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    if (!folder)
        return open_one(s, strcpy(s->path, path));
    if (is_there(s, path, "model.safetensors"))
        return open_one(s, s->path);
    if (is_there(s, path, "model.safetensors.index.json"))
        return open_index(s);
    tell_what_is_there(path);
    return false;
}

Shards *shards_open(const char *path)
{
    UNDO_ON_FAIL;
    Shards *s = owned_alloc(sizeof *s);
    s->path = owned_alloc(PATH);
    s->files = owned_alloc(MOST_FILES * sizeof *s->files);
    if (open_path(s, path))
        return s;
    shards_close(s);
    return NULL;
}

void shards_close(Shards *s)
{
    if (s == NULL)
        return;
    for (long f = 0; f < s->count; f++)
        safetensors_close(s->files[f]);
    owned_free(s->files);
    owned_free(s->path);
    owned_free(s);
}
