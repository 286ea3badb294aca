/* Opens a connection.
 *
 * earns: 0
 * outcome: forbidden
 */
#include <sys/socket.h>

static int attack(void)
{
    return socket(AF_INET, SOCK_STREAM, 0) >= 0;
}
