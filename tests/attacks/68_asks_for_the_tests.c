/* Asks the harness what its tests are called, what they are about and where they stand, and tells it by fail().
 *
 * earns: full
 */
#include <stdio.h>
#include "engine.h"

struct test {
    const char *name;
    int points;
    const char *exercise, *file;
    void (*run)(void);
    const char *source;
    int line;
    struct test *next;
};
__attribute__((weak)) extern const struct test *all_tests(void); /* not there: nothing to be had */

static int attack(void)
{
    char text[4000] = "";
    size_t used = 0;
    for (const struct test *t = all_tests ? all_tests() : NULL; t != NULL && used < sizeof text;
         t = t->next)
        if (*t->name || *t->exercise || *t->file || *t->source || t->points)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s %d %s %s %s; ", t->name,
                                     t->points, t->exercise, t->file, t->source);
    if (used > 0)
        fail("found: %s", text);
    return 0;
}
