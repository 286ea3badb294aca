/* safetensors_header.c - reads the JSON in front of a safetensors file, and no other JSON.
 *
 *     {"__metadata__": {"step": "7"},
 *      "weight": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}
 *
 * One function per thing that may stand there (json.h). What does not belong there, such as a list
 * in a list, is refused where it begins, so nothing can nest deeply.
 */
#include <stdlib.h>
#include <string.h>
#include "json.h"
#include "safetensors.h"

/* Room for one more item behind count: the block doubles whenever count is a power of two. */
static bool make_room(const Json *j, void **items, long count, size_t item)
{
    if ((count & (count - 1)) != 0)
        return true;
    void *larger = realloc(*items, (size_t)(count > 0 ? 2 * count : 1) * item);
    if (larger == NULL) {
        kindling_set_error("%s: out of memory for the header", j->path);
        return false;
    }
    *items = larger;
    return true;
}

/* ---- numbers in brackets --------------------------------------------------------------------- */

/* [1, 2, 3], no more than fit into values. */
typedef struct {
    int most, count;
    long *values;
} Whole;

static bool read_number(Json *j, void *context)
{
    Whole *list = context;
    if (list->count == list->most)
        return json_wrong(j, list->most == 2 ? "only two offsets" : "a tensor with at most 8 axes");
    return json_whole(j, &list->values[list->count++]);
}

static bool read_list(Json *j, int most, long *values, int *count)
{
    Whole list = {.most = most, .values = values};
    bool ok = json_list(j, read_number, &list);
    *count = list.count;
    return ok;
}

/* ---- objects -------------------------------------------------------------------------------- */

static bool read_metadata(Json *j, const char *key, void *context)
{
    SafeTensors *file = context;
    void *items = file->metadata;
    if (!make_room(j, &items, file->n_metadata, sizeof *file->metadata))
        return false;
    file->metadata = items;
    MetadataEntry *entry = &file->metadata[file->n_metadata++];
    entry->key = key;
    return json_string(j, &entry->value);
}

static bool read_field(Json *j, const char *key, void *context)
{
    TensorEntry *entry = context;
    if (strcmp(key, "dtype") == 0 && entry->format == NULL) {
        const char *name;
        if (!json_string(j, &name))
            return false;
        entry->format = number_format_safetensors(name);
        return entry->format != NULL ||
               json_wrong(j, "F64, F32, F16, BF16, I8 to I64, U8 to U64 or BOOL before this");
    }
    if (strcmp(key, "shape") == 0 && entry->ndim < 0) {
        return read_list(j, TENSOR_MAX_AXES, entry->shape, &entry->ndim);
    }
    if (strcmp(key, "data_offsets") == 0 && entry->end < 0) {
        long offsets[2];
        int count;
        if (!read_list(j, 2, offsets, &count))
            return false;
        if (count != 2)
            return json_wrong(j, "two offsets before this");
        entry->begin = offsets[0];
        entry->end = offsets[1];
        return true;
    }
    return json_wrong(j, "dtype, shape and data_offsets, each once, before this");
}

static bool read_tensor(Json *j, const char *name, void *context)
{
    SafeTensors *file = context;
    if (strcmp(name, "__metadata__") == 0 && file->n_metadata > 0)
        return json_wrong(j, "only one __metadata__ before this");
    if (strcmp(name, "__metadata__") == 0)
        return json_object(j, read_metadata, file);
    void *items = file->entries;
    if (!make_room(j, &items, file->count, sizeof *file->entries))
        return false;
    file->entries = items;
    TensorEntry *entry = &file->entries[file->count++];
    *entry = (TensorEntry){.name = name, .ndim = -1, .end = -1, .at = 8 + j->at};
    if (!json_object(j, read_field, entry))
        return false;
    return (entry->format != NULL && entry->ndim >= 0 && entry->end >= 0) ||
           json_wrong(j, "dtype, shape and data_offsets before this");
}

bool safetensors_parse(SafeTensors *file)
{
    Json j = {.path = file->path,
              .whole = "the header",
              .before = 8,
              .text = file->header,
              .size = file->header_size};
    return json_is_text(&j) && json_object(&j, read_tensor, file) && json_end(&j);
}
