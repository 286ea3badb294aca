/* region.c - names for parts of the graph.
 *
 * A region is one node of a tree that grows from the outside in: opening one links it to the region
 * around it, closing it steps back to that one. Closures point at the region they were recorded in,
 * so a region lives as long as the scope it was opened in. Invariant: scope_settings()->region is
 * the innermost open region, and the end of a scope puts back the one that was open at its start.
 */
#include "autograd.h"

static void begin(const char *operation, Region region)
{
    if (region.name == NULL)
        fail("%s: the name is NULL. hint: region_begin(\"scores\")", operation);
    region.parent = scope_settings()->region;
    Region *innermost = scope_alloc(scope_current(), sizeof *innermost);
    *innermost = region;
    scope_settings()->region = innermost;
}

void region_begin(const char *name)
{
    begin("region_begin", (Region){.name = name, .index = -1});
}

void region_begin_collapsed(const char *name)
{
    begin("region_begin_collapsed", (Region){.name = name, .index = -1, .collapsed = true});
}

void region_open(const char *name, int index)
{
    begin("region_open", (Region){.name = name, .index = index < 0 ? -1 : index});
}

void region_close(void)
{
    Region *region = scope_settings()->region;
    if (region == NULL)
        fail("region_close: no region is open. hint: every region_begin needs one close, "
             "and the end of a scope closes the regions opened in it");
    scope_settings()->region = region->parent;
}
