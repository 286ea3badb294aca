/* registry.c - the tests of this program, in the order of the exercises. */
#include "registry.h"
#include <stdio.h>

static CheckTest *tests;

CheckTest *all_tests(void)
{
    return tests;
}

/* "12.3 ..." before "12.10 ...", what is optional behind all else; within an exercise in the order of
 * the source. */
static int order(const CheckTest *a, const CheckTest *b)
{
    const char *dot_a = strchr(a->exercise, '.'), *dot_b = strchr(b->exercise, '.');
    long na = dot_a ? atol(dot_a + 1) : 0, nb = dot_b ? atol(dot_b + 1) : 0;
    na = na ? na : 1000; /* "12.q": the questions stand last */
    nb = nb ? nb : 1000;
    na += a->optional ? 2000 : 0;
    nb += b->optional ? 2000 : 0;
    if (na != nb)
        return na < nb ? -1 : 1;
    int files = strcmp(a->source, b->source);
    return files ? files : a->line - b->line;
}

void check_register(CheckTest *test)
{
    CheckTest **place = &tests;
    while (*place != NULL && order(*place, test) < 0)
        place = &(*place)->next;
    test->next = *place;
    *place = test;
}

/* How well a test fits what was typed: 3 its name, its exercise's number or function; a part of those:
 * 2, and 1 for a question; 0 not at all. A number is meant as a whole: 12.1 is not a part of 12.10. */
static int fit(const CheckTest *t, const char *text)
{
    const char *space = strchr(t->exercise, ' '), *function = space ? space + 1 : t->exercise;
    size_t number = strcspn(text, " ");
    if (strcmp(t->name, text) == 0 || strcmp(function, text) == 0 ||
        (strncmp(t->exercise, text, number) == 0 &&
         (t->exercise[number] == ' ' && strstr(t->exercise, text) != NULL)))
        return 3;
    if (text[strspn(text, "0123456789.")] == '\0' ||
        (strstr(t->name, text) == NULL && strstr(t->exercise, text) == NULL))
        return 0;
    return strcmp(t->file, "answers.txt") == 0 ? 1 : 2;
}

bool matches(const CheckTest *t, const char *text)
{
    if (text == NULL || *text == '\0')
        return true;
    int best = 0, here = fit(t, text);
    for (const CheckTest *other = tests; other != NULL; other = other->next)
        best = fit(other, text) > best ? fit(other, text) : best;
    return here > 0 && here == best;
}

int print_list(const char *text)
{
    for (const CheckTest *t = tests; t != NULL; t = t->next)
        if (matches(t, text))
            printf("%s\t%d\t%s\t%s\t%d\n", t->name, t->points, t->exercise, t->file, t->optional);
    return 0;
}
