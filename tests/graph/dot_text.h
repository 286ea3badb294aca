/* dot_text.h - graph_dump into a string, and questions about the string. */
#ifndef DOT_TEXT_H
#define DOT_TEXT_H

#include "test.h"

/* The DOT of root's graph, in the current scope. */
static inline const char *dot_of(Tensor *root, GraphOptions options)
{
    char *buffer = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&buffer, &size);
    assert_non_null(stream);
    assert_int_equal(graph_dump(stream, root, &options), 0);
    assert_int_equal(fclose(stream), 0);
    char *copy = memcpy(scope_alloc(scope_current(), size + 1), buffer, size + 1);
    free(buffer);
    return copy;
}

static inline const char *dot_full(Tensor *root)
{
    return dot_of(root, (GraphOptions){.level = GRAPH_FULL});
}

static inline long occurrences(const char *text, const char *part)
{
    long n = 0;
    size_t length = strlen(part);
    for (; *text; text++) /* AddressSanitizer's strstr measures the whole text at every call */
        n += *text == *part && strncmp(text, part, length) == 0;
    return n;
}

#define assert_has(text, part) check_has(text, part, __FILE__, __LINE__)
static inline void check_has(const char *text, const char *part, const char *file, int line)
{
    if (strstr(text, part) != NULL)
        return;
    print_error("\"%s\" is not in\n%s\n", part, text);
    _fail(file, line);
}

#define assert_has_not(text, part) check_has_not(text, part, __FILE__, __LINE__)
static inline void check_has_not(const char *text, const char *part, const char *file, int line)
{
    if (strstr(text, part) == NULL)
        return;
    print_error("\"%s\" is in\n%s\n", part, text);
    _fail(file, line);
}

/* A region is drawn with this title: as a label, or as a box without a border. */
#define assert_title(dot, title) check_title(dot, title, __FILE__, __LINE__)
static inline void check_title(const char *dot, const char *title, const char *file, int line)
{
    char label[128], box[128];
    snprintf(label, sizeof label, "label=<%s>;", title);
    snprintf(box, sizeof box, "[label=<%s>, shape=plain", title);
    if (strstr(dot, box) == NULL)
        check_has(dot, label, file, line);
}

/* Boxes of nodes and of collapsed regions, without those of titles; arrows. */
static inline long boxes(const char *dot)
{
    return occurrences(dot, " [label=<") - occurrences(dot, ">, shape=plain");
}
static inline long arrows(const char *dot)
{
    return occurrences(dot, " -> ");
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
