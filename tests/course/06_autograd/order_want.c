/* order_want.c - which lists of closures are right, and which ones slips give. */
#include "want.h"

static const char *const two_ways_to_no_end =
    "either a closure was visited twice (is it marked when it is visited, and is the mark asked "
    "for?), or the walk never goes on to the next input";
static const char *const producers_first =
    "producers first: put each closure at the front of the list, not at its end";
static const char *const first_met =
    "listed when first met: a closure would run before all that use its result have added their "
    "shares. List it after everything it was made from";

Tensor *by_hand_want(void)
{
    MISTAKE(values(SHAPE(5), VALUES(0, 1, 2, 3, -1)), producers_first);
    MISTAKE(values(SHAPE(5), VALUES(3, 0, 2, 1, -1)), first_met);
    MISTAKE(values(SHAPE(5), VALUES(3, 2, 1, 0, 0)),
            "a closure was visited twice: do not step into one that is marked already");
    MISTAKE(
        values(SHAPE(5), VALUES(0, -1, -1, -1, -1)),
        "the way back was lost: either next became the link of the list while it still said where "
        "the walk came from (keep it in a variable first), or visit was not told the consumer");
    MISTAKE(values(SHAPE(5), VALUES(3, 0, -1, -1, -1)), "only the first input was followed");
    MISTAKE(values(SHAPE(5), VALUES(3, 2, 0, -1, -1)), "only the last input was followed");
    MISTAKE(values(SHAPE(5), VALUES(2, 1, 0, -1, -1)), "the closure of the root itself is missing");
    MISTAKE(values(SHAPE(5), VALUES(-1, -1, -1, -1, -1)), "the list is empty: return order");
    MISTAKE(values(SHAPE(5), VALUES(3, -1, -1, -1, -1)),
            "only the root's closure is in the list: step into the closures of its inputs");
    MISTAKE_MESSAGE("no end", two_ways_to_no_end);
    return values(SHAPE(5), VALUES(3, 2, 1, 0, -1));
}

/* ---- graphs at random ---------------------------------------------------------------------------- */

typedef enum {
    RIGHT,
    PRODUCERS_FIRST,
    FIRST_MET,
    FIRST_INPUT,
    LAST_INPUT,
    ONLY_THE_ROOT,
    WITHOUT_ROOT,
    EMPTY,
    SLIPS
} Slip;

typedef struct {
    const Net *net;
    Slip slip;
    bool met[NODES];
    int ids[NODES], n;
} Walked;

static void step_into(Walked *w, int i)
{
    if (i < 0 || w->met[i])
        return;
    w->met[i] = true;
    if (w->slip == FIRST_MET)
        w->ids[w->n++] = i;
    for (int k = 0; k < 2; k++)
        if (w->slip != ONLY_THE_ROOT && w->slip != (k == 0 ? LAST_INPUT : FIRST_INPUT))
            step_into(w, w->net->from[i][k]);
    if (w->slip != FIRST_MET)
        w->ids[w->n++] = i;
}

static Tensor *facts_with(Slip slip, const Net *net, int root)
{
    Walked w = {.net = net, .slip = slip};
    step_into(&w, root);
    bool turned = slip != PRODUCERS_FIRST && slip != FIRST_MET;
    Tensor *ids = blank(SHAPE(NODES + 1));
    for (int i = 0; i <= NODES; i++)
        ids->data[i] = i < w.n ? (real)w.ids[turned ? w.n - 1 - i : i] : -1;
    for (int i = 0; i < NODES && slip == WITHOUT_ROOT; i++)
        ids->data[i] = ids->data[i + 1];
    if (slip == EMPTY)
        ids->data[0] = -1;
    return facts_of(ids, net);
}

Tensor *reached_want(const Net *net, int root, bool again)
{
    static const char *const said[SLIPS] = {
        [PRODUCERS_FIRST] = producers_first,
        [FIRST_MET] = first_met,
        [FIRST_INPUT] = "only the first input was followed",
        [LAST_INPUT] = "only the last input was followed",
        [WITHOUT_ROOT] = "the closure of the root itself is missing",
    };
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (said[slip] != NULL)
            MISTAKE(facts_with(slip, net, root), said[slip]);
    MISTAKE(facts_with(ONLY_THE_ROOT, net, root),
            again ? "a second walk lists the root alone: take the marks off at the end, or it "
                    "finds everything visited"
                  : "only the root's closure is in the list: step into the closures of its inputs");
    MISTAKE(facts_with(EMPTY, net, root),
            again ? "a second walk lists nothing: take the marks off at the end, or it finds "
                    "everything visited"
                  : "the list is empty: return order");
    MISTAKE_MESSAGE("no end", two_ways_to_no_end);
    return facts_with(RIGHT, net, root);
}

/* ---- who is not walked ------------------------------------------------------------------------------ */

long nothing_to_walk_want(void)
{
    MISTAKE_NUMBER(2, "the walk began at a tensor that requires no gradient: it has a closure, "
                      "but no order: NULL");
    MISTAKE_MESSAGE("pointer that is NULL",
                    "a leaf and a constant have no closure to visit: ask for it first");
    return 0;
}

Tensor *without_detached_want(long first)
{
    static const char *const sentence =
        "the walk passed through a detached tensor: it has a closure, but requires no gradient";
    real n = (real)first;
    MISTAKE(values(SHAPE(4), VALUES(n + 4, n + 3, -1, -1)), producers_first);
    MISTAKE(values(SHAPE(4), VALUES(n + 3, n, n + 1, n + 4)), sentence);
    MISTAKE(values(SHAPE(4), VALUES(n + 3, n + 4, n, n + 1)), sentence);
    return values(SHAPE(4), VALUES(n + 3, n + 4, -1, -1));
}

long other_flags_want(void)
{
    MISTAKE_NUMBER(0,
                   "all flags were cleared: only CLOSURE_VISITED is this function's to take off");
    return 1;
}

long chain_want(long depth)
{
    MISTAKE_NUMBER((double)depth + 1, "a closure was visited twice: the list runs in a circle");
    MISTAKE_NUMBER(0, "the list is empty: return order");
    MISTAKE_MESSAGE("endless recursion",
                    "a function that calls itself once for each closure runs out of stack: the way "
                    "back is kept in the closures (next)");
    MISTAKE_MESSAGE("no end",
                    "either a closure was visited twice, or the walk never goes on to the "
                    "next input, or the whole list is walked for each closure, to put it "
                    "at the end: it belongs at the front");
    return depth;
}

long out_of_place_want(long depth)
{
    MISTAKE_NUMBER((double)depth, producers_first);
    return 0;
}
