/* host.c - the process that holds the state of a Jupyter session.
 *
 * It reads lines from stdin, "run <shared object>" or "fails <shared object>", loads the cell behind
 * a checkpoint and answers with a line "\036done". A cell that dies takes only its copy of this
 * process with it; the copy before answers and reads on. Invariant: one command, one answer.
 */
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>
#include "notebook.h"

static char line[4096];

/* In the copy: from now on the cell's functions and variables are there for later ones. */
static void load(void)
{
    const char *path = strchr(line, ' ') + 1;
    printf("\036pid %ld\n", (long)getpid());
    fflush(stdout);
    if (dlopen(path, RTLD_NOW | RTLD_GLOBAL) == NULL)
        kindling_fail("%s", dlerror());
}

int main(void)
{
    notebook_begin(1e6);
    setvbuf(stdin, NULL, _IONBF, 0); /* what one copy read ahead would be lost to the others */
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strchr(line, ' ') == NULL)
            break;
        notebook_run_next(load, strncmp(line, "fails", 5) == 0);
        printf("\036done\n");
        fflush(stdout);
    }
    return 0;
}
