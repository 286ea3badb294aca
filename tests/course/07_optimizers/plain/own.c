/* own.c - conjugate gradients: a is the way of the last step, b the gradient where it began.
 *
 * A step goes as far as its direction. In the next one, the change of the gradient tells how far would have been best; that is
 * made up for, and the gradient of that place is known without asking.
 */
#include "optim.h"

static double product(long n, const real *x, const real *y)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += (double)x[i] * (double)y[i];
    return sum;
}

void own_step(long t, long n, real *w, const real *g, real *a, real *b)
{
    if (t == 1) {
        for (long i = 0; i < n; i++) {
            a[i] = -g[i];
            b[i] = g[i];
            w[i] += a[i];
        }
        return;
    }
    double before = product(n, b, b), slope = product(n, a, b), bend = product(n, a, g) - slope;
    if (bend <= 0 || before <= 0)
        return;
    double far = -slope / bend;
    for (long i = 0; i < n; i++) {
        double change = (double)g[i] - (double)b[i];
        w[i] += (real)((far - 1) * (double)a[i]);
        b[i] += (real)(far * change);
    }
    double keep = product(n, b, b) / before;
    for (long i = 0; i < n; i++) {
        a[i] = (real)(keep * (double)a[i] - (double)b[i]);
        w[i] += a[i];
    }
}
