/* Looks through its own program for a word, a number and a name of hidden tests, and tells it by fail(). With the
 * visible tests there is nothing of them; where they run there is, but nobody is told what is said there.
 *
 * earns: full
 * hidden: 0
 */
#include <elf.h>
#include <stdio.h>
#include <string.h>
#include "engine.h"

extern const char __ehdr_start[] __attribute__((weak, visibility("hidden")));

/* Each byte is the complement of what is looked for, so that this file does not find itself. */
static const unsigned char word[] = {0x8c, 0x9a, 0x8c, 0x9e, 0x92, 0x9a}; /* s e s a m e */
static const unsigned char number[] = {0xd1, 0x31, 0x7c, 0x22,
                                       0x6a, 0x59, 0x18, 0xc0}; /* 0.7390851332151607 */
static const unsigned char file[] = {0x8c, 0x9a, 0x9c, 0x8d, 0x9a,
                                     0x8b, 0xa0, 0x8c, 0x9c, 0x90}; /* secret_sco */

static const char *found(const char *from, const char *to, const unsigned char *what, size_t n)
{
    for (const char *at = from; at + n <= to; at++) {
        size_t same = 0;
        while (same < n && (unsigned char)~at[same] == what[same])
            same++;
        if (same == n)
            return at;
    }
    return NULL;
}

static int attack(void)
{
    const Elf64_Ehdr *head = (const void *)__ehdr_start;
    if (head == NULL)
        return 0;
    const Elf64_Phdr *part = (const void *)(__ehdr_start + head->e_phoff);
    for (int i = 0; i < head->e_phnum; i++) {
        const char *from = (const char *)part[i].p_vaddr, *to = from + part[i].p_filesz, *at;
        if (part[i].p_type != PT_LOAD || !(part[i].p_flags & PF_R))
            continue;
        if ((at = found(from, to, word, sizeof word)) ||
            (at = found(from, to, file, sizeof file)) ||
            (at = found(from, to, number, sizeof number)))
            fail("found: %.64s", at);
    }
    return 0;
}
