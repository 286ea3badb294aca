/* token_file.c - token ids in a file, and windows of them: a text that need not fit into memory.
 *
 * The file is mapped where the system can: its pages come from the disk as windows are drawn, and
 * go again when memory is short. Elsewhere it is read. A mapped file must not become shorter.
 *
 * Invariant: an id is compared with the vocabulary before it leaves here.
 */
#include <errno.h>
#include <string.h>
#include "data_parts.h"
#include "file.h"
#if (defined(__unix__) || defined(__APPLE__)) && !defined(__wasm__)
#include <sys/mman.h>
#define HAVE_MMAP 1
#endif

/* ---- the file -------------------------------------------------------------------------------- */

static void let_go(void *file)
{
    TokenFile *f = file;
#ifdef HAVE_MMAP
    if (f->mapped)
        munmap((void *)f->bytes, (size_t)f->count * (size_t)f->width);
#endif
    if (!f->mapped)
        owned_free((void *)f->bytes);
    f->bytes = NULL;
    f->mapped = false;
}

/* Is such a size that of ids? */
static bool check_size(const char *path, long size, int width)
{
    if (size == 0)
        kindling_set_error("%s: the file is empty, expected token ids of %d bytes each", path,
                           width);
    else if (size % width != 0)
        kindling_set_error("%s: %ld bytes are no whole number of ids of %d bytes each. hint: a "
                           "copy that is complete, or another width",
                           path, size, width);
    return size > 0 && size % width == 0;
}

static bool check_begin(const char *path, const unsigned char *bytes, long size)
{
    bool npy = size >= 6 && memcmp(bytes, "\x93NUMPY", 6) == 0;
    if (npy)
        kindling_set_error("%s: expected token ids and nothing else, found an array of NumPy "
                           "(.npy). hint: ids.astype('<u2').tofile(...)",
                           path);
    return !npy;
}

/* Numbers of twice as many bytes, all of them small: every second id is 0 then, and the others are
 * not. A text that has all that in its first ids is none that anybody keeps. */
static bool check_width(const char *path, const TokenFile *f)
{
    enum { LEAST = 32, MOST = 4096 };
    long n = f->count < MOST ? f->count : MOST, others = 0;
    for (long i = 0; i < n; i++) {
        bool zero = token_file_at(f, i) == 0;
        if (i % 2 == 1 && !zero)
            return true;
        others += !zero;
    }
    if (n < LEAST || f->count % 2 != 0 || others < n / 8)
        return true;
    kindling_set_error("%s: every second id of %d bytes is 0, as in a file of numbers of %d bytes "
                       "each. hint: %s",
                       path, f->width, 2 * f->width,
                       f->width == 2 ? "width 4 (train: ids4:N), or ids.astype('<u2')"
                                     : "ids.astype('<u4').tofile(...)");
    return false;
}

static const void *map(FILE *stream, size_t size)
{
#ifdef HAVE_MMAP
    void *at = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fileno(stream), 0);
    return at != MAP_FAILED ? at : NULL;
#else
    (void)stream;
    (void)size;
    return NULL;
#endif
}

TokenFile *token_file_open(const char *path, int width)
{
    if (width != 2 && width != 4)
        fail("token_file_open: width is %d, expected 2 or 4 bytes for each id", width);
    UNDO_ON_FAIL;
    TokenFile *f = owned_alloc(sizeof *f);
    f->width = width;
    owned_undo(f, let_go);
    long size = 0;
    FILE *stream = file_open(path, &size);
    bool ok = stream != NULL && check_size(path, size, width);
    if (ok) {
        f->count = size / width;
        f->bytes = map(stream, (size_t)size);
        f->mapped = f->bytes != NULL;
    }
    if (stream != NULL)
        fclose(stream);
    size_t read = (size_t)size;
    if (ok && !f->mapped)
        f->bytes = (const unsigned char *)kindling_read_file(path, &read);
    if (ok && f->bytes != NULL && read != (size_t)size)
        ok = check_size(path, 0, width); /* it has changed just now */
    if (ok && f->bytes != NULL && check_begin(path, f->bytes, size) && check_width(path, f))
        return f;
    token_file_free(f);
    return NULL;
}

void token_file_free(TokenFile *f)
{
    if (f == NULL)
        return;
    let_go(f);
    owned_free(f);
}

long token_file_at(const TokenFile *f, long i)
{
    if (i < 0 || i >= f->count)
        fail("token_file_at: %ld is outside [0, %ld)", i, f->count);
    const unsigned char *b = f->bytes + i * f->width;
    uint32_t id = b[0] | (uint32_t)b[1] << 8;
    if (f->width == 4)
        id |= (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    return id <= INT_MAX ? (long)id : INT_MAX; /* a long may have 32 bits */
}

/* ---- windows --------------------------------------------------------------------------------- */

typedef struct {
    Dataset dataset;
    const TokenFile *file; /* borrowed */
    long first, context, vocabulary;
} TokenDataset;

static int checked(const TokenDataset *t, long i)
{
    long id = token_file_at(t->file, i);
    if (id >= t->vocabulary)
        fail("token_dataset: id %ld of the file is %ld, expected less than %ld, the size of the "
             "vocabulary. hint: the file's own vocabulary, or ids of %d bytes",
             i, id, t->vocabulary, 6 - t->file->width);
    return (int)id;
}

/* The windows one behind the other are a text, too. */
static void fetch(const Dataset *d, long n, const long *indices, Batch *batch)
{
    const TokenDataset *t = (const TokenDataset *)d;
    long T = t->context, *place = scope_alloc(scope_current(), (size_t)n * sizeof *place);
    int *ids = scope_alloc(scope_current(), (size_t)(n * (T + 1)) * sizeof *ids), *next = ids;
    for (long i = 0; i < n; i++) {
        place[i] = next - ids;
        for (long p = 0; p <= T; p++)
            *next++ = checked(t, t->first + indices[i] + p);
    }
    TextDataset text = {.tokens = ids, .context = T};
    fetch_windows(&text.dataset, n, place, batch);
}

static void destroy(Dataset *d)
{
    owned_free(d);
}

Dataset *token_dataset_new(const TokenFile *f, long first, long n, long context, long vocabulary)
{
    if (vocabulary < 1 || vocabulary > INT_MAX)
        fail("token_dataset_new: vocabulary is %ld, expected 1 to %d", vocabulary, INT_MAX);
    if (first < 0 || n < 0 || first > f->count || n > f->count - first)
        fail("token_dataset_new: %ld ids from %ld on are not all in the file, which has %ld", n,
             first, f->count);
    if (context < 1)
        fail("token_dataset_new: context is %ld, expected at least 1", context);
    if (n <= context)
        fail("token_dataset_new: %ld ids are too few for a context of %ld, which needs %lu. hint: "
             "a longer file or a shorter context",
             n, context, (unsigned long)context + 1);
    TokenDataset *t = owned_alloc(sizeof *t);
    t->dataset = (Dataset){.count = n - context, .fetch = fetch, .destroy = destroy};
    t->file = f;
    t->first = first;
    t->context = context;
    t->vocabulary = vocabulary;
    return &t->dataset;
}
