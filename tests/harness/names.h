/* names.h - known mistakes by what they give: the sentence for an exercise that fails in the very same way. */
#ifndef NAMES_H
#define NAMES_H

#include "results.h"

/* The table of a module's known mistakes (tools/course/authors/names.py); without one nothing is named. */
void names_start(const char *path);
/* What the report says of a failed test: the mistake that has the same values, else what the test itself has found. */
void name_mistake(const Result *result, char *text, size_t size);
/* For the maker of the table: the digest of each test of the exercise, or of all, that fails. */
void names_record(FILE *out, const char *exercise);

#endif
