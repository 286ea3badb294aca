/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double gflops_want(void)
{
    MISTAKE_NUMBER(
        40,
        "a multiplication and an addition are two operations; or one of two units was left out");
    MISTAKE_NUMBER(20, "two units, and two operations for each number of the vector");
    MISTAKE_NUMBER(10, "each unit works on 8 numbers at once");
    MISTAKE_NUMBER(5, "each unit works on 8 numbers at once, and multiplies and adds");
    MISTAKE_NUMBER(160, "a factor of 2 too many: 2.5 * 2 units * 8 numbers * 2 operations");
    MISTAKE_NUMBER(80e9, "that is in operations a second: a GFLOP/s is 10^9 of them");
    return 80; /* 2.5 * 2 * 8 * 2 */
}

double gigabytes_ijk_want(void)
{
    double n3 = 1024.0 * 1024 * 1024;
    MISTAKE_NUMBER(n3 * 4 * 1e-9,
                   "that is 4 bytes for each number that is read: a whole line is fetched, 64");
    MISTAKE_NUMBER(n3 * 64 / 0x1p30, "a gigabyte here is 10^9 bytes");
    MISTAKE_NUMBER(2 * n3 * 64 * 1e-9, "n^3 numbers of B are read; those of A lie side by side");
    MISTAKE_NUMBER(n3 * 1e-9, "that is how many numbers, in 10^9");
    MISTAKE_NUMBER(1024.0 * 1024 * 64 * 1e-9,
                   "that is if each number of B was read once: each is read for every row of C");
    MISTAKE_NUMBER(1024.0 * 1024 * 4 * 1e-9,
                   "that is the size of B: each number is read 1024 times, and a line each time");
    MISTAKE_NUMBER(n3 * 64 * 1e-6, "that is in megabytes");
    MISTAKE_NUMBER(n3 * 64, "that is in bytes");
    return n3 * 64 * 1e-9; /* 68.7 */
}

double megabytes_tiled_want(void)
{
    double b = 1024.0 * 1024 * 4;
    MISTAKE_NUMBER(b * 1e-6, "that is B, once: there are 16 tiles of rows");
    MISTAKE_NUMBER(b * 64 * 1e-6, "64 is the size of a tile; there are 1024 / 64 tiles of rows");
    MISTAKE_NUMBER(b * 1024 * 1e-6, "that is once for each row: a tile of B serves 64 rows");
    MISTAKE_NUMBER(b * 16 * 16 * 1e-6,
                   "a tile is used for the 64 rows and then left: 16 times, not 256");
    MISTAKE_NUMBER(2 * b * 16 * 1e-6, "that is A and B together, A once for each tile of columns");
    MISTAKE_NUMBER(b * 16 / 0x1p20, "a megabyte here is 10^6 bytes");
    MISTAKE_NUMBER(b * 16 * 1e-9, "that is in gigabytes");
    MISTAKE_NUMBER(16, "that is how often B is fetched");
    return b * 16 * 1e-6; /* 67.1 */
}

double registers_want(void)
{
    MISTAKE_NUMBER(28, "those are the sums; two vectors of B and a number of A come on top");
    MISTAKE_NUMBER(30, "the number of A needs one, too");
    MISTAKE_NUMBER(29, "of B there are two vectors");
    MISTAKE_NUMBER(17, "each of the 14 rows has two vectors of sums");
    MISTAKE_NUMBER(
        16, "each of the 14 rows has two vectors of sums, and there are two of B and one of A");
    MISTAKE_NUMBER(44, "one number of A is there at a time, not 14");
    return 31; /* 14 * 2 + 2 + 1 */
}

double speed_up_want(void)
{
    MISTAKE_NUMBER(16, "that is if all of the work could be shared out");
    MISTAKE_NUMBER(15.2,
                   "that is 95 % of 16; but the 5 % take as long as ever: 1 / (0.05 + 0.95 / 16)");
    MISTAKE_NUMBER(20, "that is with as many threads as you like: 1 / 0.05");
    MISTAKE_NUMBER(0.05 + 0.95 / 16, "that is the time; how many times as fast is 1 over that");
    MISTAKE_NUMBER(16 / 0.95, "more than 16 times as fast as one thread cannot be");
    return 1 / (0.05 + 0.95 / 16); /* 9.14 */
}

double largest_tile_want(void)
{
    MISTAKE_NUMBER(110, "that is one tile alone: three of them must fit");
    MISTAKE_NUMBER(4096, "that is how many numbers one tile has; its root");
    MISTAKE_NUMBER(128, "a float takes 4 bytes, and there are three tiles");
    MISTAKE_NUMBER(127, "a float takes 4 bytes");
    MISTAKE_NUMBER(221, "a float takes 4 bytes, and there are three tiles");
    MISTAKE_NUMBER(78, "that is two tiles: C has one, too");
    MISTAKE_NUMBER(63, "one more fits: 3 * 64 * 64 * 4 is 49152");
    return 64;
}
