/* graph_steps.c - the rounds of a loop without regions become regions: "step 0", "step 1", ...
 *
 * The longest way from the beginning to a root is read as a word. A letter is an operation, its
 * shape and its line in the program. Where the word repeats itself, each repetition is a step. What
 * stands beside the way goes with it: inputs and readers of two alike operations, one step apart,
 * are one step apart if they are alike, too. graph_fold.c then draws one step.
 * Invariant: an operation is in at most one step, and a region of the user's is in one as a whole.
 */
#include "graph.h"
#include <string.h>

enum {
    FEWEST = 4,    /* steps; three equal layers are told apart */
    LONGEST = 256, /* operations of a step on the way */
    MOST_RUNS = 8
};

const char graph_step_name[] = "step";

/* What is known about an operation while steps are looked for. */
typedef struct Place Place;
struct Place {
    GraphNode *node;
    uint64_t letter; /* 0: a leaf, or in a region that is numbered already */
    long step, run;  /* step -1: none */
    Place *deepest;  /* of its inputs */
    Place *next;     /* its like, one step later */
    Place **reader;
    long n_readers;
};

typedef struct {
    Graph *graph;
    Place *place; /* by the number of the node */
    Place **way;  /* the longest one, from its beginning */
    long length;
    Place **pair; /* waiting pairs of alike operations, one step apart */
    long n_pairs;
} Search;

static bool has_number(const Region *r)
{
    for (; r != NULL; r = r->parent)
        if (r->index >= 0)
            return true;
    return false;
}

static uint64_t letter_of(const GraphNode *node)
{
    if (node->closure == NULL || node->closure->origin.where.file == NULL ||
        has_number(node->recorded))
        return 0;
    CallSite where = node->closure->origin.where;
    uint64_t h = graph_hash(graph_hash_node(node), (uint64_t)where.line);
    h = graph_hash(graph_hash_text(h, where.file), (uint64_t)node->n_in);
    for (const Region *r = node->recorded; r != NULL; r = r->parent)
        h = graph_hash_text(h, r->name);
    return h | 1;
}

/* ---- the way --------------------------------------------------------------------------------- */

static Place *place_of(const Search *s, const GraphNode *node)
{
    return &s->place[node->number];
}

static void add_readers(Search *s, Place *p)
{
    for (int i = 0; i < p->node->n_in; i++)
        place_of(s, p->node->in[i])->n_readers++;
}

static void fill_place(Search *s, GraphNode *node)
{
    Place *p = place_of(s, node);
    *p = (Place){.node = node, .letter = letter_of(node), .step = -1, .n_readers = p->n_readers};
    p->reader = graph_alloc(s->graph, (size_t)p->n_readers * sizeof(Place *) + 1);
    p->n_readers = 0;
    for (int i = 0; i < node->n_in; i++) {
        Place *in = place_of(s, node->in[i]);
        in->reader[in->n_readers++] = p;
        if (p->deepest == NULL || in->node->depth > p->deepest->node->depth)
            p->deepest = in;
    }
}

static Search search_new(Graph *graph)
{
    Search s = {.graph = graph};
    s.place = graph_alloc(graph, (size_t)graph->n_nodes * sizeof *s.place);
    for (GraphNode *node = graph->first; node; node = node->next)
        add_readers(&s, &(Place){.node = node});
    Place *end = NULL;
    for (GraphNode *node = graph->first; node; node = node->next) {
        fill_place(&s, node);
        if (end == NULL || node->depth > end->node->depth)
            end = place_of(&s, node);
    }
    s.length = end->node->depth + 1;
    s.way = graph_alloc(graph, (size_t)s.length * sizeof *s.way);
    for (; end; end = end->deepest)
        s.way[end->node->depth] = end;
    s.pair = graph_alloc(graph, 2 * (size_t)graph->n_nodes * sizeof *s.pair);
    return s;
}

/* ---- what repeats itself --------------------------------------------------------------------- */

typedef struct {
    long start, period, steps;
} Run;

static bool repeats(const Search *s, long at, long period)
{
    const Place *a = s->way[at], *b = s->way[at + period];
    return a->letter != 0 && a->step < 0 && b->step < 0 && a->letter == b->letter;
}

static Run longer(Run best, long start, long period, long matches)
{
    Run run = {start, period, matches / period + 1};
    return run.steps >= FEWEST && run.steps * period > best.steps * best.period ? run : best;
}

static Run longest_run(const Search *s)
{
    Run best = {0};
    for (long period = 1; period <= LONGEST && period * FEWEST <= s->length; period++) {
        long matches = 0;
        for (long at = 0; at + period < s->length; at++) {
            matches = repeats(s, at, period) ? matches + 1 : 0;
            best = longer(best, at + 1 - matches, period, matches);
        }
    }
    return best;
}

/* ---- what goes with it ----------------------------------------------------------------------- */

static bool may_be(const Place *p, long step, long run)
{
    return p->step < 0 || (p->step == step && p->run == run);
}

/* a is one step before b, which goes without saying for the way itself. */
static void join(Search *s, Place *a, Place *b, long step, long run)
{
    bool is_new = a->step < 0 || b->step < 0;
    if (a == b || a->letter == 0 || a->letter != b->letter || !is_new || !may_be(a, step, run) ||
        !may_be(b, step + 1, run))
        return;
    a->step = step;
    b->step = step + 1;
    a->run = b->run = run;
    a->next = b;
    s->pair[s->n_pairs++] = a;
    s->pair[s->n_pairs++] = b;
}

/* The one reader of p that looks like this and reads p as its input i, or NULL. */
static Place *only_reader(const Place *p, uint64_t letter, int i)
{
    Place *found = NULL;
    for (long k = 0; k < p->n_readers; k++) {
        Place *reader = p->reader[k];
        if (reader->letter != letter || reader->node->in[i] != p->node)
            continue;
        if (found != NULL && found != reader)
            return NULL;
        found = reader;
    }
    return found;
}

static int slot_of(const Place *reader, const Place *p)
{
    int i = 0;
    while (reader->node->in[i] != p->node)
        i++;
    return i;
}

static void join_neighbours(Search *s, Place *a, Place *b)
{
    for (int i = 0; i < a->node->n_in; i++)
        join(s, place_of(s, a->node->in[i]), place_of(s, b->node->in[i]), a->step, a->run);
    for (long k = 0; k < a->n_readers; k++) {
        Place *reader = a->reader[k];
        int slot = slot_of(reader, a);
        Place *twin = reader->letter ? only_reader(b, reader->letter, slot) : NULL;
        if (twin && only_reader(a, reader->letter, slot) == reader)
            join(s, reader, twin, a->step, a->run);
    }
}

static void take_run(Search *s, Run run, long number)
{
    s->n_pairs = 0;
    for (long i = 0; i < run.period; i++)
        for (long k = 0; k + 1 < run.steps; k++) {
            long at = run.start + k * run.period + i;
            join(s, s->way[at], s->way[at + run.period], k, number);
        }
    for (long i = 0; i < s->n_pairs; i += 2)
        join_neighbours(s, s->pair[i], s->pair[i + 1]);
}

/* ---- steps as regions ------------------------------------------------------------------------ */

/* A region that was open in one step has its like in this step; one that was open in several, or
 * around the loop, stays outside. */
typedef struct {
    const Place *first;
    bool mixed;
    Region *copy;
} Owner;

static Owner *owner_at(Search *s, GraphTable *owners, const Region *r)
{
    void **at = graph_table_at(owners, (uintptr_t)r);
    if (*at == NULL)
        *at = graph_alloc(s->graph, sizeof(Owner));
    return *at;
}

static void note_owner(Search *s, GraphTable *owners, const Place *p)
{
    for (const Region *r = p->node->recorded; r != NULL; r = r->parent) {
        Owner *owner = owner_at(s, owners, r);
        if (owner->first == NULL)
            owner->first = p;
        owner->mixed |= owner->first->step != p->step || owner->first->run != p->run;
    }
}

static Region *step_region(Search *s, GraphTable *steps, const Place *p, Region *around)
{
    uint64_t key = graph_hash(graph_hash((uintptr_t)around, (uint64_t)p->run), (uint64_t)p->step);
    void **at = graph_table_at(steps, key | 1);
    if (*at == NULL) {
        Region *r = graph_alloc(s->graph, sizeof *r);
        *r = (Region){.name = graph_step_name, .index = (int)p->step, .parent = around};
        *at = r;
    }
    return *at;
}

/* The region of an operation of step p, with the step between those outside and those inside. */
static Region *with_step(Search *s, GraphTable *owners, GraphTable *steps, const Place *p,
                         const Region *r)
{
    Region *outermost = NULL, **link = &outermost;
    for (; r != NULL; r = r->parent) {
        Owner *owner = owner_at(s, owners, r);
        if (owner->mixed)
            break;
        bool known = owner->copy != NULL;
        if (!known) {
            owner->copy = graph_alloc(s->graph, sizeof *owner->copy);
            *owner->copy = *r;
        }
        *link = owner->copy;
        link = &owner->copy->parent;
        if (known)
            return outermost;
    }
    *link = step_region(s, steps, p, (Region *)r);
    return outermost;
}

/* A leaf where the second step reads the first is no step's own. */
static void mark_beginnings(const Place *first)
{
    for (int i = 0; first->next && i < first->node->n_in; i++)
        if (first->node->in[i]->closure == NULL && first->next->node->in[i]->closure != NULL)
            first->node->in[i]->begins = true;
}

static void make_regions(Search *s)
{
    GraphTable owners = graph_table(s->graph->scope), steps = graph_table(s->graph->scope);
    for (GraphNode *node = s->graph->first; node; node = node->next)
        if (node->closure)
            note_owner(s, &owners, place_of(s, node));
    for (GraphNode *node = s->graph->first; node; node = node->next) {
        const Place *p = place_of(s, node);
        if (p->step == 0)
            mark_beginnings(p);
        if (p->step >= 0)
            node->recorded = with_step(s, &owners, &steps, p, node->recorded);
    }
}

bool graph_find_steps(Graph *graph)
{
    Search s = search_new(graph);
    long runs = 0;
    for (Run run; runs < MOST_RUNS && (run = longest_run(&s)).steps > 0;)
        take_run(&s, run, runs++);
    if (runs > 0)
        make_regions(&s);
    return runs > 0;
}
