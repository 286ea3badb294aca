/* guards.c - numbers written behind the end of a tensor.
 *
 * The linker sends the scope's functions here (-Wl,--wrap), so that every block a scope hands out is
 * followed by a guard, which is looked at when the block ends. AddressSanitizer does this better,
 * so under it guards have no bytes. And every block is handed out full of NaN, so that a number which
 * was never set is seen; and how much was held at once is known.
 * Invariant: every entry of the table is a live block of an open scope.
 */
#include "child.h"

#define GUARD ((size_t)(SANITIZED ? 0 : 32)) /* bytes */
#define UNSET_BYTE 0xff                      /* eight of them are NaN */

typedef struct {
    Scope *scope;
    unsigned char *block;
    size_t bytes;
} Guarded;

static Guarded *table;
static long n_blocks, room;

void *__real_scope_alloc(Scope *scope, size_t bytes);
void __real_scope_recycle(Scope *scope, void *block, size_t bytes);
void __real_scope_close(Scope *scope);
void __real_scope_reset(Scope *scope);
void *__wrap_scope_alloc(Scope *scope, size_t bytes);
void __wrap_scope_recycle(Scope *scope, void *block, size_t bytes);
void __wrap_scope_close(Scope *scope);
void __wrap_scope_reset(Scope *scope);

static _Noreturn void written_behind(void)
{
    snprintf(verdict->title, sizeof verdict->title,
             "numbers were written behind the end of a tensor, or of memory from scope_alloc");
    snprintf(verdict->likely, sizeof verdict->likely,
             "an index or a length is too large: either a loop runs one step too far, or sizes are "
             "mixed up (does a memcpy or scope_alloc take numbers for bytes?)%s",
             SHOWS_THE_LINE);
    give_up(FAILED);
}

static void look_at(const Guarded *b)
{
    for (size_t i = 0; i < GUARD; i++)
        if (b->block[b->bytes + i] != GUARD_BYTE)
            written_behind();
}

static void end_of(Scope *scope)
{
    long kept = 0;
    for (long i = 0; i < n_blocks; i++) {
        if (table[i].scope == scope) {
            look_at(&table[i]);
            memory_gives(table[i].bytes);
        } else
            table[kept++] = table[i];
    }
    n_blocks = kept;
}

void guards_check(void)
{
    for (long i = 0; i < n_blocks; i++)
        look_at(&table[i]);
}

void guards_store(const void *at)
{
    const unsigned char *byte = at;
    for (long i = 0; i < n_blocks; i++)
        if (byte >= table[i].block + table[i].bytes &&
            byte < table[i].block + table[i].bytes + GUARD) {
            verdict->depth = backtrace_here(verdict->trace, TRACE_DEPTH);
            written_behind();
        }
}

void guards_forget(void)
{
    n_blocks = 0;
    memory_forget();
}

void *__wrap_scope_alloc(Scope *scope, size_t bytes)
{
    if (bytes > SIZE_MAX / 8)
        return __real_scope_alloc(scope, bytes);
    memory_inside(1);
    unsigned char *block = __real_scope_alloc(scope, bytes + GUARD);
    memory_inside(-1);
    memset(block, UNSET_BYTE, bytes);
    memset(block + bytes, GUARD_BYTE, GUARD);
    if (n_blocks == room) {
        Guarded *larger = harness_alloc((size_t)(room + 1024) * 2 * sizeof *larger);
        if (n_blocks > 0)
            memcpy(larger, table, (size_t)n_blocks * sizeof *larger);
        room = (room + 1024) * 2;
        table = larger;
    }
    table[n_blocks++] = (Guarded){scope, block, bytes};
    memory_takes(bytes);
    return block;
}

void __wrap_scope_recycle(Scope *scope, void *block, size_t bytes)
{
    for (long i = n_blocks - 1; i >= 0; i--)
        if (table[i].block == block) {
            look_at(&table[i]);
            memory_gives(table[i].bytes);
            table[i] = table[--n_blocks];
            __real_scope_recycle(scope, block, bytes + GUARD);
            return;
        }
    __real_scope_recycle(scope, block, bytes);
}

/* Inner scopes that a longjmp has left open end with their outer one. */
void __wrap_scope_close(Scope *scope)
{
    for (Scope *inner = scope_current(); inner != scope; inner = scope_current()) {
        Scope *before = inner;
        end_of(inner);
        __real_scope_close(inner);
        if (scope_current() == before)
            break; /* the root: the scope to close is not open, and fail() will say so */
    }
    end_of(scope);
    __real_scope_close(scope);
}

void __wrap_scope_reset(Scope *scope)
{
    end_of(scope);
    __real_scope_reset(scope);
}
