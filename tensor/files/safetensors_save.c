/* safetensors_save.c - writes named tensors and a few words about them into one file.
 *
 * The length of the header stands in front of it but is known only behind it, so the 8 bytes are
 * written last. A header that Python's safetensors would refuse is refused before any writing.
 *
 * Invariant: every seek is asked whether it worked, for numbers in the wrong place look like a
 * file.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "safetensors.h"
#include "utf8.h"

/* ---- what may be written -------------------------------------------------------------------- */

static void check_text(const char *what, const char *text)
{
    if (text == NULL)
        fail("safetensors_save: a %s is NULL", what);
    size_t valid = utf8_valid_length(text, strlen(text));
    if (text[valid] != '\0')
        fail("safetensors_save: the %s \"%s\" is not UTF-8 at byte %zu", what, text, valid);
}

/* What is written: numbers of a tensor, or numbers in memory. */
typedef struct {
    const char *name;
    const NumberFormat *format;
    int ndim;
    const long *shape;
    const Tensor *tensor; /* NULL: */
    const void *data;
} Item;

static long item_bytes(const Item *item)
{
    return shape_numel(item->ndim, item->shape) * item->format->bytes;
}

/* names are temporary memory, and get sorted. */
static void check_names(const char *what, long n, const char **names)
{
    for (long i = 0; i < n; i++)
        check_text(what, names[i]);
    qsort(names, (size_t)n, sizeof *names, compare_names);
    for (long i = 1; i < n; i++)
        if (strcmp(names[i - 1], names[i]) == 0)
            fail("safetensors_save: the %s \"%s\" is given twice", what, names[i]);
}

static void check_counts(long n, long n_metadata)
{
    if (n < 0 || n_metadata < 0)
        fail("safetensors_save: %ld tensors and %ld metadata entries", n, n_metadata);
}

static void check_arguments(long n, const Item items[], long n_metadata,
                            const MetadataEntry metadata[])
{
    size_t bytes = (size_t)(n + n_metadata + 1) * sizeof(char *);
    const char **sorted = scope_alloc(scope_current(), bytes);
    long total = 0;
    for (long i = 0; i < n; i++) {
        sorted[i] = items[i].name;
        if (items[i].name != NULL && strcmp(items[i].name, "__metadata__") == 0)
            fail("safetensors_save: the format keeps the name __metadata__ for itself");
        total += item_bytes(&items[i]);
        if (total > LONG_MAX / 2) /* two such sums still do not overflow */
            fail(
                "safetensors_save: up to tensor %ld, of shape %s, these are more bytes than a file "
                "can have",
                i, shape_text(items[i].ndim, items[i].shape));
    }
    check_names("name", n, sorted);
    for (long i = 0; i < n_metadata; i++) {
        sorted[i] = metadata[i].key;
        check_text("metadata value", metadata[i].value);
    }
    check_names("metadata key", n_metadata, sorted);
    scope_recycle(scope_current(), sorted, bytes);
}

/* ---- writing -------------------------------------------------------------------------------- */

static void write_string(FILE *stream, const char *text)
{
    putc('"', stream);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fprintf(stream, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(stream, "\\u%04x", *text);
        else
            putc(*text, stream);
    }
    putc('"', stream);
}

static void write_metadata(FILE *stream, long n, const MetadataEntry metadata[])
{
    fputs("\"__metadata__\":{", stream);
    for (long i = 0; i < n; i++) {
        if (i > 0)
            putc(',', stream);
        write_string(stream, metadata[i].key);
        putc(':', stream);
        write_string(stream, metadata[i].value);
    }
    putc('}', stream);
}

/* Returns where the tensor's numbers end. */
static long write_entry(FILE *stream, const Item *item, long begin)
{
    long end = begin + item_bytes(item);
    write_string(stream, item->name);
    fprintf(stream, ":{\"dtype\":\"%s\",\"shape\":[", item->format->safetensors);
    for (int d = 0; d < item->ndim; d++)
        fprintf(stream, d > 0 ? ",%ld" : "%ld", item->shape[d]);
    fprintf(stream, "],\"data_offsets\":[%ld,%ld]}", begin, end);
    return end;
}

static void write_length(FILE *stream, uint64_t length)
{
    for (int i = 0; i < 8; i++)
        putc((int)(length >> 8 * i & 255), stream);
}

/* Leaves the stream behind the header; false, and errno says why, if it cannot be moved. */
static bool write_header(FILE *stream, long n, const Item items[], long n_metadata,
                         const MetadataEntry metadata[])
{
    long place = 0;
    fprintf(stream, "%8s{", "");
    if (n_metadata > 0)
        write_metadata(stream, n_metadata, metadata);
    for (long i = 0; i < n; i++) {
        if (i > 0 || n_metadata > 0)
            putc(',', stream);
        place = write_entry(stream, &items[i], place);
    }
    putc('}', stream);
    long end = ftell(stream), padding = -end & 7; /* up to a multiple of 8 */
    fprintf(stream, "%*s", (int)padding, "");
    if (end < 0 || fseek(stream, 0, SEEK_SET) != 0)
        return false;
    write_length(stream, (uint64_t)(end + padding - 8));
    return fseek(stream, 0, SEEK_END) == 0;
}

static int save(const char *path, long n, const Item items[], long n_metadata,
                const MetadataEntry metadata[])
{
    check_arguments(n, items, n_metadata, metadata);
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return -1;
    FILE *stream = atomic_stream(file);
    if (!write_header(stream, n, items, n_metadata, metadata)) {
        kindling_set_error("%s: not saved: cannot seek: %s; what was there before is "
                           "untouched",
                           path, strerror(errno));
        atomic_abandon(file);
        return -1;
    }
    for (long i = 0; i < n; i++) { /* atomic_commit sees every error of the stream */
        if (items[i].tensor != NULL)
            numbers_write(stream, items[i].tensor);
        else
            numbers_write_raw(stream, items[i].format, item_bytes(&items[i]), items[i].data);
    }
    return atomic_commit(file);
}

int safetensors_save(const char *path, long n, const char *const names[], Tensor *const tensors[],
                     long n_metadata, const MetadataEntry metadata[])
{
    check_counts(n, n_metadata);
    size_t bytes = (size_t)(n + 1) * sizeof(Item);
    Item *items = scope_alloc(scope_current(), bytes);
    for (long i = 0; i < n; i++)
        items[i] = (Item){names[i],          number_format_real(), tensors[i]->ndim,
                          tensors[i]->shape, tensors[i],           NULL};
    int status = save(path, n, items, n_metadata, metadata);
    scope_recycle(scope_current(), items, bytes);
    return status;
}

int safetensors_save_raw(const char *path, long n, const RawTensor tensors[], long n_metadata,
                         const MetadataEntry metadata[])
{
    check_counts(n, n_metadata);
    size_t bytes = (size_t)(n + 1) * sizeof(Item);
    Item *items = scope_alloc(scope_current(), bytes);
    for (long i = 0; i < n; i++) {
        const RawTensor *t = &tensors[i];
        const NumberFormat *format = number_format_safetensors(t->dtype);
        if (format == NULL)
            fail("safetensors_save_raw: tensor %ld has dtype \"%s\", expected F64, F32, F16, BF16, "
                 "I8 "
                 "to I64, U8 to U64 or BOOL",
                 i, t->dtype);
        items[i] = (Item){t->name, format, t->ndim, t->shape, NULL, t->data};
    }
    int status = save(path, n, items, n_metadata, metadata);
    scope_recycle(scope_current(), items, bytes);
    return status;
}
