/* safetensors.c - opens a safetensors file and reads tensors from it by name.
 *
 *     8 bytes: length of the header, little-endian | header: JSON | the numbers of all tensors
 *
 * Such files come from strangers. Before anything is allocated its length is compared with the size
 * of the file, and the file opens only if the tensors fill the space behind the header exactly: no
 * overlap, no gap, none reaching beyond the end.
 *
 * Source: https://github.com/huggingface/safetensors, "Format".
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "file.h"
#include "safetensors.h"

int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int compare_places(const void *a, const void *b)
{
    const TensorEntry *x = a, *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return (x->end > y->end) - (x->end < y->end);
}

/* ---- opening -------------------------------------------------------------------------------- */

static bool read_header(SafeTensors *file)
{
    unsigned char bytes[8] = {0};
    uint64_t length = 0;
    size_t have = fread(bytes, 1, 8, file->stream);
    for (int i = 0; i < 8; i++)
        length |= (uint64_t)bytes[i] << 8 * i;
    if (have < 8 || length > (uint64_t)(file->size - 8)) {
        if (file_is_foreign(file->stream, file->path, "a safetensors file"))
            return false;
        kindling_set_error("%s: byte 0: expected 8 bytes with the length of a header that ends "
                           "before byte %ld",
                           file->path, file->size);
        return false;
    }
    size_t size = (size_t)length;
    file->header_size = (long)size;
    file->header = malloc(size + 1);
    if (file->header == NULL) {
        kindling_set_error("%s: out of memory for a header of %zu bytes", file->path, size);
        return false;
    }
    file->header[size] = '\0';
    if (fread(file->header, 1, size, file->stream) != size) {
        kindling_set_error("%s: byte 8: cannot read the header: %s", file->path, strerror(errno));
        return false;
    }
    return true;
}

/* Do the offsets hold exactly the numbers of this shape? */
static bool check_entry(const SafeTensors *file, const TensorEntry *entry)
{
    long count = shape_numel(entry->ndim, entry->shape), bytes = entry->format->bytes;
    if (count >= 0 && entry->end >= entry->begin && entry->end - entry->begin == count * bytes)
        return true;
    kindling_set_error(
        "%s: byte %ld: tensor \"%.64s\": expected data_offsets that hold shape %s of "
        "%s, found %ld to %ld",
        file->path, entry->at, entry->name, shape_text(entry->ndim, entry->shape),
        entry->format->safetensors, entry->begin, entry->end);
    return false;
}

static bool check_places(SafeTensors *file)
{
    long place = 0, room = file->size - 8 - file->header_size;
    if (file->count > 0)
        qsort(file->entries, (size_t)file->count, sizeof *file->entries, compare_places);
    for (long i = 0; i < file->count; i++) {
        const TensorEntry *entry = &file->entries[i];
        if (!check_entry(file, entry))
            return false;
        if (entry->begin != place || entry->end > room) {
            kindling_set_error(
                "%s: byte %ld: tensor \"%.64s\" lies at %ld to %ld, expected from %ld, "
                "where the one before it ends, to at most %ld",
                file->path, entry->at, entry->name, entry->begin, entry->end, place, room);
            return false;
        }
        place = entry->end;
    }
    if (place == room)
        return true;
    kindling_set_error(
        "%s: byte %ld: expected the end of the file behind the last tensor, found %ld "
        "more bytes",
        file->path, 8 + file->header_size + place, room - place);
    return false;
}

/* Sorts count items that begin with a string; fails if two are equal. */
static bool sort_by_name(const SafeTensors *file, void *items, long count, size_t item)
{
    if (count == 0)
        return true;
    qsort(items, (size_t)count, item, compare_names);
    for (const char *at = items; --count > 0; at += item) {
        if (compare_names(at, at + item) == 0) {
            kindling_set_error("%s: byte 8: expected different names, found \"%.64s\" twice",
                               file->path, *(const char *const *)(const void *)at);
            return false;
        }
    }
    return true;
}

/* All that belongs to it but the struct. */
static void close_all(void *safetensors)
{
    SafeTensors *file = safetensors;
    if (file->stream != NULL)
        fclose(file->stream);
    free(file->header);
    free(file->entries);
    free(file->metadata);
}

SafeTensors *safetensors_open(const char *path)
{
    SafeTensors *file = owned_alloc(sizeof *file + strlen(path) + 1);
    owned_undo(file, close_all);
    strcpy(file->path, path);
    file->stream = file_open(path, &file->size);
    if (file->stream != NULL && read_header(file) && safetensors_parse(file) &&
        check_places(file) &&
        sort_by_name(file, file->entries, file->count, sizeof *file->entries) &&
        sort_by_name(file, file->metadata, file->n_metadata, sizeof *file->metadata))
        return file;
    safetensors_close(file);
    return NULL;
}

void safetensors_close(SafeTensors *file)
{
    if (file == NULL)
        return;
    close_all(file);
    owned_free(file);
}

/* ---- what is in it -------------------------------------------------------------------------- */

long safetensors_bytes(const SafeTensors *file)
{
    return file->size;
}

long safetensors_count(const SafeTensors *file)
{
    return file->count;
}

const char *safetensors_name(const SafeTensors *file, long i)
{
    if (i < 0 || i >= file->count)
        fail("safetensors_name: number %ld of a file with %ld tensors", i, file->count);
    return file->entries[i].name;
}

/* The item whose string is name, or NULL. */
static const void *find(const char *name, const void *items, long count, size_t item)
{
    return count == 0 ? NULL : bsearch(&name, items, (size_t)count, item, compare_names);
}

/* What is known of a tensor; NULL, and kindling_error(). */
static const TensorEntry *find_tensor(const SafeTensors *file, const char *name)
{
    const TensorEntry *entry = find(name, file->entries, file->count, sizeof *entry);
    if (entry == NULL)
        kindling_set_error("%s: expected a tensor \"%.64s\", found %ld others", file->path, name,
                           file->count);
    return entry;
}

/* Into a tensor, or as they are into memory. */
static bool read_numbers(SafeTensors *file, const TensorEntry *entry, Tensor *t, void *raw)
{
    long place = 8 + file->header_size + entry->begin;
    errno = 0;
    if (fseek(file->stream, place, SEEK_SET) == 0 &&
        (t != NULL ? numbers_read(file->stream, entry->format, t)
                   : numbers_read_raw(file->stream, entry->format, entry->end - entry->begin, raw)))
        return true;
    kindling_set_error("%s: byte %ld: cannot read tensor \"%.64s\": %s", file->path, place,
                       entry->name, file_why());
    return false;
}

Tensor *safetensors_read(SafeTensors *file, const char *name)
{
    const TensorEntry *entry = find_tensor(file, name);
    if (entry == NULL)
        return NULL;
    Tensor *t = tensor_new(entry->ndim, entry->shape);
    return read_numbers(file, entry, t, NULL) ? t : NULL;
}

void *safetensors_read_raw(SafeTensors *file, const char *name, const char *dtype, int ndim,
                           const long *shape)
{
    const TensorEntry *entry = find_tensor(file, name);
    if (entry == NULL)
        return NULL;
    bool same = strcmp(entry->format->safetensors, dtype) == 0 && entry->ndim == ndim;
    for (int d = 0; same && d < ndim; d++)
        same = entry->shape[d] == shape[d];
    if (!same) {
        kindling_set_error("%s: byte %ld: tensor \"%.64s\": expected %s %s, found %s %s",
                           file->path, entry->at, name, dtype, shape_text(ndim, shape),
                           entry->format->safetensors, shape_text(entry->ndim, entry->shape));
        return NULL;
    }
    void *raw = scope_alloc(scope_current(), (size_t)(entry->end - entry->begin));
    return read_numbers(file, entry, NULL, raw) ? raw : NULL;
}

const char *safetensors_metadata(const SafeTensors *file, const char *key)
{
    const MetadataEntry *entry = find(key, file->metadata, file->n_metadata, sizeof *entry);
    return entry != NULL ? entry->value : NULL;
}
