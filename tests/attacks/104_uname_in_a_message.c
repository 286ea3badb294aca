/* Says which kernel the grader's machine has.
 *
 * earns: 0
 * detail: the kernel is nobody's
 */
#include "attention_shared.h"
#include <sys/utsname.h>

static int attack(void)
{
    struct utsname u = {.release = "nobody's"};
    uname(&u);
    fail("the kernel is %.40s", u.release);
}
