/* owned.h - what fail() does before its handler (inside tensor/ only). */
#ifndef KINDLING_OWNED_H
#define KINDLING_OWNED_H

#include "tensor.h"

/* Gives back what the constructors under way have taken, and ends them. */
void owned_give_back(void);

#endif
