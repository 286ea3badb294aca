/* pack.c - 20.1: a tensor as bytes. */
#include "draws.h"
#include "want.h"

TEST(bytes_of_any_shape, .points = 3, .exercise = "20.1 artefact_pack", .file = "artefact_pack.c")
{
    long R = draw_long("R", 6, 9), C = draw_long("C", 2, 5), n = draw_long("n", 7, 12);
    Tensor *matrix = draw("matrix", SHAPE(R, C)), *vector = draw("vector", SHAPE(n));
    Tensor *windows = draw("windows", SHAPE(2, n, C)), *row = draw("row", SHAPE(1, n));
    Tensor *no_rows = draw("no_rows", SHAPE(0, C)), *scalar = draw("scalar", 0, NULL);
    Tensor *const each[] = {matrix, vector, windows, row, no_rows, scalar};
    for (int i = 0; i < 6; i++) {
        Tensor *t = each[i];
        long want = EXPECT(bytes_want(t));
        long bytes = (long)CALL(artefact_tensor_bytes(t));
        check_long(bytes, want, "a letter; of a matrix C scales and R C codes, else n floats");
    }
}

/* What it writes, the bytes behind that, and what it returns. */
static void pack(Tensor *t, size_t bytes, const char *rule)
{
    unsigned char *out = room_for_bytes(bytes);
    Tensor *want = EXPECT(packed_want(t));
    long want_bytes = EXPECT(bytes_want(t));
    long written = (long)CALL(artefact_pack(out, t));
    Tensor *packed = bytes_in(out, bytes);
    check_tensor_within(packed, want, 0, rule);
    check_long(written, want_bytes, "as many bytes as it wrote");
}

static size_t of_matrix(long R, long C)
{
    return (size_t)(1 + 4 * C + R * C);
}

TEST(a_matrix_by_hand, .points = 1, .exercise = "20.1 artefact_pack", .file = "artefact_pack.c")
{
    Tensor *t = input("t", SHAPE(2, 2), VALUES(1, -254, 127, 0));
    pack(t, of_matrix(2, 2), "'Q', scales 1 and 2, codes 1 -127 127 0");
}

TEST(codes_of_a_matrix, .points = 4, .exercise = "20.1 artefact_pack", .file = "artefact_pack.c")
{
    long R = draw_long("R", 5, 8), C = draw_long("C", 3, 4);
    Tensor *t = draw_between("t", SHAPE(R, C), -1, 1);
    for (long i = 0; i < R; i++) {
        t->data[i * C] = (real)(-fabs((double)t->data[i * C]) - 0.1); /* nothing above 0 */
        t->data[i * C + C - 1] *= 50;
    }
    resealed(t);
    pack(t, of_matrix(R, C), "of each column its scale, then the codes, row by row");
    long many = draw_long("many rows", 257, 300);
    Tensor *tall = draw_between("tall", SHAPE(many, 2), -1, 1);
    pack(tall, of_matrix(many, 2), "a column may have any number of rows");
}

TEST(a_column_of_zeros, .points = 3, .exercise = "20.1 artefact_pack", .file = "artefact_pack.c")
{
    long R = draw_long("R", 3, 5), C = draw_long("C", 6, 7), zero = draw_long("zero", 0, 5);
    Tensor *t = draw_between("t", SHAPE(R, C), -1, 1);
    for (long i = 0; i < R; i++)
        t->data[i * C + zero] = 0;
    resealed(t);
    pack(t, of_matrix(R, C), "a column of zeros has scale 0, and codes 0");
}

TEST(vectors_are_floats, .points = 1, .exercise = "20.1 artefact_pack", .file = "artefact_pack.c")
{
    long n = draw_long("n", 5, 9), m = draw_long("m", 2, 4);
    Tensor *vector = draw("vector", SHAPE(n)), *windows = draw("windows", SHAPE(m, 2, 3));
    pack(vector, (size_t)(1 + 4 * n), "'F', and every number as a float of 4 bytes");
    pack(windows, (size_t)(1 + 24 * m), "'F', and every number as a float of 4 bytes");
}
