/* Says which system the grader's machine has; the file is empty there.
 *
 * earns: 0
 * detail: the system is ""
 */
#include "attention_shared.h"

__asm__(".section .rodata\nsystem_: .incbin \"/usr/lib/os-release\"\n.byte 0\n.text");
extern const char system_[];

static int attack(void)
{
    fail("the system is \"%.40s\"", system_);
}
