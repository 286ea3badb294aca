/* npy.c - NumPy's .npy files: one array each.
 *
 *     \x93NUMPY  version  length
 *     {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
 *     numbers
 *
 * The header is a Python dictionary padded with spaces. The file is opened twice: first for the
 * header alone, which is checked against the size of the file; then, with memory for the tensor at
 * hand, for the numbers. So nothing is open while memory may run out.
 *
 * Source: NumPy Enhancement Proposal 1, "A Simple File Format for NumPy Arrays".
 */
#include <errno.h>
#include <string.h>
#include "file.h"
#include "number_format.h"

#define MAX_HEADER 10000 /* NumPy's own limit */

typedef struct {
    const NumberFormat *format;
    bool fortran_order; /* the first axis is the one that lies together */
    int ndim;
    long shape[TENSOR_MAX_AXES];
    long data; /* where the numbers begin */
} NpyHeader;

/* The text of the header, and how far it has been read. */
typedef struct {
    const char *path;
    char text[MAX_HEADER + 1];
    long begin, length, at; /* begin: where in the file the text begins */
} Source;

static bool wrong(const Source *s, const char *expected)
{
    kindling_set_error("%s: byte %ld: expected %s", s->path, s->begin + s->at, expected);
    return false;
}

/* ---- the dictionary ------------------------------------------------------------------------- */

static void skip_spaces(Source *s)
{
    s->at += (long)strspn(s->text + s->at, " ");
}

/* Step over a word if it comes next; spaces before it do not count. */
static bool accept(Source *s, const char *word)
{
    skip_spaces(s);
    size_t length = strlen(word);
    if (strncmp(s->text + s->at, word, length) != 0)
        return false;
    s->at += (long)length;
    return true;
}

/* A Python string, without its quotes. */
static bool read_string(Source *s, char *text, size_t size)
{
    char quote = accept(s, "'") ? '\'' : accept(s, "\"") ? '"' : '\0';
    if (quote == '\0')
        return wrong(s, "a quoted string");
    const char *end = strchr(s->text + s->at, quote);
    if (end == NULL || (size_t)(end - (s->text + s->at)) >= size)
        return wrong(s, "a short string and its closing quote");
    size_t length = (size_t)(end - (s->text + s->at));
    memcpy(text, s->text + s->at, length);
    text[length] = '\0';
    s->at += (long)length + 1;
    return true;
}

static bool read_size(Source *s, long *size)
{
    skip_spaces(s);
    long begin = s->at, value = 0;
    for (; s->text[s->at] >= '0' && s->text[s->at] <= '9'; s->at++) {
        int digit = s->text[s->at] - '0';
        if (value > (LONG_MAX - digit) / 10)
            return wrong(s, "a size below " LONG_LIMIT);
        value = value * 10 + digit;
    }
    *size = value;
    bool any = s->at > begin;
    s->at += any && s->text[s->at] == 'L'; /* Python 2 wrote so: (2L, 3L) */
    return any || wrong(s, "a size");
}

/* '=' is the order of the machine that reads, as NumPy has it. */
static bool is_little_endian(void)
{
    const uint16_t one = 1;
    return *(const unsigned char *)&one == 1;
}

static bool read_descr(Source *s, NpyHeader *h)
{
    skip_spaces(s);
    long begin = s->at;
    char text[8];
    if (!read_string(s, text, sizeof text))
        return false;
    h->format = text[0] != '\0' && strchr("<>|=", text[0]) ? number_format_numpy(text + 1) : NULL;
    bool little = text[0] == '<' || (text[0] == '=' && is_little_endian());
    if (h->format != NULL && (little || h->format->bytes == 1))
        return true;
    s->at = begin;
    if (h->format != NULL && text[0] != '|')
        return wrong(s, "little-endian numbers, '<'; these are big-endian, '>'. hint: "
                        "a.astype('<f4') in NumPy");
    return wrong(s, "f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 or b1");
}

static bool read_order(Source *s, NpyHeader *h)
{
    h->fortran_order = accept(s, "True");
    return h->fortran_order || accept(s, "False") || wrong(s, "True or False");
}

/* (), (3,), (2, 3) or (2, 3,) */
static bool read_shape(Source *s, NpyHeader *h)
{
    bool comma = true;
    if (!accept(s, "("))
        return wrong(s, "'(' before the shape");
    for (h->ndim = 0; !accept(s, ")"); h->ndim++) {
        if (!comma)
            return wrong(s, "',' between sizes");
        if (h->ndim == TENSOR_MAX_AXES)
            return wrong(s, "at most 8 axes");
        if (!read_size(s, &h->shape[h->ndim]))
            return false;
        comma = accept(s, ",");
    }
    return h->ndim != 1 || comma || wrong(s, "',' in a shape of one axis, as in (3,)");
}

typedef struct {
    const char *name;
    bool (*read)(Source *s, NpyHeader *h);
} Field;

static const Field fields[3] = {
    {"descr", read_descr}, {"fortran_order", read_order}, {"shape", read_shape}};

static bool read_field(Source *s, NpyHeader *h, bool seen[3])
{
    char name[16];
    skip_spaces(s);
    long begin = s->at;
    if (!read_string(s, name, sizeof name))
        return false;
    if (!accept(s, ":"))
        return wrong(s, "':'");
    for (int i = 0; i < 3; i++) {
        if (strcmp(fields[i].name, name) == 0 && !seen[i]) {
            seen[i] = true;
            return fields[i].read(s, h);
        }
    }
    s->at = begin;
    return wrong(s, "descr, fortran_order and shape, each once,");
}

static bool read_dictionary(Source *s, NpyHeader *h)
{
    bool seen[3] = {false}, comma = true;
    if (!accept(s, "{"))
        return wrong(s, "'{'");
    while (!accept(s, "}")) {
        if (!comma)
            return wrong(s, "',' or '}'");
        if (!read_field(s, h, seen))
            return false;
        comma = accept(s, ",");
    }
    if (!seen[0] || !seen[1] || !seen[2])
        return wrong(s, "descr, fortran_order and shape before the '}'");
    accept(s, "\n");
    skip_spaces(s);
    return s->at == s->length || wrong(s, "nothing but spaces behind the '}'");
}

/* ---- the file ------------------------------------------------------------------------------- */

static bool read_preamble(Source *s, FILE *stream)
{
    unsigned char p[12];
    size_t have = fread(p, 1, 8, stream);
    if (have < 8 || memcmp(p, "\x93NUMPY", 6) != 0 || p[6] < 1 || p[6] > 3 || p[7] != 0) {
        if (file_is_foreign(stream, s->path, "an array of NumPy (.npy)"))
            return false;
        kindling_set_error("%s: byte 0: expected \\x93NUMPY and version 1.0, 2.0 or 3.0 of .npy",
                           s->path);
        return false;
    }
    int bytes = p[6] == 1 ? 2 : 4;
    s->begin = 8 + bytes;
    if (fread(p + 8, 1, (size_t)bytes, stream) == (size_t)bytes) {
        s->length = p[8] | p[9] << 8;
        if (bytes == 4)
            s->length |= (long)((uint32_t)p[10] << 16 | (uint32_t)p[11] << 24);
        if (s->length >= 0 && s->length <= MAX_HEADER && /* (a long may have 32 bits) */
            fread(s->text, 1, (size_t)s->length, stream) == (size_t)s->length)
            return true;
    }
    kindling_set_error("%s: byte 8: expected the length of a header that is in the file and has at "
                       "most %d bytes",
                       s->path, MAX_HEADER);
    return false;
}

static bool read_header(const char *path, NpyHeader *h)
{
    Source s = {.path = path};
    long size = 0;
    FILE *stream = file_open(path, &size);
    if (stream == NULL)
        return false;
    bool ok = read_preamble(&s, stream);
    fclose(stream);
    if (!ok || !read_dictionary(&s, h))
        return false;
    h->data = s.begin + s.length;
    long count = shape_numel(h->ndim, h->shape);
    if (count >= 0 && count * h->format->bytes == size - h->data)
        return true;
    kindling_set_error(
        "%s: byte %ld: expected %s numbers of %d bytes for shape %s, found %ld bytes", path,
        h->data, h->format->numpy, h->format->bytes, shape_text(h->ndim, h->shape), size - h->data);
    return false;
}

static bool read_numbers(const char *path, const NpyHeader *h, Tensor *out)
{
    long size;
    FILE *stream = file_open(path, &size);
    if (stream == NULL)
        return false;
    errno = 0;
    bool ok = fseek(stream, h->data, SEEK_SET) == 0 && numbers_read(stream, h->format, out);
    if (!ok)
        kindling_set_error("%s: byte %ld: cannot read the numbers: %s", path, h->data, file_why());
    fclose(stream);
    return ok;
}

Tensor *npy_load(const char *path)
{
    NpyHeader h = {0};
    if (!read_header(path, &h))
        return NULL;
    Tensor *t = tensor_new(h.ndim, h.shape), in_file_order = *t;
    for (int d = 0; h.fortran_order && d < t->ndim; d++) {
        in_file_order.shape[d] = t->shape[t->ndim - 1 - d];
        in_file_order.stride[d] = t->stride[t->ndim - 1 - d];
    }
    return read_numbers(path, &h, &in_file_order) ? t : NULL;
}

int npy_save(const char *path, const Tensor *t)
{
    char header[TENSOR_MAX_AXES * 22 + 128];
    int length =
        snprintf(header, sizeof header, "{'descr': '<%s', 'fortran_order': False, 'shape': %s, }",
                 number_format_real()->numpy, tensor_shape_text(t));
    int padded = (10 + length + 1 + 63) / 64 * 64 - 10; /* numbers begin at a multiple of 64 */
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return -1;
    FILE *stream = atomic_stream(file);
    fprintf(stream, "\x93NUMPY%c%c%c%c%-*s\n", 1, 0, padded & 255, padded >> 8, padded - 1, header);
    numbers_write(stream, t); /* atomic_commit sees every error of the stream */
    return atomic_commit(file);
}
