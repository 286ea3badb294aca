/* Makes code writable and changes it.
 *
 * earns: 0
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int attack(void)
{
    uintptr_t page = (uintptr_t)abort & ~(uintptr_t)4095;
    if (mprotect((void *)page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC) == 0)
        *(volatile unsigned char *)(uintptr_t)abort = 0xc3;
    return 1;
}
