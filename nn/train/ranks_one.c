/* ranks_one.c - one rank, which has nobody to talk to; and the end of any. */
#include "ranks.h"

static void end_alone(Ranks *r, bool well)
{
    (void)well;
    owned_free(r);
}

Ranks *ranks_one(void)
{
    Ranks *r = owned_alloc(sizeof *r);
    *r = (Ranks){.size = 1, .via = "one process", .close = end_alone};
    return r;
}

void ranks_close(Ranks *r, bool well)
{
    if (r != NULL)
        r->close(r, well);
}
