/* parameters_want.c - a walk through a tree of modules. */
#include "want.h"

enum { ROOM = 300, MOST = 40 };
typedef struct {
    int n;
    const Tensor *tensor[MOST];
    char path[MOST][80];
} Found;

static bool is_in(const Found *f, const Tensor *t)
{
    int at = 0;
    while (at < f->n && f->tensor[at] != t)
        at++;
    return at < f->n;
}

/* "blocks" and "0" are "blocks.0", below here. */
static void path_to(char *path, const char *here, const char *name, int index)
{
    char number[16] = "";
    if (index >= 0)
        snprintf(number, sizeof number, "%s%d", name != NULL ? "." : "", index);
    snprintf(path, 80, "%.40s%s%.16s%s", here, here[0] != '\0' ? "." : "", name ? name : "",
             number);
}

static void walk(Found *f, const Module *m, const char *here)
{
    for (int at = 0; at < m->n_parameters; at++) {
        const Tensor *t = m->parameter[at].tensor;
        if (f->n == MOST || is_in(f, t))
            continue;
        path_to(f->path[f->n], here, m->parameter[at].name, -1);
        f->tensor[f->n++] = t;
    }
    for (int at = 0; at < m->n_children; at++) {
        char path[80];
        path_to(path, here, m->children[at].name, m->children[at].index);
        walk(f, m->children[at].module, path);
    }
}

static const Found *found_below(const Module *m)
{
    static Found f;
    f.n = 0;
    walk(&f, m, "");
    return &f;
}

const char *numbers_want(const Module *m)
{
    static char text[ROOM];
    const Found *f = found_below(m);
    size_t used = 0;
    for (int at = 0; at < f->n && used < ROOM; at++)
        used += (size_t)snprintf(text + used, ROOM - used, "%s%g", at ? " " : "",
                                 (double)f->tensor[at]->data[0]);
    return text;
}

const char *paths_want(const Module *m)
{
    static char text[ROOM];
    const Found *f = found_below(m);
    size_t used = 0;
    for (int at = 0; at < f->n && used < ROOM; at++)
        used += (size_t)snprintf(text + used, ROOM - used, "%s%s", at ? " " : "", f->path[at]);
    return text;
}
