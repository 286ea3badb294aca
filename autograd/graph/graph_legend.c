/* graph_legend.c - what the colours and lines of this picture mean: only those that occur in it.
 *
 * Title and legend are the label of the whole graph, a table, so that the layout of the boxes does
 * not change. Invariant: where not everything is drawn, the label says so.
 */
#include "graph.h"

const GraphColours graph_colours[] = {
    [NODE_INPUT] = {"#bbdefb", "#1565c0"},    [NODE_PARAMETER] = {"#e8f5e9", "#2e7d32"},
    [NODE_CONSTANT] = {"#f5f5f5", "#757575"}, [NODE_OPERATION] = {"#ffffff", "#424242"},
    [NODE_LOSS] = {"#fff3e0", "#ef6c00"},
};
const GraphColours graph_colours_behind_cut = {"#fafafa", "#bdbdbd"};
const GraphColours graph_colours_of_collapsed = {"#ede7f6", "#5e35b1"};
const char graph_red[] = "#c62828", graph_thick[] = "2";

enum {
    KINDS = sizeof graph_colours / sizeof *graph_colours,
    BOXES_IN_A_LINE = 5,
    WORDS_IN_A_LINE = 2
};

#define SMALL "<FONT POINT-SIZE=\"9\" COLOR=\"#212121\">"
#define LINE                                                                                       \
    "<TR><TD BORDER=\"0\" ALIGN=\"LEFT\"><TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"4\" "  \
    "CELLPADDING=\"2\" ALIGN=\"LEFT\"><TR>"
#define LINE_END "</TR></TABLE></TD></TR>"

/* What is in the picture. */
typedef struct {
    bool kind[KINDS], behind_cut, view, no_grad, no_gradient;
    bool region, stack, dashed, cut;
} Seen;

static void see_node(Seen *seen, const GraphNode *node, const GraphOptions *options)
{
    bool behind = node->closure && !node->reached;
    if (behind)
        seen->behind_cut = true;
    else
        seen->kind[node->kind] = true;
    seen->view |= options->strides && node->closure && node->closure->op->view;
    seen->no_grad |= tensor_made_in_no_grad(node->tensor);
    seen->no_gradient |= graph_is_dead_end(node);
}

static Seen look(const Graph *graph)
{
    Seen seen = {0};
    for (GraphNode *node = graph->first; node; node = node->next) {
        const GraphNode *drawn = graph_drawn(node);
        const GraphRegion *box = graph_collapsed_around(drawn);
        seen.region |= box != NULL;
        seen.stack |= drawn != node;
        if (box == NULL)
            see_node(&seen, drawn, &graph->options);
    }
    for (const GraphEdge *e = graph->edges; e; e = e->next) {
        seen.dashed |= !e->carries_gradient && !e->cut;
        seen.cut |= e->cut;
    }
    return seen;
}

/* ---- the legend: lines of cells -------------------------------------------------------------- */

typedef struct {
    FILE *stream;
    int n, most; /* cells so far, and at most in a line */
} Legend;

/* Each line is a table of its own, or the columns would stretch the cells. */
static void begin_cell(Legend *legend)
{
    if (legend->n > 0 && legend->n % legend->most == 0)
        fputs(LINE_END, legend->stream);
    if (legend->n++ % legend->most == 0)
        fputs(LINE, legend->stream);
}

static void end_cells(Legend *legend, int most)
{
    if (legend->n > 0)
        fputs(LINE_END, legend->stream);
    legend->n = 0;
    legend->most = most;
}

static void write_cell(Legend *legend, GraphColours colours, const char *style, const char *text)
{
    begin_cell(legend);
    fprintf(legend->stream, "<TD BGCOLOR=\"%s\" COLOR=\"%s\"%s>" SMALL "%s</FONT></TD>",
            colours.fill, colours.border, style, text);
}

static void write_words(Legend *legend, const char *colour, const char *text)
{
    begin_cell(legend);
    fprintf(legend->stream,
            "<TD BORDER=\"0\" ALIGN=\"LEFT\"><FONT POINT-SIZE=\"9\" COLOR=\"%s\">%s</FONT></TD>",
            colour, text);
}

static void write_kinds(Legend *legend, const Seen *seen)
{
    static const char round[] = " STYLE=\"ROUNDED\"";
    static const char *const style[KINDS] = {[NODE_INPUT] = round,
                                             [NODE_PARAMETER] = " BORDER=\"2\" STYLE=\"ROUNDED\"",
                                             [NODE_CONSTANT] = "",
                                             [NODE_OPERATION] = round,
                                             [NODE_LOSS] = round};
    for (int k = 0; k < KINDS; k++)
        if (seen->kind[k])
            write_cell(legend, graph_colours[k], style[k], graph_kind_name[k]);
    if (seen->region)
        write_cell(legend, graph_colours_of_collapsed, round, "closed region");
    if (seen->behind_cut)
        write_cell(legend, graph_colours_behind_cut, round, "behind a cut");
}

static void write_lines(Legend *legend, const Seen *seen)
{
    if (seen->stack)
        write_words(legend, graph_colours_of_collapsed.border, "xN: N of them, drawn once");
    if (seen->view)
        write_words(legend, "#424242", "dotted: a view");
    if (seen->dashed)
        write_words(legend, "#455a64", "- - &gt; no gradient comes back");
    if (seen->cut || seen->no_grad || seen->no_gradient)
        write_words(legend, graph_red, "red: the gradient ends here");
}

static void write_legend(FILE *stream, const Graph *graph)
{
    Seen seen = look(graph);
    Legend legend = {.stream = stream, .most = BOXES_IN_A_LINE};
    write_kinds(&legend, &seen);
    end_cells(&legend, WORDS_IN_A_LINE);
    write_lines(&legend, &seen);
    end_cells(&legend, 1);
}

/* ---- the label ------------------------------------------------------------------------------- */

static void write_title(FILE *stream, const char *title)
{
    fputs("<TR><TD BORDER=\"0\" ALIGN=\"LEFT\"><B>", stream);
    graph_write_text(stream, title);
    fputs("</B></TD></TR>", stream);
}

static void write_warning(FILE *stream, const Graph *graph)
{
    fprintf(
        stream,
        "<TR><TD BORDER=\"0\" ALIGN=\"LEFT\"><FONT COLOR=\"%s\">%ld nodes are too many to draw: "
        "%s.<BR ALIGN=\"LEFT\"/>GraphOptions: most, depth, only_gradient<BR "
        "ALIGN=\"LEFT\"/></FONT></TD></TR>",
        graph_red, graph->n_nodes,
        graph->hidden > 0 ? "the first are one box" : "regions were closed");
}

void graph_write_heading(FILE *stream, const Graph *graph)
{
    const GraphOptions *o = &graph->options;
    bool title = o->title && *o->title, warning = graph->hidden > 0 || graph->closed;
    if (!title && !warning && o->no_legend)
        return;
    fputs("  labelloc=t;\n  label=<<TABLE BORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"2\">",
          stream);
    if (title)
        write_title(stream, o->title);
    if (warning)
        write_warning(stream, graph);
    if (!o->no_legend)
        write_legend(stream, graph);
    fputs("</TABLE>>;\n", stream);
}
