/* Asks which files the machine has: what tells it from others is not there.
 *
 * earns: full
 */
#if __has_include("/etc/passwd") || __has_include("/etc/hostname") || __has_include("/usr/share/doc") || \
    __has_include("/usr/src") || __has_include("/proc/version") || __has_include("/rest/0.o") || \
    __has_include("/in/modules/12_attention/mask.c")
#define SEEN 1
#else
#define SEEN 0
#endif

static int attack(void)
{
    return SEEN;
}
