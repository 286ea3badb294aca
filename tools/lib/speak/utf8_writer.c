/* utf8_writer.c - bytes in, whole characters out: a token may end in the middle of one. */
#include "utf8_writer.h"
#include <stdbool.h>
#include <string.h>

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */

/* Could more bytes make this a character? */
static bool is_beginning(const char *held, size_t n)
{
    unsigned char first = (unsigned char)held[0];
    size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)held[i] & 0xc0) != 0x80)
            return false;
    return n < length;
}

static void drop(Utf8Writer *w, size_t n)
{
    w->n -= n;
    memmove(w->held, w->held + n, w->n);
}

static void write_what_is_whole(Utf8Writer *w)
{
    while (w->n > 0) {
        size_t length = utf8_decode(w->held, w->n, NULL, NULL);
        if (length == 0 && is_beginning(w->held, w->n))
            return;
        if (length > 0)
            fwrite(w->held, 1, length, w->out);
        else
            fputs(replacement, w->out);
        drop(w, length > 0 ? length : 1);
    }
}

void utf8_write(Utf8Writer *w, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        w->held[w->n++] = bytes[i];
        write_what_is_whole(w);
    }
    fflush(w->out);
}

void utf8_end(Utf8Writer *w)
{
    if (w->n > 0)
        fputs(replacement, w->out);
    w->n = 0;
    fflush(w->out);
}
