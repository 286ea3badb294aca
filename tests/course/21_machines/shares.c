/* shares.c - 21.1: which rows are whose. */
#include "draws.h"
#include "want.h"

TEST(ten_rows_in_four_shares, .points = 1, .exercise = "21.1 share_of", .file = "share.c")
{
    long rows = 10, shares = 4;
    given("rows", "10"), given("shares", "4");

    Tensor *want = EXPECT(cut_want(rows, shares));
    check_called("share_of(rows, i, shares), i from 0 to shares - 1");
    Tensor *first_and_count = cut(rows, shares);
    check_tensor_within(first_and_count, want, 0, "three rows, three, two, two");
}

TEST(some_rows_are_left_over, .points = 5, .exercise = "21.1 share_of", .file = "share.c")
{
    long shares = draw_long("shares", 5, 9), least = draw_long("least", 3, 6);
    long left = draw_long("left over", 2, shares - 2), rows = least * shares + left;
    given("rows", "%ld", rows);

    Tensor *want = EXPECT(cut_want(rows, shares));
    check_called("share_of(rows, i, shares), i from 0 to shares - 1");
    Tensor *first_and_count = cut(rows, shares);
    check_tensor_within(first_and_count, want, 0,
                        "one row more for each of the first shares, and no row twice or never");
}

TEST(no_row_is_left_over, .points = 2, .exercise = "21.1 share_of", .file = "share.c")
{
    long shares = draw_long("shares", 2, 9), rows = shares * draw_long("rows of a share", 2, 9);
    given("rows", "%ld", rows);

    Tensor *want = EXPECT(cut_want(rows, shares));
    check_called("share_of(rows, i, shares), i from 0 to shares - 1");
    Tensor *first_and_count = cut(rows, shares);
    check_tensor_within(first_and_count, want, 0, "all shares have the same size");
}

TEST(fewer_rows_than_shares, .points = 2, .exercise = "21.1 share_of", .file = "share.c")
{
    long rows = draw_long("rows", 2, 6), shares = rows + draw_long("more shares than rows", 2, 5);
    given("shares", "%ld", shares);

    Tensor *want = EXPECT(cut_want(rows, shares));
    check_called("share_of(rows, i, shares), i from 0 to shares - 1");
    Tensor *first_and_count = cut(rows, shares);
    check_tensor_within(first_and_count, want, 0,
                        "a row each, then shares of 0 rows, which begin behind the last row");
}

TEST(one_rank_and_an_empty_batch, .points = 2, .exercise = "21.1 share_of", .file = "share.c")
{
    long rows = draw_long("rows", 5, 99), one = 1, none = 0, shares = draw_long("shares", 2, 8);

    Tensor *want = EXPECT(cut_want(rows, one));
    check_called("share_of(rows, 0, 1)");
    Tensor *all_rows = cut(rows, one);
    check_tensor_within(all_rows, want, 0, "a single share has every row");
    Tensor *want_nothing = EXPECT(cut_want(none, shares));
    check_called("share_of(0, i, shares), i from 0 to shares - 1");
    Tensor *no_rows = cut(none, shares);
    check_tensor_within(no_rows, want_nothing, 0, "of no rows every share has 0, from row 0");
}

TEST(more_rows_than_an_int_counts, .points = 1, .exercise = "21.1 share_of", .file = "share.c")
{
    long shares = draw_long("shares", 5, 9), left = draw_long("left over", 2, shares - 2);
    long rows = shares * (LARGE + draw_long("more", 1, 99)) + left;
    given("rows", "%ld", rows);

    Tensor *want = EXPECT(cut_want(rows, shares));
    check_called("share_of(rows, i, shares), i from 0 to shares - 1");
    Tensor *first_and_count = cut(rows, shares);
    check_tensor_within(first_and_count, want, 0, "rows, first and count are numbers of type long");
}

TEST(one_share_of_very_many, .points = 3, .exercise = "21.1 share_of", .file = "share.c")
{
    long shares = VERY_MANY + draw_long("more", 1, 99);
    long left = draw_long("left over", VERY_MANY / 3, VERY_MANY / 2);
    long rows = shares * draw_long("least", 2, 9) + left, i = left + draw_long("behind", 1, 99);
    given("rows", "%ld", rows), given("i", "%ld", i);

    Tensor *want = EXPECT(share_want(rows, i, shares));
    check_called("share_of(rows, i, shares)");
    Share s = share_of(rows, i, shares);
    Tensor *first_and_count = values(SHAPE(2), 2, (real[]){(real)s.first, (real)s.count});
    check_tensor_within(first_and_count, want, 0, "share i is asked for alone, without a walk");
}

TEST(a_share_that_is_not_there, .points = 2, .exercise = "21.1 share_of", .file = "share.c")
{
    long shares = draw_long("shares", 3, 6), rows = shares * draw_long("least", 3, 6) + 1;
    given("rows", "%ld", rows);

    Tensor *want = EXPECT(cut_want(rows, shares));
    check_called("share_of(rows, i, shares), i from 0 to shares - 1");
    Tensor *first_and_count = cut(rows, shares);
    check_tensor_within(first_and_count, want, 0, "shares count from 0 to shares - 1");
    check_fails(share_of(rows, shares, shares), "there is no share",
                "share number `shares` is none: the given check says so");
}
