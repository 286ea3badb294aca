/* where.c - which line of the student's files to look at.
 *
 * A function is found by reading the file: the line that starts in column 0 and contains its name
 * and an open bracket. A crash is found by asking addr2line about the addresses on the stack.
 */
#include "verdict.h"
#include <ctype.h>
#include <unistd.h>

const char *function_of(const char *exercise)
{
    const char *space = strchr(exercise, ' ');
    return space ? space + 1 : exercise;
}

/* Is this line the head of the function (not a prototype, a call or a comment)? */
static bool is_head(const char *line, const char *function)
{
    size_t n = strlen(function);
    const char *name = strstr(line, function);
    if (name == NULL || !(isalpha((unsigned char)line[0]) || line[0] == '_'))
        return false;
    char before = name > line ? name[-1] : ' ';
    return name[n] == '(' && !isalnum((unsigned char)before) && before != '_' &&
           strchr(name, ';') == NULL;
}

int line_of_function(const char *path, const char *function)
{
    FILE *f = fopen(path, "r");
    char line[1024];
    int found = 0;
    for (int i = 1; f != NULL && !found && fgets(line, sizeof line, f) != NULL; i++)
        if (is_head(line, function) ||
            (strstr(path, "answers.txt") != NULL && strncmp(line, function, strlen(function)) == 0))
            found = i;
    if (f != NULL)
        fclose(f);
    return found;
}

/* The part of an absolute path from `folder` on, or NULL. */
static const char *inside(const char *path, const char *folder)
{
    const char *at = strstr(path, folder);
    return at != NULL && (at == path || at[-1] == '/') ? at : NULL;
}

bool place_of_trace(const char *program, const char *folder, void *const *trace, int depth,
                    char *text, size_t size)
{
    char command[2048], line[1024];
    int used = snprintf(command, sizeof command, "addr2line -e '%s'", program);
    for (int i = 0; i < depth && used < (int)sizeof command - 32;
         i++) /* a return address points behind */
        used += snprintf(command + used, sizeof command - (size_t)used, " %p",
                         (void *)((char *)trace[i] - 1));
    snprintf(command + used, sizeof command - (size_t)used, " 2>/dev/null");
    FILE *answer = depth > 0 ? popen(command, "r") : NULL;
    bool found = false;
    while (answer != NULL && fgets(line, sizeof line, answer) != NULL) {
        const char *at = inside(line, folder);
        if (at == NULL)
            at = inside(line, "modules/");
        if (found || at == NULL || strchr(at, '?') != NULL)
            continue;
        found = true;
        snprintf(text, size, "%.*s", (int)strcspn(at, " \n"), at);
    }
    if (answer != NULL)
        pclose(answer);
    return found;
}
