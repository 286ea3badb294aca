/* graph_text.c - labels: any text made safe, and what a box says.
 *
 * Labels are Graphviz's HTML-like strings, in which markup sets sizes and colours and every other
 * character must be harmless. Names come from users and may hold anything. Invariant: whatever the
 * name, the output is valid UTF-8 without < > & " \ or control characters of its own, so that it
 * can stand between tags and between quotes, and never empty, for dot rejects an empty <B></B>.
 */
#include <math.h>
#include <string.h>
#include "graph.h"
#include "utf8.h"

/* The tall spaces make a small line as high as the first, so that subscripts do not touch it. */
#define LINE "<BR/><FONT POINT-SIZE=\"13\"> </FONT>"
#define LINE_END "</FONT><FONT POINT-SIZE=\"13\"> </FONT>"
#define SMALL LINE "<FONT POINT-SIZE=\"8\" COLOR=\"#455a64\">"
#define GREY "<FONT POINT-SIZE=\"9\" COLOR=\"#455a64\">"

enum { LONGEST = 60 }; /* characters of a name that are shown */

/* ---- characters ------------------------------------------------------------------------------ */

static void write_ascii(FILE *stream, char c)
{
    static const struct {
        char character;
        const char *entity;
    } escape[] = {{'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}, {'\\', "&#92;"}};
    for (size_t i = 0; i < sizeof escape / sizeof *escape; i++)
        if (c == escape[i].character) {
            fputs(escape[i].entity, stream);
            return;
        }
    fputc(c < ' ' || c == 127 ? ' ' : c, stream);
}

static const char *write_characters(FILE *stream, const char *text, const char *end, long most)
{
    for (; text < end && most > 0; most--) {
        size_t length = utf8_decode(text, UTF8_LONGEST, NULL, NULL);
        if (length == 0)
            fputs("\xef\xbf\xbd", stream); /* U+FFFD, the replacement character */
        else if (length == 1)
            write_ascii(stream, *text);
        else
            fwrite(text, 1, length, stream);
        text += length ? length : 1;
    }
    return text;
}

void graph_write_text(FILE *stream, const char *text)
{
    if (text == NULL || *text == '\0')
        text = "?";
    const char *end = text + strlen(text);
    if (write_characters(stream, text, end, LONGEST) < end)
        fputs("\xe2\x80\xa6", stream); /* an ellipsis */
}

/* "W_K", "b_down" and "1/sqrt(d)_k" read better with a subscript; "causal_mask" does not. */
static void write_name(FILE *stream, const char *name)
{
    const char *last = strrchr(name, '_');
    size_t length = strlen(name);
    size_t suffix = last ? strlen(last + 1) : 0;
    size_t most = last == name + 1 ? 6 : 2; /* behind a single letter it may be a word */
    if (suffix < 1 || suffix > most || last == name || length > LONGEST ||
        strchr(name, '_') != last) {
        graph_write_text(stream, name);
        return;
    }
    write_characters(stream, name, last, LONGEST);
    fputs("<SUB><FONT POINT-SIZE=\"8\">", stream); /* or it would be as large as the name */
    write_characters(stream, last + 1, name + length, LONGEST);
    fputs("</FONT></SUB>", stream);
}

const char *const graph_kind_name[] = {[NODE_INPUT] = "input",
                                       [NODE_PARAMETER] = "parameter",
                                       [NODE_CONSTANT] = "constant",
                                       [NODE_OPERATION] = "operation",
                                       [NODE_LOSS] = "result"};

/* ---- lines ----------------------------------------------------------------------------------- */

static void write_bytes(FILE *stream, double bytes)
{
    static const char *const unit[] = {"B", "KB", "MB", "GB", "TB"};
    size_t u = 0;
    for (; bytes >= 1024 && u + 1 < sizeof unit / sizeof *unit; u++)
        bytes /= 1024;
    fprintf(stream, u ? SMALL "%.1f %s" LINE_END : SMALL "%.0f %s" LINE_END, bytes, unit[u]);
}

/* 0 / 0 is "-nan" on some machines and "nan" on others. */
static double without_sign_of_nan(double x)
{
    return isnan(x) ? fabs(x) : x;
}

static void write_cost(FILE *stream, const GraphCost *cost, const GraphOptions *options)
{
    if (cost->n_gradients == 1)
        fprintf(stream, SMALL "grad %.4g" LINE_END, without_sign_of_nan(cost->gradient));
    else if (cost->n_gradients > 1)
        fprintf(stream, SMALL "|grad| %.3g" LINE_END,
                without_sign_of_nan(sqrt(cost->squared_gradient)));
    if (cost->dead_ends > 0)
        fputs(LINE "<FONT POINT-SIZE=\"8\" COLOR=\"#c62828\">no gradient" LINE_END, stream);
    if (options->memory && cost->bytes > 0)
        write_bytes(stream, cost->bytes);
    if (options->times && cost->forward_seconds + cost->backward_seconds > 0)
        fprintf(stream, SMALL "%.1f + %.1f \xc2\xb5s" LINE_END, 1e6 * cost->forward_seconds,
                1e6 * cost->backward_seconds);
}

static bool has_name(const GraphNode *node)
{
    return node->name != NULL && *node->name != '\0';
}

static bool is_drawn_as_number(const GraphNode *node)
{
    return node->kind == NODE_CONSTANT && node->tensor->ndim == 0 && !has_name(node);
}

static void write_values(FILE *stream, const GraphNode *node)
{
    const GraphCost *cost = &node->cost;
    if (cost->n_values == 0 || is_drawn_as_number(node))
        return;
    if (cost->n_values == 1)
        fprintf(stream, SMALL "value %.4g" LINE_END, without_sign_of_nan(cost->value));
    else if (cost->n_strange < cost->n_values)
        fprintf(stream, SMALL "%.3g to %.3g" LINE_END, cost->low, cost->high);
    if (cost->n_strange > 0 && cost->n_values > 1)
        fprintf(stream, SMALL "%ld not finite" LINE_END, cost->n_strange);
}

static void write_strides(FILE *stream, const GraphNode *node)
{
    const Tensor *t = node->tensor;
    if (t->ndim > 0) {
        fputs(SMALL "strides ", stream);
        for (int d = 0; d < t->ndim; d++)
            fprintf(stream, d ? ", %ld" : "%ld", t->stride[d]);
        fputs(LINE_END, stream);
    }
    if (node->closure && node->closure->op->view)
        fputs(SMALL "a view" LINE_END, stream);
    if (graph_is_copy(node->closure))
        fputs(SMALL "<B>a copy</B>" LINE_END, stream);
}

/* Inputs and the result cost nothing: they are there anyway. */
static void write_saved(FILE *stream, const Closure *c)
{
    int own = 0;
    const char *before = SMALL "keeps ";
    for (int i = 0; i < c->op->saved; i++) {
        const Tensor *t = graph_saved(c)[i];
        int input = 0;
        while (input < c->n_in && c->in[input] != t)
            input++;
        if (t == NULL || (input == c->n_in && t != c->out && ++own))
            continue;
        fputs(before, stream);
        before = ", ";
        if (t->name != NULL && *t->name != '\0')
            graph_write_text(stream, t->name);
        else if (t == c->out)
            fputs("the result", stream);
        else
            fprintf(stream, "input %d", input);
    }
    if (own > 0)
        fprintf(stream, "%s%d of its own", before, own);
    if (own > 0 || *before == ',')
        fputs(LINE_END, stream);
}

static void write_leaf_name(FILE *stream, const GraphNode *node)
{
    fputs("<B>", stream);
    if (has_name(node))
        write_name(stream, node->name);
    else if (is_drawn_as_number(node))
        fprintf(stream, "%.4g", without_sign_of_nan((double)node->tensor->data[0]));
    else
        fputs(graph_kind_name[node->kind], stream);
    fputs("</B>", stream);
    if (node->stands_for > 1)
        fprintf(stream, " x%ld", node->stands_for);
    if (node->n_uses > 1)
        fprintf(stream, SMALL "one of %ld uses" LINE_END, node->n_uses);
}

static void write_operation(FILE *stream, const GraphNode *node)
{
    const Operation *op = node->closure->op;
    char attributes[64] = "";
    if (has_name(node)) {
        fputs("<B>", stream);
        write_name(stream, node->name);
        fputs("</B>&#160;= ", stream); /* SVG drops a blank at the start of a text */
    }
    graph_write_text(stream, op->name);
    if (op->describe)
        op->describe(node->closure, attributes, sizeof attributes);
    if (*attributes == '\0')
        return;
    fputs(" " GREY, stream);
    graph_write_text(stream, attributes);
    fputs("</FONT>", stream);
}

void graph_write_node_label(FILE *stream, const GraphNode *node, const GraphOptions *options)
{
    if (node->closure)
        write_operation(stream, node);
    else
        write_leaf_name(stream, node);
    fprintf(stream, SMALL "%s" LINE_END, tensor_shape_text(node->tensor));
    if (tensor_made_in_no_grad(node->tensor))
        fputs(SMALL "no_grad" LINE_END, stream);
    if (options->strides)
        write_strides(stream, node);
    if (options->saved && node->closure)
        write_saved(stream, node->closure);
    write_values(stream, node);
    write_cost(stream, &node->cost, options);
}

void graph_write_region_title(FILE *stream, const GraphRegion *r)
{
    int index = r->region->index;
    graph_write_text(stream, r->region->name);
    if (r->repeats == 1 && index >= 0)
        fprintf(stream, " %d", index);
    if (r->repeats > 1 && index > 0)
        fprintf(stream, " %d..%ld", index, index + r->repeats - 1);
    if (r->repeats > 1)
        fprintf(stream, " x%ld", r->repeats);
}

void graph_write_region_label(FILE *stream, const GraphRegion *r, const GraphOptions *options)
{
    fputs("<B>", stream);
    graph_write_region_title(stream, r);
    fprintf(stream, "</B>" LINE "<FONT POINT-SIZE=\"8\" COLOR=\"#5e35b1\">%ld node%s" LINE_END,
            r->n_nodes, r->n_nodes == 1 ? "" : "s");
    if (r->out && !r->many_out)
        fprintf(stream, SMALL "%s" LINE_END, tensor_shape_text(r->out));
    write_cost(stream, &r->cost, options);
}
