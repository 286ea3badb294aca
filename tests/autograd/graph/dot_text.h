/* dot_text.h - the text of graph_dump, and questions about it. */
#ifndef DOT_TEXT_H
#define DOT_TEXT_H

#include "text.h"

/* The DOT of root's graph, in the current scope. */
static inline const char *dot_of(Tensor *root, GraphOptions options)
{
    assert_int_equal(graph_dump(text_stream(), root, &options), 0);
    return text_written();
}

static inline const char *dot_full(Tensor *root)
{
    return dot_of(root, (GraphOptions){.level = GRAPH_FULL});
}

/* A region is drawn with this title: as a label, or as a box without a border. */
#define assert_title(dot, title) check_title(dot, title, __FILE__, __LINE__)
static inline void check_title(const char *dot, const char *title, const char *file, int line)
{
    char label[128], box[128];
    snprintf(label, sizeof label, "label=<%s>;", title);
    snprintf(box, sizeof box, "[label=<%s>, shape=plain", title);
    if (strstr(dot, box) == NULL)
        check_has(dot, label, true, file, line);
}

/* Boxes of nodes and of collapsed regions, without those of titles; arrows. */
static inline long boxes(const char *dot)
{
    return occurrences(dot, " [label=<") - occurrences(dot, ">, shape=plain");
}
static inline long arrows(const char *dot)
{
    return occurrences(dot, " -> ") - occurrences(dot, "[style=invis]");
}

/* Does Graphviz read it? True as well where there is none. */
static inline bool dot_accepts(const char *dot)
{
    if (system("dot -V >/dev/null 2>&1") != 0)
        return true;
    FILE *pipe = popen("dot -Tdot -o /dev/null 2>&1", "w");
    assert_non_null(pipe);
    fputs(dot, pipe);
    return pclose(pipe) == 0;
}

#endif
