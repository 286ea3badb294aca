/* Writes numbers that no parser likes.
 *
 * earns: 0
 */
#include <string.h>
#include <unistd.h>

static int attack(void)
{
    static const char text[] = "f a 1 -1 0x1p999999\n\0\xff\xfe f b 18446744073709551616 nan\ni c 1e400\nend -1\n"
                               "__import__('os').system('id')\n${HOME}\n";
    write(3, text, sizeof text - 1);
    return 0;
}
