/* own.c - a step whose length is what the last step found out (Barzilai and Borwein 1988).
 *
 * From the last place to this one the gradient has changed by y while the weights went s. Were the
 * curvature the same in all directions it would be s y / s s, and one over it the best rate. It is
 * not, but it is always one that occurs in this valley, and over the steps all of them have a turn.
 * Only lengths and products of whole vectors are used, so a valley may lie in any direction.
 */
#include "optim.h"

EXERCISE
void own_step(long t, long n, real *w, const real *g, real *a, real *b)
{
    double way = 0, change = 0;
    for (long i = 0; t > 1 && i < n; i++) {
        double s = (double)w[i] - (double)a[i];
        way += s * s;
        change += s * ((double)g[i] - (double)b[i]);
    }
    double rate = change > 0 ? way / change : 1; /* 1: the steepest direction allows it */
    for (long i = 0; i < n; i++) {
        a[i] = w[i];
        b[i] = g[i];
        w[i] -= (real)(rate * (double)g[i]);
    }
}
