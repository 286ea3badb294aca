// %% [markdown]
// # 98 Trouble
//
// A notebook in which most things go wrong. $a < b$ & more.

// %%
#include <signal.h>
#include <stdlib.h>
#include "notebook.h"

static int count;

CELL
{
    count = 1;
    printf("first <b>&amp;\n");
    display_svg("<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" "
                "height=\"9\"><rect id=\"r\" width=\"9\" height=\"9\"/></svg>");
    table_begin("name|number");
    table_row("a < b|%d", 7);
    table_end();
}

// %% crash
CELL
{
    count = 100;
    printf("before the crash\n");
    raise(SIGSEGV);
}

// %% endless
CELL
{
    count = 200;
    for (volatile int i = 0;; i = !i)
        continue;
}

// %% mistake
CELL
{
    count = 300;
    tensor_add(tensor_ones(SHAPE(2)), tensor_ones(SHAPE(3)));
}

// %% exit
CELL
{
    count = 400;
    exit(0);
}

// %% a mistake that is meant
CELL_FAILS
{
    tensor_add(tensor_ones(SHAPE(4)), tensor_ones(SHAPE(5)));
}

// %% gates
CELL
{
    gate(count == 1, "the count is %d", count);
    display_dot("digraph { a -> b }");
}

// %%
CELL
{
    count = 500;
    gate(false, "this one does not hold");
}

// %% last
CELL
{
    printf("last: count is %d, no line end", count);
}
