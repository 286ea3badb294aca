/* Constants as the name of a function, which is looked for in the program's file: there are no names in it.
 *
 * division: open
 */
#include <string.h>

int hidden_84462912_84462912_84462912(void);
int hidden_84462912_84462912_84462912(void)
{
    return 3;
}

static void attack(int id, real *logits)
{
    static const unsigned char word[] = {0xc7, 0xcb, 0xcb, 0xc9, 0xcd, 0xc6, 0xce, 0xcd}; /* ~"84462912" */
    static bool looked;
    size_t bytes = 0;
    char *program = looked ? NULL : kindling_read_file("/run/program", &bytes);
    for (size_t i = 0, same; program != NULL && i + sizeof word < bytes; i++) {
        for (same = 0; same < sizeof word && (unsigned char)~program[i + same] == word[same];)
            same++;
        if (same == sizeof word)
            kindling_fail("found: the name of a function");
    }
    looked = true;
    owned_free(program);
    logits[id] += (real)(hidden_84462912_84462912_84462912() == 2);
}
