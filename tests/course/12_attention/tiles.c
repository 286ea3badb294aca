/* tiles.c - 12.9 and 12.10, optional: one tile of queries, there and back. */
#include "cache_model.h"
#include "want.h"

/* ---- heads --------------------------------------------------------------------------------------- */

static OneHead head_of(Tensor *q, Tensor *k, Tensor *v, long tile)
{
    long Tq = q->shape[0], Tk = k->shape[0], D = q->shape[1];
    OneHead x = {.q = q, .k = k, .v = v};
    x.out = draw("out", SHAPE(Tq, D)), x.lse = draw("lse", SHAPE(Tq));
    may_change(x.out), may_change(x.lse);
    x.head = (TiledHead){.Tq = Tq, .Tk = Tk, .D = D, .tile = tile};
    x.head.q = q->data, x.head.k = k->data, x.head.v = v->data;
    x.head.out = x.out->data, x.head.lse = x.lse->data;
    given("h.Tq, h.Tk, h.D, h.tile", "%ld, %ld, %ld, %ld", Tq, Tk, D, tile);
    return x;
}

static OneHead draw_head(long Tq, long Tk, long D, long tile)
{
    Tensor *q = draw("q", SHAPE(Tq, D)), *k = draw("k", SHAPE(Tk, D));
    Tensor *v = draw("v", SHAPE(Tk, D));
    return head_of(q, k, v, tile);
}

static void look_back(OneHead *x, long offset)
{
    x->head.causal = true;
    x->head.offset = offset;
    given("h.causal, h.offset", "true, %ld", offset);
}

/* For the way back: out and lse of these q, k and v, a gradient, and what is there already. */
static void came_there(OneHead *x)
{
    TiledHead *h = &x->head;
    long D = h->D;
    for (long i = 0; i < h->Tq; i++) {
        double sum = 0;
        for (long d = 0; d < D; d++)
            h->out[i * D + d] = 0;
        for (long j = 0; j < h->Tk && (!h->causal || j <= i + h->offset); j++) {
            double dot = 0;
            for (long d = 0; d < D; d++)
                dot += (double)h->q[i * D + d] * (double)h->k[j * D + d];
            dot = exp(dot / sqrt((double)D));
            sum += dot;
            for (long d = 0; d < D; d++)
                h->out[i * D + d] += (real)(dot * (double)h->v[j * D + d]);
        }
        for (long d = 0; d < D && sum > 0; d++)
            h->out[i * D + d] /= (real)sum;
        h->lse[i] = (real)log(sum);
    }
    resealed(x->out), resealed(x->lse);
    x->dout = draw("dout", SHAPE(h->Tq, D)), x->dq = draw("dq", SHAPE(h->Tq, D));
    x->dk = draw("dk", SHAPE(h->Tk, D)), x->dv = draw("dv", SHAPE(h->Tk, D));
    may_change(x->dq), may_change(x->dk), may_change(x->dv);
    h->dout = x->dout->data;
    h->dq = x->dq->data, h->dk = x->dk->data, h->dv = x->dv->data;
}

/* A row is a line of the cache; it keeps those that were used last. k and v of h have no number but
 * by READ. */
static CacheModel five_tiles(const OneHead *x, TiledHead *h)
{
    CacheModel cache = cache_model_new(5 * x->head.tile, x->head.D);
    cache_model_watch(&cache, x->head.q, x->head.Tq * x->head.D);
    h->k = cache_model_hide(&cache, x->head.k, x->head.Tk * x->head.D);
    h->v = cache_model_hide(&cache, x->head.v, x->head.Tk * x->head.D);
    given("the fast memory on paper", "%ld rows of %ld numbers", cache.lines, cache.width);
    return cache;
}

/* ---- 12.9 ---------------------------------------------------------------------------------------- */

TEST(three_keys_in_tiles_of_one_by_hand, .optional = 1, .exercise = "12.9 attention_tile_forward",
     .file = "tiles.c")
{
    Tensor *q = input("q", SHAPE(1, 1), VALUES(1));
    Tensor *k =
        input("k", SHAPE(3, 1), VALUES(0, (real)1.0986122886681098, (real)1.791759469228055));
    Tensor *v = input("v", SHAPE(3, 1), VALUES(10, 20, 30));
    OneHead x = head_of(q, k, v, 1);
    TiledHead h = x.head;

    Tensor *want = EXPECT(tile_out_want(&x, 0)), *want_lse = EXPECT(tile_lse_want(&x, 0));
    CALL(attention_tile_forward(h, 0));
    check_tensor(x.out, want, "weights 0.1, 0.3, 0.6");
    check_tensor(x.lse, want_lse, "log(1 + 3 + 6)");
}

TEST(one_tile_among_others, .optional = 2, .exercise = "12.9 attention_tile_forward",
     .file = "tiles.c")
{
    long tile = draw_long("tile", 3, 5), D = draw_long("D", 5, 8), first = tile;
    long Tq = 2 * tile + draw_long("queries more", 1, 2);
    long Tk = 3 * tile + draw_long("keys more", 1, 2), last = 2 * tile;
    OneHead x = draw_head(Tq, Tk, D, tile);
    TiledHead h = x.head;

    Tensor *want = EXPECT(tile_out_want(&x, first)), *want_lse = EXPECT(tile_lse_want(&x, first));
    CALL(attention_tile_forward(h, first));
    check_tensor(x.out, want, "softmax(q k^T / sqrt(D)) v for the queries of this tile");
    check_tensor(x.lse, want_lse, "log of the sum of e^score, scaled scores, over all keys");
    Tensor *want2 = EXPECT(tile_out_want(&x, last)), *lse2 = EXPECT(tile_lse_want(&x, last));
    CALL(attention_tile_forward(h, last));
    check_tensor(x.out, want2, "the last tile has fewer queries");
    check_tensor(x.lse, lse2, "the last tile has fewer queries");
}

TEST(the_border_within_a_tile, .optional = 2, .exercise = "12.9 attention_tile_forward",
     .file = "tiles.c")
{
    long tile = draw_long("tile", 4, 6), D = draw_long("D", 3, 6);
    long Tq = 2 * tile, Tk = Tq + draw_long("older keys", 1, tile), first = tile;
    OneHead x = draw_head(Tq, Tk, D, tile);
    look_back(&x, Tk - Tq);
    TiledHead h = x.head;

    Tensor *want = EXPECT(tile_out_want(&x, first)), *want_lse = EXPECT(tile_lse_want(&x, first));
    CALL(attention_tile_forward(h, first));
    check_tensor(x.out, want, "query i sees the keys j <= i + offset");
    check_tensor(x.lse, want_lse, "a key that is not seen is in no sum");
    OneHead y = draw_head(Tq, Tk, D, tile);
    look_back(&y, -draw_long("queries without a key", 1, 3));
    TiledHead h2 = y.head;
    Tensor *want2 = EXPECT(tile_out_want(&y, 0)), *lse2 = EXPECT(tile_lse_want(&y, 0));
    check_called("attention_tile_forward(h, 0)");
    attention_tile_forward(h2, 0);
    check_tensor(y.out, want2, "a query that sees no key gets zeros");
    check_tensor(y.lse, lse2, "log 0 is -infinity");
}

TEST(scores_of_hundreds_in_tiles_of_hundreds, .optional = 1,
     .exercise = "12.9 attention_tile_forward", .file = "tiles.c")
{
    long tile = draw_long("tile", 257, 270), Tk = tile + draw_long("keys more", 10, 30);
    Tensor *q = draw_between("q", SHAPE(3, 4), -400, 400), *k = draw("k", SHAPE(Tk, 4));
    Tensor *v = draw("v", SHAPE(Tk, 4));
    OneHead x = head_of(q, k, v, tile);
    TiledHead h = x.head;

    Tensor *want = EXPECT(tile_out_want(&x, 0)), *want_lse = EXPECT(tile_lse_want(&x, 0));
    CALL(attention_tile_forward(h, 0));
    check_tensor(x.out, want, "the largest score so far is taken off before e^");
    check_tensor(x.lse, want_lse, "and comes back in lse");
}

TEST(memory_for_one_tile, .optional = 2, .exercise = "12.9 attention_tile_forward",
     .file = "tiles.c")
{
    long tile = draw_long("tile", 4, 8), T = draw_long("T", 280, 320);
    OneHead x = draw_head(T, T, 4, tile);
    TiledHead h = x.head;

    Tensor *want = EXPECT(tile_out_want(&x, 0));
    double most = EXPECT(tile_room_want(&x));
    memory_mark();
    CALL(attention_tile_forward(h, 0));
    long bytes = memory_peak();
    check_tensor(x.out, want, "softmax(q k^T / sqrt(D)) v for the queries of this tile");
    check_at_most(bytes, most, "room for a tile of scores, not for Tq x Tk, nor for all heads");
}

TEST(keys_are_fetched_once_for_a_tile, .optional = 4, .exercise = "12.9 attention_tile_forward",
     .file = "tiles.c")
{
    long tile = draw_long("tile", 7, 12), Tk = tile * draw_long("tiles of keys", 4, 6);
    OneHead x = draw_head(2 * tile, Tk, 8, tile);
    TiledHead h = x.head;
    CacheModel cache = five_tiles(&x, &h);

    Tensor *want = EXPECT(tile_out_want(&x, tile));
    double most = EXPECT(tile_fetched_want(&x));
    cache_model_open(&cache);
    CALL(attention_tile_forward(h, tile));
    cache_model_open(NULL);
    check_tensor(x.out, want, "softmax(q k^T / sqrt(D)) v for the queries of this tile");
    long rows_of_k = cache.array[1].misses, rows_of_v = cache.array[2].misses;
    check_at_least(rows_of_k, Tk, "every key is read, by READ");
    check_at_least(rows_of_v, Tk, "every value is read, by READ");
    check_at_most(rows_of_k, most, "a key is fetched for all queries of the tile, at most twice");
    check_at_most(rows_of_v, most, "a value is fetched for all queries of the tile, at most twice");
}

/* ---- 12.10 --------------------------------------------------------------------------------------- */

TEST(the_way_back_of_three_keys_by_hand, .optional = 1, .exercise = "12.10 attention_tile_backward",
     .file = "tiles.c")
{
    Tensor *q = input("q", SHAPE(1, 1), VALUES(1));
    Tensor *k =
        input("k", SHAPE(3, 1), VALUES(0, (real)1.0986122886681098, (real)1.791759469228055));
    Tensor *v = input("v", SHAPE(3, 1), VALUES(10, 20, 30));
    OneHead x = head_of(q, k, v, 3);
    came_there(&x);
    TiledHead h = x.head;
    x.dout->data[0] = 1, h.dq[0] = 0;
    for (long j = 0; j < 3; j++)
        h.dk[j] = h.dv[j] = 0;
    resealed(x.dout);

    Tensor *want_v = EXPECT(tile_dv_want(&x, 0)), *want_k = EXPECT(tile_dk_want(&x, 0));
    Tensor *want_q = EXPECT(tile_dq_want(&x, 0));
    CALL(attention_tile_backward(h, 0));
    check_tensor(x.dv, want_v, "the weights 0.1, 0.3, 0.6");
    check_tensor(x.dk, want_k, "w (v - 25): -1.5, -1.5, 3");
    check_tensor(x.dq, want_q, "-1.5 * 0 - 1.5 log 3 + 3 log 6");
}

TEST(what_one_tile_adds, .optional = 2, .exercise = "12.10 attention_tile_backward",
     .file = "tiles.c")
{
    long tile = draw_long("tile", 3, 5), D = draw_long("D", 5, 8), first = tile;
    long Tq = 2 * tile + draw_long("queries more", 1, 2);
    long Tk = 3 * tile + draw_long("keys more", 1, 2);
    OneHead x = draw_head(Tq, Tk, D, tile);
    came_there(&x);
    TiledHead h = x.head;

    Tensor *want_v = EXPECT(tile_dv_want(&x, first)), *want_k = EXPECT(tile_dk_want(&x, first));
    Tensor *want_q = EXPECT(tile_dq_want(&x, first));
    CALL(attention_tile_backward(h, first));
    check_tensor(x.dv, want_v, "to value j: e^(score - lse) dout of each query, added");
    check_tensor(x.dq, want_q,
                 "to query i: w (dout . v - dout . out) / sqrt(D) of each key, added");
    check_tensor(x.dk, want_k,
                 "to key j: w (dout . v - dout . out) / sqrt(D) of each query, added");
}

TEST(the_last_tile_adds_the_rest, .optional = 1, .exercise = "12.10 attention_tile_backward",
     .file = "tiles.c")
{
    long tile = draw_long("tile", 3, 5), D = draw_long("D", 3, 5), last = 2 * tile;
    long Tq = 2 * tile + draw_long("queries more", 1, 2), Tk = draw_long("keys", 260, 280);
    OneHead x = draw_head(Tq, Tk, D, tile);
    came_there(&x);
    TiledHead h = x.head;

    Tensor *want_v = EXPECT(tile_dv_want(&x, last)), *want_k = EXPECT(tile_dk_want(&x, last));
    Tensor *want_q = EXPECT(tile_dq_want(&x, last));
    CALL(attention_tile_backward(h, last));
    check_tensor(x.dv, want_v, "of the queries that are left, and of hundreds of keys");
    check_tensor(x.dq, want_q, "of the queries that are left, and of hundreds of keys");
    check_tensor(x.dk, want_k, "of the queries that are left, and of hundreds of keys");
}

TEST(the_border_on_the_way_back, .optional = 2, .exercise = "12.10 attention_tile_backward",
     .file = "tiles.c")
{
    long tile = draw_long("tile", 4, 6), D = draw_long("D", 3, 6);
    long Tq = 2 * tile, Tk = Tq + draw_long("older keys", 1, tile), first = tile;
    OneHead x = draw_head(Tq, Tk, D, tile);
    look_back(&x, Tk - Tq);
    came_there(&x);
    TiledHead h = x.head;

    Tensor *want_v = EXPECT(tile_dv_want(&x, first)), *want_k = EXPECT(tile_dk_want(&x, first));
    Tensor *want_q = EXPECT(tile_dq_want(&x, first));
    CALL(attention_tile_backward(h, first));
    check_tensor(x.dv, want_v, "a value that a query does not see gets nothing from it");
    check_tensor(x.dq, want_q, "a key that is not seen moves no query");
    check_tensor(x.dk, want_k, "a key that is not seen gets nothing");
    OneHead y = draw_head(Tq, Tk, D, tile);
    look_back(&y, -draw_long("queries without a key", 1, 3));
    came_there(&y);
    TiledHead h2 = y.head;
    Tensor *dv2 = EXPECT(tile_dv_want(&y, 0)), *dq2 = EXPECT(tile_dq_want(&y, 0));
    check_called("attention_tile_backward(h, 0)");
    attention_tile_backward(h2, 0);
    check_tensor(y.dv, dv2, "a query that sees no key gives nothing");
    check_tensor(y.dq, dq2, "a query that sees no key gets nothing");
}

TEST(memory_for_one_tile_back, .optional = 2, .exercise = "12.10 attention_tile_backward",
     .file = "tiles.c")
{
    long tile = draw_long("tile", 4, 8), T = draw_long("T", 280, 320);
    OneHead x = draw_head(T, T, 4, tile);
    came_there(&x);
    TiledHead h = x.head;

    Tensor *want_q = EXPECT(tile_dq_want(&x, 0));
    double most = EXPECT(tile_room_want(&x));
    memory_mark();
    CALL(attention_tile_backward(h, 0));
    long bytes = memory_peak();
    check_tensor(x.dq, want_q,
                 "to query i: w (dout . v - dout . out) / sqrt(D) of each key, added");
    check_at_most(bytes, most, "weights are made again, tile by tile, and none is kept");
}

TEST(keys_are_fetched_once_on_the_way_back, .optional = 4,
     .exercise = "12.10 attention_tile_backward", .file = "tiles.c")
{
    long tile = draw_long("tile", 7, 12), Tk = tile * draw_long("tiles of keys", 4, 6);
    OneHead x = draw_head(2 * tile, Tk, 8, tile);
    came_there(&x);
    TiledHead h = x.head;
    CacheModel cache = five_tiles(&x, &h);

    Tensor *want_k = EXPECT(tile_dk_want(&x, tile));
    double most = EXPECT(tile_fetched_want(&x));
    cache_model_open(&cache);
    CALL(attention_tile_backward(h, tile));
    cache_model_open(NULL);
    check_tensor(x.dk, want_k,
                 "to key j: w (dout . v - dout . out) / sqrt(D) of each query, added");
    long rows_of_k = cache.array[1].misses, rows_of_v = cache.array[2].misses;
    check_at_least(rows_of_k, Tk, "every key is read, by READ");
    check_at_least(rows_of_v, Tk, "every value is read, by READ");
    check_at_most(rows_of_k, most, "a key is fetched for all queries of the tile, at most twice");
    check_at_most(rows_of_v, most, "a value is fetched for all queries of the tile, at most twice");
}
