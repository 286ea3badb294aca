/* host.c - the process that holds the state of a Jupyter session.
 *
 * It reads lines from stdin, "run <shared object>" or "fails <shared object>", loads the cell behind
 * a checkpoint and answers with a line "\036done". A cell that dies takes only its copy of this
 * process with it; the copy before answers and reads on. Cells find their own stdin empty: a cell that asks
 * for a line must not take the next command. Invariant: one command, one answer.
 */
#include <dlfcn.h>
#include <fcntl.h>
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

/* The commands, at a number of their own that no program started by a cell gets. */
static FILE *commands_aside(void)
{
    int commands = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), empty = open("/dev/null", O_RDONLY);
    if (commands < 0 || empty < 0 || dup2(empty, STDIN_FILENO) < 0)
        return NULL;
    close(empty);
    return fdopen(commands, "r");
}

int main(void)
{
    notebook_begin(1e6);
    FILE *commands = commands_aside();
    if (commands == NULL)
        return 1;
    setvbuf(commands, NULL, _IONBF, 0); /* what one copy read ahead would be lost to the others */
    while (fgets(line, sizeof line, commands) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strchr(line, ' ') == NULL)
            break;
        notebook_run_next(load, strncmp(line, "fails", 5) == 0);
        printf("\036done\n");
        fflush(stdout);
    }
    return 0;
}
