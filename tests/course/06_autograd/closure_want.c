/* closure_want.c - who is recorded, and what is remembered. */
#include "want.h"

Tensor *result_want(const Tensor *out, const Tensor *a)
{
    MISTAKE(copy_of(a), "an input stands where the result belongs: what was made is out, and out "
                        "is returned");
    return copy_of(out);
}

long recorded_want(void)
{
    MISTAKE_NUMBER(
        0, "nothing was recorded: out->closure is still empty, though a requires a gradient");
    return 1;
}

Tensor *inputs_want(const Tensor *a, const Tensor *b)
{
    real one = a->data[0], two = b->data[0];
    MISTAKE(values(SHAPE(2), VALUES(two, two)),
            "the list of inputs was kept, not copied: it belongs to the caller");
    MISTAKE_SHAPE(SHAPE(1), "only one of the two inputs was handed on: n says how many there are");
    return values(SHAPE(2), VALUES(one, two));
}

long capture_want(long kept, long later)
{
    MISTAKE_NUMBER(-1, "the capture was lost: hand size and capture on to closure_new");
    MISTAKE_NUMBER((double)later, "the capture was kept, not copied: the struct belongs to the "
                                  "caller, and ends with the call");
    return kept;
}

/* Which of six results have a closure, and which require a gradient: 1 and 0. */
static Tensor *rows(const int order[6], const char *recorded, const char *wanting)
{
    Tensor *t = blank(SHAPE(2, 6));
    for (int i = 0; i < 12; i++)
        t->data[i] = (i < 6 ? recorded : wanting)[order[i % 6]] == '1';
    return t;
}

Tensor *recording_want(const int order[6])
{
    MISTAKE(rows(order, "100011", "100011"), "only the first input was looked at");
    MISTAKE(rows(order, "001010", "001010"),
            "only the last input was looked at: later ones overwrite what earlier ones said");
    MISTAKE(rows(order, "110011", "110011"),
            "the last input was not looked at: n says how many there are");
    MISTAKE(rows(order, "000000", "111011"),
            "a closure was made, but not kept: out->closure is empty");
    MISTAKE(rows(order, "000010", "000010"), "all inputs had to want a gradient: one is enough");
    MISTAKE(rows(order, "000001", "000001"),
            "no leaf was recorded: a leaf that wants a gradient has no closure, so ask for "
            "requires_grad");
    MISTAKE(rows(order, "000000", "000000"), "nothing was recorded at all");
    MISTAKE(rows(order, "000101", "000101"),
            "recorded just where no input requires a gradient: the question is turned round");
    MISTAKE(rows(order, "111111", "111111"),
            "recorded although no input requires a gradient: memory and time for nothing");
    MISTAKE(rows(order, "111011", "000000"),
            "a result that is recorded requires a gradient itself: else "
            "the walk would end here");
    MISTAKE(rows(order, "111011", "111111"),
            "a result that nobody needs a gradient for requires one");
    return rows(order, "111011", "111011");
}

Tensor *while_off_want(void)
{
    MISTAKE(values(SHAPE(3), VALUES(1, 1, 0)),
            "it was recorded though recording was off: ask grad_mode_is_on()");
    MISTAKE(values(SHAPE(3), VALUES(0, 1, 1)),
            "recording was off, and the result requires a gradient all the same: that goes with "
            "the closure");
    MISTAKE(values(SHAPE(3), VALUES(0, 0, 0)),
            "closure_no_gradient was not called: a message could not say that recording was off");
    return values(SHAPE(3), VALUES(0, 0, 1));
}

long behind_detach_want(void)
{
    MISTAKE_NUMBER(1, "a detached input has a past, but requires no gradient: ask for "
                      "requires_grad, not for the closure");
    return 0;
}
