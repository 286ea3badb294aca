/* run.c - the cells of a notebook, each behind a checkpoint.
 *
 * Before a cell the process forks. The child runs the cell and, if that ends well, goes on with the
 * next one, while the parent waits to pass on its status. If the child dies, the parent still holds
 * the state before the cell and takes over. A byte in a pipe tells the two endings apart.
 *
 * Invariant: exactly one process is running cells; all others wait for it.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cell_end.h"

enum { MOST_CELLS = 4096 };

typedef struct {
    void (*run)(void);
    const char *file;
    int line;
    bool fails; /* it is meant to */
} Cell;

static Cell cells[MOST_CELLS];
static int n_cells, current, n_wrong, first_wrong;
double notebook_seconds;

void notebook_add(void (*run)(void), const char *file, int line, bool fails)
{
    if (n_cells < MOST_CELLS)
        cells[n_cells++] = (Cell){run, file, line, fails};
}

/* ---- what viewers and other files ask ---------------------------------------------------------- */

const char *notebook_name(void)
{
    static char name[128];
    const char *path = n_cells > 0 ? cells[0].file : "notebook";
    const char *base = strrchr(path, '/');
    snprintf(name, sizeof name, "%s", base != NULL ? base + 1 : path);
    name[strcspn(name, ".")] = '\0';
    return name;
}

int notebook_cell_number(void)
{
    return current + 1;
}

/* ---- how a cell ended -------------------------------------------------------------------------- */

/* What became of a child that did not finish its cell. */
static const char *describe(int status, bool late)
{
    static char text[128];
    if (late)
        snprintf(text, sizeof text, "was stopped after %g s", notebook_seconds);
    else if (WIFSIGNALED(status) && first_wrong > 0)
        snprintf(text, sizeof text, "crashed: %s, perhaps for want of what cell %d was to make",
                 strsignal(WTERMSIG(status)), first_wrong);
    else if (WIFSIGNALED(status))
        snprintf(text, sizeof text, "crashed: %s", strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) == ENDED_BY_TODO)
        snprintf(text, sizeof text, "waits for what is not written yet");
    else if (WEXITSTATUS(status) == ENDED_BY_FAIL)
        snprintf(text, sizeof text, "ended in a mistake");
    else if (WEXITSTATUS(status) == ENDED_BY_GATE)
        snprintf(text, sizeof text, "did not pass its gate");
    else
        snprintf(text, sizeof text, "left the program with status %d", WEXITSTATUS(status));
    return text;
}

static void announce_end(const char *how, double seconds, const char *why)
{
    if (notebook_has_viewer())
        printf("\036end %s %.3f %s\n", how, seconds, why);
    else if (*why != '\0')
        printf("[%d] %s. The next cell goes on from the state before this one.\n", current + 1,
               why);
    fflush(stdout);
}

static void count_wrong(bool wrong)
{
    if (wrong && n_wrong++ == 0)
        first_wrong = current + 1;
}

/* ---- the checkpoint ---------------------------------------------------------------------------- */

static int wait_for(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

/* Did the byte arrive? 1: yes, 0: the child is gone, -1: too late. */
static int await_byte(int from, double seconds)
{
    double until = kindling_seconds() + seconds;
    for (;;) {
        struct pollfd ready = {.fd = from, .events = POLLIN};
        double left = until - kindling_seconds();
        int n = poll(&ready, 1, left > 0 ? (int)(1000 * left) + 1 : 0);
        char byte;
        if (n > 0)
            return read(from, &byte, 1) == 1;
        if (n == 0 && left <= 0)
            return -1;
    }
}

/* In the parent: never returns if the child finished its cell. */
static void watch(pid_t child, int from)
{
    double started = kindling_seconds();
    int arrived = await_byte(from, notebook_seconds);
    close(from);
    if (arrived < 0)
        kill(child, SIGKILL);
    int status = wait_for(child);
    if (arrived == 1)
        _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
    bool todo = WIFEXITED(status) && WEXITSTATUS(status) == ENDED_BY_TODO;
    bool meant = cells[current].fails && !todo;
    announce_end(meant ? "meant" : "failed", kindling_seconds() - started,
                 describe(status, arrived < 0));
    count_wrong(!meant);
}

/* In the child: the cell, then the byte. */
static void run_cell(int to)
{
    double started = kindling_seconds();
    cells[current].run();
    fflush(stdout);
    bool missed = cells[current].fails;
    count_wrong(missed);
    announce_end(missed ? "failed" : "ok", kindling_seconds() - started,
                 missed ? "should have ended in a mistake, and did not" : "");
    while (write(to, "k", 1) < 0 && errno == EINTR)
        continue;
    close(to);
}

static void checkpoint(void)
{
    int ends[2];
    fflush(NULL); /* or the child would print it once more */
    if (pipe(ends) != 0)
        kindling_fail("notebook: no pipe: %s", strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    pid_t child = fork();
    if (child < 0)
        kindling_fail("notebook: no checkpoint: %s", strerror(errno));
    close(ends[child == 0 ? 0 : 1]);
    if (child == 0)
        run_cell(ends[1]);
    else
        watch(child, ends[0]);
}

/* Constructors ran in the order of the file with gcc and clang; this does not lean on it. */
static int by_line(const void *a, const void *b)
{
    return ((const Cell *)a)->line - ((const Cell *)b)->line;
}

void notebook_begin(double seconds)
{
    notebook_seconds = seconds;
    kindling_on_fail(cell_end_by_fail);
    kindling_set_threads(1); /* threads do not survive a fork */
    if (notebook_has_viewer())
        dup2(STDOUT_FILENO, STDERR_FILENO); /* messages in their place among the output */
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
}

int notebook_run(double seconds)
{
    double started = kindling_seconds();
    notebook_begin(seconds);
    qsort(cells, (size_t)n_cells, sizeof *cells, by_line);
    for (current = 0; current < n_cells; current++) {
        if (notebook_has_viewer())
            printf("\036cell %d\n", cells[current].line);
        else
            printf("\n[%d] line %d\n", current + 1, cells[current].line);
        checkpoint();
    }
    if (!notebook_has_viewer())
        printf("\n%s: %d cells, %d wrong, %.1f s\n", notebook_name(), n_cells, n_wrong,
               kindling_seconds() - started);
    fflush(stdout);
    return n_wrong > 0;
}

/* ---- cells that come one by one ---------------------------------------------------------------- */

static void (*load_now)(void);

static void load_and_run(void)
{
    int first = n_cells;
    load_now();
    for (int i = first; i < n_cells; i++)
        cells[i].run();
}

bool notebook_run_next(void (*load)(void), bool fails)
{
    int wrong = n_wrong;
    load_now = load;
    current = n_cells;
    first_wrong = 0; /* a person sees which cells went wrong, and runs them again */
    notebook_add(load_and_run, "jupyter", n_cells, fails);
    checkpoint();
    fflush(stdout);
    return n_wrong == wrong;
}
