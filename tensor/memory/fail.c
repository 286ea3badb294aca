/* fail.c - how mistakes are told.
 *
 * A caller's mistake is a bug in a program: fail() says what, where and what to try, and does not
 * return. What half-made things have taken is given back first (owned.c), and a walk back that is
 * under way ends (scope.c). A problem with a file or with text is part of life: the function
 * returns NULL or -1 and kindling_error() has the message. Nothing here allocates, so running out
 * of memory can be told.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "chunk.h"
#include "owned.h"

__thread CallSite kindling_call_site;

static FailHandler handler;
static _Thread_local char fail_text[1024];
static _Thread_local char error_text[1024];

void kindling_set_call_site(const char *file, int line)
{
    kindling_call_site = (CallSite){.file = file, .line = line};
}

const char *call_site_text(CallSite where)
{
    static _Thread_local char text[256];
    text[0] = '\0';
    if (where.file != NULL)
        snprintf(text, sizeof text, " at %s:%d", where.file, where.line);
    return text;
}

FailHandler kindling_on_fail(FailHandler new_handler)
{
    FailHandler before = handler;
    handler = new_handler;
    return before;
}

/* What fail_text says. */
static _Noreturn void tell(void)
{
    c_locale_leave();
    CallSite where = kindling_call_site;
    Scope *failed = scope_failed();
    if (failed != NULL)
        scope_close(failed);
    owned_give_back();
    if (handler != NULL)
        handler(fail_text, where);
    fflush(stdout); /* what was printed before stands before the message */
    if (where.file != NULL)
        fprintf(stderr, "%s:%d: ", where.file, where.line);
    fprintf(stderr, "%s\n", fail_text);
    abort();
}

void kindling_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    c_vsnprintf(fail_text, sizeof fail_text, format, arguments);
    va_end(arguments);
    tell();
}

void kindling_fail_at(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    c_vsnprintf(fail_text, sizeof fail_text, format, arguments);
    va_end(arguments);
    kindling_set_call_site(file, line);
    tell();
}

/* An unchecked result of a function that reads a file is the usual way to a NULL. */
void kindling_fail_null(const char *operation, int number, const char *argument)
{
    if (error_text[0] != '\0')
        fail("%s: argument %d, %s, is NULL. hint: the last error was \"%s\"", operation, number,
             argument, error_text);
    fail("%s: argument %d, %s, is NULL", operation, number, argument);
}

const char *kindling_error(void)
{
    return error_text;
}

void kindling_set_error(const char *format, ...)
{
    char text[sizeof error_text]; /* the last one may be among the arguments */
    va_list arguments;
    va_start(arguments, format);
    c_vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    memcpy(error_text, text, strlen(text) + 1);
}
