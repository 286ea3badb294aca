/* walk_want.c - what a walk leaves in the leaves, and behind it. */
#include "want.h"

#define NOTHING_ARRIVED                                                                            \
    "nothing arrived: either the root has no gradient when its turn comes (the seed is set after " \
    "walk_open), or a closure has no turn, or a turn is not ended, or a closure gets something "   \
    "else than its result's gradient, or 06.2 is not right yet: its own tests say so"

static Tensor *scalar(double x)
{
    return values(SCALAR, VALUES((real)x));
}

Tensor *walked_want(double ways, const Tensor *seed)
{
    MISTAKE_MESSAGE("->grad is NULL", NOTHING_ARRIVED);
    MISTAKE_MESSAGE("scope is closed",
                    "memory of a walk that has ended was used: walk_close comes once, at the end");
    if (ways == 3)
        MISTAKE(
            seed == NULL ? scalar(1) : copy_of(seed),
            "only one share arrived at x: either a's turn came before b had handed out its "
            "shares, or b had no turn, or a share replaced another, or a turn was handed another "
            "gradient than its result's");
    MISTAKE_MESSAGE("is no tensor", "this gradient was memory of the walk, and ended with it: "
                                    "gradient_share makes the copy that stays");
    if (seed == NULL) {
        MISTAKE(scalar(0), "zeros were sent for the seed: where it is NULL it is 1");
        return scalar(ways);
    }
    MISTAKE(scalar(ways), "the seed was ignored: it is 1 only where the seed is NULL");
    return plain_scaled(seed, ways);
}

Tensor *left_behind_want(void)
{
    static const char *const turns =
        "the gradients of the intermediates are still there: each ends with walk_end_turn";
    static const char *const shares =
        "shares were added while the function that hands them out was still running: "
        "walk_begin_turn is missing";
    MISTAKE(values(SHAPE(4), VALUES(3, 0, 0, 0)), turns);
    MISTAKE(values(SHAPE(4), VALUES(3, 0, 4, 0)), turns);
    MISTAKE(values(SHAPE(4), VALUES(0, 1, 0, 0)),
            "the walk's scope is still open: walk_close is missing");
    MISTAKE(values(SHAPE(4), VALUES(0, 0, 4, 0)), shares);
    MISTAKE(values(SHAPE(4), VALUES(0, 0, 0, 1)),
            "a constant got a gradient: only what requires one gets one");
    return blank(SHAPE(4));
}

Tensor *seeded_leaf_want(const Tensor *seed)
{
    MISTAKE_MESSAGE("->grad is NULL", "nothing arrived: a leaf as the root has no closure to run, "
                                      "but it gets the seed");
    MISTAKE_MESSAGE("is a view",
                    "the root's gradient is the caller's seed itself: gradient_share copies it");
    MISTAKE(scalar(1), "the seed was ignored: it is 1 only where the seed is NULL");
    return copy_of(seed);
}

void is_retained(void)
{
    MISTAKE_MESSAGE("released", "the graph was released although it was to be retained");
}

Tensor *added_want(double first, double second)
{
    is_retained();
    MISTAKE_MESSAGE("->grad is NULL", NOTHING_ARRIVED);
    MISTAKE(scalar(first), "the second walk has found nothing to walk: are the marks of the first "
                           "still there (06.2)?");
    MISTAKE(scalar(second), "the gradient of the second walk has replaced that of the first: "
                            "walk_close adds up what is retained");
    MISTAKE(scalar(first + 2 * second), "a retained gradient flowed a second time");
    return scalar(first + second);
}

void release_is_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "a graph that was released was walked again: either not every closure of the "
                    "list is marked CLOSURE_RELEASED, or backward_check_order was not called, or "
                    "06.2 leaves closures out or takes that mark off");
}

long untouched_want(void)
{
    MISTAKE_NUMBER(1, "w has a gradient, though the call failed: backward_check_order comes before "
                      "anything is changed");
    MISTAKE_NUMBER(2, "the root has its seed, though the call failed: backward_check_order comes "
                      "before anything is changed");
    MISTAKE_NUMBER(3, "the root has its seed and w has a gradient, though the call failed: "
                      "backward_check_order comes before anything is changed");
    return 0;
}

Tensor *turns_want(long turns)
{
    static const char *const without =
        "a backward function got no gradient: either its closure had a turn although no gradient "
        "had arrived (out->grad is NULL), or it was handed another than its result's";
    real n = (real)turns;
    MISTAKE_MESSAGE("NULL", without);
    MISTAKE(values(SHAPE(3), VALUES(n + 1, 1, 1)), without);
    MISTAKE(values(SHAPE(3), VALUES(n, 1, 1)), without);
    MISTAKE(values(SHAPE(3), VALUES(1, 0, 1)),
            "only one closure had a turn: each to which a gradient has arrived has one");
    MISTAKE(values(SHAPE(3), VALUES(1, 0, 0)),
            "only one closure had a turn, and idle is not released: either the walk stopped at a "
            "closure that nothing reached (walk the whole list), or 06.2 lists no more");
    MISTAKE(values(SHAPE(3), VALUES(n, 0, 0)),
            "idle is not released: either only what had a turn is (every closure of the list has "
            "to be), or nothing, or 06.2 does not list it");
    MISTAKE(values(SHAPE(3), VALUES(0, 0, 1)), "no closure had a turn");
    MISTAKE(values(SHAPE(3), VALUES(0, 0, 0)),
            "no closure had a turn, and idle is not released: either the list was not walked, or "
            "06.2 is not right yet: its own tests say so");
    MISTAKE(values(SHAPE(3), VALUES(n + 1, 0, 1)),
            "a closure had its turn that the root does not depend on, or twice");
    return values(SHAPE(3), VALUES(n, 0, 1));
}

long recording_in_turns_want(void)
{
    MISTAKE_NUMBER(
        2, "recording was on while the closures had their turns: walk_open switches it off");
    return 0;
}
