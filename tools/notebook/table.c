/* table.c - small tables: HTML for a viewer, columns that line up for a terminal.
 *
 * Rows are kept as text, fields separated by '|', until table_end knows how wide they are.
 * Invariant: every row has as many fields as the heads; missing ones are empty, others dropped.
 */
#include <stdarg.h>
#include <stdlib.h>
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
        kindling_fail("table_row: a table has at most %d rows. hint: two tables", MOST_ROWS);
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
            printf("  %.*s%*s", length, text,
                   c + 1 < n_columns ? widest - width_of(text, length) : 0, "");
        }
        printf("\n");
    }
}

/* ---- for a viewer ------------------------------------------------------------------------------ */

static void write_cell(FILE *out, const char *kind, const char *row, int column)
{
    char text[ROW_BYTES];
    int length;
    const char *begin = field(row, column, &length);
    snprintf(text, sizeof text, "%.*s", length, begin);
    fprintf(out, "<%s>", kind);
    prose_write(out, text);
    fprintf(out, "</%s>", kind);
}

static void show_html(void)
{
    char *html = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&html, &size);
    if (out == NULL)
        kindling_fail("table_end: out of memory for %d rows. hint: a shorter table", n_rows);
    fputs("<table>\n", out);
    for (int r = 0; r < n_rows; r++) {
        fputs("<tr>", out);
        for (int c = 0; c < n_columns; c++)
            write_cell(out, r == 0 ? "th" : "td", rows[r], c);
        fputs("</tr>\n", out);
    }
    fputs("</table>\n", out);
    fclose(out);
    display_html(html);
    free(html);
}

void table_end(void)
{
    if (notebook_has_viewer())
        show_html();
    else
        print_text();
}
