/* flame.c - stacks become a tree, the tree becomes boxes.
 *
 * Frames are made in the order of the stacks, outer ones first, so one pass in that order can place
 * each box at its parent's next free spot. Invariant: a frame is as wide as its own time and the frames
 * inside it together. The idea of the picture: Gregg 2011.
 */
#include "flame.h"
#include "heatmap.h"
#include "engine.h"
#include <string.h>

enum { WIDTH = 1200, ROW = 22, TOP = 50, NAME_SIZE = 64, NARROWEST = 1 };

typedef struct {
    char name[NAME_SIZE];
    int parent, depth;
    bool leaf, product;
    double seconds, x, cursor;
} Frame;

typedef struct {
    Frame *frame; /* frame[0] is the whole */
    int n, deepest;
} Tree;

/* ---- the tree ------------------------------------------------------------------------------------- */

static int child(Tree *t, int parent, const char *name, size_t length)
{
    for (int i = parent + 1; i < t->n; i++)
        if (t->frame[i].parent == parent && strlen(t->frame[i].name) == length &&
            strncmp(t->frame[i].name, name, length) == 0)
            return i;
    Frame *f = &t->frame[t->n];
    *f = (Frame){.parent = parent, .depth = t->frame[parent].depth + 1};
    snprintf(f->name, sizeof f->name, "%.*s", (int)length, name);
    t->deepest = f->depth > t->deepest ? f->depth : t->deepest;
    return t->n++;
}

static void add_stack(Tree *t, const FlameStack *s)
{
    int at = 0;
    for (const char *name = s->path; *name != '\0';) {
        size_t length = strcspn(name, ";"), kept = length < NAME_SIZE ? length : NAME_SIZE - 1;
        at = child(t, at, name, kept);
        name += length + (name[length] == ';');
    }
    t->frame[at].leaf = true;
    t->frame[at].product = s->product;
    for (int i = at; i >= 0; i = t->frame[i].parent)
        t->frame[i].seconds += s->seconds;
}

static long count_frames(int n, const FlameStack *stacks)
{
    long frames = 1;
    for (int i = 0; i < n; i++)
        for (const char *c = stacks[i].path; c != NULL; c = strchr(c + 1, ';'))
            frames++;
    return frames;
}

static Tree build(int n, const FlameStack *stacks)
{
    Tree t = {.n = 1};
    t.frame = scope_alloc(scope_current(), (size_t)count_frames(n, stacks) * sizeof *t.frame);
    t.frame[0] = (Frame){.name = "step", .parent = -1};
    for (int i = 0; i < n; i++)
        add_stack(&t, &stacks[i]);
    for (int i = 1; i < t.n; i++) {
        Frame *parent = &t.frame[t.frame[i].parent];
        t.frame[i].x = t.frame[i].cursor = parent->cursor;
        parent->cursor += t.frame[i].seconds;
    }
    return t;
}

/* ---- the picture ----------------------------------------------------------------------------------- */

static void draw(FILE *f, const Frame *frame, double whole)
{
    double scale = WIDTH / whole, width = frame->seconds * scale;
    const char *colour = !frame->leaf ? "#d8dce2" : frame->product ? "#f0a35e" : "#7fb3d5";
    if (width < NARROWEST)
        return;
    fprintf(f, "<g><title>");
    prose_write(f, frame->name);
    fprintf(f, ": %.3f ms, %.1f %%</title>", frame->seconds * 1e3, 100 * frame->seconds / whole);
    fprintf(f,
            "<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"%s\" stroke=\"white\"/>",
            frame->x * scale, TOP + ROW * frame->depth, width, ROW - 1, colour);
    if (width > 24) {
        char shown[NAME_SIZE]; /* as much as there is room for */
        snprintf(shown, sizeof shown, "%.*s", (int)((width - 6) / 6.5), frame->name);
        fprintf(f, "<text x=\"%.2f\" y=\"%d\">", frame->x * scale + 4,
                TOP + ROW * frame->depth + 15);
        prose_write(f, shown);
        fprintf(f, "</text>");
    }
    fprintf(f, "</g>\n");
}

int flame_svg(const char *path, const char *title, int n, const FlameStack *stacks)
{
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return -1;
    FILE *f = atomic_stream(file);
    Tree t = build(n, stacks);
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n<text x=\"4\" y=\"20\" "
            "font-size=\"15\">",
            WIDTH, TOP + ROW * (t.deepest + 1) + 10);
    prose_write(f, title);
    fprintf(f, "</text>\n<text x=\"4\" y=\"38\">orange: matrix products; blue: passes over memory; "
               "grey: what they are part of</text>\n");
    for (int i = 0; i < t.n && t.frame[0].seconds > 0; i++)
        draw(f, &t.frame[i], t.frame[0].seconds);
    fprintf(f, "</svg>\n");
    return atomic_commit(file);
}

/* The frames below the whole, as spans: a frame's own time is that of its stack. */
int flame_folded(const char *path, int n, const FlameStack *stacks)
{
    AtomicFile *file = atomic_open(path);
    if (file == NULL)
        return -1;
    Tree t = build(n, stacks);
    Span *spans = scope_alloc(scope_current(), (size_t)t.n * sizeof *spans);
    for (int i = 1; i < t.n; i++)
        spans[i - 1] = (Span){.name = t.frame[i].name,
                              .parent = t.frame[i].parent - 1,
                              .begin = t.frame[i].x,
                              .end = t.frame[i].x + t.frame[i].seconds};
    trace_folded(atomic_stream(file), spans, t.n - 1);
    return atomic_commit(file);
}
