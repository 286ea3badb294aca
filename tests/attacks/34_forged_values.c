/* Writes a transcript of its own, with constant values.
 *
 * earns: 0
 */
#include <string.h>
#include <unistd.h>

static int attack(void)
{
    static const char text[] = "begin scores_are_dot_products\nf scores 3 2 2 2 0x1p+0 0x1p+0 0x1p+0 0x1p+0\nend 1\n";
    write(3, text, sizeof text - 1);
    _exit(0);
}
