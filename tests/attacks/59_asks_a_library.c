/* Lets a function of a later exercise do the work.
 *
 * earns: any
 */
#include <dlfcn.h>
#include <stdio.h>

static int attack(void)
{
    FILE *python = popen("python3 -c 'print(1)'", "r");
    return python != NULL && fgetc(python) == '1';
}
