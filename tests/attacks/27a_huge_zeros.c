/* 64 GiB of zeros that take no room in the file.
 *
 * earns: 0
 * outcome: not-run
 */
char huge[1L << 36];

static int attack(void)
{
    return huge[1L << 35] != 0;
}
