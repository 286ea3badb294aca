/* stop_text.h - writing that ends before a text: "stop" of other programs, stop_strings of
 * HuggingFace's.
 *
 * A token may hold the beginning of the stop text, or all of it and more, so what may become it is
 * held back until it is known. */
#ifndef STOP_TEXT_H
#define STOP_TEXT_H

#include <stdbool.h>
#include "utf8_writer.h"

typedef struct {
    const char *stop; /* borrowed; NULL or "": none */
    char *held;       /* what may be its beginning */
    size_t n, room;
    bool reached;
} StopText;

/* Bytes that come next: those that are no part of the stop text go to the writer. False: the stop
 * text has been reached, and what stood before it is written. */
bool stop_text_write(StopText *s, Utf8Writer *to, const char *bytes, size_t n);
/* Nothing comes any more: what was held is written, unless the stop text was reached. */
void stop_text_end(StopText *s, Utf8Writer *to);

#endif
