/* utf8_writer.h - bytes in, whole characters out: a token may end in the middle of one. */
#ifndef UTF8_WRITER_H
#define UTF8_WRITER_H

#include <stdio.h>
#include "utf8.h"

typedef struct {
    FILE *out;
    char held[UTF8_LONGEST]; /* the beginning of a character */
    size_t n;
} Utf8Writer;

/* Writes the characters that are whole by now, and flushes; a byte that belongs to none is written as U+FFFD. */
void utf8_write(Utf8Writer *w, const char *bytes, size_t n);
/* A beginning that nothing follows is written as U+FFFD. */
void utf8_end(Utf8Writer *w);

#endif
