/* Much memory on the stack, and variables of a thread: allowed, and no reason to lose a point.
 *
 * earns: full
 */
#include <stdlib.h>
#include <string.h>

static _Thread_local double kept[1000];

static int deep(int n)
{
    char room[1000 + n];
    memset(room, n, sizeof room);
    kept[n % 1000] = room[n];
    return n == 0 ? 0 : deep(n - 1) & (int)room[0] & 0;
}

static int attack(void)
{
    return deep(1000);
}
