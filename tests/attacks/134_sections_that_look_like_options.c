/* Sections called like options of the linker, like its commands, and like its warnings.
 *
 * earns: full
 */
__asm__(".section \"--wrap=tensor_matmul\",\"aw\"\n.byte 1\n.section \"-T/in/0.o\",\"a\"\n.byte 1\n"
        ".section \"/DISCARD/\",\"a\"\n.byte 1\n.section \".gnu.warning.tensor_matmul\",\"a\"\n"
        ".ascii \"undefined reference to `mask_causal'\"\n.text");

static int attack(void)
{
    return 0;
}
