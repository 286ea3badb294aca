/* print.c - tensors as text, the way NumPy prints arrays.
 *
 * Two passes over the elements that will be seen. The first finds a style that suits them all: how
 * many digits, plain or scientific. The second writes, every number in the same width, so that
 * columns line up. It follows NumPy 1.24 with np.set_printoptions(precision=4):
 *
 *   - at most 4 decimals, fewer where fewer say which number it is;
 *   - scientific when the largest number is 1e8 or more, the smallest (but for 0) below 1e-4, or
 *     one more than 1000 times the other;
 *   - from 1001 elements on, 3 at either end of each long axis stand for all.
 *
 * Nothing is allocated, so printing also works when memory has run out.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tensor.h"
#include "c_locale.h"

#define DECIMALS 4
#define THRESHOLD 1000 /* more elements than this are summarized */
#define EDGE 3         /* how many are then shown at either end of an axis */
#define LINE_WIDTH 75

/* Where the text goes: a stream, or the caller's buffer with room for size bytes. */
typedef struct {
    FILE *stream;
    char *text;
    size_t size;
    long length, column; /* characters written so far, and on this line */
    long spaces;         /* put, not yet written: those before a newline vanish */
} Sink;

typedef struct {
    bool summarized, scientific;
    int decimals; /* the most that any number has; the others are filled up */
    char fill;    /* with 0 or with spaces */
    int exponent_digits;
    int left, right; /* width in front of and behind the point */
} Style;

/* ---- one character after another ------------------------------------------------------------ */

static void emit(Sink *sink, char c)
{
    if (sink->stream != NULL)
        putc(c, sink->stream);
    else if ((size_t)sink->length + 1 < sink->size)
        sink->text[sink->length] = c;
    sink->length++;
}

static void put(Sink *sink, char c)
{
    sink->column = c == '\n' ? 0 : sink->column + 1;
    if (c == ' ') {
        sink->spaces++;
        return;
    }
    for (; sink->spaces > 0; sink->spaces--)
        if (c != '\n')
            emit(sink, ' ');
    emit(sink, c);
}

static void put_times(Sink *sink, char c, long times)
{
    while (times-- > 0)
        put(sink, c);
}

static void put_text(Sink *sink, const char *text)
{
    while (*text != '\0')
        put(sink, *text++);
}

/* ---- one number ----------------------------------------------------------------------------- */

#define NUMBER_SIZE 64 /* plain numbers are below 1e8, scientific ones have few digits */

/* "2.5000" -> "2.5", "3.0000" -> "3." */
static void drop_zeros(char *text)
{
    size_t length = strlen(text);
    while (text[length - 1] == '0')
        text[--length] = '\0';
}

/* Split a finite number into the part up to the point, decimals, exponent. Takes the
 * fewest decimals that still say which number it is: none for 3, all four for 0.33333. */
static void number_parts(const Style *style, double value, char *whole, char *decimals,
                         int *exponent)
{
    char text[NUMBER_SIZE];
    for (int count = 0; count <= DECIMALS; count++) {
        snprintf(text, sizeof text, style->scientific ? "%#.*e" : "%#.*f", count, value);
        if ((double)(real)strtod(text, NULL) == value)
            break;
    }
    char *e = strchr(text, 'e'), *point = strchr(text, '.');
    *exponent = e != NULL ? atoi(e + 1) : 0;
    if (e != NULL)
        *e = '\0';
    drop_zeros(text);
    strcpy(decimals, point + 1);
    point[1] = '\0';
    strcpy(whole, text);
}

static void put_finite(Sink *sink, const Style *style, double value)
{
    char whole[NUMBER_SIZE], decimals[NUMBER_SIZE];
    int exponent;
    number_parts(style, value, whole, decimals, &exponent);
    long width = (long)strlen(decimals);
    put_times(sink, ' ', style->left - (long)strlen(whole));
    put_text(sink, whole);
    put_text(sink, decimals);
    put_times(sink, style->fill, style->decimals - width);
    if (style->scientific) {
        char text[NUMBER_SIZE];
        snprintf(text, sizeof text, "e%c%0*d", exponent < 0 ? '-' : '+', style->exponent_digits,
                 exponent < 0 ? -exponent : exponent);
        put_text(sink, text);
    }
}

static const char *special_text(double value)
{
    return isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

static void put_number(Sink *sink, const Style *style, double value)
{
    if (isfinite(value)) {
        put_finite(sink, style, value);
    } else {
        const char *text = special_text(value);
        put_times(sink, ' ', style->left + style->right - (long)strlen(text));
        put_text(sink, text);
    }
}

/* ---- the style that suits all --------------------------------------------------------------- */

typedef struct {
    Style style;
    double smallest, largest; /* magnitudes of finite numbers other than 0 */
    int special;              /* width of the widest nan or infinity */
} Survey;

/* How many elements at the start of an axis are shown before the gap; all of them when no gap. */
static long shown_before_gap(const Style *style, long size)
{
    return style->summarized && size > 2 * EDGE ? EDGE : size;
}

static void visit_shown(const Tensor *t, int axis, const real *at,
                        void (*visit)(Survey *survey, double value), Survey *survey)
{
    if (axis == t->ndim) {
        visit(survey, (double)*at);
        return;
    }
    long size = t->shape[axis], edge = shown_before_gap(&survey->style, size);
    for (long i = 0; i < size; i++) {
        if (i == edge)
            i = size - EDGE;
        visit_shown(t, axis + 1, at + i * t->stride[axis], visit, survey);
    }
}

static void visit_range(Survey *survey, double value)
{
    double magnitude = fabs(value);
    if (!isfinite(value)) {
        int width = (int)strlen(special_text(value));
        survey->special = width > survey->special ? width : survey->special;
    } else if (magnitude > 0) {
        survey->smallest = fmin(survey->smallest, magnitude);
        survey->largest = fmax(survey->largest, magnitude);
    }
}

static void widen(int *width, size_t needed)
{
    if ((int)needed > *width)
        *width = (int)needed;
}

static void visit_widths(Survey *survey, double value)
{
    char whole[NUMBER_SIZE], decimals[NUMBER_SIZE];
    int exponent;
    if (!isfinite(value))
        return;
    number_parts(&survey->style, value, whole, decimals, &exponent);
    widen(&survey->style.left, strlen(whole));
    widen(&survey->style.decimals, strlen(decimals));
    widen(&survey->style.exponent_digits, abs(exponent) < 100 ? 2 : 3);
}

static Style choose_style(const Tensor *t)
{
    Survey survey = {.style = {.summarized = tensor_numel(t) > THRESHOLD, .exponent_digits = 2},
                     .smallest = INFINITY};
    Style *style = &survey.style;
    visit_shown(t, 0, t->data, visit_range, &survey);
    style->scientific =
        survey.largest >= 1e8 || survey.smallest < 1e-4 || survey.largest > 1000 * survey.smallest;
    visit_shown(t, 0, t->data, visit_widths, &survey);
    style->fill = style->scientific || t->ndim == 0 ? '0' : ' ';
    if (t->ndim == 0 && !style->scientific)
        widen(&style->decimals, 1); /* a lone 2 reads better as 2.0 */
    style->right = style->decimals + (style->scientific ? 2 + style->exponent_digits : 0);
    widen(&style->left,
          (size_t)(survey.special > style->right ? survey.special - style->right : 0));
    return survey.style;
}

/* ---- brackets ------------------------------------------------------------------------------- */

/* Room for a word of this width on the line, or a new line. Closing brackets need room too. */
static void fit(Sink *sink, const Tensor *t, long width)
{
    if (sink->column + width > LINE_WIDTH - t->ndim && sink->column > t->ndim) {
        put(sink, '\n');
        put_times(sink, ' ', t->ndim);
    }
}

/* Between neighbours along an axis: a space, a new line, or blank lines between matrices. */
static void separate(Sink *sink, const Tensor *t, int axis)
{
    if (axis == t->ndim - 1) {
        put(sink, ' ');
        return;
    }
    put_times(sink, '\n', t->ndim - 1 - axis);
    put_times(sink, ' ', axis + 1);
}

static void put_axis(Sink *sink, const Style *style, const Tensor *t, int axis, const real *at)
{
    if (axis == t->ndim) {
        fit(sink, t, style->left + style->right);
        put_number(sink, style, (double)*at);
        return;
    }
    long size = t->shape[axis], edge = shown_before_gap(style, size);
    put(sink, '[');
    for (long i = 0; i < size; i++) {
        if (i > 0)
            separate(sink, t, axis);
        if (i == edge) {
            if (axis == t->ndim - 1)
                fit(sink, t, 3);
            put_text(sink, "...");
            separate(sink, t, axis);
            i = size - EDGE;
        }
        put_axis(sink, style, t, axis + 1, at + i * t->stride[axis]);
    }
    put(sink, ']');
}

static void put_tensor(Sink *sink, const Tensor *t)
{
    if (tensor_numel(t) == 0) {
        put_text(sink, "[]");
        return;
    }
    c_locale_begin();
    Style style = choose_style(t);
    put_axis(sink, &style, t, 0, t->data);
    c_locale_end();
}

void tensor_print(const Tensor *t)
{
    tensor_write(stdout, t);
    putchar('\n');
}

void tensor_write(FILE *stream, const Tensor *t)
{
    Sink sink = {.stream = stream};
    put_tensor(&sink, t);
}

long tensor_format(char *text, size_t size, const Tensor *t)
{
    Sink sink = {.text = text, .size = size};
    put_tensor(&sink, t);
    if (size > 0)
        text[(size_t)sink.length < size ? (size_t)sink.length : size - 1] = '\0';
    return sink.length;
}
