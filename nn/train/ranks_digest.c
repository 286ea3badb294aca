/* ranks_digest.c - do all ranks have the same weights, to the bit?
 *
 * Ranks that have drifted apart train on, and nobody sees it: each has a loss that falls. So hashes
 * are compared.
 */
#include <string.h>
#include "nn.h"

uint64_t ranks_digest(const Tensor *t)
{
    const unsigned char *byte = (const unsigned char *)t->data;
    size_t bytes = (size_t)tensor_numel(t) * sizeof(real);
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < t->ndim; i++)
        hash = (hash ^ (uint64_t)t->shape[i]) * 0x100000001b3u;
    for (size_t k = 0; k < bytes; k++)
        hash = (hash ^ byte[k]) * 0x100000001b3u;
    return hash;
}

static int find_difference(const Ranks *r, const ParameterList *list, const uint64_t *digest)
{
    long n = list->count;
    for (long i = 0; i < n; i++)
        for (int rank = 1; rank < r->size; rank++) {
            if (digest[rank * n + i] == digest[i])
                continue;
            kindling_set_error(
                "ranks_compare: rank %d of %d has other numbers in \"%s\" than rank 0 "
                "has. hint: does anything but the trainer change weights, or draw "
                "from a stream that depends on the rank?",
                rank, r->size, list->name[i]);
            return -1;
        }
    return 0;
}

int ranks_compare(Ranks *r, const ParameterList *list)
{
    int size = ranks_size(r);
    if (size == 1)
        return 0;
    Scope *scope = scope_open();
    long n = list->count;
    uint64_t *digest = scope_alloc(scope, (size_t)(size * n + 1) * sizeof *digest);
    size_t *first = scope_alloc(scope, (size_t)(size + 1) * sizeof *first);
    for (int i = 0; i <= size; i++)
        first[i] = (size_t)(i * n) * sizeof *digest;
    for (long i = 0; i < n; i++)
        digest[r->rank * n + i] = ranks_digest(list->tensor[i]);
    int status = ranks_gather(r, digest, first);
    if (status == 0)
        status = find_difference(r, list, digest);
    scope_close(scope);
    return status;
}

enum { TEXT = 64 };

int ranks_compare_text(Ranks *r, const char *what, const char *text)
{
    int size = ranks_size(r), status = 0;
    if (size == 1)
        return 0;
    Scope *scope = scope_open();
    char(*each)[TEXT] = scope_alloc(scope, (size_t)size * TEXT);
    size_t *first = scope_alloc(scope, (size_t)(size + 1) * sizeof *first);
    for (int i = 0; i <= size; i++)
        first[i] = (size_t)i * TEXT;
    memset(each[r->rank], 0, TEXT);
    snprintf(each[r->rank], TEXT, "%s", text);
    status = ranks_gather(r, each, first);
    for (int i = 1; status == 0 && i < size; i++)
        if (strcmp(each[i], each[0]) != 0) {
            kindling_set_error("%s: rank %d of %d has %s, and rank 0 %s, expected the same on all",
                               what, i, size, each[i], each[0]);
            status = -1;
        }
    scope_close(scope);
    return status;
}
