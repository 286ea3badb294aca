/* svd_want.c - rotations of columns, right and with each of the mistakes people make. */
#include "want.h"

static bool same(const Tensor *a, const Tensor *b)
{
    for (long i = 0; i < tensor_numel(a); i++)
        if (!(fabs((double)a->data[i] - (double)b->data[i]) <=
              1e-9 * fmax(1, fabs((double)b->data[i]))))
            return false;
    return true;
}

/* ---- 16.11 ---------------------------------------------------------------------------------------------- */

typedef enum {
    RIGHT,
    LARGE_ANGLE,
    BACKWARDS,
    NO_TWO,
    NO_SIGN,
    SINE_IS_T,
    SWAPPED,
    MINUS,
    NO_TURN_AT_0,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [LARGE_ANGLE] = "that is the larger of the two angles: divide by |z| + sqrt(1 + z^2)",
    [BACKWARDS] = "z has the wrong sign: (beta - alpha) / (2 gamma)",
    [NO_TWO] = "the 2 is missing: z = (beta - alpha) / (2 gamma)",
    [NO_SIGN] = "the sign of z is missing in t",
    [SINE_IS_T] = "the sine is t alone: times the cosine",
    [SWAPPED] = "cosine and sine have changed places",
    [MINUS] = "the sine has the wrong sign: p' = cosine p - sine q",
    [NO_TURN_AT_0] = "columns of equal length were not turned: sign(0) is 1",
};

static void angle(double alpha, double beta, double gamma, Slip slip, double *cosine, double *sine)
{
    double z = (beta - alpha) / ((slip == NO_TWO ? 1 : 2) * gamma), sign = z < 0 ? -1 : 1;
    if (slip == BACKWARDS)
        z = -z, sign = z < 0 ? -1 : 1;
    if (slip == NO_SIGN)
        sign = 1;
    if (slip == NO_TURN_AT_0 && z == 0)
        sign = 0;
    double root = fabs(z) + sqrt(1 + z * z), t = slip == LARGE_ANGLE ? -sign * root : sign / root;
    *cosine = 1 / sqrt(1 + t * t);
    *sine = slip == SINE_IS_T ? t : t * *cosine;
    if (slip == MINUS)
        *sine = -*sine;
    if (slip == SWAPPED) {
        double old = *cosine;
        *cosine = *sine, *sine = old;
    }
    if (gamma == 0)
        *cosine = 1, *sine = 0;
}

static Tensor *slipped_angle(double alpha, double beta, double gamma, Slip slip)
{
    double cosine, sine;
    angle(alpha, beta, gamma, slip, &cosine, &sine);
    return values(SHAPE(2), VALUES((real)cosine, (real)sine));
}

Tensor *rotation_want(double alpha, double beta, double gamma)
{
    Tensor *want = slipped_angle(alpha, beta, gamma, RIGHT);
    for (Slip slip = 1; slip < SLIPS; slip++) {
        Tensor *wrong = slipped_angle(alpha, beta, gamma, slip);
        if (!same(wrong, want))
            MISTAKE(wrong, said[slip]);
    }
    if (gamma == 0 && alpha == beta)
        MISTAKE(values(SHAPE(2), VALUES((real)NAN, (real)NAN)),
                "gamma 0 was divided by: where it is 0 nothing is turned, (1, 0)");
    if (gamma == 0) {
        double half = sqrt(0.5);
        MISTAKE(values(SHAPE(2), VALUES((real)half, (real)half)),
                "turned by 45 degrees: columns that are orthogonal stay as they are");
        MISTAKE(values(SHAPE(2), VALUES(0, 1)),
                "a right angle: columns that are orthogonal stay as they are");
    }
    return want;
}

/* ---- 16.12 ---------------------------------------------------------------------------------------------- */

typedef enum {
    S_RIGHT,
    NEW_P,
    NEIGHBOURS,
    BOTH_ORDERS,
    ABSOLUTE,
    V_LEFT,
    V_BACK,
    V_ROWS,
    OLD_PRODUCTS,
    FIRST_PAIR,
    SWEEP_SLIPS
} SweepSlip;

static const char *const sweep_said[SWEEP_SLIPS] = {
    [NEW_P] = "the new q was made of the new p: keep the old number",
    [NEIGHBOURS] = "only neighbours were turned: every pair i < j",
    [BOTH_ORDERS] = "pairs were turned twice, as (i, j) and as (j, i): j begins at i + 1",
    [ABSOLUTE] = "gamma was compared with a number, not with the lengths of its columns: "
                 "SVD_ORTHOGONAL * sqrt(alpha * beta)",
    [V_LEFT] = "v was not turned: it has to remember every rotation",
    [V_BACK] = "v was turned the other way: by the same angle as the columns",
    [V_ROWS] = "rows of v were turned: its columns are, column i begins at v + i * n",
    [FIRST_PAIR] = "only the first pair was turned: go on to the others",
};

static void turn(double *p, double *q, long n, long step, double cosine, double sine, bool new_p)
{
    for (long i = 0; i < n * step; i += step) {
        double old = p[i];
        p[i] = cosine * old - sine * q[i];
        q[i] = sine * (new_p ? p[i] : old) + cosine * q[i];
    }
}

static double inner(const double *a, const double *b, long size)
{
    double all = 0;
    while (size-- > 0)
        all += *a++ * *b++;
    return all;
}

/* One sweep over columns (n, m) and v (n, n), both a column a line; how many were turned. */
static long swept(double *a, double *v, long n, long m, SweepSlip slip)
{
    long turned = 0;
    for (long i = 0; i < n; i++)
        for (long j = slip == BOTH_ORDERS ? 0 : i + 1; j < n; j++) {
            double *p = a + i * m, *q = a + j * m, cosine, sine;
            double alpha = inner(p, p, m), beta = inner(q, q, m), gamma = inner(p, q, m);
            double limit = slip == ABSOLUTE ? 1e-15 : 1e-15 * sqrt(alpha * beta);
            bool skip = (slip == NEIGHBOURS && j > i + 1) || (slip == FIRST_PAIR && turned > 0);
            if (i == j || skip || fabs(gamma) <= limit)
                continue;
            angle(alpha, beta, gamma, RIGHT, &cosine, &sine);
            turn(p, q, m, 1, cosine, sine, slip == NEW_P);
            double back = slip == V_BACK ? -sine : sine;
            if (slip == V_ROWS)
                turn(v + i, v + j, n, n, cosine, back, false);
            else if (slip != V_LEFT)
                turn(v + i * n, v + j * n, n, 1, cosine, back, slip == NEW_P);
            turned++;
        }
    return turned;
}

static Tensor *slipped_sweep(const Tensor *columns, const Tensor *v, bool want_v, SweepSlip slip,
                             long *turned)
{
    double a[64], b[64];
    long n = columns->shape[0], m = columns->shape[1];
    for (long i = 0; i < n * m; i++)
        a[i] = (double)columns->data[i];
    for (long i = 0; i < n * n; i++)
        b[i] = (double)v->data[i];
    *turned = swept(a, b, n, m, slip);
    Tensor *t = blank(SHAPE(n, want_v ? n : m));
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = (real)(want_v ? b[i] : a[i]);
    return t;
}

static Tensor *of_sweep(const Tensor *columns, const Tensor *v, bool want_v)
{
    long turned;
    Tensor *want = slipped_sweep(columns, v, want_v, S_RIGHT, &turned);
    for (SweepSlip slip = 1; slip < SWEEP_SLIPS; slip++) {
        if (sweep_said[slip] == NULL)
            continue;
        Tensor *wrong = slipped_sweep(columns, v, want_v, slip, &turned);
        if (!same(wrong, want))
            MISTAKE(wrong, sweep_said[slip]);
    }
    return want;
}

Tensor *sweep_want(const Tensor *columns, const Tensor *v)
{
    if (columns->shape[0] > 1)
        MISTAKE(copy_of(columns), "the columns were not turned");
    return of_sweep(columns, v, false);
}

Tensor *turns_want(const Tensor *columns, const Tensor *v)
{
    return of_sweep(columns, v, true);
}

long turned_want(const Tensor *columns, const Tensor *v)
{
    long turned, n = columns->shape[0];
    slipped_sweep(columns, v, false, S_RIGHT, &turned);
    if (turned != n * (n - 1) / 2)
        MISTAKE_NUMBER(
            (double)(n * (n - 1) / 2),
            "all pairs were counted: only those that were turned, or the sweeps never end");
    if (turned > 0)
        MISTAKE_NUMBER(0, "nothing was counted: with 0 the sweeps end at once");
    if (turned > 1)
        MISTAKE_NUMBER(1, "it is how many pairs were turned, not whether any was");
    return turned;
}

/* ---- 16.13 ---------------------------------------------------------------------------------------------- */

typedef enum {
    O_RIGHT,
    UNSORTED,
    ASCENDING,
    SQUARED,
    NOT_DIVIDED,
    U_OLD,
    V_OLD,
    V_DIVIDED,
    V_TURNED,
    LATER,
    NOT_A_NUMBER,
    ORDER_SLIPS
} OrderSlip;

static const char *const order_said[ORDER_SLIPS] = {
    [UNSORTED] = "nothing was sorted: the longest column comes first",
    [ASCENDING] = "the shortest come first: the longest do",
    [SQUARED] = "s holds squares: the root is missing",
    [NOT_DIVIDED] = "the columns of u were not divided by their lengths",
    [U_OLD] = "u is in the old order: its columns go with s",
    [V_OLD] = "v is in the old order: its columns go with s",
    [V_DIVIDED] = "v was divided, too: its columns have length 1 already",
    [V_TURNED] = "v was read as if it were row-major: number i of column j is v[j * n + i]",
    [LATER] = "of equal lengths the later column comes first: the one in front does",
    [NOT_A_NUMBER] = "a column of length 0 was divided by it: it stays 0",
};

static Tensor *slipped_order(const Tensor *columns, const Tensor *v, OrderSlip slip)
{
    long n = columns->shape[0], m = columns->shape[1];
    Tensor *t = blank(SHAPE(m + 1 + n, n));
    double length[16];
    for (long j = 0; j < n; j++) {
        double sum = 0;
        for (long i = 0; i < m; i++)
            sum += (double)columns->data[j * m + i] * (double)columns->data[j * m + i];
        length[j] = sqrt(sum);
    }
    for (long j = 0; j < n; j++) {
        long place = 0;
        for (long i = 0; i < n; i++) {
            bool longer = slip == ASCENDING ? length[i] < length[j] : length[i] > length[j];
            place += longer || (length[i] == length[j] && (slip == LATER ? i > j : i < j));
        }
        if (slip == UNSORTED)
            place = j;
        double s = length[j];
        for (long i = 0; i < m; i++) {
            double x = (double)columns->data[j * m + i];
            double u = slip == NOT_DIVIDED ? x : s > 0 ? x / s : slip == NOT_A_NUMBER ? NAN : 0;
            t->data[i * n + (slip == U_OLD ? j : place)] = (real)u;
        }
        t->data[m * n + place] = (real)(slip == SQUARED ? s * s : s);
        for (long i = 0; i < n; i++) {
            double x = (double)v->data[slip == V_TURNED ? i * n + j : j * n + i];
            t->data[(m + 1 + i) * n + (slip == V_OLD ? j : place)] =
                (real)(slip == V_DIVIDED ? x / s : x);
        }
    }
    return t;
}

Tensor *sorted_want(const Tensor *columns, const Tensor *v)
{
    Tensor *want = slipped_order(columns, v, O_RIGHT);
    for (OrderSlip slip = 1; slip < ORDER_SLIPS; slip++) {
        Tensor *wrong = slipped_order(columns, v, slip);
        if (!same(wrong, want))
            MISTAKE(wrong, order_said[slip]);
    }
    return want;
}
