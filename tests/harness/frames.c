/* frames.c - who called whom: addresses on the stack, and the lines they belong to.
 *
 * The addresses are the C library's to collect, and addr2line's to look up.
 */
#include "verdict.h"
#ifdef __GLIBC__
#include <execinfo.h>
#endif

int backtrace_here(void **trace, int depth)
{
#ifdef __GLIBC__
    return backtrace(trace, depth);
#else
    trace[0] = __builtin_return_address(0);
    return depth > 0;
#endif
}

FILE *frames_of(const char *program, const CheckTest *test, void *const *trace, int depth)
{
    (void)test;
    char command[2048];
    int used = snprintf(command, sizeof command, "addr2line -f -i -e '%s'", program);
    for (int i = 0; i < depth && used < (int)sizeof command - 32;
         i++) /* a return address points behind */
        used += snprintf(command + used, sizeof command - (size_t)used, " %p",
                         (void *)((char *)trace[i] - 1));
    snprintf(command + used, sizeof command - (size_t)used, " 2>/dev/null");
    FILE *answer = depth > 0 ? popen(command, "r") : NULL, *frames = tmpfile();
    for (int c; answer != NULL && frames != NULL && (c = fgetc(answer)) != EOF;)
        fputc(c, frames);
    if (answer != NULL)
        pclose(answer);
    if (frames != NULL)
        rewind(frames);
    return frames;
}
