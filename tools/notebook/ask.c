/* ask.c - a line from whoever sits at the terminal, to play with what a notebook has made. */
#include <string.h>
#include <unistd.h>
#include "notebook.h"

bool notebook_ask(const char *question, char *line, size_t room)
{
    if (notebook_has_viewer() || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return false;
    printf("%s ", question);
    fflush(stdout);
    if (fgets(line, (int)room, stdin) == NULL) {
        printf("\n");
        return false;
    }
    bool whole = strchr(line, '\n') != NULL;
    line[strcspn(line, "\r\n")] = '\0';
    for (int c = 0; !whole && c != '\n' && c != EOF;) /* what had no room is no answer to the next */
        c = getchar();
    return *line != '\0';
}
