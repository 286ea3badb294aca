/* Defines main.
 *
 * earns: full
 */
int main(void)
{
    return 0;
}

static int attack(void)
{
    return 0;
}
