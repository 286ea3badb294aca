/* show.h - SHOW(x): a value as a cell's last line shows it, chosen by its type. */
#ifndef SHOW_H
#define SHOW_H

#include "kindling.h"

void show_tensor(const Tensor *t); /* numbers, shape, name, gradient */
void show_ints(const IntTensor *t);
void show_text(const char *text);
void show_real(double x);
void show_whole(long long n);
void show_truth(bool b);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
void show_other(); /* of a type that has no picture; it takes anything */
#pragma GCC diagnostic pop

#define SHOW(x)                                                                                    \
    _Generic((x),                                                                                  \
        Tensor *: show_tensor,                                                                     \
        const Tensor *: show_tensor,                                                               \
        IntTensor *: show_ints,                                                                    \
        const IntTensor *: show_ints,                                                              \
        char *: show_text,                                                                         \
        const char *: show_text,                                                                   \
        float: show_real,                                                                          \
        double: show_real,                                                                         \
        bool: show_truth,                                                                          \
        char: show_whole,                                                                          \
        signed char: show_whole,                                                                   \
        unsigned char: show_whole,                                                                 \
        short: show_whole,                                                                         \
        unsigned short: show_whole,                                                                \
        int: show_whole,                                                                           \
        unsigned: show_whole,                                                                      \
        long: show_whole,                                                                          \
        unsigned long: show_whole,                                                                 \
        long long: show_whole,                                                                     \
        default: show_other)(x)

#endif
