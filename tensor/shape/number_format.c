/* number_format.c - numbers as files store them: floats of four kinds, whole numbers of eight.
 *
 * A format is a line of the table below: its names, its size, and how its bits become a real. Bytes
 * are put together by shifting, so the order in which this machine stores them does not matter.
 */
#include <math.h>
#include <string.h>
#include "number_format.h"
#include "rows.h"

/* ---- from bits to a number ------------------------------------------------------------------ */

static real from_f64(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return (real)value;
}

static real from_f32(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return (real)value;
}

/* The upper half of an f32. */
static real from_bf16(uint64_t bits)
{
    return from_f32(bits << 16);
}

/* 1 bit sign, 5 bits exponent, 10 bits fraction (IEEE 754). */
static real from_f16(uint64_t bits)
{
    int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
    double magnitude;
    if (exponent == 31)
        magnitude = fraction ? NAN : INFINITY;
    else if (exponent == 0)
        magnitude = ldexp(fraction, -24);
    else
        magnitude = ldexp(1024 + fraction, exponent - 25);
    return (real)(bits >> 15 ? -magnitude : magnitude);
}

static real from_i64(uint64_t bits)
{
    return (real)(int64_t)bits;
}

static real from_i32(uint64_t bits)
{
    return (real)(int32_t)bits;
}

static real from_i16(uint64_t bits)
{
    return (real)(int16_t)bits;
}

static real from_i8(uint64_t bits)
{
    return (real)(int8_t)bits;
}

static real from_unsigned(uint64_t bits)
{
    return (real)bits;
}

static real from_bool(uint64_t bits)
{
    return bits != 0;
}

static const NumberFormat formats[] = {
    {"f8", "F64", 8, from_f64},      {"f4", "F32", 4, from_f32},
    {"f2", "F16", 2, from_f16},      {"", "BF16", 2, from_bf16},
    {"i8", "I64", 8, from_i64},      {"i4", "I32", 4, from_i32},
    {"i2", "I16", 2, from_i16},      {"i1", "I8", 1, from_i8},
    {"u8", "U64", 8, from_unsigned}, {"u4", "U32", 4, from_unsigned},
    {"u2", "U16", 2, from_unsigned}, {"u1", "U8", 1, from_unsigned},
    {"b1", "BOOL", 1, from_bool},
};
static const int format_count = sizeof formats / sizeof formats[0];

const NumberFormat *number_format_numpy(const char *name)
{
    for (int i = 0; i < format_count; i++)
        if (name[0] != '\0' && strcmp(formats[i].numpy, name) == 0)
            return &formats[i];
    return NULL;
}

const NumberFormat *number_format_safetensors(const char *name)
{
    for (int i = 0; i < format_count; i++)
        if (strcmp(formats[i].safetensors, name) == 0)
            return &formats[i];
    return NULL;
}

const NumberFormat *number_format_real(void)
{
    return number_format_numpy(sizeof(real) == 8 ? "f8" : "f4");
}

/* ---- many numbers --------------------------------------------------------------------------- */

#define CHUNK 512 /* numbers that pass through a buffer at a time */

static bool read_chunk(FILE *stream, const NumberFormat *format, long n, real *out, long stride)
{
    unsigned char buffer[CHUNK * 8];
    if (fread(buffer, (size_t)format->bytes, (size_t)n, stream) != (size_t)n)
        return false;
    const unsigned char *at = buffer;
    for (long i = 0; i < n; i++, at += format->bytes) {
        uint64_t bits = 0;
        for (int b = 0; b < format->bytes; b++)
            bits |= (uint64_t)at[b] << 8 * b;
        out[i * stride] = format->value(bits);
    }
    return true;
}

#ifdef KINDLING_DOUBLE
typedef uint64_t RealBits;
#else
typedef uint32_t RealBits;
#endif

static bool write_chunk(FILE *stream, long n, const real *values, long stride)
{
    unsigned char buffer[CHUNK * sizeof(real)], *at = buffer;
    for (long i = 0; i < n; i++) {
        RealBits bits;
        memcpy(&bits, &values[i * stride], sizeof bits);
        for (size_t b = 0; b < sizeof bits; b++)
            *at++ = (unsigned char)(bits >> 8 * b);
    }
    return fwrite(buffer, sizeof(real), (size_t)n, stream) == (size_t)n;
}

/* Either direction: in file order, in pieces that lie at one stride. format NULL: write. */
static bool transfer(FILE *stream, const NumberFormat *format, const Tensor *t)
{
    RowWalk walk;
    WalkPosition p;
    if (tensor_numel(t) == 0)
        return true;
    walk_start(&walk, t->ndim, t->shape, 1, &t);
    walk_seek(&walk, 0, &p);
    long stride = walk.row_stride[0];
    for (long row = 0; row < walk.rows; row++, walk_next(&walk, &p)) {
        for (long i = 0; i < walk.n; i += CHUNK) {
            long n = walk.n - i < CHUNK ? walk.n - i : CHUNK;
            real *at = p.at[0] + i * stride;
            if (!(format ? read_chunk(stream, format, n, at, stride)
                         : write_chunk(stream, n, at, stride)))
                return false;
        }
    }
    return true;
}

bool numbers_read(FILE *stream, const NumberFormat *format, Tensor *out)
{
    return transfer(stream, format, out);
}

bool numbers_write(FILE *stream, const Tensor *t)
{
    return transfer(stream, NULL, t);
}

/* ---- as they lie in memory ------------------------------------------------------------------- */

static bool lowest_byte_first(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* Turns the bytes of each number round, where memory and files differ. */
static void turn(unsigned char *at, long bytes, int of_a_number)
{
    if (lowest_byte_first())
        return;
    for (long i = 0; i < bytes; i += of_a_number)
        for (int a = 0, b = of_a_number - 1; a < b; a++, b--) {
            unsigned char kept = at[i + a];
            at[i + a] = at[i + b];
            at[i + b] = kept;
        }
}

bool numbers_read_raw(FILE *stream, const NumberFormat *format, long bytes, void *out)
{
    if (bytes > 0 && fread(out, 1, (size_t)bytes, stream) != (size_t)bytes)
        return false;
    turn(out, bytes, format->bytes);
    return true;
}

bool numbers_write_raw(FILE *stream, const NumberFormat *format, long bytes, const void *data)
{
    unsigned char buffer[CHUNK * 8];
    for (long i = 0; i < bytes; i += (long)sizeof buffer) {
        long n = bytes - i < (long)sizeof buffer ? bytes - i : (long)sizeof buffer;
        memcpy(buffer, (const unsigned char *)data + i, (size_t)n);
        turn(buffer, n, format->bytes);
        if (fwrite(buffer, 1, (size_t)n, stream) != (size_t)n)
            return false;
    }
    return true;
}
