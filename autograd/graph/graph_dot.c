/* graph_dot.c - the picture as DOT, the language of Graphviz.
 *
 * First all boxes, each region a cluster around its own, then all edges. Colours follow the kind of
 * a box: input blue, parameter green, constant grey, operation white, result orange, collapsed
 * region purple; printed without colours, an input is darker, a parameter has a thick border and a
 * constant sharp corners. A dashed edge carries no gradient back. Red is where a gradient could
 * have flowed and does not: an edge out of the past that was cut off, a parameter that gets none,
 * and, dashed, a box that was computed with recording off. What lies behind a cut is pale.
 * Edges of data weigh more than those of parameters and constants, so that the main path is
 * straight. Invariant: the text depends on the graph alone, not on addresses, so that it can be
 * compared.
 */
#include "graph.h"

enum { MAIN_PATH = 20 }; /* how straight an edge is drawn */

/* ---- boxes ----------------------------------------------------------------------------------- */

/* "sans-serif" is one font for Graphviz, which measures words, and for the browser that shows them;
 * names such as Helvetica are replaced differently by the two. */
static void write_header(FILE *stream, const Graph *graph)
{
    fprintf(
        stream,
        "digraph kindling {\n"
        "  graph [fontname=\"sans-serif\", fontsize=12, fontcolor=\"#6d4c41\",\n"
        "         labeljust=l, nodesep=0.16, ranksep=0.36];\n"
        "  node [fontname=\"sans-serif\", fontsize=11, shape=box,\n"
        "        style=\"rounded,filled\", penwidth=1, margin=\"0.09,0.05\", width=0.3, "
        "height=0.3];\n"
        "  edge [fontname=\"sans-serif\", fontsize=8, fontcolor=\"#455a64\",\n"
        "        color=\"#78909c\", arrowsize=0.6, penwidth=0.9, weight=%d];\n",
        MAIN_PATH);
    if (graph->options.left_to_right)
        fputs("  rankdir=LR;\n", stream);
    if (graph->ordered) /* a second round of crossings forgets the order in clusters */
        fputs("  remincross=false;\n", stream);
    graph_write_heading(stream, graph);
}

static void write_colours(FILE *stream, GraphColours colours)
{
    fprintf(stream, "fillcolor=\"%s\", color=\"%s\"", colours.fill, colours.border);
}

static void write_attribute(FILE *stream, const char *key, const char *text)
{
    fprintf(stream, ", %s=\"", key);
    graph_write_text(stream, text);
    fputc('"', stream);
}

/* What stands in the label, once more for programs that read the file. */
static void write_attributes(FILE *stream, const GraphNode *node)
{
    write_attribute(stream, "kind", graph_kind_name[node->kind]);
    if (node->closure)
        write_attribute(stream, "op", node->closure->op->name);
    if (node->name && *node->name)
        write_attribute(stream, "name", node->name);
    write_attribute(stream, "shape_", tensor_shape_text(node->tensor));
    if (node->copy_of)
        fprintf(stream, ", same=\"n%ld\"", node->copy_of->number);
}

/* Where the user's code made it: shown when the pointer rests on the box. */
static void write_tooltip(FILE *stream, const GraphNode *node)
{
    const Closure *c = node->closure;
    fputs(", tooltip=\"", stream);
    if (c != NULL && c->origin.where.file != NULL) {
        graph_write_text(stream, c->origin.where.file);
        fprintf(stream, ":%d\"", c->origin.where.line);
    } else
        fprintf(stream, "%s %s\"", graph_kind_name[node->kind], tensor_shape_text(node->tensor));
}

static void write_style(FILE *stream, const GraphNode *node, const GraphOptions *options)
{
    bool no_grad = tensor_made_in_no_grad(node->tensor);
    bool view = options->strides && node->closure && node->closure->op->view;
    bool stops_here = no_grad || graph_is_dead_end(node);
    GraphColours colours = graph_colours[node->kind];
    if (node->closure && !node->reached)
        colours = graph_colours_behind_cut;
    if (stops_here)
        colours.border = graph_red;
    write_colours(stream, colours);
    if (stops_here || node->kind == NODE_PARAMETER)
        fprintf(stream, ", penwidth=%s", graph_thick);
    if (no_grad || view)
        fprintf(stream, ", style=\"rounded,filled,%s\"", no_grad ? "dashed" : "dotted");
    else if (node->kind == NODE_CONSTANT)
        fputs(", style=filled", stream);
}

static void write_node(FILE *stream, const GraphNode *node, const GraphOptions *options)
{
    fprintf(stream, "  n%ld [label=<", node->number);
    graph_write_node_label(stream, node, options);
    fputs(">, ", stream);
    write_style(stream, node, options);
    write_attributes(stream, node);
    write_tooltip(stream, node);
    fputs("];\n", stream);
}

static void write_collapsed(FILE *stream, const GraphRegion *r, const GraphOptions *options)
{
    fprintf(stream, "  r%ld [label=<", r->number);
    graph_write_region_label(stream, r, options);
    fputs(">, ", stream);
    GraphColours colours = graph_colours_of_collapsed;
    if (r->cost.dead_ends > 0)
        colours.border = graph_red;
    write_colours(stream, colours);
    if (options->link) {
        fputs(", target=\"_top\"", stream);
        write_attribute(stream, "URL", options->link);
    }
    if (r->repeats > 1)
        fputs(", peripheries=2", stream);
    fputs(", kind=\"region\"", stream);
    write_attribute(stream, "name", r->region->name);
    fprintf(stream, ", nodes=%ld];\n", r->n_nodes);
}

static bool has_frame(const GraphRegion *r)
{
    return r->region && !r->same_as && !r->collapsed && !r->frameless;
}

/* Arrows go around boxes but across a cluster's label. So the title of an innermost region is a box
 * without a border. Around others there is room for a label, on the right: what comes from outside
 * goes down on the left, to the first of their steps. */
static void write_title(FILE *stream, const GraphRegion *r)
{
    fputs("  tooltip=\"", stream);
    graph_write_text(stream, r->region->name);
    fputs("\";\n", stream);
    if (r->first_child)
        fputs("  labeljust=r; label=<", stream);
    else
        fprintf(stream, "  label=\"\"; t%ld [label=<", r->number);
    graph_write_region_title(stream, r);
    fputs(r->first_child
              ? ">;\n"
              : ">, shape=plain, style=\"\", fontsize=12, fontcolor=\"#6d4c41\", kind=title];\n",
          stream);
}

static void open_region(FILE *stream, const GraphRegion *r, const GraphOptions *options)
{
    if (r->same_as)
        return;
    if (r->collapsed) {
        write_collapsed(stream, r, options);
        return;
    }
    if (has_frame(r)) {
        fprintf(stream,
                "  subgraph cluster_%ld {\n  style=\"rounded,filled\"; fillcolor=\"#fafafa\"; "
                "color=\"%s\";\n",
                r->number, r->repeats > 1 ? graph_colours_of_collapsed.border : "#d0d0d0");
        write_title(stream, r);
    }
    for (const GraphNode *node = r->first; node; node = node->next_in_region)
        if (!node->same_as)
            write_node(stream, node, options);
    for (const GraphNode *node = r->first; node; node = node->next_in_region)
        if (node->left)
            fprintf(stream, "  {rank=same; n%ld -> n%ld [style=invis];}\n", node->left->number,
                    node->number);
}

static void close_region(FILE *stream, const GraphRegion *r)
{
    if (has_frame(r))
        fputs("  }\n", stream);
}

/* Down to the children, along to the siblings, up again, without recursion. */
static void write_boxes(FILE *stream, const Graph *graph)
{
    const GraphRegion *r = graph->top;
    while (r) {
        open_region(stream, r, &graph->options);
        if (!r->same_as && !r->collapsed && r->first_child) {
            r = r->first_child;
            continue;
        }
        for (; r && !r->next_sibling; r = r->parent)
            close_region(stream, r);
        if (r) {
            close_region(stream, r);
            r = r->next_sibling;
        }
    }
}

/* ---- edges ----------------------------------------------------------------------------------- */

static void write_end(FILE *stream, GraphEnd end)
{
    if (end.box)
        fprintf(stream, "r%ld", end.box->number);
    else
        fprintf(stream, "n%ld", end.node->number);
}

/* An input that goes around what it feeds, as a residual does, must not pull the path aside. */
static int weight_of(const GraphEdge *e)
{
    NodeKind kind = e->from.node->kind;
    if (e->from.box || kind == NODE_OPERATION || kind == NODE_LOSS)
        return MAIN_PATH;
    return kind == NODE_INPUT ? 2 : 1;
}

/* Shapes stand in the boxes; of those that come out of one, if they differ, each on its way. */
static void write_edge(FILE *stream, const GraphEdge *e)
{
    fputs("  ", stream);
    write_end(stream, e->from);
    fputs(" -> ", stream);
    write_end(stream, e->to);
    const char *separator = " [";
    if (e->from.box && e->from.box->many_out && e->one_shape) {
        fprintf(stream, " [label=\" %s", tensor_shape_text(e->from.node->tensor));
        fprintf(stream, e->count > 1 ? " x%ld  \"" : "\"", e->count);
        separator = ", ";
    }
    if (weight_of(e) != MAIN_PATH) {
        fprintf(stream, "%sweight=%d", separator, weight_of(e));
        separator = ", ";
    }
    if (!e->carries_gradient) {
        fprintf(stream, "%sstyle=dashed", separator);
        separator = ", ";
    }
    if (e->cut)
        fprintf(stream, "%scolor=\"%s\", penwidth=%s, arrowhead=tee", separator, graph_red,
                graph_thick);
    fputs(e->cut || *separator == ',' ? "];\n" : ";\n", stream);
}

void graph_write_dot(FILE *stream, const Graph *graph)
{
    write_header(stream, graph);
    write_boxes(stream, graph);
    for (const GraphEdge *e = graph->edges; e; e = e->next)
        write_edge(stream, e);
    fputs("}\n", stream);
}
