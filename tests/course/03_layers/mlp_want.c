/* mlp_want.c - the layers of a perceptron in words. */
#include "want.h"

enum { ROOM = 300 };

const char *mlp_layers_want(int n_widths, const char *activation)
{
    static char text[ROOM];
    size_t used = 0;
    for (int at = 0; at < 2 * n_widths - 3; at++)
        used += (size_t)snprintf(text + used, ROOM - used, "%s%d %.60s", at > 0 ? ", " : "", at,
                                 at % 2 == 0 ? "Linear" : activation);
    return text;
}

const char *mlp_widths_want(int n_widths, const long *widths, const char *activation)
{
    static char text[ROOM];
    size_t used = 0;
    for (int i = 0; i + 1 < n_widths; i++) {
        if (i > 0)
            used += (size_t)snprintf(text + used, ROOM - used, ", %.60s, ", activation);
        used += (size_t)snprintf(text + used, ROOM - used, "Linear (%ld, %ld)", widths[i],
                                 widths[i + 1]);
    }
    return text;
}

long mlp_draws_want(int n_widths, const long *widths)
{
    long n = 0;
    for (int i = 0; i + 1 < n_widths; i++)
        n += (widths[i] + 1) * widths[i + 1];
    return n;
}
