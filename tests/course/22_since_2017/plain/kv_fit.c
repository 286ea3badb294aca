#include <math.h>
#include "kv_cache_shared.h"

KvFit kv_fit(KvBudget b)
{
    kv_fit_check(b);
    KvFit best = {0};
    long kept = 0;
    for (long heads = 1; heads <= b.embed_dim; heads++) {
        if (b.embed_dim % heads != 0)
            continue;
        long width = b.embed_dim / heads;
        if (width % 2 != 0 || width < b.least_width || width > b.most_width)
            continue;
        for (long groups = 1; groups <= heads; groups++) {
            if (heads % groups != 0)
                continue;
            double token = 2.0 * (double)b.layers * (double)b.batch * (double)(groups * width);
            token *= (double)b.number_bytes;
            if (token * (double)b.least_context > b.bytes)
                continue;
            if (groups * width < kept)
                continue;
            kept = groups * width;
            best.num_heads = heads;
            best.num_kv_heads = groups;
            double context = b.bytes / token;
            if (context > (double)b.most_context)
                context = (double)b.most_context;
            best.context = (long)context;
        }
    }
    return best;
}
