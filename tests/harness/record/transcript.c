/* transcript.c - lines of ASCII on descriptor 3: what came back, and nothing about right or wrong.
 *
 *     begin NUMBER                                       of the test
 *     round K
 *     f LABEL TOLERANCE NDIM DIM... COUNT NUMBER...      a tensor, or a number with NDIM 0
 *     i LABEL NDIM DIM... COUNT INTEGER...               whole numbers: ids, counts, shapes
 *     s LABEL :TEXT                                      words
 *     l LABEL SIDE NUMBER                                a number that only has to be large, or small
 *     m :TEXT                                            the message of a fail() that had to come
 *     answer :KEY                                        the next number comes from answers.txt
 *     answer :KEY(L=12,T=1024)                           or from a formula there, where letters are these numbers
 *     memory BYTES                                       so much was asked for, and NULL came back
 *     kept                                               the round is over and owes nothing
 *     is :TEXT                                           what came back is NULL, or no tensor: the test ended here
 *     todo :TEXT, failed :TEXT                           the test ended here
 *     end LINES
 *
 * Numbers are hexadecimal, so that none is rounded. In labels and texts every byte that is not a
 * letter, a digit or plain punctuation is written as %XX. Of a tensor with more than MANY numbers
 * only SAMPLED are written, at places drawn from the seed of the round. That memory was not to be
 * had is told once a round: it is no value, and may explain what comes after it. The boxed program
 * writes - for every label: which value it is, is told by its place.
 * Invariant: each line is written at once, so that a crash leaves all that came before it.
 */
#include <limits.h>
#include <stdarg.h>
#include <unistd.h>
#include "transcript.h"

#define TRANSCRIPT 3
#define MANY 4096
#define SAMPLED 2048

static char buffer[1 << 16];
static size_t used;
static long lines;
static uint64_t places; /* where a large tensor is looked at */
static bool refusal_told;

static void flush_buffer(void)
{
    for (size_t done = 0; done < used;) {
        ssize_t n = write(TRANSCRIPT, buffer + done, used - done);
        if (n <= 0)
            _exit(3); /* nobody listens */
        done += (size_t)n;
    }
    used = 0;
}

static void out(const char *format, ...)
{
    va_list arguments;
    if (used + 512 > sizeof buffer)
        flush_buffer();
    va_start(arguments, format);
    used += (size_t)vsnprintf(buffer + used, sizeof buffer - used, format, arguments);
    va_end(arguments);
}

static void end_line(void)
{
    out("\n");
    flush_buffer();
    lines++;
}

static void out_text(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++)
        out(*c > ' ' && *c < 0x7f && *c != '%' ? "%c" : "%%%02x", *c);
}

static void out_label(const char *kind, const char *label)
{
    out("%s ", kind);
    out_text(*label ? label : "-");
}

static void out_shape(int ndim, const long *shape, long count)
{
    out(" %d", ndim);
    for (int d = 0; d < ndim; d++)
        out(" %ld", shape[d]);
    out(" %ld", count);
}

/* ---- the frame ---------------------------------------------------------------------------------- */

void transcript_begin(int test)
{
    out("begin %d\n", test);
    flush_buffer();
    lines = 0;
}

void transcript_end(void)
{
    out("end %ld\n", lines);
    flush_buffer();
}

void transcript_round(int round, uint64_t seed)
{
    places = seed ^ (uint64_t)(round + 1) * 0x9e3779b97f4a7c15u;
    refusal_told = false;
    out("round %d", round);
    end_line();
}

void transcript_kept(void)
{
    out("kept");
    end_line();
}

/* ---- records ------------------------------------------------------------------------------------ */

/* The i-th of the places where a tensor of n numbers is looked at. */
static long place_of(long i, long n)
{
    if (n <= MANY)
        return i;
    uint64_t z = places + (uint64_t)i * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (long)((z ^ z >> 31) % (uint64_t)n);
}

static void out_number(double x)
{
    if (isnan(x))
        out(" nan");
    else
        out(" %a", x);
}

void put_tensor(const char *label, double tolerance, const Tensor *t)
{
    long n = numel(t->ndim, t->shape), count = n <= MANY ? n : SAMPLED;
    out_label("f", label);
    out_number(tolerance);
    out_shape(t->ndim, t->shape, count);
    for (long i = 0; i < count; i++)
        out_number(element(t, place_of(i, n)));
    end_line();
}

void put_number(const char *label, double tolerance, double x)
{
    out_label("f", label);
    out_number(tolerance);
    out_shape(0, NULL, 1);
    out_number(x);
    end_line();
}

void put_ids(const char *label, const IntTensor *t)
{
    long n = numel(t->ndim, t->shape), count = n <= MANY ? n : SAMPLED;
    out_label("i", label);
    out_shape(t->ndim, t->shape, count);
    for (long i = 0; i < count; i++)
        out(" %d", t->data[place_of(i, n)]);
    end_line();
}

void put_long(const char *label, long n)
{
    out_label("i", label);
    out_shape(0, NULL, 1);
    out(" %ld", n);
    end_line();
}

void put_shape(const char *label, int ndim, const long *shape)
{
    out_label("i", label);
    out_shape(1, (long[]){ndim}, ndim);
    for (int d = 0; d < ndim; d++)
        out(" %ld", shape[d]);
    end_line();
}

void put_text(const char *label, const char *text)
{
    out_label("s", label);
    out(" :");
    out_text(text);
    end_line();
}

void put_limit(const char *label, int side, double x)
{
    out_label("l", label);
    out(" %d", side);
    out_number(x);
    end_line();
}

void put_word(const char *kind, const char *text)
{
    out("%s :", kind);
    out_text(text);
    end_line();
}

void put_refusal(size_t bytes)
{
    if (refusal_told || used > 0) /* or in the middle of a line */
        return;
    refusal_told = true;
    out("memory %ld", bytes < LONG_MAX ? (long)bytes : LONG_MAX);
    end_line();
}

/* ---- what stands in answers.txt is looked at outside ------------------------------------------------ */

double answer(const char *key)
{
    put_word("answer", key);
    return 0;
}

double answer_formula(const char *key, int n, const Letter *letters)
{
    char text[256];
    int used = snprintf(text, sizeof text, "%s(", key);
    for (int i = 0; i < n && used < (int)sizeof text; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%c=%.17g", i == 0 ? "" : ",",
                         letters[i].name, letters[i].is);
    put_word("answer", used < (int)sizeof text ? text : key);
    return 0;
}
