/* guard.c - the frame to which a mistake returns, and what else a binding needs.
 *
 * Invariant: `inside` is set between guard_begin and guard_end, in the thread that called and nowhere else;
 * there are no calls back into Python, so there is no second one inside. A mistake outside of a guarded call is
 * told as ever.
 */
#include "guarded.h"
#include <stdlib.h>
#include <string.h>

static _Thread_local struct {
    jmp_buf out;
    bool inside, failed;
    Scope *scope; /* NULL: this call has none of its own */
    CallSite before;
    char message[1024];
} guard;

static void tell_python(const char *message, CallSite where)
{
    (void)where;
    if (!guard.inside)
        return;
    guard.failed = true;
    snprintf(guard.message, sizeof guard.message, "%s", message);
    longjmp(guard.out, 1);
}

/* ---- a guarded call ------------------------------------------------------------------------------- */

jmp_buf *guard_out(void)
{
    guard.before = kindling_call_site;
    guard.failed = false;
    guard.scope = NULL;
    return &guard.out;
}

void guard_begin(bool in_scope)
{
    guard.inside = true;
    if (in_scope) {
        kindling_set_error("%s", "");
        guard.scope = scope_open();
    }
}

int guard_end(Scope **owner)
{
    Scope *scope = guard.scope;
    *owner = NULL;
    guard.inside = false;
    if (scope != NULL && !guard.failed && scope_bytes(scope) > 0) {
        scope_detach(scope);
        *owner = scope;
    } else if (scope != NULL) {
        scope_close(scope);
    }
    kindling_call_site = guard.before;
    return guard.failed;
}

const char *guarded_message(void)
{
    return guard.message;
}

void guarded_end(Scope *owner)
{
    scope_close(owner);
}

void guarded_start(void)
{
    kindling_on_fail(tell_python);
}

/* ---- settings of a thread ---------------------------------------------------------------------------- */

Region *python_region_new(const char *name, int index, bool collapsed)
{
    region_open(name, index);
    Region *region = scope_settings()->region;
    region->collapsed = collapsed;
    return region;
}

Region *python_region(Region *region)
{
    Region *before = scope_settings()->region;
    scope_settings()->region = region;
    return before;
}

/* ---- text --------------------------------------------------------------------------------------------- */

typedef struct {
    char *text;
    size_t size;
    FILE *stream;
} Text;

static void text_forget(void *text)
{
    Text *t = text;
    fclose(t->stream);
    free(t->text);
}

/* A failure while it is written gives it back: the caller has said UNDO_ON_FAIL. */
static Text *text_open(void)
{
    Text *t = owned_alloc(sizeof *t);
    t->stream = open_memstream(&t->text, &t->size);
    if (t->stream == NULL)
        kindling_fail("out of memory: no room for text");
    owned_undo(t, text_forget);
    return t;
}

static char *text_close(Text *t)
{
    bool whole = fclose(t->stream) == 0;
    char *text = t->text;
    owned_free(t);
    if (!whole)
        kindling_fail("out of memory: no room for text");
    return text;
}

char *python_graph_dot(Tensor *root, GraphOptions options)
{
    UNDO_ON_FAIL;
    Text *t = text_open();
    graph_dump(t->stream, root, &options);
    return text_close(t);
}

char *python_graph_json(Tensor *root, long limit, long n_rows, const char *const rows[],
                        long n_columns, const char *const columns[])
{
    UNDO_ON_FAIL;
    Text *t = text_open();
    graph_json_tokens(t->stream, root, limit, &(GraphTokens){n_rows, n_columns, rows, columns});
    return text_close(t);
}

char *python_summary(Module *m)
{
    UNDO_ON_FAIL;
    Text *t = text_open();
    module_summary(t->stream, m);
    return text_close(t);
}

Module *python_module_new(const char *kind)
{
    return module_new(sizeof(Module), kind, NULL);
}

void python_free(void *block)
{
    owned_free(block);
}

void python_free_tensor(Tensor *t)
{
    tensor_free(t);
}
