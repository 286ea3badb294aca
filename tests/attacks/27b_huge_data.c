/* 64 GiB that do.
 *
 * earns: 0
 * outcome: not-run
 */
char huge[1L << 36] = {1};

static int attack(void)
{
    return huge[1L << 35] != 0;
}
