/* Prints what a terminal, a page or a table would obey.
 *
 * earns: full
 */
#include <stdio.h>

static int attack(void)
{
    puts("\033[2J\033]0;owned\007</script><script>alert(1)</script>]]>=cmd|' /C calc'!A0\r\n::set-output name=x::1");
    fputs("</pre><img src=x onerror=alert(1)>\x00\xff\xfe", stderr);
    return 0;
}
