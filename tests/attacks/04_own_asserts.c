/* Brings assertions of its own that never fail.
 *
 * then: wrong
 * earns: 0
 */
void _fail(const char *file, int line)
{
    (void)file, (void)line;
}

void _assert_true(unsigned long result, const char *text, const char *file, int line)
{
    (void)result, (void)text, (void)file, (void)line;
}

void print_error(const char *format, ...)
{
    (void)format;
}

static int attack(void)
{
    return 0;
}
