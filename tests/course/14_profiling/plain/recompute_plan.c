#include <math.h>
#include "measure_check.h"

void recompute_plan(bool again[], long n, const RecomputePart *part, double budget)
{
    recompute_plan_check(n, part, budget);
    double least = INFINITY;
    for (long choice = 0; choice < 1L << n; choice++) {
        double held = 0, largest = 0, flops = 0;
        for (long i = 0; i < n; i++) {
            held += part[i].result;
            if (choice >> i & 1) {
                flops += part[i].flops;
                largest = fmax(largest, part[i].inside);
            } else {
                held += part[i].inside;
            }
        }
        if (held + largest > budget || flops >= least)
            continue;
        least = flops;
        for (long i = 0; i < n; i++)
            again[i] = choice >> i & 1;
    }
}
