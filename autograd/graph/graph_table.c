/* graph_table.c - a hash table from 64-bit keys to pointers, for graphs of any size.
 *
 * Open addressing with linear probing (Knuth, volume 3, 6.4): a key sits in the first free place at
 * or after its hash. Invariant: at most half of the places are used, so that a search ends soon.
 * Memory comes from a scope, which also keeps the old block when the table grows.
 */
#include <string.h>
#include "graph.h"
#include "splitmix.h"

enum { FIRST_CAPACITY = 64 }; /* a power of two, as all capacities are */

uint64_t graph_hash(uint64_t hash, uint64_t word)
{
    return splitmix_hash((hash ^ word) + SPLITMIX_GAMMA);
}

uint64_t graph_hash_text(uint64_t hash, const char *text)
{
    for (; text != NULL && *text != '\0'; text++)
        hash = graph_hash(hash, (unsigned char)*text);
    return graph_hash(hash, 0);
}

static struct TableEntry *find(struct TableEntry *entry, long capacity, uint64_t key)
{
    uint64_t last = (uint64_t)capacity - 1;
    uint64_t i = graph_hash(0, key) & last;
    while (entry[i].key != 0 && entry[i].key != key)
        i = (i + 1) & last;
    return &entry[i];
}

static struct TableEntry *empty_entries(Scope *scope, long capacity)
{
    size_t bytes = (size_t)capacity * sizeof(struct TableEntry);
    return memset(scope_alloc(scope, bytes), 0, bytes);
}

GraphTable graph_table(Scope *scope)
{
    return (GraphTable){
        .scope = scope, .entry = empty_entries(scope, FIRST_CAPACITY), .capacity = FIRST_CAPACITY};
}

static void grow(GraphTable *table)
{
    long capacity = 2 * table->capacity;
    struct TableEntry *entry = empty_entries(table->scope, capacity);
    for (long i = 0; i < table->capacity; i++)
        if (table->entry[i].key != 0)
            *find(entry, capacity, table->entry[i].key) = table->entry[i];
    table->entry = entry;
    table->capacity = capacity;
}

void **graph_table_at(GraphTable *table, uint64_t key)
{
    struct TableEntry *entry = find(table->entry, table->capacity, key);
    if (entry->key == 0 && 2 * (table->used + 1) > table->capacity) {
        grow(table);
        entry = find(table->entry, table->capacity, key);
    }
    if (entry->key == 0) {
        entry->key = key;
        table->used++;
    }
    return &entry->value;
}
