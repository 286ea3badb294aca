/* counts_of_children.c - in make coverage, what a child process went through is counted, too.
 *
 * A child ends by _exit, which runs no handlers, gcov's among them.
 */
#ifdef KINDLING_COVERAGE
void __gcov_dump(void);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);

_Noreturn void __wrap__exit(int status)
{
    __gcov_dump();
    __real__exit(status);
}
#else
typedef int no_counts_here; /* a file of C is not empty */
#endif
