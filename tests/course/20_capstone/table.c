/* table.c - 20.8: what follows each token, in a form that the student has chosen: by bits, bytes and what is refused. */
#include "draws.h"
#include "want.h"

/* ---- tables --------------------------------------------------------------------------------------------- */

static Tensor *draw_table(const char *name, long n)
{
    Tensor *t = draw(name, SHAPE(n, n));
    for (long i = 0; i < n * n; i++)
        t->data[i] *= 2;
    resealed(t);
    return t;
}

/* A number is added to each row, and a third of the tokens hardly ever follow. */
static Tensor *draw_uneven(const char *name, long n)
{
    Tensor *t = draw_table(name, n);
    for (long i = 0; i < n; i++) {
        double added = 120 * unit() - 60;
        for (long j = 0; j < n; j++)
            t->data[i * n + j] += (real)(added - (unit() < 1.0 / 3 ? 15 + 15 * unit() : 0));
    }
    resealed(t);
    return t;
}

/* One token of each row is nearly sure: all others are that much lower, and not all the same. */
static Tensor *draw_sure(const char *name, long n, double lower)
{
    Tensor *t = draw_between(name, SHAPE(n, n), -0.7, 0.7);
    for (long i = 0; i < n; i++)
        t->data[i * n + (long)(draw_seed() % (uint64_t)n)] = (real)lower;
    resealed(t);
    return t;
}

/* ---- there and back ------------------------------------------------------------------------------------- */

typedef struct {
    unsigned char *bytes; /* these, and no room behind them */
    size_t n;
} Packed;

static Packed packed(const Tensor *t)
{
    size_t room = 4 * (size_t)tensor_numel(t) + 64;
    unsigned char *out = ROOM_FOR(room, unsigned char);
    size_t n = table_pack(out, t);
    Packed p = {ROOM_FOR(n <= room ? n + 1 : 1, unsigned char), n <= room ? n : 0};
    for (size_t i = 0; i < p.n; i++)
        p.bytes[i] = out[i];
    return p;
}

/* Nats that each token of the row costs. */
static void costs_of(double *nats, const real *y, long n)
{
    double top = (double)y[0], sum = 0;
    for (long j = 1; j < n; j++)
        top = fmax(top, (double)y[j]);
    for (long j = 0; j < n; j++)
        sum += exp((double)y[j] - top);
    for (long j = 0; j < n; j++)
        nats[j] = log(sum) + (top - (double)y[j]);
}

/* Bits a token of a text of `table`; where they are more than 1 per cent too many, all these per cent are added. */
static double bits_for(const Tensor *table, const Tensor *back)
{
    long n = table->shape[0];
    double own = 0, theirs = 0, of_own[128], of_theirs[128];
    for (long i = 0; i < n; i++) {
        costs_of(of_own, table->data + i * n, n);
        costs_of(of_theirs, back->data + i * n, n);
        for (long j = 0; j < n; j++) {
            own += exp(-of_own[j]) * of_own[j];
            theirs += exp(-of_own[j]) * of_theirs[j];
        }
    }
    double more = theirs <= 1.01 * own ? 0 : 100 * (theirs / own - 1);
    return own / (double)n / log(2) + more;
}

/* Bits, and bytes; up to `percent` of those of the floats count as so many. Not taken for a table: -1. */
static void weigh(real *two, const Tensor *t, Packed p, long percent)
{
    Tensor *back = blank(SHAPE(t->shape[0], t->shape[0]));
    bool taken = table_unpack(back, p.bytes, p.n);
    long most = percent * tensor_numel(t) / 25;
    two[0] = (real)(taken ? bits_for(t, back) : -1);
    two[1] = (real)((long)p.n > most ? (long)p.n : most);
}

static void check_form(long n, Tensor *const table[], long percent, const char *rule)
{
    Tensor *want = EXPECT(gate_want(n, table, percent));
    check_called("table_pack(out, table), then table_unpack(back, out, bytes)");
    Packed p[8];
    for (long k = 0; k < n; k++)
        p[k] = packed(table[k]);
    Tensor *bits_and_bytes = blank(SHAPE(n, 2));
    for (long k = 0; k < n; k++)
        weigh(bits_and_bytes->data + 2 * k, table[k], p[k], percent);
    check_tensor(bits_and_bytes, want, rule);
}

static void check_even_tables(long percent)
{
    Tensor *table[] = {draw_table("first", 1 + 2 * draw_long("half", 56, 63)),
                       draw_table("second", 2 * draw_long("half again", 56, 64))};
    check_form(2, table, percent,
               "of each table: bits a token, and up to 1 per cent more count as none, -1 is a "
               "table that was not taken back; bytes, and as many as are allowed count as that");
}

TEST(a_table_in_27_percent, .points = 3, .exercise = "20.8 table_pack", .file = "table_pack.c")
{
    check_even_tables(27);
}

TEST(a_table_in_20_percent, .points = 2, .exercise = "20.8 table_pack", .file = "table_pack.c")
{
    check_even_tables(20);
}

TEST(uneven_rows_in_15_percent, .points = 2, .exercise = "20.8 table_pack", .file = "table_pack.c")
{
    Tensor *table[] = {draw_uneven("first", 1 + 2 * draw_long("half", 56, 63)),
                       draw_uneven("second", 2 * draw_long("half again", 56, 64))};
    check_form(2, table, 15,
               "rows have numbers added, and a third of the tokens hardly ever follow: bits a "
               "token, and up to 1 per cent more count as none; bytes, and as many as are allowed "
               "count as that");
}

TEST(any_table_at_all, .points = 1, .exercise = "20.8 table_pack", .file = "table_pack.c")
{
    long n = draw_long("n", 9, 15);
    Tensor *equal = draw_between("equal", SHAPE(n, n), 3, 3), *one = draw("one", SHAPE(1, 1)),
           *few = draw_between("few", SHAPE(3, 3), -1, -1);
    Tensor *sure = draw_sure("sure", n, 9), *surer = draw_sure("surer", n + 1, 14),
           *very_sure = draw_sure("very sure", n + 2, 25);
    Tensor *table[] = {sure, surer, very_sure, equal, few, one};
    check_form(6, table, 100000,
               "one token is nearly sure, all are equally likely, or there is only one: bits a "
               "token, and up to 1 per cent more count as none, -1 is a table that was not taken "
               "back");
    Tensor *none = draw("none", SHAPE(0, 0));
    long empty = EXPECT(1);
    Packed p = packed(none);
    long taken = (long)CALL(table_unpack(none, p.bytes, p.n));
    check_long(taken, empty, "a table without tokens is one, too");
    Tensor *broken = input("broken", SHAPE(2, 2), VALUES(1, 2, NAN, 3));
    unsigned char *out = ROOM_FOR(80, unsigned char);
    check_fails(table_pack(out, broken), "number 2 of (2, 2)", "the given check says so");
}

/* ---- bytes that are none ---------------------------------------------------------------------------------- */

enum { TAKEN, CHANGED };

/* Adds to how often bytes were taken, and to how often a table that was not read has changed. */
static void offer(real *count, const Tensor *t, const unsigned char *bytes, size_t n)
{
    Tensor *back = blank(SHAPE(t->shape[0], t->shape[0]));
    for (long i = 0; i < tensor_numel(back); i++)
        back->data[i] = (real)(i % 7);
    bool taken = table_unpack(back, bytes, n);
    bool same = true;
    for (long i = 0; i < tensor_numel(back); i++)
        same = same && back->data[i] == (real)(i % 7);
    count[TAKEN] += taken ? 1 : 0;
    count[CHANGED] += !taken && !same ? 1 : 0;
}

/* Those that table_pack has written are the last row: the bits of the table, or -1. */
static void offer_right(real *count, const Tensor *t, Packed p)
{
    offer(count, t, p.bytes, p.n);
    Tensor *back = blank(SHAPE(t->shape[0], t->shape[0]));
    bool right = p.n > 0 && count[TAKEN] > 0 && table_unpack(back, p.bytes, p.n);
    count[TAKEN] = (real)(right ? bits_for(t, back) : -1);
}

TEST(bytes_with_one_mistake, .points = 1, .exercise = "20.8 table_pack", .file = "table_pack.c")
{
    long n = 1 + 2 * draw_long("half", 6, 9);
    Tensor *table = draw_table("table", n), *larger = draw_table("larger", n + 1);
    Tensor *want = EXPECT(refused_want(4, table));
    check_called("table_unpack(back, bytes, n)");
    Packed p = packed(table);
    Tensor *taken = blank(SHAPE(8));
    for (size_t k = 0; k < p.n; k++)
        offer(taken->data, table, p.bytes, k);
    unsigned char *more = ROOM_FOR(p.n + 5, unsigned char);
    for (size_t i = 0; i < p.n + 4; i++)
        more[i] = i < p.n ? p.bytes[i] : 0;
    for (size_t k = 1; k < 5; k++)
        offer(taken->data + 2, table, more, p.n + k);
    offer(taken->data + 2, larger, p.bytes, p.n);
    for (size_t k = 0; k < 8 * p.n; k++) {
        p.bytes[k / 8] ^= (unsigned char)(1 << k % 8);
        offer(taken->data + 4, table, p.bytes, p.n);
        p.bytes[k / 8] ^= (unsigned char)(1 << k % 8);
    }
    offer_right(taken->data + 6, table, p);
    check_tensor(taken, want,
                 "how often bytes were taken, then how often the table was changed though they "
                 "were not: [0] [1] bytes are missing, [2] [3] there are more, or they are of "
                 "another table, [4] [5] one bit has changed. [6]: bits a token of the right "
                 "bytes, -1 where they are refused");
}

TEST(bytes_in_disorder, .points = 1, .exercise = "20.8 table_pack", .file = "table_pack.c")
{
    long n = 2 * draw_long("half", 6, 9);
    Tensor *table = draw_table("table", n);
    Tensor *want = EXPECT(refused_want(3, table));
    check_called("table_unpack(back, bytes, n)");
    Packed p = packed(table);
    Tensor *taken = blank(SHAPE(6));
    for (size_t k = 0; k + 1 < p.n; k++) {
        unsigned char one = p.bytes[k], other = p.bytes[k + 1];
        p.bytes[k] = other;
        p.bytes[k + 1] = one;
        if (one != other)
            offer(taken->data, table, p.bytes, p.n);
        p.bytes[k] = one;
        p.bytes[k + 1] = other;
    }
    unsigned char *wild = ROOM_FOR(p.n + 1, unsigned char);
    for (int k = 0; k < 300; k++) {
        size_t length = k % 3 == 0 ? draw_seed() % (p.n + 1) : p.n;
        for (size_t i = 0; i < length; i++)
            wild[i] = (unsigned char)(k == 1 ? 0 : k == 2 ? 255 : draw_seed());
        if (k % 3 == 2 && p.n > 0)
            wild[0] = p.bytes[0];
        Tensor *back = blank(SHAPE(n, n));
        bool finite = true;
        if (table_unpack(back, wild, length))
            for (long i = 0; i < n * n; i++)
                finite = finite && isfinite((double)back->data[i]);
        taken->data[2] += finite ? 0 : 1;
    }
    offer_right(taken->data + 4, table, p);
    check_tensor(taken, want,
                 "[0] [1] two neighbouring bytes have changed places: how often they were "
                 "taken, and how often the table was changed though they were not; [2] drawn "
                 "bytes that became numbers which are not finite; [4] bits a token of the right "
                 "bytes, -1 where they are refused");
}
