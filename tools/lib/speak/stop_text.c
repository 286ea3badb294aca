/* stop_text.c - writing that ends before a text.
 *
 * Invariant: behind a call, what is held is the longest end of all bytes so far that begins the stop
 * text. */
#include "stop_text.h"
#include <string.h>
#include "kindling.h"

static void hold(StopText *s, const char *bytes, size_t n)
{
    if (s->n + n > s->room) {
        size_t room = 2 * (s->n + n);
        char *held = owned_alloc(room);
        if (s->n > 0)
            memcpy(held, s->held, s->n);
        owned_free(s->held);
        s->held = held;
        s->room = room;
    }
    if (n > 0)
        memcpy(s->held + s->n, bytes, n);
    s->n += n;
}

/* The first place from which all that is held, or a whole stop text, is as the stop text. */
static size_t place_of(const StopText *s, size_t size)
{
    size_t at = 0;
    while (at < s->n && memcmp(s->held + at, s->stop, s->n - at < size ? s->n - at : size) != 0)
        at++;
    return at;
}

bool stop_text_write(StopText *s, Utf8Writer *to, const char *bytes, size_t n)
{
    size_t size = s->stop != NULL ? strlen(s->stop) : 0;
    if (size == 0) {
        utf8_write(to, bytes, n);
        return true;
    }
    if (s->reached)
        return false;
    hold(s, bytes, n);
    size_t at = place_of(s, size);
    utf8_write(to, s->held, at);
    s->reached = s->n - at >= size;
    s->n -= at;
    memmove(s->held, s->held + at, s->n);
    return !s->reached;
}

void stop_text_end(StopText *s, Utf8Writer *to)
{
    if (!s->reached && s->n > 0)
        utf8_write(to, s->held, s->n);
    owned_free(s->held);
    *s = (StopText){.stop = s->stop};
}
