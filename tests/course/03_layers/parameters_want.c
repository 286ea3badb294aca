/* parameters_want.c - a walk through a tree of modules, right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    RIGHT,
    ITSELF_ONLY,
    ONE_LEVEL,
    TIED_TWICE,
    STOPPED_AT_TIED,
    SHARED_SKIPPED,
    CHILDREN_FIRST,
    FIRST_OF_EACH,
    FIRST_CHILD_MISSING,
    LAST_CHILD_MISSING,
    FIRST_PARAMETER_MISSING,
    LAST_PARAMETER_MISSING,
    NOTHING,
    NO_INDEX,
    NO_NAME,
    PARAMETERS_NUMBERED,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [ITSELF_ONLY] = "only the parameters of the module itself: parameters_collect(list, child, "
                    "&path) for each child",
    [ONE_LEVEL] = "the children of children are missing: parameters_collect calls itself",
    [TIED_TWICE] =
        "a tied weight is listed twice, and would be updated twice: ask parameters_listed() first",
    [STOPPED_AT_TIED] =
        "the walk stopped at a weight that was listed already: leave that one out and go on",
    [SHARED_SKIPPED] =
        "what is only shared was left out: ask parameters_listed(), not whether it is shared",
    [CHILDREN_FIRST] = "children before parents: the module's own parameters come first",
    [FIRST_OF_EACH] = "only the first of each: go through all of them",
    [FIRST_CHILD_MISSING] = "the first child is left out: count from 0",
    [LAST_CHILD_MISSING] = "the last child is left out: i < m->n_children",
    [FIRST_PARAMETER_MISSING] = "the first parameter is left out: count from 0",
    [LAST_PARAMETER_MISSING] = "the last parameter is left out: i < m->n_parameters",
    [NOTHING] = "the list is empty: nothing was added",
    [NO_INDEX] = "the numbers of the children are missing in the paths: path_below(here, its name, "
                 "its index)",
    [NO_NAME] = "the names of the children are missing in the paths: path_below(here, its name, "
                "its index)",
    [PARAMETERS_NUMBERED] =
        "the parameters are numbered: a parameter has no index, path_below(here, its name, -1)",
};

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
        snprintf(number, sizeof number, "%d", index);
    bool both = name != NULL && index >= 0;
    snprintf(path, 80, "%.40s%s%.16s%s%s", here, here[0] != '\0' ? "." : "", name ? name : "",
             both ? "." : "", number);
}

/* Did the walk get to the end? */
static bool add_own(Found *f, const Module *m, const char *here, Slip slip)
{
    int end = slip == FIRST_OF_EACH && m->n_parameters > 1 ? 1 : m->n_parameters;
    end -= slip == LAST_PARAMETER_MISSING;
    for (int at = slip == FIRST_PARAMETER_MISSING; at < end; at++) {
        const Tensor *t = m->parameter[at].tensor;
        bool left_out = slip == SHARED_SKIPPED ? m->parameter[at].shared : is_in(f, t);
        if (left_out && slip == STOPPED_AT_TIED)
            return false;
        if (f->n == MOST || (left_out && slip != TIED_TWICE))
            continue;
        path_to(f->path[f->n], here, m->parameter[at].name, slip == PARAMETERS_NUMBERED ? at : -1);
        f->tensor[f->n++] = t;
    }
    return true;
}

static void walk(Found *f, const Module *m, const char *here, int level, Slip slip)
{
    int end = slip == FIRST_OF_EACH && m->n_children > 1 ? 1 : m->n_children;
    bool goes_down = slip != ITSELF_ONLY && !(slip == ONE_LEVEL && level == 1);
    if (slip == NOTHING || (slip != CHILDREN_FIRST && !add_own(f, m, here, slip)))
        return;
    end -= slip == LAST_CHILD_MISSING;
    for (int at = slip == FIRST_CHILD_MISSING; goes_down && at < end; at++) {
        const ModuleChild *child = &m->children[at];
        char path[80];
        path_to(path, here, slip == NO_NAME ? NULL : child->name,
                slip == NO_INDEX  ? -1
                : slip == NO_NAME ? at
                                  : child->index);
        walk(f, child->module, path, level + 1, slip);
    }
    if (slip == CHILDREN_FIRST)
        add_own(f, m, here, slip);
}

static void describe(char *text, const Module *m, bool by_path, Slip slip)
{
    static Found f;
    size_t used = 0;
    f.n = 0;
    text[0] = '\0';
    walk(&f, m, "", 0, slip);
    for (int at = 0; at < f.n && used < ROOM; at++)
        used += by_path
                    ? (size_t)snprintf(text + used, ROOM - used, "%s%s", at ? " " : "", f.path[at])
                    : (size_t)snprintf(text + used, ROOM - used, "%s%g", at ? " " : "",
                                       (double)f.tensor[at]->data[0]);
}

static const char *collected_want(const Module *m, bool by_path)
{
    static char right[ROOM], quoted[SLIPS][ROOM];
    describe(right, m, by_path, RIGHT);
    for (Slip slip = 1; slip < SLIPS; slip++) {
        char text[ROOM];
        describe(text, m, by_path, slip);
        snprintf(quoted[slip], ROOM, "\"%.290s\"", text);
        MISTAKE_MESSAGE(quoted[slip], said[slip]);
    }
    MISTAKE_MESSAGE("is longer than", "parameters_collect calls itself with the same module, "
                                      "without end: hand on the child, m->children[i].module");
    MISTAKE_MESSAGE("is taken", "two parameters got the same path: a child's path begins with that "
                                "of its parent, path_below(here, name, index)");
    return right;
}

const char *numbers_want(const Module *m)
{
    return collected_want(m, false);
}

const char *paths_want(const Module *m)
{
    return collected_want(m, true);
}
