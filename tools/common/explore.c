/* explore.c - the explorer's page: its two halves and the graph between them.
 *
 * The page is written in tools/explore/ (HTML, CSS, JavaScript) and built into the program. Here the
 * gradients are made, and the data of one graph is put where the page expects it. Invariant: names,
 * labels and source lines pass through graph_json_text, so nothing of them can end the script.
 */
#include "explore.h"
#include <stdlib.h>
#include <string.h>

/* tools/explore/explore.mk makes these; both end with a zero. */
extern const char explore_page_head[], explore_page_tail[];

enum { NUMBERS_OF_A_TENSOR = 4096, NUMBERS_OF_A_PAGE = 1000000, CONTEXT_LINES = 2 };

/* ---- gradients ------------------------------------------------------------------------------- */

static void walk_back(Tensor *root)
{
    if (!root->requires_grad)
        return;
    Closure *order = backward_order(root);
    for (const Closure *c = order; c; c = c->next)
        if (c->released || c->out->grad)
            return; /* somebody was here */
    for (Closure *c = order; c; c = c->next)
        tensor_retain_grad(c->out);
    Tensor *seed = tensor_new_like(root);
    tensor_fill(seed, 1);
    tensor_backward_from(root, seed, true);
}

/* ---- source lines ---------------------------------------------------------------------------- */

static const char *line_start(const char *text, int line)
{
    for (; line > 1 && text; line--) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return text;
}

static void write_lines(FILE *out, const char *text, CallSite where)
{
    int first = where.line > CONTEXT_LINES ? where.line - CONTEXT_LINES : 1;
    fputs("{\"file\":", out);
    graph_json_text(out, where.file);
    fprintf(out, ",\"line\":%d,\"first\":%d,\"text\":[", where.line, first);
    for (int line = first; line <= where.line + CONTEXT_LINES; line++) {
        const char *start = line_start(text, line);
        if (start == NULL || *start == '\0')
            break;
        size_t length = strcspn(start, "\r\n");
        char *copy = memcpy(owned_alloc(length + 1), start, length);
        if (line > first)
            fputc(',', out);
        graph_json_text(out, copy);
        owned_free(copy);
    }
    fputs("]}", out);
}

static bool is_new(const CallSite *known, int n, CallSite where)
{
    for (int i = 0; i < n; i++)
        if (known[i].line == where.line && strcmp(known[i].file, where.file) == 0)
            return false;
    return true;
}

/* The lines that made the graph, as far as their files are within reach. */
static void write_sources(FILE *out, Tensor *root)
{
    enum { MOST = 256 };
    CallSite known[MOST];
    int n = 0;
    const char *comma = "";
    for (const Closure *c = backward_order(root); c && n < MOST; c = c->next) {
        if (c->where.file == NULL || !is_new(known, n, c->where))
            continue;
        known[n++] = c->where;
        char *text = file_read(c->where.file, NULL);
        if (text == NULL)
            continue;
        fputs(comma, out);
        write_lines(out, text, c->where);
        owned_free(text);
        comma = ",\n";
    }
}

/* ---- the page -------------------------------------------------------------------------------- */

static void write_labels(FILE *out, const char *key, long n, const char *const *labels)
{
    fprintf(out, ",\"%s\":[", key);
    for (long i = 0; labels && i < n; i++) {
        if (i > 0)
            fputc(',', out);
        graph_json_text(out, labels[i]);
    }
    fputc(']', out);
}

static long choose_limit(Tensor *root, long wish)
{
    if (wish > 0)
        return wish;
    long n = 1;
    for (const Closure *c = backward_order(root); c; c = c->next)
        n++;
    long fair = NUMBERS_OF_A_PAGE / (2 * n);
    return fair < 64 ? 64 : fair < NUMBERS_OF_A_TENSOR ? fair : NUMBERS_OF_A_TENSOR;
}

static int write_page(FILE *out, Tensor *root, const ExploreOptions *o)
{
    long limit = choose_limit(root, o->limit);
    fputs(explore_page_head, out);
    fprintf(out, "{\"limit\":%ld,\"title\":", limit);
    graph_json_text(out, o->title ? o->title : "A graph");
    fputs(",\"intro\":", out);
    graph_json_text(out, o->intro);
    write_labels(out, "rows", o->n_rows, o->row_labels);
    write_labels(out, "columns", o->n_columns, o->column_labels);
    fputs(",\n\"sources\":[", out);
    write_sources(out, root);
    fputs("],\n\"graph\":", out);
    if (graph_json(out, root, limit) != 0)
        return -1;
    fputc('}', out);
    fputs(explore_page_tail, out);
    return 0;
}

int graph_explore(const char *path, Tensor *root, const ExploreOptions *options)
{
    if (path == NULL || root == NULL)
        fail("graph_explore: the %s is NULL", path == NULL ? "path" : "tensor");
    static const ExploreOptions plain = {0};
    walk_back(root);
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return -1;
    if (write_page(atomic_stream(file), root, options ? options : &plain) != 0) {
        atomic_abandon(file);
        return -1;
    }
    return atomic_commit(file);
}
