/* sanitizer.h - what AddressSanitizer and UBSan print (CONFIG=asan), for the report. */
#ifndef SANITIZER_H
#define SANITIZER_H

#include "verdict.h"

typedef struct {
    char text[256];  /* "AddressSanitizer: heap-buffer-overflow ..."; "" if they said nothing */
    char place[256]; /* the first frame in the student's files */
} Sanitized;
Sanitized sanitizer_words(FILE *printed);
/* Of a line of theirs: does it say what the memory was, or name a frame that somebody wrote here? */
bool is_worth_reading(const char *line);

#endif
