/* one_pass.c - a sum of exponentials over numbers that come once.
 *
 * What is subtracted in front of e^ need not be the largest number: e^600 is far from the end of a
 * double, so the sum is only made anew where a number is 600 above what is subtracted.
 */
#include <math.h>
#include "engine.h"
#include "one_pass.h"

enum { REACH = 600 };

EXERCISE
double stream_logsumexp(Stream s, long n)
{
    double taken = -INFINITY, sum = 0;
    for (long i = 0; i < n; i++) {
        double x = s.next(s.context);
        if (isnan(x) || isinf(x)) {
            sum += x > 0 || isnan(x) ? x : 0;
        } else if (isinf(taken)) {
            taken = x;
            sum += 1;
        } else if (x > taken + REACH) {
            sum = sum * s.count_exp(s.context, taken - x) + 1;
            taken = x;
        } else {
            sum += s.count_exp(s.context, x - taken);
        }
    }
    if (isinf(taken))
        return sum > 0 || isnan(sum) ? sum : taken;
    return taken + log(sum);
}
