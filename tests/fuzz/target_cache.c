/* target_cache.c - keys and values: bytes choose what is appended, forgotten, taken as a row, and looked at. */
#include "fuzz.h"

enum { LAYERS_OF = 2, B = 2, H = 1, CAPACITY = 5, D = 2 };

typedef struct {
    KvCache *cache;
    uint8_t op, argument;
} Step;

static void one_step(void *context)
{
    Step *s = context;
    long layer = s->argument % 3,
         n = s->argument / 3 % 4; /* also a layer that there is not, and no tokens */
    Tensor *new = tensor_full(SHAPE(s->argument % 7 == 6 ? 1 : B, H, n, D), s->argument);
    switch (s->op % 5) {
    case 0:
        kv_cache_append(s->cache, layer, new, new);
        break;
    case 1:
        kv_cache_truncate(s->cache, (long)s->argument % 8 - 1);
        break;
    case 2:
        fuzz_look(kv_cache_keys(s->cache, layer));
        fuzz_look(kv_cache_values(s->cache, layer));
        break;
    case 3:
        kv_cache_truncate(kv_cache_row(s->cache, s->argument % 3), s->argument % 4);
        break;
    default:
        fuzz_look(attention_cached(tensor_ones(SHAPE(B, H, n, D)), s->cache, layer));
    }
}

FUZZ_TARGET(cache)
{
    grad_mode(false);
    KvCache *c = kv_cache_new(LAYERS_OF, B, H, CAPACITY, D);
    size_t held = kv_cache_bytes(c);
    for (size_t i = 0; i + 1 < size && i < 400; i += 2) {
        Scope *scope = scope_open();
        fuzz_may_fail(one_step, &(Step){c, bytes[i], bytes[i + 1]});
        scope_close(scope);
        for (long layer = 0; layer < LAYERS_OF; layer++)
            for (long row = 0; row < B; row++) {
                long length = kv_cache_length(c, layer, row);
                fuzz_check(length >= 0 && length <= CAPACITY, "%ld of %d places are taken", length,
                           CAPACITY);
            }
    }
    fuzz_check(kv_cache_bytes(c) == held, "the cache has grown");
}
