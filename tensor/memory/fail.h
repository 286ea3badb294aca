/* fail.h - mistakes: those of a caller, which end a program, and those of the world. */
#ifndef KINDLING_FAIL_H
#define KINDLING_FAIL_H

#include "../tensor.h"

#pragma GCC visibility push(default)

/* ---- fail.c (01): every mistake is said in full ---------------------------------------------- */

/* Where user code stood when it last called the library; and, where a layer called an operation
 * since, that line of the library, for pictures. */
typedef struct {
    const char *file;
    int line;
    int inside_line;
    const char *inside; /* NULL: user code called it itself */
} CallSite;
extern __thread CallSite
    kindling_call_site; /* of this thread (__thread: so that C++ reads it, too) */
/* Sets it, for bindings of other languages; file is not copied, NULL: not known. */
void kindling_set_call_site(const char *file, int line);

/* A caller's mistake, or memory running out: formats the message, calls the handler, never returns.
 * The default handler prints "file:line: message" to stderr and aborts. */
__attribute__((noreturn, format(printf, 1, 2))) void kindling_fail(const char *format, ...);
/* The same with a line of its own; kindling_fail("...") in a program is this, with the line it is
 * in. */
__attribute__((noreturn, format(printf, 3, 4))) void kindling_fail_at(const char *file, int line,
                                                                      const char *format, ...);

/* "tensor_add: argument 2, b, is NULL" */
__attribute__((noreturn)) void kindling_fail_null(const char *operation, int number,
                                                  const char *argument);

/* What kindling_fail calls, with its message, in the thread that failed. */
typedef void (*FailHandler)(const char *message, CallSite where);
/* Install a handler (NULL: the default) and return the one before. There is one for the whole
 * program: install it before other threads call the library. It runs in the thread that failed, and
 * may longjmp out: what was half-made has been given back (UNDO_ON_FAIL), a walk back has ended,
 * and the scopes that were open are closed by the next scope_close of an outer one. If it returns,
 * abort. */
FailHandler kindling_on_fail(FailHandler handler);

/* The world's mistakes (files, formats, text): the last message of this thread, "" if none. It
 * stays until the next one, so ask only where a function has returned NULL or -1. */
const char *kindling_error(void);
/* Sets it, for readers of one's own: as printf writes it, at most 1023 bytes. */
__attribute__((format(printf, 1, 2))) void kindling_set_error(const char *format, ...);

#pragma GCC visibility pop
#endif
