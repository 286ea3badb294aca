/* conditions.c - what a machine is up to while it is measured: its load, and who sets its clock rate (Linux). */
#include <string.h>
#include <unistd.h>
#include "bench.h"

Conditions conditions_now(void)
{
    Conditions c = {
        .load = -1, .processors = sysconf(_SC_NPROCESSORS_ONLN), .governor = "not said"};
    FILE *f = fopen("/proc/loadavg", "r");
    if (f != NULL) {
        if (fscanf(f, "%lf", &c.load) != 1)
            c.load = -1;
        fclose(f);
    }
    f = fopen("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "r");
    if (f != NULL) {
        if (fscanf(f, "%31[a-z_]", c.governor) != 1)
            strcpy(c.governor, "not said");
        fclose(f);
    }
    return c;
}
