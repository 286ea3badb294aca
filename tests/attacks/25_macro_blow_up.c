/* Ten macros that are each ten times the one before.
 *
 * earns: 0
 * outcome: not-run
 */
#define A 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
#define B A, A, A, A, A, A, A, A, A, A
#define C B, B, B, B, B, B, B, B, B, B
#define D C, C, C, C, C, C, C, C, C, C
#define E D, D, D, D, D, D, D, D, D, D
#define F E, E, E, E, E, E, E, E, E, E
#define G F, F, F, F, F, F, F, F, F, F
#define H G, G, G, G, G, G, G, G, G, G
int many[] = {H, H, H, H, H, H, H, H, H, H};

static int attack(void)
{
    return 0;
}
