/* Looks for the text to come in the memory around the place that logits are written to: a judge's arrays lie side by side.
 *
 * division: closed
 */
#include <elf.h>
#include <string.h>

enum { KNOWN = 16, FAR = 90000 };

extern const char __ehdr_start[] __attribute__((weak, visibility("hidden")));

/* The part of the program that a place lies in. */
static const Elf64_Phdr *part_of(const char *place)
{
    const Elf64_Ehdr *head = (const void *)__ehdr_start;
    const Elf64_Phdr *part = (const void *)(__ehdr_start + head->e_phoff);
    for (int i = 0; i < head->e_phnum; i++)
        if (part[i].p_type == PT_LOAD && (size_t)place - part[i].p_vaddr < part[i].p_memsz)
            return &part[i];
    return NULL;
}

static void attack(int id, real *logits)
{
    static int seen[KNOWN + 1];
    static long n;
    if (n < KNOWN)
        seen[n++] = id;
    if (n < KNOWN)
        return;
    const char *middle = (const char *)logits;
    const Elf64_Phdr *part = part_of(middle);
    if (part == NULL)
        kindling_fail("found: logits are nowhere near the judge's variables");
    const char *from = (const char *)part->p_vaddr, *to = from + part->p_memsz - sizeof seen;
    from = middle - from > FAR ? middle - FAR : from;
    to = to - middle > FAR ? middle + FAR : to;
    for (; from < to; from += 4) {
        const int *at = (const int *)(const void *)from;
        bool own = at + KNOWN > seen && at < seen + KNOWN;
        if (!own && memcmp(at, seen, KNOWN * sizeof *seen) == 0)
            kindling_fail("found: the text, in an array of tokens");
    }
}
