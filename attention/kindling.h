/* kindling.h - the whole engine: numbers, gradients, layers, attention. For C++, too. */
#ifndef KINDLING_H
#define KINDLING_H

#ifdef __cplusplus /* what the rooms include comes first: it has templates */
#include <initializer_list>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
extern "C" {
#endif

#include "attention.h"

#ifndef KINDLING_ENGINE
#include "call_site.h" /* made of the prototypes, while building */
#endif

#ifdef __cplusplus
}
#endif
#endif
