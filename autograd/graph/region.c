/* region.c - names for parts of the graph.
 *
 * A region is one node of a tree that grows from the outside in: opening one links it to the region
 * around it, closing it steps back to that one. Closures point at the region they were recorded in,
 * so a region lives as long as the scope it was opened in. Invariant: scope_settings()->region is the
 * innermost open region, and the end of a scope puts back the one that was open at its start.
 */
#include "autograd.h"

void region_open(const char *name, int index)
{
    if (name == NULL)
        fail("region_open: the name is NULL. hint: region_open(\"scores\", -1)");
    Region *region = scope_alloc(scope_current(), sizeof *region);
    *region =
        (Region){.name = name, .index = index < 0 ? -1 : index, .parent = scope_settings()->region};
    scope_settings()->region = region;
}

void region_close(void)
{
    Region *region = scope_settings()->region;
    if (region == NULL)
        fail("region_close: no region is open. hint: every region_open needs one close, "
             "and the end of a scope closes the regions opened in it");
    scope_settings()->region = region->parent;
}
