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
    double shift = -INFINITY, sum = 0;
    for (long i = 0; i < n; i++) {
        double x = s.next(s.context);
        if (isnan(x) || isinf(x)) {
            sum += x > 0 || isnan(x) ? x : 0;
        } else if (isinf(shift)) {
            shift = x;
            sum += 1;
        } else if (x > shift + REACH) {
            sum = sum * s.count_exp(s.context, shift - x) + 1;
            shift = x;
        } else {
            sum += s.count_exp(s.context, x - shift);
        }
    }
    if (isinf(shift))
        return sum > 0 || isnan(sum) ? sum : shift;
    return shift + log(sum);
}
