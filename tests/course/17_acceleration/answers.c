/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(the_most_a_core_can, .points = 2, .exercise = "17.q gflops", .file = "answers.txt")
{
    double want = EXPECT(gflops_want());
    double gflops = answer("gflops");
    check_number(gflops, want, 1e-3, "");
}

TEST(a_line_for_every_number, .points = 2, .exercise = "17.q gigabytes_ijk", .file = "answers.txt")
{
    double want = EXPECT(gigabytes_ijk_want());
    double gigabytes = answer("gigabytes_ijk");
    check_number(gigabytes, want, 5e-3, "");
}

TEST(a_line_for_every_tile, .points = 2, .exercise = "17.q megabytes_tiled", .file = "answers.txt")
{
    double want = EXPECT(megabytes_tiled_want());
    double megabytes = answer("megabytes_tiled");
    check_number(megabytes, want, 5e-3, "");
}

TEST(a_tile_in_registers, .points = 1, .exercise = "17.q registers", .file = "answers.txt")
{
    double want = EXPECT(registers_want());
    double registers = answer("registers");
    check_number(registers, want, 1e-6, "");
}

TEST(sixteen_threads, .points = 2, .exercise = "17.q speed_up", .file = "answers.txt")
{
    double want = EXPECT(speed_up_want());
    double times = answer("speed_up");
    check_number(times, want, 5e-3, "");
}

TEST(three_tiles_in_48_kb, .points = 1, .exercise = "17.q largest_tile", .file = "answers.txt")
{
    double want = EXPECT(largest_tile_want());
    double rows = answer("largest_tile");
    check_number(rows, want, 1e-6, "");
}
