/* heap.c - a binary heap (Williams 1964): parents come before their children at 2 i + 1 and 2 i +
 * 2. */
#include "bpe_parts.h"

void heap_push(Heap *h, HeapItem item)
{
    if (h->count == h->room) {
        h->room = h->room > 0 ? 2 * h->room : 64;
        h->items =
            owned_grow(h->items, (size_t)h->count * sizeof item, (size_t)h->room * sizeof item);
    }
    long at = h->count++;
    for (; at > 0 && h->before(&item, &h->items[(at - 1) / 2], h->context); at = (at - 1) / 2)
        h->items[at] = h->items[(at - 1) / 2];
    h->items[at] = item;
}

HeapItem heap_pop(Heap *h)
{
    HeapItem top = h->items[0], last = h->items[--h->count];
    long at = 0;
    for (long child = 1; child < h->count; child = 2 * at + 1) {
        child +=
            child + 1 < h->count && h->before(&h->items[child + 1], &h->items[child], h->context);
        if (!h->before(&h->items[child], &last, h->context))
            break;
        h->items[at] = h->items[child];
        at = child;
    }
    h->items[at] = last;
    return top;
}
