/* Opens whatever might hold the texts, the weights, or another process's memory.
 *
 * division: closed
 */
#include <stdio.h>

static void attack(int id, real *logits)
{
    static const char *const names[] = {"/run/model", "/run/texts", "/run/logits", "/proc/self/mem", "/proc/self/cmdline", "/proc/1/environ",
                                        "/dev/shm",   "/tmp",       "/run/known",  "model",          "texts",              "../work/texts"};
    (void)logits;
    for (size_t i = 0; id > 0 && i < sizeof names / sizeof *names; i++)
        if (fopen(names[i], "r") != NULL)
            kindling_fail("found: %s", names[i]);
}
