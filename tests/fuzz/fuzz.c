/* fuzz.c - one input after the other, and what must hold for each of them. */
#include "fuzz.h"
#include <setjmp.h>
#include <sys/stat.h>
#include <unistd.h>
#include "utf8.h"

void (*fuzz_stop)(void) = abort;
static jmp_buf *recovery;
static char folder[64];

/* ---- findings ---------------------------------------------------------------------------------------- */

void fuzz_found(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    fuzz_stop();
}

static void on_fail(const char *message, CallSite where)
{
    if (recovery != NULL)
        longjmp(*recovery, 1);
    fuzz_found(where.file != NULL ? where.file : "?", where.line, "fail(): %s", message);
}

void fuzz_ask(void)
{
    kindling_set_error("%s", "");
}

/* A message may quote what was read, but cannot move a terminal's cursor or hide what stands before it. */
void fuzz_told(bool succeeded)
{
    const char *message = kindling_error();
    if (succeeded)
        return;
    fuzz_check(message[0] != '\0', "it failed without a word");
    fuzz_check(strncmp(message, "(null)", 6) != 0, "the message is %s", message);
}

bool fuzz_may_fail(void (*work)(void *context), void *context)
{
    Scope *here = scope_current();
    jmp_buf *before = recovery, now;
    volatile bool done = false;
    recovery = &now;
    if (setjmp(now) == 0) {
        work(context);
        done = true;
    }
    recovery = before;
    while (scope_current() != here)
        scope_close(scope_current());
    return done;
}

/* ---- one input ---------------------------------------------------------------------------------------- */

static int lowest_descriptor(void)
{
    int free_one = dup(2);
    close(free_one);
    return free_one;
}

void fuzz_one(const FuzzTarget *target, const uint8_t *bytes, size_t size)
{
    kindling_on_fail(on_fail);
    fuzz_ask();
    int descriptor = lowest_descriptor();
    Scope *scope = scope_open();
    target->run(bytes, size);
    fuzz_check(scope_current() == scope, "%s: a scope was left open", target->name);
    scope_close(scope);
    fuzz_check(lowest_descriptor() == descriptor, "%s: a file was left open", target->name);
}

/* ---- files -------------------------------------------------------------------------------------------- */

static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0)
        fprintf(stderr, "%s is left\n", folder);
}

const char *fuzz_path(const char *name)
{
    static char paths[4][128];
    static unsigned turn;
    if (folder[0] == '\0') {
        struct stat about; /* in memory, where there is such a place: saving waits for the disk */
        bool memory = stat("/dev/shm", &about) == 0 && S_ISDIR(about.st_mode);
        snprintf(folder, sizeof folder, "%s/kindling-fuzz-XXXXXX", memory ? "/dev/shm" : "/tmp");
        if (mkdtemp(folder) == NULL)
            abort();
        atexit(remove_folder);
    }
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

const char *fuzz_file(const char *name, const uint8_t *bytes, size_t size)
{
    const char *path = fuzz_path(name);
    FILE *stream = fopen(path, "wb");
    if (stream == NULL || fwrite(bytes, 1, size, stream) != size || fclose(stream) != 0)
        abort();
    return path;
}

FuzzPart fuzz_part(const uint8_t **bytes, size_t *size)
{
    static const char cut[] = "\n--\n";
    FuzzPart part = {*bytes, *size};
    for (size_t at = 0; at + 4 <= *size; at++)
        if (memcmp(*bytes + at, cut, 4) == 0) {
            part.size = at;
            *bytes += at + 4;
            *size -= at + 4;
            return part;
        }
    *bytes += *size;
    *size = 0;
    return part;
}

char *fuzz_text(const uint8_t *bytes, size_t size)
{
    char *text = scope_alloc(scope_current(), size + 1);
    memcpy(text, bytes, size);
    text[size] = '\0';
    return text;
}

void fuzz_look(const Tensor *t)
{
    Tensor *copy = tensor_new_like(t);
    copy_kernel(copy, t);
    volatile double sum = 0;
    for (long i = 0; i < tensor_numel(copy); i++)
        sum += (double)copy->data[i];
}
