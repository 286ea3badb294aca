/* api_bytes.c - from bytes to numbers: most are small and make sense, a few are as far off as they can be. */
#include "api.h"
#include <math.h>

unsigned api_byte(Api *api)
{
    if (api->left == 0)
        return 0;
    api->left--;
    return *api->bytes++;
}

long api_size(Api *api)
{
    static const long odd[] = {0, -1, -2, LONG_MAX, LONG_MAX / 2 + 1, LONG_MAX / 8 + 1, 7, 9};
    unsigned b = api_byte(api);
    return b >= 248 ? odd[b - 248] : 1 + b % 4;
}

long api_number(Api *api)
{
    static const long odd[] = {LONG_MIN, LONG_MAX, INT_MIN, INT_MAX, -9, 9, 100, -100};
    unsigned b = api_byte(api);
    return b >= 248 ? odd[b - 248] : (long)(b % 8) - 3;
}

real api_scalar(Api *api)
{
    static const real odd[] = {0, (real)1e30, (real)-1e30, (real)1e-30, NAN, INFINITY, -1, 1};
    unsigned b = api_byte(api);
    return b >= 248 ? odd[b - 248] : (real)((b % 16) / 8.0 - 0.5);
}

int api_sizes(Api *api, long *shape)
{
    int n = (int)(api_byte(api) % 6);
    if (n == 5)
        n = (int)(api_byte(api) % (API_LIST + 1));
    for (int i = 0; i < n; i++)
        shape[i] = api_size(api);
    return n;
}
