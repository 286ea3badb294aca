/* formula.c - reads and works out a formula in one go, by recursive descent. tools/grading/.../judge/formula.py is its twin. */
#include "formula.h"
#include <ctype.h>

typedef struct {
    const char *at;
    int n, depth;
    const Letter *letters;
    bool wrong;
} Reading;

enum { DEEPEST = 50 };

static double sum(Reading *r);

static char next(Reading *r)
{
    r->at += strspn(r->at, " \t");
    return *r->at;
}

static bool took(Reading *r, char sign)
{
    bool here = next(r) == sign;
    r->at += here;
    return here;
}

static double refuse(Reading *r)
{
    r->wrong = true;
    r->at += strlen(r->at);
    return 0;
}

static double atom(Reading *r)
{
    if (r->depth > DEEPEST)
        return refuse(r);
    if (took(r, '(')) {
        r->depth++;
        double inside = sum(r);
        r->depth--;
        return took(r, ')') ? inside : refuse(r);
    }
    if (isdigit((unsigned char)next(r)) || *r->at == '.') {
        size_t digits = strspn(r->at, "0123456789.");
        char *end, number[64];
        snprintf(number, sizeof number, "%.*s", (int)digits, r->at);
        double value = strtod(number, &end);
        if (digits >= sizeof number || end != number + digits)
            return refuse(r);
        r->at += digits;
        return value;
    }
    for (int i = 0; i < r->n; i++)
        if (took(r, r->letters[i].name))
            return r->letters[i].is;
    return refuse(r);
}

static double power(Reading *r)
{
    double base = atom(r);
    if (!took(r, '^'))
        return base;
    if (++r->depth > DEEPEST)
        return refuse(r);
    double exponent = took(r, '-') ? -power(r) : power(r); /* from the right, as on paper */
    r->depth--;
    return pow(base, exponent);
}

static double product(Reading *r)
{
    double value = power(r);
    for (;;)
        if (took(r, '*'))
            value *= power(r);
        else if (took(r, '/'))
            value /= power(r);
        else if (isalnum((unsigned char)next(r)) || *r->at == '(' || *r->at == '.')
            value *= power(r);
        else
            return value;
}

static double sum(Reading *r)
{
    double value = took(r, '-') ? -product(r) : product(r);
    for (;;)
        if (took(r, '+'))
            value += product(r);
        else if (took(r, '-'))
            value -= product(r);
        else
            return value;
}

bool formula_value(const char *text, int n, const Letter *letters, double *value)
{
    Reading r = {.at = text, .n = n, .letters = letters};
    *value = sum(&r);
    return !r.wrong && next(&r) == '\0' && isfinite(*value);
}
