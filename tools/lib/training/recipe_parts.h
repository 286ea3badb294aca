/* recipe_parts.h - what the files of a recipe share. */
#ifndef RECIPE_PARTS_H
#define RECIPE_PARTS_H

#include "recipe.h"

enum { PLAIN, MODEL, TRAINING }; /* groups: MODEL and TRAINING are stored */
enum { RECIPE_MOST = 64 };

/* The table of r, whose values it sets. */
Options recipe_options(Recipe *r, Option table[RECIPE_MOST]);

#endif
