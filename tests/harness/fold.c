/* fold.c - lines for a terminal of its own width. What is piped is not folded: programs read it. */
#include "report.h"
#include <stdint.h>
#include <sys/ioctl.h>

size_t fold_width(FILE *out)
{
    size_t n = SIZE_MAX;
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        n = size.ws_col < 36 ? 36 : size.ws_col; /* half a line is for words */
#else
    (void)out;
#endif
    return n;
}

/* "TEST=name" */
static bool is_setting(const char *word)
{
    size_t n = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return n > 0 && word[n] == '=';
}

/* What stays on one line: a word, or a command, "make 12 TEST=name", which is copied. How long. */
static size_t unit_length(const char *text)
{
    size_t n = strcspn(text, " \n"), from = 0;
    while (text[n] == ' ' &&
           ((n - from == 4 && memcmp(text + from, "make", 4) == 0) || is_setting(text + n + 1))) {
        from = n + 1;
        n = from + strcspn(text + from, " \n");
    }
    return n;
}

void fold_write(FILE *out, const char *text, size_t column, size_t indent, size_t last)
{
    size_t spaces = 0; /* not yet written: at the end of a line they vanish */
    while (*text != '\0') {
        size_t n = unit_length(text);
        bool full = n > 0 && column + spaces + n > last && column > indent;
        if (full || *text == '\n') {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
            spaces = 0;
        }
        fprintf(out, "%*s%.*s", (int)spaces, "", (int)n, text);
        column += spaces + n;
        text += n;
        if (*text == '\n' && n == 0)
            text++;
        spaces = strspn(text, " ");
        text += spaces;
    }
}
