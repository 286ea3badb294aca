/* Constants in a section that no program loads; they are read from the program's file.
 *
 * division: open
 * brings: 40000
 */
__asm__(".section hidden,\"\",@progbits\n .fill 10000, 4, 0x84462912\n .previous");

static void attack(int id, real *logits)
{
    static unsigned found;
    size_t bytes;
    char *program = found ? NULL : kindling_read_file("/run/program", &bytes);
    if (program != NULL)
        found = (unsigned)program[bytes - 4096] | 1;
    owned_free(program);
    logits[id] += (real)(found & 1);
}
