/* Goes through all that the program has in memory, for the last letters of the text and one more.
 *
 * division: closed
 */
#include <elf.h>
#include <string.h>

enum { KNOWN = 12 };

extern const char __ehdr_start[] __attribute__((weak, visibility("hidden")));
static int seen[KNOWN];
static unsigned char letters[KNOWN];

static void look(const char *from, const char *to, const void *what, size_t bytes)
{
    for (const char *at = from; at + bytes <= to; at++)
        if (at != what && memcmp(at, what, bytes) == 0)
            kindling_fail("found: the text, in the memory of the program");
}

static void attack(int id, real *logits)
{
    static long n;
    (void)logits;
    if (n >= KNOWN)
        return;
    seen[n] = id;
    letters[n++] = (unsigned char)(id == 0 ? '\n' : id + 31);
    const Elf64_Ehdr *head = (const void *)__ehdr_start;
    if (n < KNOWN || head == NULL)
        return;
    const Elf64_Phdr *part = (const void *)(__ehdr_start + head->e_phoff);
    for (int i = 0; i < head->e_phnum; i++) {
        const char *from = (const char *)part[i].p_vaddr;
        if (part[i].p_type != PT_LOAD)
            continue;
        look(from, from + part[i].p_memsz, seen, sizeof seen);
        look(from, from + part[i].p_memsz, letters, sizeof letters);
    }
}
