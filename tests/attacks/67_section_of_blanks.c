/* A section whose name is 64 000 blanks, for whoever looks for its end.
 *
 * earns: full
 */
#define BLANK_ " "
#define BLANKS_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_ BLANK_
#define MANY_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_ BLANKS_
#define MORE_ MANY_ MANY_ MANY_ MANY_ MANY_ MANY_ MANY_ MANY_ MANY_ MANY_ MANY_ MANY_ MANY_ MANY_ MANY_ MANY_ MANY_ MANY_ MANY_ MANY_
__asm__(".section \"" MORE_ MORE_ MORE_ MORE_ MORE_ MORE_ MORE_ MORE_ "x y\",\"aw\"\n.byte 1\n.text");

static int attack(void)
{
    return 0;
}
