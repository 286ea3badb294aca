/* blocks.c - 15.4: blocks of 32 numbers, byte by byte. */
#include "draws.h"
#include "want.h"

enum { BLOCKS = 6 };

/* Bytes as numbers, a block in each row, and one block more, which stays untouched. */
static Tensor *bytes_of_q8(const BlockQ8 *blocks, long n)
{
    Tensor *t = blank(SHAPE(n + 1, 33));
    for (long b = 0; b <= n; b++) {
        t->data[b * 33] = (real)blocks[b].d;
        for (int i = 0; i < 32; i++)
            t->data[b * 33 + 1 + i] = (real)blocks[b].qs[i];
    }
    return t;
}

static Tensor *bytes_of_q4(const BlockQ4 *blocks, long n)
{
    Tensor *t = blank(SHAPE(n + 1, 17));
    for (long b = 0; b <= n; b++) {
        t->data[b * 17] = blocks[b].d == 0x8000 ? 0 : (real)blocks[b].d; /* 0 may be -0 */
        for (int i = 0; i < 16; i++)
            t->data[b * 17 + 1 + i] = (real)blocks[b].qs[i];
    }
    return t;
}

/* Blocks of 32 numbers whose largest sizes differ. */
static Tensor *draw_blocks(const char *name, long blocks, long most)
{
    Tensor *x = draw(name, SHAPE(blocks, 32));
    for (long b = 0; b < blocks; b++)
        fill_steps(x->data + b * 32, 32, 1, ldexp(draw_scale(), (int)b), most);
    resealed(x);
    return x;
}

TEST(blocks_of_bytes, .points = 3, .exercise = "15.4 quantize_q4_0", .file = "quantize_blocks.c")
{
    long blocks = draw_long("blocks", 2, 5);
    BlockQ8 out[BLOCKS];
    untouched(out, sizeof out);
    Tensor *x = draw_blocks("x", blocks, 127);
    Tensor *want = EXPECT(q8_want(x));
    CALL(quantize_q8_0(out, x->data, blocks * 32));
    Tensor *d_and_codes = bytes_of_q8(out, blocks);
    check_tensor_within(d_and_codes, want, 0, "d as a half float, then 32 codes, for each block");
}

TEST(a_block_of_zeros, .points = 2, .exercise = "15.4 quantize_q4_0", .file = "quantize_blocks.c")
{
    long blocks = draw_long("blocks", 2, 4), empty = draw_long("empty", 0, 1);
    BlockQ8 out[BLOCKS];
    untouched(out, sizeof out);
    Tensor *x = draw_blocks("x", blocks, 127);
    for (long i = 0; i < 32; i++)
        x->data[empty * 32 + i] = 0;
    resealed(x);
    Tensor *want = EXPECT(q8_want(x));
    CALL(quantize_q8_0(out, x->data, blocks * 32));
    Tensor *d_and_codes = bytes_of_q8(out, blocks);
    check_tensor_within(d_and_codes, want, 0, "zeros: d is 0, and so are all codes");
}

TEST(one_is_a_step, .points = 1, .exercise = "15.4 quantize_q4_0", .file = "quantize_blocks.c")
{
    Tensor *x = input("x", SHAPE(1, 32),
                      VALUES(127, -1, (real)63.6, (real)-0.7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                             0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    BlockQ8 out[2];
    untouched(out, sizeof out);
    Tensor *want = EXPECT(q8_want(x));
    CALL(quantize_q8_0(out, x->data, 32));
    Tensor *d_and_codes = bytes_of_q8(out, 1);
    check_tensor_within(d_and_codes, want, 0,
                        "d is 1, in half floats 0x3c00 = 15360; codes 127, -1, 64, -1");
}

TEST(all_below_0, .points = 1, .exercise = "15.4 quantize_q4_0", .file = "quantize_blocks.c")
{
    BlockQ8 out[2];
    untouched(out, sizeof out);
    Tensor *x = draw_blocks("x", 1, 127);
    for (long i = 0; i < 32; i++)
        x->data[i] = -(real)fabs((double)x->data[i]);
    for (long i = 0; i < 31; i++) /* the furthest comes last */
        if (x->data[i] < x->data[31]) {
            real far = x->data[i];
            x->data[i] = x->data[31];
            x->data[31] = far;
        }
    resealed(x);
    Tensor *want = EXPECT(q8_want(x));
    CALL(quantize_q8_0(out, x->data, 32));
    Tensor *d_and_codes = bytes_of_q8(out, 1);
    check_tensor_within(d_and_codes, want, 0, "the largest |x| decides, wherever it lies");
}

TEST(before_d_is_a_half, .points = 1, .exercise = "15.4 quantize_q4_0", .file = "quantize_blocks.c")
{
    long blocks = draw_long("blocks", 1, 4);
    BlockQ8 out[BLOCKS];
    untouched(out, sizeof out);
    Tensor *x = draw("x", SHAPE(blocks, 32));
    for (long b = 0; b < blocks; b++) {
        double scale = draw_scale();
        real *at = x->data + b * 32;
        fill_steps(at, 32, 1, scale, 127);
        for (long i = 0; i < 32; i += 3)
            if (fabs((double)at[i]) < 126.9 * scale)
                at[i] = (real)(sign() * between_scales(scale, (double)(90 + below(36))));
    }
    resealed(x);
    Tensor *want = EXPECT(q8_want(x));
    CALL(quantize_q8_0(out, x->data, blocks * 32));
    Tensor *d_and_codes = bytes_of_q8(out, blocks);
    check_tensor_within(d_and_codes, want, 0,
                        "codes are made with d as it is before it becomes a half float");
}

TEST(what_fills_no_block, .points = 1, .exercise = "15.4 quantize_q4_0",
     .file = "quantize_blocks.c")
{
    BlockQ8 out[BLOCKS];
    untouched(out, sizeof out);
    long left = draw_long("left over", 1, 31);
    Tensor *x = draw_blocks("x", 2, 127);
    Tensor *want = EXPECT(q8_want(x));
    CALL(quantize_q8_0(out, x->data, 64));
    Tensor *d_and_codes = bytes_of_q8(out, 2);
    check_tensor_within(d_and_codes, want, 0, "two whole blocks");
    check_fails(quantize_q8_0(out, x->data, 32 + left), "expected a multiple of 32",
                "a rest is no block: the given check says so");
}

/* ---- 15.4 ---------------------------------------------------------------------------------------------- */

/* Like draw_blocks, with codes 1 to 15: one number is exactly 8 steps from 0, on the side of `up`, and one on the
 * other side is between 7.55 and 7.9. */
static Tensor *draw_nibbles(const char *name, long blocks, int up)
{
    Tensor *x = draw(name, SHAPE(blocks, 32));
    for (long b = 0; b < blocks; b++) {
        real *at = x->data + b * 32;
        double scale = ldexp(draw_scale(), (int)b);
        fill_steps(at, 32, 1, scale, 7);
        long k = b == 0 ? 31 : below(32), other = (k + 1 + below(31)) % 32;
        at[k] = (real)(up * 8 * scale);
        at[other] = (real)(-up * uniform(7.55, 7.9) * scale);
    }
    resealed(x);
    return x;
}

TEST(two_codes_in_a_byte, .points = 4, .exercise = "15.4 quantize_q4_0",
     .file = "quantize_blocks.c")
{
    long blocks = draw_long("blocks", 2, 5);
    BlockQ4 out[BLOCKS];
    untouched(out, sizeof out);
    Tensor *x = draw_nibbles("x", blocks, -1);
    Tensor *want = EXPECT(q4_want(x));
    CALL(quantize_q4_0(out, x->data, blocks * 32));
    Tensor *d_and_bytes = bytes_of_q4(out, blocks);
    check_tensor_within(d_and_bytes, want, 0, "d, then 16 bytes: code j, and 16 times code j + 16");
}

TEST(the_furthest_is_above_0, .points = 3, .exercise = "15.4 quantize_q4_0",
     .file = "quantize_blocks.c")
{
    long blocks = draw_long("blocks", 2, 5);
    BlockQ4 out[BLOCKS];
    untouched(out, sizeof out);
    Tensor *x = draw_nibbles("x", blocks, 1);
    Tensor *want = EXPECT(q4_want(x));
    CALL(quantize_q4_0(out, x->data, blocks * 32));
    Tensor *d_and_bytes = bytes_of_q4(out, blocks);
    check_tensor_within(d_and_bytes, want, 0,
                        "the number that is furthest from 0 gets the code 0, so d is below 0");
}

TEST(two_that_are_equally_far, .points = 1, .exercise = "15.4 quantize_q4_0",
     .file = "quantize_blocks.c")
{
    BlockQ4 out[3];
    untouched(out, sizeof out);
    Tensor *x = draw_nibbles("x", 2, -1);
    double scale[] = {draw_scale(), draw_scale()};
    for (long b = 0; b < 2; b++) {
        real *at = x->data + b * 32;
        fill_steps(at, 32, 1, scale[b], 7);
        long first = below(15), second = 16 + below(15);
        at[first] = (real)((b == 0 ? 8 : -8) * scale[b]);
        at[second] = -at[first];
    }
    resealed(x);
    Tensor *want = EXPECT(q4_want(x));
    CALL(quantize_q4_0(out, x->data, 64));
    Tensor *d_and_bytes = bytes_of_q4(out, 2);
    check_tensor_within(d_and_bytes, want, 0, "the first of equals gets the code 0, the other 15");
    double step = ldexp(1, -(int)draw_long("halvings", 1, 5));
    Tensor *halves = draw("halves", SHAPE(1, 32));
    for (long i = 0; i < 32; i++)
        halves->data[i] = (real)(step * ((double)(below(15) - 7) + (i % 2 == 0 ? 0.5 : 0)));
    halves->data[1] = (real)(-8 * step);
    resealed(halves);
    untouched(out, sizeof out);
    Tensor *want_halves = EXPECT(q4_want(halves));
    CALL(quantize_q4_0(out, halves->data, 32));
    Tensor *of_halves = bytes_of_q4(out, 1);
    check_tensor_within(of_halves, want_halves, 0,
                        "x / d + 8.5, cut off: what lies between two codes has the upper one");
}

TEST(no_number_but_0, .points = 2, .exercise = "15.4 quantize_q4_0", .file = "quantize_blocks.c")
{
    long blocks = draw_long("blocks", 2, 4), empty = draw_long("empty", 0, 1);
    BlockQ4 out[BLOCKS];
    untouched(out, sizeof out);
    Tensor *x = draw_nibbles("x", blocks, -1);
    for (long i = 0; i < 32; i++)
        x->data[empty * 32 + i] = 0;
    resealed(x);
    Tensor *want = EXPECT(q4_want(x));
    CALL(quantize_q4_0(out, x->data, blocks * 32));
    Tensor *d_and_bytes = bytes_of_q4(out, blocks);
    check_tensor_within(d_and_bytes, want, 0, "zeros: d is 0, and all codes are 8");
}

TEST(before_d_of_nibbles_is_a_half, .points = 1, .exercise = "15.4 quantize_q4_0",
     .file = "quantize_blocks.c")
{
    long blocks = draw_long("blocks", 1, 4);
    BlockQ4 out[BLOCKS];
    untouched(out, sizeof out);
    Tensor *x = draw("x", SHAPE(blocks, 32));
    for (long b = 0; b < blocks; b++) {
        double scale = draw_scale();
        real *at = x->data + b * 32;
        fill_steps(at, 32, 1, scale, 7);
        long k = below(32);
        for (long i = 0; i < 32; i += 2)
            at[i] = (real)(sign() * between_scales(scale, (double)(4 + below(3))));
        at[k] = (real)(sign() * 8 * scale);
    }
    resealed(x);
    Tensor *want = EXPECT(q4_want(x));
    CALL(quantize_q4_0(out, x->data, blocks * 32));
    Tensor *d_and_bytes = bytes_of_q4(out, blocks);
    check_tensor_within(d_and_bytes, want, 0,
                        "codes are made with d as it is before it becomes a half float");
}

TEST(what_fills_no_block_of_nibbles, .points = 1, .exercise = "15.4 quantize_q4_0",
     .file = "quantize_blocks.c")
{
    BlockQ4 out[BLOCKS];
    untouched(out, sizeof out);
    long left = draw_long("left over", 1, 31);
    Tensor *x = draw_nibbles("x", 2, -1);
    Tensor *want = EXPECT(q4_want(x));
    CALL(quantize_q4_0(out, x->data, 64));
    Tensor *d_and_bytes = bytes_of_q4(out, 2);
    check_tensor_within(d_and_bytes, want, 0, "two whole blocks");
    check_fails(quantize_q4_0(out, x->data, 32 + left), "expected a multiple of 32",
                "a rest is no block: the given check says so");
}
