/* main.c - a notebook as a program: make notebook-12, or the file it built.
 *
 * NOTEBOOK_SECONDS in the environment is the time given to every cell (120). A BLAS keeps threads of
 * its own and asks for their number before main; so this program starts itself once more with 1.
 */
#include <stdlib.h>
#include <unistd.h>
#include "notebook.h"

int main(int argc, char **argv)
{
    (void)argc;
    if (getenv("OPENBLAS_NUM_THREADS") == NULL) {
        setenv("OPENBLAS_NUM_THREADS", "1", 1);
        setenv("OMP_NUM_THREADS", "1", 1);
        execv("/proc/self/exe", argv); /* where that does not exist, the run goes on all the same */
    }
    const char *wish = getenv("NOTEBOOK_SECONDS");
    double seconds = wish != NULL ? strtod(wish, NULL) : 0;
    return notebook_run(seconds > 0 ? seconds : 120);
}
