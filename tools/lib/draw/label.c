/* label.c - one character of a label at a time, ready to be seen.
 *
 * Tokens may be spaces, line ends, half a character of a byte tokenizer, or markup. Invariant: each
 * step moves on by at least one byte and gives one printable character.
 */
#include <string.h>
#include "heatmap.h"
#include "utf8.h"

/* East Asian wide characters and emoji take two columns. */
static int columns_of(uint32_t c)
{
    static const uint32_t wide[][2] = {{0x1100, 0x115f},  {0x2e80, 0x303e}, {0x3041, 0xa4cf},
                                       {0xac00, 0xd7a3},  {0xf900, 0xfaff}, {0xfe30, 0xfe6f},
                                       {0xff00, 0xff60},  {0xffe0, 0xffe6}, {0x1f300, 0x1faff},
                                       {0x20000, 0x3fffd}};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (c >= wide[i][0] && c <= wide[i][1])
            return 2;
    return 1;
}

int label_next(const char **text, char out[5])
{
    const char *at = *text;
    if (*at == '\0')
        return 0;
    uint32_t c;
    size_t length = utf8_decode(at, UTF8_LONGEST, &c, NULL);
    *text = at + (length ? length : 1);
    const char *sign = NULL;
    if (length == 0 || c == 0xfffe || c == 0xffff || c == 0x7f || (c >= 0x80 && c < 0xa0))
        sign = "\xef\xbf\xbd"; /* replacement character */
    else if (c == ' ')
        sign = "\xe2\x90\xa3"; /* open box */
    else if (c == '\n')
        sign = "\xe2\x86\xb5"; /* arrow of the return key */
    else if (c == '\t')
        sign = "\xe2\x86\x92"; /* arrow */
    else if (c < ' ')
        sign = "\xc2\xb7"; /* middle dot */
    if (sign) {
        strcpy(out, sign);
        return 1;
    }
    memcpy(out, at, length);
    out[length] = '\0';
    return columns_of(c);
}

long label_width(const char *text)
{
    char character[5];
    long sum = 0;
    for (int n; (n = label_next(&text, character)) > 0;)
        sum += n;
    return sum;
}

/* ---- as XML ---------------------------------------------------------------------------------- */

/* One character, and *text moved behind it; false at the end. */
static bool write_character(FILE *out, const char **text)
{
    char c[5];
    if (label_next(text, c) == 0)
        return false;
    const char *entity = *c == '<'   ? "&lt;"
                         : *c == '>' ? "&gt;"
                         : *c == '&' ? "&amp;"
                         : *c == '"' ? "&quot;"
                                     : c;
    fputs(entity, out);
    return true;
}

void label_write(FILE *out, const char *label)
{
    while (write_character(out, &label))
        continue;
}

void prose_write(FILE *out, const char *prose)
{
    while (*prose != '\0')
        if (*prose == ' ')
            fputc(*prose++, out);
        else
            write_character(out, &prose);
}
