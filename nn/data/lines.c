/* lines.c - a text file as its lines: names, words, one example each.
 *
 * Invariant: with a line feed behind each of them, the lines are the file, but for carriage returns
 * at their ends and a last line that had none.
 */
#include <string.h>
#include "data_parts.h"

/* How many lines; each line's end becomes a zero byte. into NULL: they are counted, nothing is
 * changed. */
static long cut(char *text, size_t bytes, char **into)
{
    long count = 0;
    for (char *line = text, *end = text + bytes; line < end; count++) {
        char *feed = memchr(line, '\n', (size_t)(end - line)), *behind = feed ? feed : end;
        if (into != NULL) {
            into[count] = line;
            *behind = '\0';
            if (feed != NULL && feed > line && feed[-1] == '\r')
                feed[-1] = '\0';
        }
        line = behind + 1;
    }
    return count;
}

Lines *lines_read(const char *path)
{
    size_t bytes;
    UNDO_ON_FAIL;
    char *text = kindling_read_file(path, &bytes);
    if (text == NULL)
        return NULL;
    const char *zero = memchr(text, '\0', bytes);
    if (zero != NULL) {
        kindling_set_error("lines_read: %s: byte %ld is 0, expected a text", path,
                           (long)(zero - text));
        owned_free(text);
        return NULL;
    }
    Lines *l = owned_alloc(sizeof *l);
    l->text = text;
    l->count = cut(text, bytes, NULL);
    l->line = owned_alloc((size_t)(l->count + 1) * sizeof *l->line);
    cut(text, bytes, l->line);
    return l;
}

void lines_free(Lines *l)
{
    if (l == NULL)
        return;
    owned_free(l->line);
    owned_free(l->text);
    owned_free(l);
}
