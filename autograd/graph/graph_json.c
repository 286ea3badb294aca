/* graph_json.c - the graph with all its numbers as JSON, for programs that show it.
 *
 *     {"regions": [...], "nodes": [...], "tokens": {"rows": [...], "columns": [...]},
 *      "backward": [node, node, ...]}
 *
 * Nodes stand producers before consumers; "backward" is the order of the walk back. Numbers that
 * JSON does not know are the strings "nan", "inf" and "-inf". Invariant: the text is valid JSON in
 * UTF-8 without the character '<', so that it can stand inside a page, whatever names say.
 */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "graph.h"
#include "c_locale.h"
#include "utf8.h"

/* ---- text and numbers ------------------------------------------------------------------------ */

void graph_json_text(FILE *stream, const char *text)
{
    fputc('"', stream);
    while (text && *text) {
        size_t length = utf8_decode(text, UTF8_LONGEST, NULL, NULL);
        unsigned char c = (unsigned char)*text;
        if (length == 0)
            fputs("\xef\xbf\xbd", stream); /* U+FFFD, the replacement character */
        else if (length == 1 && (c < ' ' || c == 127 || strchr("\"\\<>&", c)))
            fprintf(stream, "\\u%04x", c);
        else
            fwrite(text, 1, length, stream);
        text += length ? length : 1;
    }
    fputc('"', stream);
}

static void write_number(FILE *stream, double x, int digits)
{
    if (isfinite(x))
        fprintf(stream, "%.*g", digits, x);
    else
        fputs(isnan(x) ? "\"nan\"" : x > 0 ? "\"inf\"" : "\"-inf\"", stream);
}

static void write_longs(FILE *stream, const char *key, int n, const long *values)
{
    fprintf(stream, ",\"%s\":[", key);
    for (int i = 0; i < n; i++)
        fprintf(stream, i > 0 ? ",%ld" : "%ld", values[i]);
    fputc(']', stream);
}

static void write_field(FILE *stream, const char *key, const char *text)
{
    if (text == NULL || *text == '\0')
        return;
    fprintf(stream, ",\"%s\":", key);
    graph_json_text(stream, text);
}

/* ---- tensors --------------------------------------------------------------------------------- */

/* Whole rows if one fits, for half a row looks like a row. */
static long shown_numbers(const Tensor *t, long limit)
{
    long n = tensor_numel(t), row = t->ndim > 0 ? t->shape[t->ndim - 1] : 1;
    if (n <= limit)
        return n;
    return row <= limit ? limit / row * row : limit;
}

/* Range, mean and norm are those of all finite numbers, shown or not. */
static void write_values(FILE *stream, const char *key, const Tensor *t, long limit)
{
    GraphNumbers all = graph_numbers(t);
    long shown = shown_numbers(t, limit), finite = all.n - all.strange;
    fprintf(stream, ",\"%s\":{\"n\":%ld,\"strange\":%ld,\"low\":", key, all.n, all.strange);
    write_number(stream, all.low, 5);
    fputs(",\"high\":", stream);
    write_number(stream, all.high, 5);
    fputs(",\"mean\":", stream);
    write_number(stream, finite ? all.sum / (double)finite : 0, 5);
    fputs(",\"norm\":", stream);
    write_number(stream, sqrt(all.squares), 5);
    fputs(",\"data\":[", stream);
    for (long i = 0; i < shown; i++) {
        if (i > 0)
            fputc(',', stream);
        write_number(stream, graph_element(t, i), 4);
    }
    fputs("]}", stream);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* "input 0", "result", or "own" for what was made only to be saved. */
static void write_saved(FILE *stream, const Closure *c)
{
    fputs(",\"saved\":[", stream);
    const char *comma = "";
    for (int i = 0; i < c->op->saved; i++) {
        const Tensor *t = graph_saved(c)[i];
        if (t == NULL)
            continue;
        int input = 0;
        while (input < c->n_in && c->in[input] != t)
            input++;
        fprintf(stream, "%s{\"bytes\":%ld", comma, tensor_numel(t) * (long)sizeof(real));
        if (input < c->n_in)
            fprintf(stream, ",\"is\":\"input %d\"", input);
        else
            fprintf(stream, ",\"is\":\"%s\"", t == c->out ? "result" : "own");
        write_longs(stream, "shape", t->ndim, t->shape);
        write_field(stream, "name", t->name);
        fputc('}', stream);
        comma = ",";
    }
    fputc(']', stream);
}

static void write_closure(FILE *stream, const Closure *c)
{
    static const char *const shares[] = {
        [SHARES_IN_RESULT] = "result", [SHARES_NOT_KEPT] = "not kept"};
    char attributes[64] = "";
    write_field(stream, "op", c->op->name);
    if (c->op->describe)
        c->op->describe(c, attributes, sizeof attributes);
    write_field(stream, "attributes", attributes);
    if (c->op->view != NULL)
        fputs(",\"view\":true", stream);
    if (graph_is_copy(c))
        fputs(",\"copy\":true", stream);
    if (c->op->products > 0)
        fprintf(stream, ",\"products\":%d", c->op->products);
    write_field(stream, "shares", shares[c->op->shares]);
    CallSite where = c->origin.where;
    if (where.file) {
        write_field(stream, "file", where.file);
        fprintf(stream, ",\"line\":%d", where.line);
    }
    if (where.inside) { /* the same two words again, for those who look for files */
        fputs(",\"inside\":{\"file\":", stream);
        graph_json_text(stream, where.inside);
        fprintf(stream, ",\"line\":%d}", where.inside_line);
    }
    if (c->origin.forward_seconds + c->origin.backward_seconds > 0)
        fprintf(stream, ",\"forward\":%.3g,\"backward\":%.3g", c->origin.forward_seconds,
                c->origin.backward_seconds);
    write_saved(stream, c);
}

static void write_node(FILE *stream, const GraphNode *node, long limit)
{
    static const char *const kinds[] = {[NODE_INPUT] = "input",
                                        [NODE_PARAMETER] = "parameter",
                                        [NODE_CONSTANT] = "constant",
                                        [NODE_OPERATION] = "operation",
                                        [NODE_LOSS] = "loss"};
    const Tensor *t = node->tensor;
    fprintf(stream, "{\"kind\":\"%s\",\"region\":%ld,\"bytes\":%.0f,\"in\":[", kinds[node->kind],
            node->region->number, node->cost.bytes);
    for (int i = 0; i < node->n_in; i++)
        fprintf(stream, i > 0 ? ",%ld" : "%ld", node->in[i]->number);
    fputc(']', stream);
    write_longs(stream, "shape", t->ndim, t->shape);
    write_longs(stream, "stride", t->ndim, t->stride);
    write_field(stream, "name", t->name);
    if (tensor_is_contiguous(t))
        fputs(",\"contiguous\":true", stream);
    if (t->requires_grad)
        fputs(",\"wants\":true", stream);
    if (node->reached)
        fputs(",\"reached\":true", stream);
    if (tensor_made_in_no_grad(t))
        fputs(",\"no_grad\":true", stream);
    if (node->closure)
        write_closure(stream, node->closure);
    write_values(stream, "value", t, limit);
    if (t->grad != NULL)
        write_values(stream, "grad", t->grad, limit);
    fputc('}', stream);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void write_regions(FILE *stream, const Graph *graph)
{
    for (const GraphRegion *r = graph->top; r; r = r->next) {
        fprintf(stream, "%s{\"parent\":%ld,\"index\":%d,\"name\":", r->parent ? ",\n" : "",
                r->parent ? r->parent->number : -1, r->region ? r->region->index : -1);
        graph_json_text(stream, r->region ? r->region->name : "");
        fputs(r->region && r->region->collapsed ? ",\"collapsed\":true}" : "}", stream);
    }
}

static void write_backward(FILE *stream, const Graph *graph, Tensor *root)
{
    GraphTable numbers = graph_table(graph->scope);
    for (GraphNode *node = graph->first; node; node = node->next)
        *graph_table_at(&numbers, (uintptr_t)node->tensor) = node;
    const char *comma = "";
    for (const Closure *c = backward_order(root); c; c = c->next) {
        const GraphNode *node = *graph_table_at(&numbers, (uintptr_t)c->out);
        fprintf(stream, "%s%ld", comma, node->number);
        comma = ",";
    }
}

static void write_labels(FILE *stream, const char *key, long n, const char *const *labels)
{
    fprintf(stream, "\"%s\":[", key);
    for (long i = 0; labels != NULL && i < n; i++) {
        if (i > 0)
            fputc(',', stream);
        graph_json_text(stream, labels[i]);
    }
    fputc(']', stream);
}

static void write_tokens(FILE *stream, const GraphTokens *tokens)
{
    if (tokens == NULL)
        return;
    fputs(",\n\"tokens\":{", stream);
    write_labels(stream, "rows", tokens->n_rows, tokens->rows);
    fputc(',', stream);
    write_labels(stream, "columns", tokens->n_columns, tokens->columns);
    fputc('}', stream);
}

static void check_tokens(const char *what, long n, const char *const *labels)
{
    if (n < 0 || (n > 0 && labels == NULL))
        fail("graph_json_tokens: %ld %s, and the array of them %s", n, what,
             labels ? "is there: expected 0 or more" : "is NULL");
}

int graph_json_tokens(FILE *stream, Tensor *root, long limit, const GraphTokens *tokens)
{
    if (limit < 1)
        fail("graph_json: the limit is %ld numbers, expected at least 1", limit);
    if (tokens != NULL) {
        check_tokens("rows", tokens->n_rows, tokens->rows);
        check_tokens("columns", tokens->n_columns, tokens->columns);
    }
    Graph graph = {.scope = scope_open(), .options.level = GRAPH_FULL};
    graph_collect(&graph, root);
    graph_reach(&graph);
    graph_build_tree(&graph);
    c_locale_begin();
    fprintf(stream, "{\"number\":\"%s\",\n\"regions\":[", sizeof(real) == 8 ? "double" : "float");
    write_regions(stream, &graph);
    fputs("],\n\"nodes\":[", stream);
    for (const GraphNode *node = graph.first; node; node = node->next) {
        write_node(stream, node, limit);
        fputs(node->next ? ",\n" : "", stream);
    }
    fputc(']', stream);
    write_tokens(stream, tokens);
    fputs(",\n\"backward\":[", stream);
    write_backward(stream, &graph, root);
    fputs("]}\n", stream);
    c_locale_end();
    scope_close(graph.scope);
    if (fflush(stream) != 0 || ferror(stream)) {
        kindling_set_error("graph_json: cannot write: %s", strerror(errno));
        return -1;
    }
    return 0;
}

int graph_json(FILE *stream, Tensor *root, long limit)
{
    return graph_json_tokens(stream, root, limit, NULL);
}
