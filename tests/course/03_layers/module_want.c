/* module_want.c - the flags of a tree, set right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    RIGHT,
    ITSELF_ONLY,
    ONE_LEVEL,
    NOT_ITSELF,
    NOT_PARENTS,
    FIRST_ALONE,
    FIRST_LEFT_OUT,
    LAST_LEFT_OUT,
    TURNED,
    UNCHANGED,
    ALTERNATING,
    CHILDREN_ON,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [ITSELF_ONLY] = "only the module itself: its children, and theirs, have flags of their own",
    [ONE_LEVEL] = "only one level down: the children of children need it, too. Call module_train "
                  "for each child",
    [NOT_ITSELF] = "everything below, but not the module itself: m->training = training",
    [NOT_PARENTS] =
        "everything below, but not the modules that have children: m->training = training",
    [FIRST_ALONE] = "only the first child of each: go through all m->n_children of them",
    [FIRST_LEFT_OUT] = "the first child is left out: count from 0",
    [LAST_LEFT_OUT] = "the last child is left out: i < m->n_children",
    [UNCHANGED] = "no flag has changed: m->training = training",
    [ALTERNATING] = "the value changes from level to level: hand on the same",
    [CHILDREN_ON] = "the children were switched on: hand `training` on to them",
};

static bool set_here(Slip slip, int level, bool has_children)
{
    return slip != UNCHANGED && !(slip == NOT_ITSELF && level == 0) &&
           !(slip == NOT_PARENTS && has_children);
}

static bool goes_down(Slip slip, int level, bool is_first, bool is_last)
{
    return slip != ITSELF_ONLY && !(slip == ONE_LEVEL && level == 1) &&
           !(slip == FIRST_ALONE && !is_first) && !(slip == FIRST_LEFT_OUT && is_first) &&
           !(slip == LAST_LEFT_OUT && is_last);
}

static void set(Tensor *flags, const Tree *t, int at, bool to, int level, Slip slip)
{
    int first = 0, last = 0;
    for (int i = at + 1; i < t->n; i++) {
        first = t->parent[i] == at && first == 0 ? i : first;
        last = t->parent[i] == at ? i : last;
    }
    if (set_here(slip, level, first > 0))
        flags->data[at] = slip == TURNED ? !to : to;
    bool handed_on = slip == ALTERNATING ? !to : slip == CHILDREN_ON ? true : to;
    for (int i = at + 1; i < t->n; i++)
        if (t->parent[i] == at && goes_down(slip, level, i == first, i == last))
            set(flags, t, i, handed_on, level + 1, slip);
}

static Tensor *flags_after(const Tree *t, int top, bool to, Slip slip)
{
    Tensor *flags = blank(SHAPE(t->n));
    for (int i = 0; i < t->n; i++)
        flags->data[i] = t->module[i]->training;
    set(flags, t, top, to, 0, slip);
    return flags;
}

Tensor *flags_want(const Tree *t, int top, bool to)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (slip != TURNED)
            MISTAKE(flags_after(t, top, to, slip), said[slip]);
    MISTAKE(flags_after(t, top, to, TURNED),
            to ? "switched off where it was to be switched on: the flag is the second argument"
               : "switched on where it was to be switched off: the flag is the second argument");
    return flags_after(t, top, to, RIGHT);
}
