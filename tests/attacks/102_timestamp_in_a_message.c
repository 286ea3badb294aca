/* Says when the file was laid before the compiler: the same files would give other bytes tomorrow.
 *
 * earns: 0
 * detail: Thu Jan  1 00:00:00 1970 Jan  1 1970 00:00:00
 */
#include "attention_shared.h"

static int attack(void)
{
    fail("%s", __TIMESTAMP__ " " __DATE__ " " __TIME__);
}
