/* explore.c - the explorer's page: its two halves and the graph between them.
 *
 * The page is written in tools/explore/ (HTML, CSS, JavaScript) and built into the program. Here the
 * gradients are made, and the data of one graph is put where the page expects it. Invariant: names,
 * labels and source lines pass through graph_json_text, so nothing of them can end the script.
 */
#define _DEFAULT_SOURCE /* realpath */
#define _DARWIN_C_SOURCE
#include "explore.h"
#include "engine.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* tools/explore/explore.mk makes these; both end with a zero. */
extern const char explore_page_head[], explore_page_tail[];

enum {
    NUMBERS_OF_A_TENSOR = 4096,
    NUMBERS_OF_A_PAGE = 1000000,
    CONTEXT_LINES = 2,
    MOST_SITES = 256,
    MOST_LINES = 1000000,
    MOST_SOURCE_BYTES = 16 << 20
};

/* ---- gradients ------------------------------------------------------------------------------- */

static void walk_back(Tensor *root)
{
    if (!root->requires_grad)
        return;
    Closure *order = backward_order(root);
    for (const Closure *c = order; c; c = c->next)
        if (c->flags & CLOSURE_RELEASED || c->out->grad)
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

/* The lines that made a graph, each once: of user code, and of the engine's layers. */
typedef struct {
    CallSite site[MOST_SITES];
    int n;
    bool of_a_stranger; /* who may name any file */
} Sites;

static void add_site(Sites *sites, const char *file, int line)
{
    if (line < 1 || line > MOST_LINES)
        return;
    for (int i = 0; i < sites->n; i++)
        if (sites->site[i].line == line && strcmp(sites->site[i].file, file) == 0)
            return;
    if (sites->n < MOST_SITES)
        sites->site[sites->n++] = (CallSite){.file = file, .line = line};
}

static void sites_of_graph(Sites *sites, Tensor *root)
{
    for (const Closure *c = backward_order(root); c; c = c->next) {
        CallSite where = c->origin.where;
        if (where.file != NULL)
            add_site(sites, where.file, where.line);
        if (where.inside != NULL)
            add_site(sites, where.inside, where.inside_line);
    }
}

/* The same, out of what graph_json wrote. Names with a quote or a backslash are left out. */
static void sites_of_text(Sites *sites, const char *text)
{
    static const char mark[] = "\"file\":\"";
    for (const char *at = text; (at = strstr(at, mark)) != NULL;) {
        at += strlen(mark);
        size_t length = strcspn(at, "\"\\");
        static const char then[] = "\",\"line\":";
        if (strncmp(at + length, then, strlen(then)) != 0)
            continue;
        long line = strtol(at + length + strlen(then), NULL, 10);
        char *file = scope_alloc(scope_current(), length + 1);
        memcpy(file, at, length);
        file[length] = '\0';
        if (line <= MOST_LINES)
            add_site(sites, file, (int)line);
    }
}

/* The page shows the files that a graph names. If that came from elsewhere, only files of some size below the
 * folder where the program runs, whatever links and dots say. */
static bool is_source(const char *path)
{
    char here[PATH_MAX], there[PATH_MAX];
    struct stat about;
    if (realpath(".", here) == NULL || realpath(path, there) == NULL || stat(there, &about) != 0)
        return false;
    size_t length = strcmp(here, "/") == 0 ? 0 : strlen(here);
    return strncmp(there, here, length) == 0 && there[length] == '/' && S_ISREG(about.st_mode) &&
           about.st_size <= MOST_SOURCE_BYTES;
}

/* As far as their files are within reach. */
static void write_sources(FILE *out, const Sites *sites)
{
    const char *comma = "";
    for (int i = 0; i < sites->n; i++) {
        const char *path = sites->site[i].file;
        char *text =
            !sites->of_a_stranger || is_source(path) ? kindling_read_file(path, NULL) : NULL;
        if (text == NULL)
            continue;
        fputs(comma, out);
        write_lines(out, text, sites->site[i]);
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

/* Up to where the graph stands; what follows it is close_page. */
static void open_page(FILE *out, const ExploreOptions *o, const Sites *sites)
{
    fputs(explore_page_head, out);
    fputs("{\"title\":", out);
    graph_json_text(out, o->title ? o->title : "A graph");
    fputs(",\"intro\":", out);
    graph_json_text(out, o->intro);
    write_labels(out, "rows", o->n_rows, o->row_labels);
    write_labels(out, "columns", o->n_columns, o->column_labels);
    fputs(",\n\"sources\":[", out);
    write_sources(out, sites);
    fputs("],\n\"graph\":", out);
}

static void close_page(FILE *out)
{
    fputc('}', out);
    fputs(explore_page_tail, out);
}

static const ExploreOptions plain = {0};

int graph_explore(const char *path, Tensor *root, const ExploreOptions *options)
{
    if (path == NULL || root == NULL)
        kindling_fail("graph_explore: the %s is NULL", path == NULL ? "path" : "tensor");
    walk_back(root);
    UNDO_ON_FAIL; /* closes the file */
    Sites sites = {.n = 0};
    sites_of_graph(&sites, root);
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return -1;
    open_page(atomic_stream(file), options ? options : &plain, &sites);
    graph_json(atomic_stream(file), root, choose_limit(root, options ? options->limit : 0));
    close_page(atomic_stream(file));
    return atomic_commit(file); /* tells of every error of the stream */
}

/* ---- a graph from a file --------------------------------------------------------------------- */

/* What graph_json writes is one object and holds no '<': nothing in it can end the page's script. */
static bool looks_like_a_graph(const char *text)
{
    size_t n = strlen(text);
    while (n > 0 && strchr(" \r\n", text[n - 1]))
        n--;
    return n > 0 && text[0] == '{' && text[n - 1] == '}' && strchr(text, '<') == NULL &&
           strstr(text, "\"nodes\":[") != NULL && strstr(text, "\"backward\":[") != NULL;
}

int graph_explore_file(const char *path, const char *json, const ExploreOptions *options)
{
    UNDO_ON_FAIL;
    char *text = kindling_read_file(json, NULL);
    if (text == NULL)
        return -1;
    AtomicFile *file = NULL;
    if (looks_like_a_graph(text))
        file = atomic_open(path);
    else
        kindling_set_error("%s: expected a graph as graph_json writes it, whole. hint: "
                           "run the program that wrote it once more",
                           json);
    if (file != NULL) {
        Sites sites = {.of_a_stranger = true};
        sites_of_text(&sites, text);
        open_page(atomic_stream(file), options ? options : &plain, &sites);
        fputs(text, atomic_stream(file));
        close_page(atomic_stream(file));
    }
    owned_free(text);
    return file != NULL ? atomic_commit(file) : -1;
}
