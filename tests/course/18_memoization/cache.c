/* cache.c - 18.1, 18.3: memory that is made once, and read where it lies. */
#include "draws.h"
#include "want.h"

/* ---- 18.1 kv_cache_new -------------------------------------------------------------------------------- */

TEST(an_empty_cache, .points = 1, .exercise = "18.1 kv_cache_new", .file = "kv_cache.c")
{
    long layers = draw_long("layers", 4, 6), batch = draw_long("batch", 2, 3);
    long capacity = draw_long("capacity", 8, 9);

    Tensor *places = EXPECT(blank(SHAPE(layers, batch, 5, capacity, 6)));
    Tensor *none = EXPECT(blank(SHAPE(batch, layers)));
    KvCache *c = CALL(kv_cache_new(layers, batch, 5, capacity, 6));
    check_tensor_within(c->keys, places, 0, "room for every layer, row, head and place: zeros");
    check_tensor_within(c->values, places, 0, "as much room for values as for keys");
    Tensor *lengths = lengths_of(c);
    check_tensor_within(lengths, none, 0, "lengths are (B, layers), and nothing is taken");
    Tensor *nothing = EXPECT(blank(SHAPE(0, batch, 2, 4, 5)));
    c = CALL(kv_cache_new(0, batch, 2, 4, 5));
    check_tensor_within(c->values, nothing, 0, "a model without layers has nothing to remember");
    check_fails(kv_cache_new(1, batch, 2, 0, 5), "kv_cache_new: capacity is 0",
                "a cache without places is refused");
}

TEST(a_place_for_every_number, .points = 2, .exercise = "18.1 kv_cache_new", .file = "kv_cache.c")
{
    long capacity = draw_long("capacity", 8, 13), heads = draw_long("heads", 1, 3);

    Tensor *up = EXPECT(numbered_want(SHAPE(2, 3, heads, capacity, 5), 1));
    Tensor *down = EXPECT(numbered_want(SHAPE(2, 3, heads, capacity, 5), -1));
    KvCache *c = CALL(kv_cache_new(2, 3, heads, capacity, 5));
    put_numbers(c->keys, 1);
    put_numbers(c->values, -1);
    given("c", "the test has written another number into each place");
    check_tensor_within(c->keys, up, 0, "no two numbers have one place");
    check_tensor_within(c->values, down, 0, "keys and values have places of their own");
}

/* Numbers for a cache in which nothing falls on the edge of a line by itself. */
static Tensor *draw_numbers(void)
{
    long head_dim = 2 * draw_long("half of D", 2, 3) + 1, heads = draw_long("heads", 2, 3);
    long capacity = 2 * draw_long("half of the capacity", 80, 90) + 1;
    return draw("x", SHAPE(2, 2, heads, capacity, head_dim));
}

static KvCache *cache_for(const Tensor *x)
{
    long layers = x->shape[0], batch = x->shape[1], heads = x->shape[2];
    long capacity = x->shape[3], head_dim = x->shape[4];
    return CALL(kv_cache_new(layers, batch, heads, capacity, head_dim));
}

static uintptr_t line_of(const Tensor *t, const long *at)
{
    return (uintptr_t)&t->data[strides_offset(5, t->stride, at)] / (LINE_NUMBERS * sizeof(real));
}

/* One head reads the first T places, number by number. */
static long lines_fetched(const Tensor *t, long layer, long row, long head, long T)
{
    uintptr_t last = 0;
    long count = 0;
    for (long i = 0; i < T * t->shape[4]; i++) {
        uintptr_t line = line_of(t, (long[]){layer, row, head, i / t->shape[4], i % t->shape[4]});
        count += line != last;
        last = line;
    }
    return count;
}

TEST(few_lines_for_a_head, .points = 5, .exercise = "18.1 kv_cache_new", .file = "kv_cache.c")
{
    Tensor *x = draw_numbers();
    long T = x->shape[3] - draw_long("places that are free", 0, 5);
    Tensor *want = EXPECT(copy_of(x));
    double most = EXPECT(lines_of_a_head_want(x, T));
    KvCache *c = cache_for(x);
    copy_kernel(c->keys, x);
    check_tensor_within(c->keys, want, 0, "what was written is there");
    for (long head = 0; head < 2; head++) {
        long lines_of_keys = lines_fetched(c->keys, head, 1, head, T);
        check_at_most(lines_of_keys, most, "lines are used up when one head reads all its keys");
        long lines_of_values = lines_fetched(c->values, 1, head, head, T);
        check_at_most(lines_of_values, most, "and when it reads its values");
    }
}

/* A line, and the head whose number is in it. */
typedef struct {
    uintptr_t line;
    long head;
} Owner;

static int by_line(const void *a, const void *b)
{
    const Owner *x = a, *y = b;
    return x->line != y->line ? (x->line > y->line) - (x->line < y->line)
                              : (x->head > y->head) - (x->head < y->head);
}

TEST(no_line_of_two_heads, .points = 5, .exercise = "18.1 kv_cache_new", .file = "kv_cache.c")
{
    Tensor *x = draw_numbers();
    Tensor *want = EXPECT(copy_of(x));
    double room = EXPECT(bytes_of_places_want(x));
    double before = (double)scope_bytes(scope_current());
    KvCache *c = cache_for(x);
    double bytes = (double)scope_bytes(scope_current()) - before;
    copy_kernel(c->values, x);
    check_tensor_within(c->values, want, 0, "what was written is there");
    check_at_most(bytes, room, "a tenth of the memory beside the numbers, and no second copy");

    const long *s = c->keys->shape, D = s[4], places = s[3], n = tensor_numel(c->keys);
    Owner *owner = scope_alloc(scope_current(), 2 * (size_t)n * sizeof *owner);
    for (long i = 0; i < n; i++) {
        long head = i / D / places, row = head / s[2];
        long at[] = {row / s[1], row % s[1], head % s[2], i / D % places, i % D};
        owner[2 * i] = (Owner){line_of(c->keys, at), head};
        owner[2 * i + 1] = (Owner){line_of(c->values, at), head};
    }
    qsort(owner, 2 * (size_t)n, sizeof *owner, by_line);
    long shared_lines = 0;
    for (long i = 1; i < 2 * n; i++)
        shared_lines += owner[i].line == owner[i - 1].line && owner[i].head != owner[i - 1].head;
    check_long(shared_lines, 0, "where a head begins a line begins, in every layer and row");
}

/* ---- 18.3 kv_cache_keys --------------------------------------------------------------------------------- */

TEST(a_view_of_what_is_taken, .points = 4, .exercise = "18.3 kv_cache_keys", .file = "kv_cache.c")
{
    long shape[] = {3, 4, 4, 9, 5}, taken[] = {4, draw_long("a", 7, 8), draw_long("b", 2, 3), 5};
    KvCache *c = draw_cache(shape, taken);

    Tensor *keys = EXPECT(taken_want(c->keys, c->lengths, 2));
    Tensor *k = CALL(kv_cache_keys(c, 2));
    check_tensor_within(k, keys, 0, "(B, H, T, D) of one layer, T its longest row's length");
    check_shares(k, c->keys, "a view: nothing is copied");
    Tensor *values = EXPECT(taken_want(c->values, c->lengths, 2));
    Tensor *v = CALL(kv_cache_values(c, 2));
    check_tensor_within(v, values, 0, "(B, H, T, D) of one layer, T its longest row's length");
    check_shares(v, c->values, "a view: nothing is copied");
    check_tensor_within(k, keys, 0, "the view of before is what it was");
}

TEST(one_row_of_a_batch, .points = 2, .exercise = "18.3 kv_cache_keys", .file = "kv_cache.c")
{
    long shape[] = {2, 3, 2, 7, 3}, taken[] = {6, draw_long("a", 2, 3), draw_long("b", 4, 5)};
    KvCache *c = draw_cache(shape, taken), *row = kv_cache_row(c, draw_long("row", 1, 2));

    Tensor *keys = EXPECT(taken_want(row->keys, row->lengths, 1));
    Tensor *k = CALL(kv_cache_keys(row, 1));
    check_tensor_within(k, keys, 0, "a row is a cache, too, whose layers are no neighbours");
    check_shares(k, c->keys, "a view of the whole batch's memory");
}

TEST(nothing_and_everything, .points = 2, .exercise = "18.3 kv_cache_keys", .file = "kv_cache.c")
{
    long capacity = draw_long("capacity", 5, 8), shape[] = {2, 2, 3, capacity, 4};
    KvCache *empty = draw_cache(shape, (long[]){0, 0}),
            *full = draw_cache(shape, (long[]){draw_long("a", 1, 3), capacity});

    Tensor *none = EXPECT(taken_want(empty->keys, empty->lengths, 1));
    Tensor *k = CALL(kv_cache_keys(empty, 1));
    check_tensor_within(k, none, 0, "nothing was read: (B, H, 0, D)");
    Tensor *all = EXPECT(taken_want(full->values, full->lengths, 1));
    Tensor *v = CALL(kv_cache_values(full, 1));
    check_tensor_within(v, all, 0, "all places are taken: all of them");
}

TEST(a_layer_with_a_length_of_its_own, .points = 1, .exercise = "18.3 kv_cache_keys",
     .file = "kv_cache.c")
{
    long shape[] = {3, 1, 2, 9, 3}, taken[] = {draw_long("taken", 3, 4)};
    KvCache *c = draw_cache(shape, taken);
    layer_has(c, 1, 0, draw_long("more", 6, 8));

    Tensor *keys = EXPECT(taken_want(c->keys, c->lengths, 1));
    Tensor *k = CALL(kv_cache_keys(c, 1));
    check_tensor_within(k, keys, 0, "this layer has appended already, others have not");
    Tensor *values = EXPECT(taken_want(c->values, c->lengths, 1));
    Tensor *v = CALL(kv_cache_values(c, 1));
    check_tensor_within(v, values, 0, "and so with its values");
}
