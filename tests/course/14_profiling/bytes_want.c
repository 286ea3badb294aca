/* bytes_want.c - numbers that are read and written, and those that are not. */
#include "want.h"

double moved_want(const Moved *m)
{
    double read = 0, wanting = 0, broadcast = 0, tables = 0, unit_bytes = sizeof(real);
    for (long i = 0; i < m->n_in; i++) {
        read += m->rows ? m->out : m->in[i];
        tables += m->in[i];
        wanting += m->wants[i] ? m->in[i] : 0;
        broadcast += m->out;
    }
    double all = m->view ? 0 : m->out + read;
    if (m->view) {
        MISTAKE_NUMBER((m->out + read) * unit_bytes,
                       "a view was counted: it looks at the same numbers, and moves none");
        MISTAKE_NUMBER(m->out * unit_bytes, "a view was counted: it writes nothing");
        return 0;
    }
    MISTAKE_NUMBER(0, "taken for a view: is op->view asked the right way round?");
    MISTAKE_NUMBER(all, "those are numbers: each has sizeof(real) bytes");
    MISTAKE_NUMBER(all * sizeof(float) * (unit_bytes == sizeof(float) ? 2 : 1),
                   "a number has sizeof(real) bytes, which differs between builds");
    MISTAKE_NUMBER(all * 8 * unit_bytes, "those are bits");
    MISTAKE_NUMBER(m->out * unit_bytes, "what is written alone: the inputs are read");
    MISTAKE_NUMBER(read * unit_bytes, "what is read alone: the result is written");
    MISTAKE_NUMBER((2 * m->out + read) * unit_bytes, "the result is written, and not read before");
    if (m->rows) {
        MISTAKE_NUMBER(
            (m->out + tables) * unit_bytes,
            "the whole table was counted: the rows that are returned are read, and no others");
        return all * unit_bytes;
    }
    if (broadcast != read)
        MISTAKE_NUMBER((m->out + broadcast) * unit_bytes,
                       "each input was taken to be as large as the result");
    if (wanting != read)
        MISTAKE_NUMBER((m->out + wanting) * unit_bytes,
                       "inputs that want no gradient were left out: forward reads them as well");
    if (m->n_in > 2)
        MISTAKE_NUMBER((m->out + m->in[0] + m->in[1]) * unit_bytes, "the third input is missing");
    if (m->n_in > 1)
        MISTAKE_NUMBER((m->out + m->in[0]) * unit_bytes, "the first input alone was counted");
    if (m->n_in > 1)
        MISTAKE_NUMBER((m->out + read - m->in[0]) * unit_bytes, "the first input is missing");
    if (m->n_in == 2 && m->in[0] == m->in[1])
        MISTAKE_NUMBER((m->out + m->in[0]) * unit_bytes,
                       "an input that is named twice was counted once");
    if (all * unit_bytes > 2147483647)
        MISTAKE_NUMBER(
            (double)(int32_t)(uint32_t)(uint64_t)(all * unit_bytes),
            "counted in an int, whose largest number is 2,147,483,647: compute in double");
    MISTAKE_NUMBER(3 * all * unit_bytes, "that is a whole step: forward alone is asked");
    return all * unit_bytes;
}
