/* tested.c - 06.17, optional: a test of the student's, asked about right and wrong functions. */
#include "subs.h"
#include "want.h"

/* Each way of writing one with both forms of a slip, as often without, and some that may be either,
 * in a drawn order: so whoever counts knows nothing. */
enum { WRONG = 2 * WAYS, RIGHT = 2 * WAYS, ASKED = WRONG + RIGHT + 4 };

typedef struct {
    int way, form;
    bool is_right;
} Question;

static void draw_questions(Question *q)
{
    for (int i = 0; i < ASKED; i++) {
        bool either = draw_seed() & 1;
        int way = i < WRONG + RIGHT ? i % WAYS : (int)(draw_seed() % WAYS);
        int form = i < WRONG + RIGHT ? i / WAYS % 2 : (int)(draw_seed() % 2);
        q[i] = (Question){way, form, i < WRONG ? false : i < WRONG + RIGHT ? true : either};
    }
    for (int i = ASKED - 1; i > 0; i--) {
        int k = (int)(draw_seed() % (uint64_t)(i + 1));
        Question other = q[k];
        q[k] = q[i];
        q[i] = other;
    }
}

/* Bit i: is function i a right one? */
static uint64_t right_ones(const Question *q)
{
    uint64_t bits = 0;
    for (int i = 0; i < ASKED; i++)
        bits |= (uint64_t)q[i].is_right << i;
    return bits;
}

/* What one call leaves behind must not reach the next one. */
static bool verdict(const Question *q, Kind kind)
{
    Scope *scope = scope_open();
    grad_mode(true);
    slip.kind = q->is_right ? NO_SLIP : kind;
    slip.form = q->form;
    bool is_right = sub_is_right(ways[q->way]);
    slip.kind = NO_SLIP;
    scope_close(scope);
    return is_right;
}

static void check_verdicts(Kind kind, const char *rule)
{
    Question questions[ASKED];
    draw_questions(questions);
    uint64_t right = right_ones(questions);
    given("sub", "each of %d functions, right and wrong ones, written in %d ways", ASKED, WAYS);

    Tensor *want = EXPECT(verdicts_want(right, ASKED));
    check_called("sub_is_right(sub)");
    Tensor *said_to_be_right = blank(SHAPE(ASKED));
    for (int i = 0; i < ASKED; i++)
        said_to_be_right->data[i] = verdict(&questions[i], kind);
    check_tensor_within(said_to_be_right, want, 0, rule);
}

/* ---- a test a slip ------------------------------------------------------------------------------- */

TEST(own_test_of_numbers, .optional = 1, .exercise = "06.17 sub_is_right", .file = "sub_is_right.c")
{
    check_verdicts(OTHER_FUNCTION,
                   "1 for a right one, 0 for a + b and -a - b, whose way back fits them");
}

TEST(own_test_of_signs, .optional = 1, .exercise = "06.17 sub_is_right", .file = "sub_is_right.c")
{
    check_verdicts(WRONG_SIGN, "1 for a right one, 0 where one share has the wrong sign");
}

TEST(own_test_of_both_sides, .optional = 1, .exercise = "06.17 sub_is_right",
     .file = "sub_is_right.c")
{
    check_verdicts(NO_SHARE, "1 for a right one, 0 where one side gets no share");
}

TEST(own_test_of_what_comes_back, .optional = 1, .exercise = "06.17 sub_is_right",
     .file = "sub_is_right.c")
{
    check_verdicts(NOT_ALL_OF_DY, "1 for a right one, 0 where shares know only the sign of dy, or "
                                  "no dy below 0");
}

TEST(own_test_of_repeated_numbers, .optional = 2, .exercise = "06.17 sub_is_right",
     .file = "sub_is_right.c")
{
    check_verdicts(NOT_SUMMED, "1 for a right one, 0 where shares of a repeated number are not "
                               "summed: along an axis that it lacks, or along one of size 1");
}

TEST(own_test_of_views, .optional = 1, .exercise = "06.17 sub_is_right", .file = "sub_is_right.c")
{
    check_verdicts(MEMORY_ORDER, "1 for a right one, 0 where a view is taken in the order of its "
                                 "memory, there or back");
}

TEST(own_test_of_one_tensor_twice, .optional = 1, .exercise = "06.17 sub_is_right",
     .file = "sub_is_right.c")
{
    check_verdicts(SHARED, "1 for a right one, 0 where x - x forgets one share of x");
}

TEST(own_test_of_what_was_there, .optional = 1, .exercise = "06.17 sub_is_right",
     .file = "sub_is_right.c")
{
    check_verdicts(OVERWRITTEN, "1 for a right one, 0 where a share takes the place of the "
                                "gradient that was there");
}
