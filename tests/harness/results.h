/* results.h - what became of each test, and which of the student's files is to blame.
 *
 * Each test runs on the student's files. One that fails is asked once more with model answers in place of
 * the module's other files: if it passes then, the slip is not in its own file, and its points are earned as
 * soon as another file's tests have lost theirs. So one slip costs its own exercise.
 */
#ifndef RESULTS_H
#define RESULTS_H

#include "verdict.h"

typedef struct {
    const CheckTest *test;
    Verdict verdict;     /* of the run that shows the mistake best */
    FILE *printed;       /* in that run */
    const char *program; /* that ran, for addr2line */
    bool earned;         /* its points */
    char follows
        [1024]; /* passed but for "12.2 attention_scale"; "": it did not have to be asked again */
    const char *file; /* failed because of this file, of which no own test fails; or NULL */
} Result;

void results_start(void);
/* Of one test; others are run before their turn if it takes them to tell. */
const Result *result_of(const CheckTest *t);

#endif
