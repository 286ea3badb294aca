/* tiles.c - optional: attention of one tile of queries, there and back, without a square.
 *
 * Numbers of q, k, v, out and dout are read as READ(x), where a small fast memory on paper hears of it: what is not in it
 * has to be fetched. Write results without it.
 * Invariant: memory grows with the tile, never with Tq x Tk.
 */
#include "attention.h"
#define READS_ARE_HEARD /* in every build: make measure-12 counts them */
#include "cache_model.h"
#include "todo.h"
#include <math.h>

/* ---- 12.9, optional ------------------------------------------------------------------------------ */

void attention_tile_forward(TiledHead h, long first)
{
    /* TODO: attention for a tile of queries.
     *
     * CONTRACT  for the queries first, first + 1, ... (h.tile of them, or as many as are left):
     *           rows of h.out become what attention gives, and h.lse the log of the sum of
     *           e^(scaled score), so that e^(scaled score - lse) is a weight. Where h.causal is set, query i sees
     *           the keys j <= i + h.offset only. A query that sees none gets zeros, and -infinity
     *           as lse. Rows of other queries stay.
     * BUDGET    any right tile, by a table of all keys if you like: 6 points. Memory for one tile,
     *           counted: 2 more. In a fast memory that holds five tiles of rows each key and each
     *           value is fetched once for all these queries: the last 4.
     * EXAMPLE   D = 1, q = [1], k = [0, log 3, log 6], v = [10, 20, 30]: weights 0.1, 0.3, 0.6;
     *           out = [25], lse = log 10
     * HOLDS     every size of the tile gives the same numbers.
     * YOU HAVE  attention_merge; READ(h.q[i * h.D + d]); scope_open, scope_alloc and scope_close
     *           for room
     * THINK     queries or keys: which loop stands outside, and what must be remembered for each
     *           query meanwhile? Where does the causal border cut a tile? */
    todo("12.9 attention_tile_forward");
}

/* ---- 12.10, optional ----------------------------------------------------------------------------- */

void attention_tile_backward(TiledHead h, long first)
{
    /* TODO: the way back through the same tile; no weight was kept.
     *
     * CONTRACT  h.out and h.lse are those of 12.9 for the whole head, h.dout is d loss / d out.
     *           What the queries first, first + 1, ... (h.tile of them, or as many as are left)
     *           give to d loss / d q, k and v is *added* to h.dq, h.dk and h.dv: after every
     *           tile had its turn, all three are whole. What a query may not see gets nothing
     *           from it.
     * BUDGET    that of 12.9: 6 points, 2 more, the last 4.
     * EXAMPLE   with the numbers of 12.9 and dout = [1]: dv gets 0.1, 0.3, 0.6; the scores get
     *           -1.5, -1.5, 3, and so does k, since q = 1; q gets -1.5 log 3 + 3 log 6
     * HOLDS     what all values get together is the sum of dout over the queries that see a key.
     *           dout = 0 changes nothing.
     * YOU HAVE  READ(h.dout[i * h.D + d]); scope_open, scope_alloc and scope_close for room
     * THINK     what does 12.7 need of the whole row, which is never there? Write down dout . out,
     *           and put in what out is. How do you get a weight back from its score and lse? How
     *           often does the scale come in? */
    todo("12.10 attention_tile_backward");
}
