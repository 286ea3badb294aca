/* bpe.c - the vocabulary of a tokenizer: tokens, merges, and the two tables that find them.
 *
 * Tokens and merges are only ever added. Both tables are hash tables with open addressing, which
 * hold numbers of tokens and of merges and double when they are half full.
 * Invariant: the bytes of a merged token are those of its two parts, one behind the other.
 */
#include <string.h>
#include "bpe_parts.h"

typedef struct {
    int *slot; /* -1: free */
    long slots, used;
} Table;

struct BpeTables {
    Table ranks, tokens;
    size_t room_bytes;
    long room_tokens, room_merges, room_special;
};

/* ---- memory ---------------------------------------------------------------------------------- */

void *owned_grow(void *block, size_t used, size_t size)
{
    void *larger = owned_alloc(size);
    if (used > 0)
        memcpy(larger, block, used);
    owned_free(block);
    return larger;
}

static long doubled(long room, long needed)
{
    while (room < needed)
        room = room > 0 ? 2 * room : 64;
    return room;
}

static void make_room_for_tokens(Bpe *b, size_t bytes)
{
    struct BpeTables *t = b->tables;
    size_t used = b->size > 0 ? b->start[b->size] : 0;
    if (b->size + 2 > t->room_tokens) {
        long room = doubled(t->room_tokens, b->size + 2);
        size_t starts = t->room_tokens > 0 ? (size_t)b->size + 1 : 0;
        b->start = owned_grow(b->start, starts * sizeof *b->start, (size_t)room * sizeof *b->start);
        t->room_tokens = room;
    }
    if (used + bytes > t->room_bytes) {
        size_t room = 2 * (used + bytes);
        b->bytes = owned_grow(b->bytes, used, room);
        t->room_bytes = room;
    }
}

static void make_room_for_merge(Bpe *b)
{
    struct BpeTables *t = b->tables;
    if (b->n_merges < t->room_merges)
        return;
    long room = doubled(t->room_merges, b->n_merges + 1);
    size_t n = (size_t)b->n_merges;
    b->merges = owned_grow(b->merges, n * sizeof *b->merges, (size_t)room * sizeof *b->merges);
    b->merged = owned_grow(b->merged, n * sizeof *b->merged, (size_t)room * sizeof *b->merged);
    t->room_merges = room;
}

/* ---- hash tables ----------------------------------------------------------------------------- */

/* FNV-1a, with its bits mixed once more at the end (Fowler, Noll, Vo 1991). */
uint64_t bpe_hash(const void *bytes, size_t n)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return hash ^ hash >> 29;
}

static uint64_t hash_of_rank(const Bpe *b, int rank)
{
    return bpe_hash_pair(b->merges[rank]);
}

static uint64_t hash_of_token(const Bpe *b, int id)
{
    return bpe_hash(b->bytes + b->start[id], bpe_length(b, id));
}

static void put(Table *t, uint64_t hash, int number)
{
    long at = (long)(hash & (uint64_t)(t->slots - 1));
    while (t->slot[at] >= 0)
        at = (at + 1) & (t->slots - 1);
    t->slot[at] = number;
    t->used++;
}

/* The number goes in; all that are in it already find their places again if it has to grow. */
static void table_add(Table *t, const Bpe *b, uint64_t (*hash)(const Bpe *b, int number),
                      int number)
{
    if (2 * (t->used + 1) > t->slots) {
        Table larger = {.slots = t->slots > 0 ? 2 * t->slots : 1024};
        larger.slot = owned_alloc((size_t)larger.slots * sizeof *larger.slot);
        memset(larger.slot, 0xff, (size_t)larger.slots * sizeof *larger.slot);
        for (long i = 0; i < t->slots; i++)
            if (t->slot[i] >= 0)
                put(&larger, hash(b, t->slot[i]), t->slot[i]);
        owned_free(t->slot);
        *t = larger;
    }
    put(t, hash(b, number), number);
}

static _Thread_local long ranks_asked;

long bpe_ranks_asked(void)
{
    return ranks_asked;
}

long bpe_rank(const Bpe *b, BpePair pair)
{
    if (QUESTIONS_ARE_COUNTED)
        ranks_asked++;
    const Table *t = &b->tables->ranks;
    if (t->slots == 0)
        return -1;
    long at = (long)(bpe_hash_pair(pair) & (uint64_t)(t->slots - 1));
    for (; t->slot[at] >= 0; at = (at + 1) & (t->slots - 1)) {
        BpePair here = b->merges[t->slot[at]];
        if (here.left == pair.left && here.right == pair.right)
            return t->slot[at];
    }
    return -1;
}

int bpe_token(const Bpe *b, const void *bytes, size_t n)
{
    const Table *t = &b->tables->tokens;
    if (t->slots == 0)
        return -1;
    long at = (long)(bpe_hash(bytes, n) & (uint64_t)(t->slots - 1));
    for (; t->slot[at] >= 0; at = (at + 1) & (t->slots - 1)) {
        int id = t->slot[at];
        if (bpe_length(b, id) == n && memcmp(b->bytes + b->start[id], bytes, n) == 0)
            return id;
    }
    return -1;
}

int bpe_compare_tokens(const Bpe *b, int left, int right)
{
    size_t n = bpe_length(b, left), m = bpe_length(b, right);
    int order = memcmp(b->bytes + b->start[left], b->bytes + b->start[right], n < m ? n : m);
    return order != 0 ? order : (n > m) - (n < m);
}

/* ---- adding ---------------------------------------------------------------------------------- */

static int append(Bpe *b, const void *bytes, size_t n)
{
    make_room_for_tokens(b, n);
    size_t at = b->start[b->size];
    if (n > 0)
        memcpy(b->bytes + at, bytes, n);
    b->start[b->size + 1] = at + n;
    return (int)b->size++;
}

int bpe_add_token(Bpe *b, const void *bytes, size_t n)
{
    int id = append(b, bytes, n);
    if (n > 0)
        table_add(&b->tables->tokens, b, hash_of_token, id);
    return id;
}

int bpe_add_special(Bpe *b, const char *text)
{
    long room = doubled(b->tables->room_special, b->n_special + 1);
    if (room > b->tables->room_special)
        b->special = owned_grow(b->special, (size_t)b->n_special * sizeof *b->special,
                                (size_t)room * sizeof *b->special);
    b->tables->room_special = room;
    return b->special[b->n_special++] = append(b, text, strlen(text));
}

static void check_token(const Bpe *b, int id)
{
    if (id < 0 || id >= b->size)
        fail("bpe_add_merge: token %d is outside [0, %ld)", id, b->size);
}

int bpe_add_merge(Bpe *b, BpePair pair)
{
    check_token(b, pair.left);
    check_token(b, pair.right);
    size_t n = bpe_length(b, pair.left), m = bpe_length(b, pair.right);
    make_room_for_tokens(b, n + m);
    unsigned char *together = b->bytes + b->start[b->size]; /* where a new token's bytes go */
    memmove(together, b->bytes + b->start[pair.left], n);
    memmove(together + n, b->bytes + b->start[pair.right], m);
    int id = bpe_token(b, together, n + m);
    if (id < 0) {
        b->start[b->size + 1] = b->start[b->size] + n + m;
        id = (int)b->size++;
        table_add(&b->tables->tokens, b, hash_of_token, id);
    }
    make_room_for_merge(b);
    b->merges[b->n_merges] = pair;
    b->merged[b->n_merges] = id;
    table_add(&b->tables->ranks, b, hash_of_rank, (int)b->n_merges++);
    return id;
}

/* ---- making one ------------------------------------------------------------------------------ */

Bpe *bpe_empty(void)
{
    Bpe *b = owned_alloc(sizeof *b);
    b->tables = owned_alloc(sizeof *b->tables);
    make_room_for_tokens(b, 1);
    return b;
}

Bpe *bpe_new(void)
{
    UNDO_ON_FAIL;
    Bpe *b = bpe_empty();
    for (int i = 0; i < 256; i++)
        b->byte_id[i] = bpe_add_token(b, &(unsigned char){(unsigned char)i}, 1);
    return b;
}

bool bpe_find_bytes(Bpe *b, const char *operation)
{
    for (int i = 0; i < 256; i++) {
        b->byte_id[i] = bpe_token(b, &(unsigned char){(unsigned char)i}, 1);
        if (b->byte_id[i] < 0) {
            kindling_set_error("%s: no token is the single byte 0x%02x, so this is no byte-level "
                               "vocabulary",
                               operation, i);
            return false;
        }
    }
    return true;
}

void bpe_free(Bpe *b)
{
    if (b == NULL)
        return;
    owned_free(b->tables->ranks.slot);
    owned_free(b->tables->tokens.slot);
    owned_free(b->tables);
    owned_free(b->bytes);
    owned_free(b->start);
    owned_free(b->merges);
    owned_free(b->merged);
    owned_free(b->special);
    owned_free(b);
}
