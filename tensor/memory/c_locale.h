/* c_locale.h - numbers as text with a decimal point, whatever locale the program has chosen
 * (private to the library and its tools).
 *
 * In a German program printf writes 0,5 and strtod reads 0.5 as 0. What a file, a graph or a
 * message says does not depend on that: between c_locale_begin and c_locale_end this thread has the
 * locale "C". Pairs may be nested. A mistake that is told inside of one ends it.
 */
#ifndef KINDLING_C_LOCALE_H
#define KINDLING_C_LOCALE_H

#include <stdarg.h>
#include <stdio.h>

void c_locale_begin(void);
void c_locale_end(void);
/* Ends all that have begun: after a failure that left them open. */
void c_locale_leave(void);
/* strtod, vsnprintf, snprintf and fprintf with a decimal point. */
double c_strtod(const char *text, char **end);
int c_vsnprintf(char *text, size_t size, const char *format, va_list arguments);
__attribute__((format(printf, 3, 4))) int c_snprintf(char *text, size_t size, const char *format,
                                                     ...);
__attribute__((format(printf, 2, 3))) int c_fprintf(FILE *stream, const char *format, ...);

#endif
