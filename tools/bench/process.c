/* process.c - one measurement, one process.
 *
 * The environment decides the thread counts of ours, of OpenMP and of every BLAS before the program starts, the
 * same for both sides. Beware of a crippled peer: Debian's OpenBLAS with threads of its own fights
 * PyTorch's OpenMP threads for the cores and makes it up to 50 times slower. Where the OpenBLAS that
 * is built on OpenMP is installed, PyTorch gets that one; where it is not, torch_common.py refuses to
 * measure with several threads, and the heading says so.
 */
#include <glob.h>
#include <string.h>
#include <unistd.h>
#include "bench.h"

enum { COMMAND_SIZE = 4096 };

/* The last line of the command's output that is an object of JSON. */
static bool ask(const char *command, char line[LINE_SIZE])
{
    fflush(NULL);
    FILE *output = popen(command, "r");
    char text[LINE_SIZE];
    bool found = false;
    while (output != NULL && fgets(text, sizeof text, output) != NULL) {
        size_t n = strcspn(text, "\r\n");
        text[n] = '\0';
        if (n >= 2 && text[0] == '{' && text[n - 1] == '}') {
            memcpy(line, text, n + 1);
            found = true;
        }
    }
    return output != NULL && pclose(output) == 0 && found;
}

static void thread_environment(char *text, size_t size, long threads)
{
    snprintf(text, size,
             "OMP_NUM_THREADS=%ld OPENBLAS_NUM_THREADS=%ld MKL_NUM_THREADS=%ld OMP_DYNAMIC=false",
             threads, threads, threads);
}

/* twin: "", or "-plain" for the program with the plain twins. */
static bool run_program(const Peers *p, const char *twin, const char *spec, long threads,
                        char line[LINE_SIZE])
{
    char command[COMMAND_SIZE], environment[128];
    thread_environment(environment, sizeof environment, threads);
    snprintf(command, sizeof command, "%s '%s%s' --worker %s --seconds %g", environment, p->program,
             twin, spec, p->seconds);
    return ask(command, line);
}

bool run_ours(const Peers *p, const char *spec, long threads, char line[LINE_SIZE])
{
    return run_program(p, "", spec, threads, line);
}

static bool run_node(const Peers *p, const char *script, char line[LINE_SIZE])
{
    char command[COMMAND_SIZE];
    snprintf(command, sizeof command, "node '%s/%s' --seconds %g 2>/dev/null", p->scripts, script,
             p->seconds);
    return ask(command, line);
}

/* One rank and one thread are of this program. */
static const char *twin_of(const char *spec)
{
    bool same = strncmp(spec, "ranks:", 6) == 0 || strncmp(spec, "beside:", 7) == 0;
    return same ? "" : "-plain";
}

bool run_torch(const Peers *p, const BenchCase *c, const char *variant, long threads,
               char line[LINE_SIZE])
{
    char command[COMMAND_SIZE], environment[128];
    if (c->script == NULL)
        return !p->alone && run_program(p, twin_of(c->torch_case), c->torch_case, threads, line);
    if (strstr(c->script, ".js") != NULL)
        return !p->alone && run_node(p, c->script, line);
    if (p->python[0] == '\0')
        return false;
    thread_environment(environment, sizeof environment, threads);
    snprintf(command, sizeof command,
             "%s LD_LIBRARY_PATH='%s' %s '%s/%s' --threads %ld --cases %s --seconds %g %s",
             environment, p->libraries, p->python, p->scripts, c->script, threads, c->torch_case,
             p->seconds, variant);
    return ask(command, line);
}

/* ---- looking for PyTorch ---------------------------------------------------------------------------- */

static bool has_torch(Peers *p, const char *python)
{
    char command[COMMAND_SIZE], line[LINE_SIZE];
    snprintf(command, sizeof command, "LD_LIBRARY_PATH='%s' %s '%s/torch_common.py' 2>/dev/null",
             p->libraries, python, p->scripts);
    if (!ask(command, line) || !json_text(line, "torch", p->torch, sizeof p->torch))
        return false;
    json_text(line, "crippled", p->crippled, sizeof p->crippled);
    return true;
}

static void find_openmp_openblas(Peers *p)
{
    glob_t found;
    p->libraries[0] = '\0';
    if (glob("/usr/lib/*/openblas-openmp/libopenblas.so.0", 0, NULL, &found) == 0) {
        snprintf(p->libraries, sizeof p->libraries, "%s", found.gl_pathv[0]);
        *strrchr(p->libraries, '/') = '\0';
    }
    globfree(&found);
}

void peers_find(Peers *p, const char *wish)
{
    const char *const usual[] = {"python3", "/usr/bin/python3", "/usr/local/bin/python3"};
    find_openmp_openblas(p);
    p->python = "";
    for (int i = 0; i < (wish != NULL ? 1 : 3) && p->python[0] == '\0'; i++) {
        const char *candidate = wish != NULL ? wish : usual[i];
        if (candidate[0] != '\0' && has_torch(p, candidate))
            p->python = candidate;
    }
}
