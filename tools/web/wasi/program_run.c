/* program_run.c - another program: in a browser tab there is none. Stands in for tools/lib/cli/program_run.c. */
#include "files.h"

bool program_run(const char *const argv[])
{
    (void)argv;
    return false;
}
