/* graph_dot.c - the picture as DOT, the language of Graphviz.
 *
 * First all boxes, each region a cluster around its own, then all edges. Colours follow the kind of
 * a box: input blue, parameter green, constant grey, operation white, loss orange, collapsed region
 * purple. A dashed edge carries no gradient back. Red is where a gradient could have flowed and does
 * not: an edge out of the past that was cut off, a parameter that gets none, and, dashed, a box that
 * was computed with recording off. What lies behind a cut is pale.
 * Invariant: the text depends on the graph alone, not on addresses, so that it can be compared.
 */
#include "graph.h"

typedef struct {
    const char *fill, *border;
} Colours;
static const Colours colours_of_kind[] = {
    [NODE_INPUT] = {"#e3f2fd", "#1976d2"},    [NODE_PARAMETER] = {"#e8f5e9", "#2e7d32"},
    [NODE_CONSTANT] = {"#f5f5f5", "#9e9e9e"}, [NODE_OPERATION] = {"#ffffff", "#424242"},
    [NODE_LOSS] = {"#fff3e0", "#ef6c00"},
};
static const Colours colours_behind_cut = {"#fafafa", "#bdbdbd"};
static const char red[] = "#c62828";
static const Colours colours_of_collapsed = {"#ede7f6", "#5e35b1"};

/* ---- boxes ----------------------------------------------------------------------------------- */

static void write_header(FILE *stream, const char *title)
{
    fputs("digraph kindling {\n"
          "  graph [fontname=\"Helvetica,Arial,sans-serif\", fontsize=12, fontcolor=\"#6d4c41\",\n"
          "         labeljust=l, nodesep=0.16, ranksep=0.36];\n"
          "  node [fontname=\"Helvetica,Arial,sans-serif\", fontsize=11, shape=box,\n"
          "        style=\"rounded,filled\", penwidth=1, margin=\"0.09,0.05\", width=0.3, "
          "height=0.3];\n"
          "  edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=8, fontcolor=\"#546e7a\",\n"
          "        color=\"#78909c\", arrowsize=0.6, penwidth=0.9];\n",
          stream);
    if (title && *title) {
        fputs("  labelloc=t;\n  label=<<B>", stream);
        graph_write_text(stream, title);
        fputs("</B>>;\n", stream);
    }
}

static void write_colours(FILE *stream, Colours colours)
{
    fprintf(stream, "fillcolor=\"%s\", color=\"%s\"", colours.fill, colours.border);
}

/* Where the user's code made it: shown when the pointer rests on the box. */
static void write_tooltip(FILE *stream, const Closure *c)
{
    if (c == NULL || c->origin.where.file == NULL)
        return;
    fputs(", tooltip=\"", stream);
    graph_write_text(stream, c->origin.where.file);
    fprintf(stream, ":%d\"", c->origin.where.line);
}

static void write_node(FILE *stream, const GraphNode *node, const GraphOptions *options)
{
    fprintf(stream, "  n%ld [label=<", node->number);
    graph_write_node_label(stream, node, options);
    fputs(">, ", stream);
    bool stops_here = tensor_made_in_no_grad(node->tensor) || graph_is_dead_end(node);
    Colours colours = colours_of_kind[node->kind];
    if (node->closure && !node->reached)
        colours = colours_behind_cut;
    if (stops_here)
        colours.border = red;
    write_colours(stream, colours);
    if (stops_here)
        fputs(", penwidth=2", stream);
    if (tensor_made_in_no_grad(node->tensor))
        fputs(", style=\"rounded,filled,dashed\"", stream);
    write_tooltip(stream, node->closure);
    fputs("];\n", stream);
}

static void write_collapsed(FILE *stream, const GraphRegion *r, const GraphOptions *options)
{
    fprintf(stream, "  r%ld [label=<", r->number);
    graph_write_region_label(stream, r, options);
    fputs(">, ", stream);
    Colours colours = colours_of_collapsed;
    if (r->cost.dead_ends > 0)
        colours.border = red;
    write_colours(stream, colours);
    if (options->link) {
        fputs(", target=\"_top\", URL=\"", stream);
        graph_write_text(stream, options->link);
        fputc('"', stream);
    }
    fputs(r->repeats > 1 ? ", peripheries=2];\n" : "];\n", stream);
}

static bool has_frame(const GraphRegion *r)
{
    return r->region && !r->same_as && !r->collapsed && !r->frameless;
}

/* Arrows go around boxes but across a cluster's label. So the title of an innermost region is a box
 * without a border; around others there is room enough for a label. */
static void write_title(FILE *stream, const GraphRegion *r)
{
    if (r->first_child)
        fputs("  label=<", stream);
    else
        fprintf(stream, "  label=\"\"; t%ld [label=<", r->number);
    graph_write_region_title(stream, r);
    fputs(r->first_child ? ">;\n"
                         : ">, shape=plain, style=\"\", fontsize=12, fontcolor=\"#6d4c41\"];\n",
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
                r->number, r->repeats > 1 ? colours_of_collapsed.border : "#d0d0d0");
        write_title(stream, r);
    }
    for (const GraphNode *node = r->first; node; node = node->next_in_region)
        write_node(stream, node, options);
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

/* One end of an edge: a node, or the collapsed region that hides it. */
typedef struct {
    const GraphNode *node;
    const GraphRegion *box; /* NULL: the node itself */
} End;

typedef struct Edge Edge;
struct Edge {
    End from, to;
    long count; /* tensors that take this way */
    bool carries_gradient, cut, one_shape;
    Edge *next;
};

static End end_of(GraphNode *node)
{
    GraphNode *drawn = graph_drawn(node);
    return (End){drawn, graph_collapsed_around(drawn)};
}

static uint64_t end_key(End end)
{
    return end.box ? 2 * (uint64_t)end.box->number + 1 : 2 * (uint64_t)end.node->number;
}

static void write_end(FILE *stream, End end)
{
    if (end.box)
        fprintf(stream, "r%ld", end.box->number);
    else
        fprintf(stream, "n%ld", end.node->number);
}

/* Shapes stand in the boxes of nodes; what comes out of a collapsed region says it on the way. */
static void write_edge(FILE *stream, const Edge *e)
{
    fputs("  ", stream);
    write_end(stream, e->from);
    fputs(" -> ", stream);
    write_end(stream, e->to);
    const char *separator = " [";
    if (e->from.box && e->one_shape) {
        fprintf(stream, " [label=\" %s", tensor_shape_text(e->from.node->tensor));
        fprintf(stream, e->count > 1 ? " x%ld  \"" : "\"", e->count);
        separator = ", ";
    }
    if (!e->carries_gradient)
        fprintf(stream, "%sstyle=dashed", separator);
    if (e->cut)
        fprintf(stream, ", color=\"%s\", penwidth=2, arrowhead=tee", red);
    fputs(!e->carries_gradient || *separator == ',' ? "];\n" : ";\n", stream);
}

/* Does an edge come out of a region that stands for several? Then each copy has one like it. */
static bool leaves_stack(const GraphNode *from, const GraphNode *to)
{
    for (const GraphRegion *r = from->region; r; r = r->parent) {
        const GraphRegion *around = to->region;
        while (around && around != r)
            around = around->parent;
        if (r->repeats > 1 && around == NULL)
            return true;
    }
    return false;
}

/* A tensor used twice by one node gives two arrows; ways that folding or collapsing made equal are
 * drawn once. */
static Edge *add_edge(const Graph *graph, GraphTable *known, GraphNode *from, GraphNode *to)
{
    Edge edge = {.from = end_of(from), .to = end_of(to), .count = 1, .one_shape = true};
    edge.carries_gradient = !to->closure || to->reached;
    edge.cut = graph_is_cut(from, to);
    if (edge.from.box && edge.from.box == edge.to.box)
        return NULL;
    bool merge = edge.from.box || edge.to.box || leaves_stack(edge.from.node, edge.to.node);
    uint64_t ends = graph_hash(graph_hash(0, end_key(edge.from)), end_key(edge.to));
    uint64_t way = graph_hash(ends, (uint64_t)edge.from.node->number);
    Edge *same = merge ? *graph_table_at(known, ends) : NULL;
    if (same) {
        void **tensor_seen = graph_table_at(known, way);
        same->count += *tensor_seen == NULL;
        *tensor_seen = same;
        same->one_shape &= tensor_same_shape(same->from.node->tensor, edge.from.node->tensor);
        same->carries_gradient |= edge.carries_gradient;
        same->cut &= edge.cut;
        return NULL;
    }
    Edge *added = graph_alloc(graph, sizeof *added);
    *added = edge;
    if (merge)
        *graph_table_at(known, ends) = *graph_table_at(known, way) = added;
    return added;
}

static void write_edges(FILE *stream, const Graph *graph)
{
    GraphTable known = graph_table(graph->scope);
    Edge *first = NULL, **end = &first;
    for (GraphNode *to = graph->first; to; to = to->next)
        for (int i = 0; i < to->n_in && !to->same_as; i++) {
            *end = add_edge(graph, &known, to->in[i], to);
            if (*end)
                end = &(*end)->next;
        }
    for (const Edge *e = first; e; e = e->next)
        write_edge(stream, e);
}

void graph_write_dot(FILE *stream, const Graph *graph)
{
    write_header(stream, graph->options.title);
    write_boxes(stream, graph);
    write_edges(stream, graph);
    fputs("}\n", stream);
}
