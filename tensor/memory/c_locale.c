/* c_locale.c - numbers as text with a decimal point, whatever locale the program has chosen: see
 * c_locale.h. */
#include "c_locale.h"
#include <locale.h>
#include <stdlib.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif
#ifdef __wasi__ /* a page has one locale only */
#define newlocale(mask, name, base) ((locale_t)0)
#define uselocale(locale) ((void)(locale), (locale_t)0)
#endif

static _Thread_local locale_t outside; /* what this thread had before */
static _Thread_local int depth;

/* One for all threads; if two make it at once, both are "C", and one is lost. */
static locale_t c_locale(void)
{
    static _Atomic(locale_t) made;
    if (made == (locale_t)0)
        made = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return made;
}

void c_locale_begin(void)
{
    if (depth++ == 0)
        outside = uselocale(c_locale());
}

void c_locale_end(void)
{
    if (depth > 0 && --depth == 0)
        uselocale(outside);
}

void c_locale_leave(void)
{
    if (depth > 0)
        uselocale(outside);
    depth = 0;
}

double c_strtod(const char *text, char **end)
{
    c_locale_begin();
    double x = strtod(text, end);
    c_locale_end();
    return x;
}

int c_vsnprintf(char *text, size_t size, const char *format, va_list arguments)
{
    c_locale_begin();
    int length = vsnprintf(text, size, format, arguments);
    c_locale_end();
    return length;
}

int c_snprintf(char *text, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = c_vsnprintf(text, size, format, arguments);
    va_end(arguments);
    return length;
}

int c_fprintf(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    c_locale_begin();
    int length = vfprintf(stream, format, arguments);
    c_locale_end();
    va_end(arguments);
    return length;
}
