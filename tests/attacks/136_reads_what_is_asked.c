/* A constructor looks for the test and its seed in the command and on what can be read.
 *
 * earns: 0
 * outcome: not-run
 * says: it has code that runs before the tests
 */
#include <stdio.h>

static int heard;

__attribute__((constructor)) static void early(int argc, char **argv, char **environment)
{
    for (int i = 1; i < argc; i++)
        heard += argv[i][0] != '\0';
    heard += environment[0] != NULL && environment[0][0] == '-';
    heard += getc(stdin) != EOF;
}

static int attack(void)
{
    return heard;
}
