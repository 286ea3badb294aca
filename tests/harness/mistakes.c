/* mistakes.c - wrong answers to a question on paper, and the sentence for each.
 *
 * What is registered before an answer holds for that answer and no longer. Where one number fits several mistakes, none can be told
 * from the other, and the report says "either ... or ...". (Mistakes in code are rows of mistakes.txt: names.c.)
 */
#include "verdict.h"

#define MAX_MISTAKES 128

typedef struct {
    double number;
    const char *sentence;
} Mistake;

static Mistake mistakes[MAX_MISTAKES];
static int n_mistakes;
static int n_called; /* the first of them are those of the last call */

void check_mistake_number(double wrong, const char *sentence)
{
    if (n_mistakes == MAX_MISTAKES) {
        snprintf(verdict->title, sizeof verdict->title,
                 "this test knows more than %d mistakes; its author can raise MAX_MISTAKES in "
                 "tests/harness/mistakes.c",
                 MAX_MISTAKES);
        give_up(FAILED);
    }
    mistakes[n_mistakes++] = (Mistake){wrong, sentence};
}

void mistakes_forget(void)
{
    n_mistakes = n_called = 0;
}

void mistakes_of_next_call(void)
{
    n_mistakes -= n_called;
    memmove(mistakes, mistakes + n_called, (size_t)n_mistakes * sizeof *mistakes);
    n_called = n_mistakes;
}

static void tell(const char *sentence)
{
    char *likely = verdict->likely, before[sizeof verdict->likely];
    if (likely[0] == '\0') {
        snprintf(likely, sizeof verdict->likely, "%s", sentence);
        return;
    }
    if (strstr(likely, sentence) != NULL)
        return;
    snprintf(before, sizeof before, "%s", likely + (strncmp(likely, "either ", 7) == 0 ? 7 : 0));
    snprintf(likely, sizeof verdict->likely, "either %.1200s; or %.300s", before, sentence);
}

void mistakes_explain_number(double value, double tolerance)
{
    for (int i = 0; i < n_mistakes; i++)
        if (close_enough(value, mistakes[i].number, tolerance))
            tell(mistakes[i].sentence);
}
