/* pack.c - 05.7: documents in rows, looked at by what holds of them. */
#include "want.h"

/* What one sees of rows, whatever way led to them. */
typedef struct {
    long rows, row_length, tokens_in_one_place, neither_token_nor_padding, cuts;
    long *place; /* of each token; -1: nowhere */
} Seen;

static Seen look_at(const IntTensor *places, long n, const long *length)
{
    long total = total_of(n, length);
    Seen s = {.row_length = -1, .place = scope_alloc(scope_current(), (size_t)(total + 1) * 16)};
    long *times = s.place + total + 1;
    for (long t = 0; t <= total; t++) {
        s.place[t] = -1;
        times[t] = 0;
    }
    if (places == NULL || places->ndim != 2)
        return s;
    s.rows = places->shape[0];
    s.row_length = places->shape[1];
    for (long p = 0; p < s.rows * s.row_length; p++) {
        long token = places->data[p];
        s.neither_token_nor_padding += token < -1 || token >= total;
        if (token >= 0 && token < total) {
            times[token]++;
            s.place[token] = p;
        }
    }
    for (long t = 0; t < total; t++)
        s.tokens_in_one_place += times[t] == 1;
    for (long i = 0, t = 0; i < n; i++)
        for (long k = 0; k < length[i]; k++, t++)
            s.cuts += k > 0 && (s.place[t] != s.place[t - 1] + 1 || s.place[t] % s.row_length == 0);
    return s;
}

static Seen check_rows(const IntTensor *places, long n, const long *length, long T)
{
    Seen seen = look_at(places, n, length);
    long all_tokens = EXPECT(total_want(n, length));
    long row_length = seen.row_length, in_one_place = seen.tokens_in_one_place;
    check_long(row_length, T, "(rows, T)");
    long neither = seen.neither_token_nor_padding;
    check_long(neither, 0, "the number of a token, from the start of the text, or -1");
    check_long(in_one_place, all_tokens, "each token stands in one place");
    return seen;
}

static long different(const IntTensor *a, const IntTensor *b)
{
    long n = shape_numel(a->ndim, a->shape);
    if (b == NULL || n != shape_numel(b->ndim, b->shape))
        return -1;
    long count = 0;
    for (long i = 0; i < n; i++)
        count += a->data[i] != b->data[i];
    return count;
}

TEST(pack_each_token_once, .points = 4, .exercise = "05.7 pack_documents",
     .file = "pack_documents.c")
{
    long T = draw_long("T", 5, 12), n = draw_long("n", 30, 50);
    IntTensor *lengths = draw_ids("length", SHAPE(n), 0, 3 * T);
    int some[] = {0, (int)T, (int)T + 1, 2 * (int)T, 1};
    memcpy(lengths->data + draw_long("empty one at", 0, n - 5), some, sizeof some);
    resealed_ids(lengths);
    const long *length = longs(lengths);
    Rng rng = {.state = draw_seed()}, same = rng;

    IntTensor *places = CALL(pack_documents(n, length, T, &rng));
    check_rows(places, n, length, T);
    IntTensor *again = CALL(pack_documents(n, length, T, &same));
    long differ_from_the_same_state = different(places, again);
    check_long(differ_from_the_same_state, 0, "the same state of rng, the same rows");
    again = CALL(pack_documents(n, length, T, &rng));
    check_rows(again, n, length, T);
    long other_order = different(places, again) != 0;
    check_long(other_order, 1, "rng has moved on: the next rows stand in another order");

    IntTensor *none = CALL(pack_documents(0, length, T, &rng));
    long rows_for_no_document = look_at(none, 0, length).rows;
    check_long(rows_for_no_document, 0, "no documents, no rows");
    static const long empty[] = {0, 0, 0, 0};
    IntTensor *nothing = CALL(pack_documents(3, empty, T, &rng));
    long rows_for_no_token = look_at(nothing, 3, empty).rows;
    check_long(rows_for_no_token, 0, "no tokens, no rows");
    check_fails(pack_documents(n, length, 0, &rng), "T is 0, expected", "a row has a place");
}

enum { CALLS = 64 };

TEST(pack_by_chance, .points = 2, .exercise = "05.7 pack_documents", .file = "pack_documents.c")
{
    IntTensor *lengths = draw_ids("length", SHAPE(24), 4, 9);
    const long *length = longs(lengths);
    Rng rng = {.state = draw_seed()};
    long early[24] = {0}, least = CALLS, most = 0;

    check_called("pack_documents(24, length, 10, &rng), 64 times");
    for (int call = 0; call < CALLS; call++) {
        Scope *scope = scope_open();
        Seen seen = look_at(pack_documents(24, length, 10, &rng), 24, length);
        for (long i = 0, t = 0; i < 24; t += length[i++])
            early[i] += 2 * (seen.place[t] / 10) < seen.rows;
        scope_close(scope);
    }
    for (long i = 0; i < 24; i++) {
        least = early[i] < least ? early[i] : least;
        most = early[i] > most ? early[i] : most;
    }
    check_at_least(least, 6, "each document begins in the first half of the rows now and then");
    check_at_most(most, CALLS - 6, "and in the second half now and then");
}

TEST(pack_few_rows, .points = 4, .exercise = "05.7 pack_documents", .file = "pack_documents.c")
{
    long T = draw_long("T", 24, 60), n = draw_long("n", 150, 200);
    IntTensor *lengths = draw_ids("length", SHAPE(n), 1, T / 2);
    for (long i = draw_long("first long one", 0, 9); i < n; i += 10)
        lengths->data[i] += (int)T + (int)(draw_seed() % (uint64_t)(2 * T));
    resealed_ids(lengths);
    const long *length = longs(lengths);
    Rng rng = {.state = draw_seed()};

    double most = EXPECT(1.05 * fewest_rows_want(n, length, T));
    IntTensor *places = CALL(pack_documents(n, length, T, &rng));
    Seen seen = check_rows(places, n, length, T);
    long rows = seen.rows;
    check_at_most(rows, most, "at most 1.05 times the rows that the tokens would fill");
}

enum { FULL = 80 };

/* Documents of which two fill a row, in any order; some are longer by whole rows. */
static const long *draw_pairs(long T)
{
    IntTensor *lengths = draw_ids("length", SHAPE(2 * FULL), 3 * T / 10, 7 * T / 10);
    IntTensor *rows_more = draw_ids("whole rows more", SHAPE(2 * FULL), -12, 2);
    int *of = lengths->data;
    for (long i = 0; i < FULL; i++)
        of[FULL + i] = (int)T - of[i];
    for (long i = 2 * FULL - 1; i > 0; i--) {
        long j = (long)(draw_seed() % (uint64_t)(i + 1));
        int other = of[j];
        of[j] = of[i];
        of[i] = other;
    }
    for (long i = 0; i < 2 * FULL; i++)
        of[i] += rows_more->data[i] > 0 ? rows_more->data[i] * (int)T : 0;
    resealed_ids(lengths);
    return longs(lengths);
}

TEST(pack_without_needless_cuts, .points = 6, .exercise = "05.7 pack_documents",
     .file = "pack_documents.c")
{
    long T = draw_long("T", 48, 80), n = 2 * FULL;
    const long *length = draw_pairs(T);
    given("n", "%d", 2 * FULL);
    Rng rng = {.state = draw_seed()};

    long fewest_cuts = EXPECT(fewest_cuts_want(n, length, T));
    double most = EXPECT(1.02 * fewest_rows_want(n, length, T));
    IntTensor *places = CALL(pack_documents(n, length, T, &rng));
    Seen seen = check_rows(places, n, length, T);
    long cuts = seen.cuts, rows = seen.rows;
    check_at_most(cuts, fewest_cuts,
                  "only documents longer than a row are cut, no oftener than "
                  "they must be");
    check_at_most(rows, most, "at most 1.02 times the rows of a packing without any padding");
}
