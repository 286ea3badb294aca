/* fuzz.h - what every fuzz target includes: strange bytes in, and what must hold of whatever comes out.
 *
 * A target is one file, target_<what>.c, that gives bytes to a reader. What is asked of every reader:
 *   - it never touches memory that is not its own (the sanitizers see that), and it returns;
 *   - what it refuses it tells: a message in kindling_error(), one line of text;
 *   - it never calls fail(), which is for mistakes of a caller, and bytes are nobody's mistake;
 *   - nothing is left behind: no block of memory (LeakSanitizer, or the counts of tests/support), no open file.
 * What it accepts has to keep the reader's promises, which the target checks with fuzz_check.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "engine.h"
#include "kindling.h"

typedef struct {
    const char *name;
    void (*run)(const uint8_t *bytes, size_t size);
} FuzzTarget;

/* FUZZ_TARGET(npy) { ... } in target_npy.c has `bytes` and `size`. */
#define FUZZ_TARGET(what)                                                                          \
    extern const FuzzTarget fuzz_##what;                                                           \
    static void fuzz_run_##what(const uint8_t *bytes, size_t size);                                \
    const FuzzTarget fuzz_##what = {#what, fuzz_run_##what};                                       \
    static void fuzz_run_##what(const uint8_t *bytes, size_t size)

/* One input: the target runs in a scope of its own, and what it must not leave behind is looked for. */
void fuzz_one(const FuzzTarget *target, const uint8_t *bytes, size_t size);
/* How a finding ends the program: abort(), until somebody sets something else. */
extern void (*fuzz_stop)(void);

#define fuzz_check(holds, ...)                                                                     \
    do {                                                                                           \
        if (!(holds))                                                                              \
            fuzz_found(__FILE__, __LINE__, __VA_ARGS__);                                           \
    } while (0)
__attribute__((format(printf, 3, 4))) void fuzz_found(const char *file, int line,
                                                      const char *format, ...);
/* In front of a reader; behind it: whether it succeeded. If not, there must be a message. */
void fuzz_ask(void);
void fuzz_told(bool succeeded);

/* Runs work; a fail() in it is no finding, but gives false, with the scopes that it left open closed. */
bool fuzz_may_fail(void (*work)(void *context), void *context);

/* A file of these bytes in a folder of this program; good until four more were asked for. */
const char *fuzz_file(const char *name, const uint8_t *bytes, size_t size);
const char *fuzz_path(const char *name);
/* Readers of several files: the bytes up to the first line "--", which *bytes moves behind. */
typedef struct {
    const uint8_t *bytes;
    size_t size;
} FuzzPart;
FuzzPart fuzz_part(const uint8_t **bytes, size_t *size);
/* The bytes with a 0 behind them, in the current scope. */
char *fuzz_text(const uint8_t *bytes, size_t size);
/* Reads every number of a tensor, so that the sanitizers see where they are. */
void fuzz_look(const Tensor *t);

#endif
