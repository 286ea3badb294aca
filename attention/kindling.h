/* kindling.h - the whole engine: numbers, gradients, layers, attention. */
#ifndef KINDLING_H
#define KINDLING_H

#include "attention.h"

#ifndef KINDLING_ENGINE
#include "call_site.h" /* made of the prototypes, while building */
#endif

#endif
