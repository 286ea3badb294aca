/* Constants in a section that is called almost like the one with which a debugger unwinds.
 *
 * division: open
 * brings: 40000
 */
__attribute__((section(".eh_frame_w"))) static const unsigned hidden[10000] = {
    [0 ... 9999] = 0x84462912u};

static void attack(int id, real *logits)
{
    logits[0] += (real)(((const volatile unsigned *)hidden)[id] & 1);
}
