/* cells.c - the cells of a notebook in the page. Stands in for tools/notebook/run.c.
 *
 * Checkpoints are no processes here: before a cell the page copies the memory of this program, and puts the copy
 * back if the cell does not reach its end. What the cells of one piece of code are is known when it is loaded.
 */
#include <stdlib.h>
#include <string.h>
#include "cell_end.h"

enum { MOST_CELLS = 64 };

static void (*cells[MOST_CELLS])(void);
static int n_cells, current;
double notebook_seconds; /* the page has a button to stop a cell */

void notebook_add(void (*run)(void), const char *file, int line, bool fails)
{
    (void)file, (void)line, (void)fails;
    if (n_cells == MOST_CELLS)
        kindling_fail("notebook: more than %d CELLs in one piece of code", MOST_CELLS);
    cells[n_cells++] = run;
}

const char *notebook_name(void)
{
    return "notebook";
}

int notebook_cell_number(void)
{
    return current;
}

/* ---- for the page ------------------------------------------------------------------------------- */

void page_begin(void)
{
    kindling_on_fail(cell_end_by_fail);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
}

/* Before a piece of code is loaded. */
void page_expect(int number)
{
    current = number;
    n_cells = 0;
}

/* What it has added. */
void page_run(void)
{
    for (int i = 0; i < n_cells; i++)
        cells[i]();
    fflush(stdout);
}

void *page_room(size_t align, size_t bytes)
{
    return aligned_alloc(align, (bytes + align - 1) / align * align);
}
