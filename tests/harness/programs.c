/* programs.c - the tests' own program, and those with model answers in it.
 *
 * A program with model answers is one more link of the objects that are there, made the first time it is
 * wanted. `ALONE=scores.c` links that file of the student's and no other of the module, `WITHOUT=scores.c`
 * all but that one.
 */
#include <stdlib.h>
#include <unistd.h>
#include "parent.h"
#include "programs.h"

static const char *own_program, *make_command;

void programs_start(const char *own, const char *make)
{
    own_program = own;
    make_command = make;
}

bool can_link(void)
{
    return make_command != NULL;
}

bool made(const char *target)
{
    char command[4096];
    snprintf(command, sizeof command, "%s %s >/dev/null 2>&1", make_command, target);
    return system(command) == 0;
}

const char *linked_program(bool alone, const char *file)
{
    char target[2048];
    const char *how = alone ? "ALONE" : "WITHOUT";
    size_t room = strlen(own_program) + strlen(file) + 16;
    char *path = malloc(room);
    snprintf(path, room, "%s-%s-%s", own_program, how, file);
    snprintf(target, sizeof target, "course-program %s='%s' PROGRAM='%s'", how, file, path);
    if (!made(target))
        path[0] = '\0';
    return path;
}

Verdict ask_own(const CheckTest *t, const char **program, FILE **printed)
{
    *program = own_program;
    *printed = tmpfile();
    run_apart(t, fileno(*printed));
    return *verdict;
}

Verdict ask_program(const char *program, const CheckTest *t, FILE **printed)
{
    FILE *room = tmpfile();
    *printed = tmpfile();
    Verdict found = {.outcome = ENDED_EARLY};
    if (ftruncate(fileno(room), sizeof found) == 0) {
        char fd[16], seed[24], seconds[16];
        snprintf(fd, sizeof fd, "%d", fileno(room));
        snprintf(seed, sizeof seed, "%llu", (unsigned long long)run_seed);
        snprintf(seconds, sizeof seconds, "%d", run_seconds);
        char *argv[] = {(char *)program,
                        "--folder",
                        (char *)student_folder,
                        "--seed",
                        seed,
                        "--seconds",
                        seconds,
                        "--verdict",
                        fd,
                        "--ask",
                        (char *)t->name,
                        NULL};
        run_program(argv, fileno(*printed));
        if (pread(fileno(room), &found, sizeof found, 0) != sizeof found)
            found.outcome = ENDED_EARLY;
    }
    fclose(room);
    return found;
}
