/* bpe_learn_kept.c - counts are kept in a table of all pairs, and for each pair the words that ever held it. */
#include <string.h>
#include "bpe_parts.h"

/* A pair: how often it occurs by now, and the last word that was noted for it. */
typedef struct Note {
    long word;
    struct Note *next;
} Note;
typedef struct {
    long count;
    Note *notes;
} Cell;
typedef struct {
    Cell *cells; /* left * size + right */
    long size;
    BpeWord *words;
} Table;

static void *zeros(size_t bytes)
{
    return memset(scope_alloc(scope_current(), bytes), 0, bytes);
}

static void take_out(Table *t, long w)
{
    BpeWord word = t->words[w];
    for (long i = 0; i + 1 < word.n; i++)
        t->cells[LOOK(word.ids[i]) * t->size + LOOK(word.ids[i + 1])].count -= word.count;
}

static void put_in(Table *t, long w)
{
    BpeWord word = t->words[w];
    for (long i = 0; i + 1 < word.n; i++) {
        Cell *cell = &t->cells[LOOK(word.ids[i]) * t->size + LOOK(word.ids[i + 1])];
        cell->count += word.count;
        if (cell->notes != NULL && cell->notes->word == w)
            continue;
        Note *note = zeros(sizeof *note);
        note->word = w;
        note->next = cell->notes;
        cell->notes = note;
    }
}

static bool is_better(const Table *t, const Bpe *b, BpePair x, BpePair y)
{
    long cx = t->cells[x.left * t->size + x.right].count;
    long cy = t->cells[y.left * t->size + y.right].count;
    if (cx != cy)
        return cx > cy;
    int order = bpe_compare_tokens(b, x.left, y.left);
    if (order == 0)
        order = bpe_compare_tokens(b, x.right, y.right);
    return order > 0;
}

static bool find_best(const Table *t, const Bpe *b, BpePair *best)
{
    bool found = false;
    for (int left = 0; left < b->size; left++)
        for (int right = 0; right < b->size; right++) {
            BpePair pair = {left, right};
            if (t->cells[left * t->size + right].count == 0)
                continue;
            if (!found || is_better(t, b, pair, *best))
                *best = pair;
            found = true;
        }
    return found;
}

void bpe_learn_kept(Bpe *b, BpeWord *words, long n, long vocabulary)
{
    long size = vocabulary > b->size ? vocabulary : b->size;
    Table t = {zeros((size_t)(size * size) * sizeof(Cell)), size, words};
    for (long w = 0; w < n; w++)
        put_in(&t, w);
    BpePair best;
    while (b->size < vocabulary && find_best(&t, b, &best)) {
        int id = bpe_add_merge(b, best);
        for (Note *at = t.cells[best.left * size + best.right].notes; at != NULL; at = at->next) {
            long w = at->word;
            take_out(&t, w);
            words[w].n = bpe_merge_looked(words[w].ids, words[w].n, best, id);
            put_in(&t, w);
        }
    }
}
