/* unpack.c - 20.2: bytes as a tensor, if they are one. */
#include "draws.h"
#include "want.h"

static void unpack(Tensor *t, const unsigned char *in, size_t bytes, const char *rule)
{
    may_change(t);
    Tensor *want = EXPECT(unpacked_want(t, in));
    long want_taken = EXPECT(bytes_want(t));
    long taken = CALL(artefact_unpack(t, in, bytes));
    check_long(taken, want_taken, "as many bytes as the tensor takes, however many there are");
    check_tensor_within(t, want, 1e-6, rule); /* a product of floats, or of reals */
}

TEST(back_again_by_hand, .points = 2, .exercise = "20.2 artefact_unpack",
     .file = "artefact_unpack.c")
{
    unsigned char bytes[13] = {'Q', 0, 0, 0, 0, 0, 0, 0, 0, 1, 129, 127, 0};
    artefact_put_float(bytes + 1, 1);
    artefact_put_float(bytes + 5, 2);
    given("bytes", "'Q', the floats 1 and 2, then 1, 129, 127, 0");
    Tensor *t = output("t", SHAPE(2, 2));
    unpack(t, bytes, sizeof bytes, "rows 1 -254, 127 0");
}

TEST(a_matrix_comes_back, .points = 4, .exercise = "20.2 artefact_unpack",
     .file = "artefact_unpack.c")
{
    long R = draw_long("R", 5, 8), C = draw_long("C", 2, 4),
         more = draw_long("bytes behind it", 1, 9);
    unsigned char *bytes = draw_matrix_bytes(R, C);
    size_t all = (size_t)(1 + 4 * C + R * C);
    Tensor *t = output("t", SHAPE(R, C));
    unpack(t, bytes, all, "the scale of the column times the code");
    long zero = draw_long("column of zeros", 0, C - 1);
    artefact_put_float(bytes + 1 + 4 * zero, 0);
    for (long i = 0; i < R; i++)
        bytes[1 + 4 * C + i * C + zero] = 0;
    Tensor *again = output("again", SHAPE(R, C));
    unpack(again, bytes, all + (size_t)more, "what lies behind it is another tensor's");
}

TEST(floats_come_back, .points = 3, .exercise = "20.2 artefact_unpack", .file = "artefact_unpack.c")
{
    long n = draw_long("n", 5, 9);
    unsigned char *bytes = room_for_bytes((size_t)(1 + 4 * n));
    bytes[0] = 'F';
    long odd = draw_long("one that is not finite", 0, n - 1);
    for (long i = 0; i < n; i++) {
        float x = i == odd ? INFINITY : (float)(4 * unit() - 2);
        artefact_put_float(bytes + 1 + 4 * i, x);
        given("a float", "%.7g", (double)x);
    }
    Tensor *t = output("t", SHAPE(n));
    unpack(t, bytes, (size_t)(1 + 4 * n + BEHIND), "the floats, as they are; others may follow");
    artefact_put_float(bytes + 1 + 4 * odd, NAN);
    given("in place of infinity", "NaN");
    Tensor *holed = output("holed", SHAPE(n));
    may_change(holed);
    long want_taken = EXPECT(bytes_want(holed));
    long taken = CALL(artefact_unpack(holed, bytes, (size_t)(1 + 4 * n)));
    check_long(taken, want_taken, "a float of a vector may be NaN: only a scale has to be finite");
}

/* It is refused, and t keeps its numbers. */
static void refuse(const unsigned char *bytes, size_t n, int ndim, const long *shape,
                   const char *what)
{
    Tensor *t = draw("t", ndim, shape);
    may_change(t); /* so that what was overwritten is shown */
    given("the bytes", "%s", what);
    Tensor *want = EXPECT(copy_of(t));
    long refused = CALL(artefact_unpack(t, bytes, n));
    check_long(refused, -1, "bytes that are no such tensor are refused");
    check_tensor_within(t, want, 0, "what is refused changes nothing");
}

TEST(scales_that_are_none, .points = 3, .exercise = "20.2 artefact_unpack",
     .file = "artefact_unpack.c")
{
    long R = draw_long("R", 3, 5), C = R + draw_long("C - R", 1, 2),
         j = C - 1 - draw_long("columns behind it", 0, C - R - 1);
    size_t all = (size_t)(1 + 4 * C + R * C);
    unsigned char *bytes = draw_matrix_bytes(R, C), *at = bytes + 1 + 4 * j;
    float scale = artefact_get_float(at);
    const float strange[] = {-scale, NAN, INFINITY};
    for (int i = 0; i < 3; i++) {
        artefact_put_float(at, strange[i]);
        refuse(bytes, all, SHAPE(R, C),
               i == 0   ? "a scale is negative"
               : i == 1 ? "a scale is NaN"
                        : "a scale is infinite");
    }
    artefact_put_float(at, scale);
    Tensor *t = output("t", SHAPE(R, C));
    unpack(t, bytes, all, "and this is one");
}

TEST(bytes_that_are_no_tensor, .points = 4, .exercise = "20.2 artefact_unpack",
     .file = "artefact_unpack.c")
{
    long R = draw_long("R", 3, 5), C = draw_long("C", 4, 6);
    size_t all = (size_t)(1 + 4 * C + R * C);
    unsigned char *bytes = draw_matrix_bytes(R, C);
    refuse(bytes, all - 1, SHAPE(R, C), "one byte is missing");
    refuse(bytes, 0, SHAPE(R, C), "there are none");
    size_t as_floats = (size_t)(1 + 4 * R * C);
    unsigned char *floats = room_for_bytes(as_floats);
    memcpy(floats, bytes, all);
    floats[0] = 'F';
    refuse(floats, as_floats, SHAPE(R, C), "the letter is 'F', but t is a matrix");
    unsigned char *vector = room_for_bytes((size_t)(1 + 4 * C));
    memcpy(vector, bytes, (size_t)(1 + 4 * C));
    vector[0] = 'Q';
    refuse(vector, (size_t)(1 + 4 * C), SHAPE(C), "the letter is 'Q', but t is no matrix");
    unsigned char *short_vector = room_for_bytes((size_t)(1 + 4 * C));
    memset(short_vector, 0, (size_t)(1 + 4 * C));
    short_vector[0] = 'F';
    refuse(short_vector, (size_t)(4 * C), SHAPE(C), "the last byte of a vector is missing");
    Tensor *t = output("t", SHAPE(R, C));
    unpack(t, bytes, all, "and these are one");
}
