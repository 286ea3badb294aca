/* pack_documents.c - documents of many lengths in rows of one length.
 *
 * A document that is cut loses its beginning for what comes behind the cut, and a row that is not
 * full costs as much as a full one (Ding et al. 2024, "Fewer Truncations Improve Language
 * Modeling").
 *
 * Invariant: each token stands in one place, beside its neighbours but at a cut.
 */
#include "data_parts.h"
#include <stdlib.h>

/* A document, or so much of a long one as a row holds. */
typedef struct {
    long first, length; /* tokens of the text */
    long row, place;
} Piece;

void pack_documents_check(long n, const long *length, long T)
{
    if (n < 0 || T < 1)
        fail("pack_documents: n is %ld and T is %ld, expected at least 0 and 1", n, T);
    long left = INT_MAX;
    for (long i = 0; i < n; i++) {
        if (length[i] < 0 || length[i] > left)
            fail("pack_documents: document %ld has %ld tokens, expected 0 to the %ld that are left "
                 "of %d",
                 i, length[i], left, INT_MAX);
        left -= length[i];
    }
}

/* How many pieces; they are written down where there is room for them. */
static long cut(long n, const long *length, long T, OR_NULL Piece *piece)
{
    long count = 0, first = 0;
    for (long i = 0; i < n; i++)
        for (long left = length[i]; left > 0; count++) {
            long part = left < T ? left : T;
            if (piece != NULL)
                piece[count] = (Piece){.first = first, .length = part};
            first += part;
            left -= part;
        }
    return count;
}

static int longer_first(const void *a, const void *b)
{
    const Piece *x = a, *y = b;
    if (x->length != y->length)
        return x->length > y->length ? -1 : 1;
    return x->first < y->first ? -1 : 1;
}

/* Rows in lists, by the room that they have left: the tightest one is found without a search. */
typedef struct {
    long count, T;
    long *with_room; /* (T + 1): a row that has so much, -1: none */
    long *next;      /* of each row: another one that has as much, -1: none */
} Rows;

/* The row with the least room that is enough, out of its list; if there is none, a new one. */
static long take_tightest(Rows *r, long length, long *room)
{
    for (*room = length; *room < r->T; ++*room) {
        long row = r->with_room[*room];
        if (row >= 0) {
            r->with_room[*room] = r->next[row];
            return row;
        }
    }
    return r->count++;
}

/* Each piece gets a row and a place in it; how many rows. */
static long find_rows(long count, Piece *piece, long T)
{
    Rows r = {.T = T,
              .with_room = scope_alloc(scope_current(), (size_t)(T + 1) * sizeof(long)),
              .next = scope_alloc(scope_current(), (size_t)count * sizeof(long))};
    for (long room = 0; room <= T; room++)
        r.with_room[room] = -1;
    for (long i = 0; i < count; i++) {
        long room, row = take_tightest(&r, piece[i].length, &room);
        piece[i].row = row;
        piece[i].place = T - room;
        room -= piece[i].length;
        r.next[row] = r.with_room[room];
        r.with_room[room] = row;
    }
    return r.count;
}

/* What fits is cut nowhere, and finds the row in which it leaves the least room: long ones first,
 * while there is a choice, short ones into what is left (best fit decreasing). */
EXERCISE
IntTensor *pack_documents(long n, const long *length, long T, Rng *rng)
{
    pack_documents_check(n, length, T);
    long count = cut(n, length, T, NULL);
    Piece *piece = scope_alloc(scope_current(), (size_t)count * sizeof *piece);
    cut(n, length, T, piece);
    if (count > 0)
        qsort(piece, (size_t)count, sizeof *piece, longer_first);
    const long rows = find_rows(count, piece, T);

    long *order = scope_alloc(scope_current(), (size_t)rows * sizeof *order);
    for (long i = 0; i < rows; i++)
        order[i] = i;
    rng_shuffle(rng, rows, order); /* else long documents would come first in every epoch */

    IntTensor *places = int_tensor_new(SHAPE(rows, T));
    for (long i = 0; i < rows * T; i++)
        places->data[i] = -1;
    for (long i = 0; i < count; i++)
        for (long p = 0; p < piece[i].length; p++)
            places->data[order[piece[i].row] * T + piece[i].place + p] = (int)(piece[i].first + p);
    return places;
}
