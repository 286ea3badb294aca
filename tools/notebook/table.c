/* table.c - small tables: HTML for a viewer, columns that line up for a terminal.
 *
 * Rows are kept as text, fields separated by '|', until table_end knows how wide they are.
 * Invariant: every row has as many fields as the heads; missing ones are empty, others dropped.
 */
#include <stdarg.h>
#include <string.h>
#include "notebook.h"

enum { MOST_ROWS = 64, ROW_BYTES = 512, MOST_COLUMNS = 12 };
static char rows[MOST_ROWS][ROW_BYTES];
static int n_rows, n_columns;

static int count_fields(const char *row)
{
    int n = 1;
    for (; *row; row++)
        n += *row == '|';
    return n < MOST_COLUMNS ? n : MOST_COLUMNS;
}

/* Field i of a row, its length in *length. */
static const char *field(const char *row, int i, int *length)
{
    for (; i > 0 && *row; row += *row == '|')
        if (row += strcspn(row, "|"), *row == '|')
            i--;
    *length = i > 0 ? 0 : (int)strcspn(row, "|");
    return row;
}

void table_begin(const char *heads)
{
    n_rows = 0;
    n_columns = count_fields(heads);
    table_row("%s", heads);
}

void table_row(const char *format, ...)
{
    if (n_rows == MOST_ROWS)
        fail("table_row: a table has at most %d rows", MOST_ROWS);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(rows[n_rows++], ROW_BYTES, format, arguments);
    va_end(arguments);
}

/* ---- for a terminal ---------------------------------------------------------------------------- */

/* How many columns of a terminal a field takes: bytes that continue a character do not count. */
static int width_of(const char *text, int length)
{
    int width = 0;
    for (int i = 0; i < length; i++)
        width += ((unsigned char)text[i] & 0xc0) != 0x80;
    return width;
}

static void print_text(void)
{
    for (int r = 0; r < n_rows; r++) {
        for (int c = 0; c < n_columns; c++) {
            int length, widest = 0;
            for (int other = 0; other < n_rows; other++) {
                const char *text = field(rows[other], c, &length);
                int width = width_of(text, length);
                widest = width > widest ? width : widest;
            }
            const char *text = field(rows[r], c, &length);
            printf("%s%.*s%*s", c > 0 ? "  " : "  ", length, text,
                   c + 1 < n_columns ? widest - width_of(text, length) : 0, "");
        }
        printf("\n");
    }
}

/* ---- for a viewer ------------------------------------------------------------------------------ */

enum { HTML_BYTES = 4 * MOST_ROWS * ROW_BYTES };

static size_t put(char *html, size_t at, const char *text, int length)
{
    for (int i = 0; i < length && at < HTML_BYTES - 8; i++) {
        const char *entity = text[i] == '<' ? "&lt;" : text[i] == '&' ? "&amp;" : NULL;
        if (entity != NULL)
            at += (size_t)snprintf(html + at, HTML_BYTES - at, "%s", entity);
        else
            html[at++] = text[i];
    }
    html[at] = '\0';
    return at;
}

static size_t put_tag(char *html, size_t at, const char *tag)
{
    size_t room = HTML_BYTES - at;
    int n = snprintf(html + at, room, "%s", tag);
    return at + ((size_t)n < room ? (size_t)n : room - 1);
}

static void show_html(void)
{
    Scope *scope = scope_open();
    char *html = scope_alloc(scope, HTML_BYTES);
    size_t at = put_tag(html, 0, "<table>\n");
    for (int r = 0; r < n_rows; r++) {
        at = put_tag(html, at, "<tr>");
        for (int c = 0; c < n_columns; c++) {
            int length;
            const char *text = field(rows[r], c, &length);
            at = put_tag(html, at, r == 0 ? "<th>" : "<td>");
            at = put(html, at, text, length);
            at = put_tag(html, at, r == 0 ? "</th>" : "</td>");
        }
        at = put_tag(html, at, "</tr>\n");
    }
    put_tag(html, at, "</table>\n");
    display_html(html);
    scope_close(scope);
}

void table_end(void)
{
    if (notebook_has_viewer())
        show_html();
    else
        print_text();
}
