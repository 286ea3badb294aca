/* program_run.c - another program, run and waited for.
 *
 * Invariant: no shell is involved, so a file name may hold any character.
 */
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "files.h"

bool program_run(const char *const argv[])
{
    fflush(NULL); /* or the child would print it once more */
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDERR_FILENO);
        execvp(argv[0], (char *const *)argv);
        _exit(127);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}
