/* json_line.h - reading numbers back out of JSON. */
#ifndef JSON_LINE_H
#define JSON_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* The value of "key": in one flat line of JSON. False: no such key, or another kind of value. */
bool json_line_number(const char *line, const char *key, double *value);
bool json_text(const char *line, const char *key, char *text, size_t size);

#endif
