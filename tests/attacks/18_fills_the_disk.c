/* Writes until the disk is full.
 *
 * earns: full
 */
#include <fcntl.h>
#include <unistd.h>

static int attack(void)
{
    static const char *const places[] = {"/tmp/x", "/run/x", "/out/x", "/x", "x", "/dev/shm/x"};
    char block[1 << 15] = {0};
    for (int i = 0; i < 6; i++) {
        int file = open(places[i], O_CREAT | O_WRONLY, 0600);
        while (file >= 0 && write(file, block, sizeof block) > 0)
            ;
        if (file >= 0)
            return 1;
    }
    return 0;
}
