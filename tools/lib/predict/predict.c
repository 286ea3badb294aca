/* predict.c - asks for numbers, and judges them when they have been measured. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "predict.h"
#include "c_locale.h"

enum { MOST = 16 };
static const double near = 1.15, in_sight = 2; /* factors: rounded in one's head; the right idea */

static struct {
    const char *question, *unit;
    bool given, known;
    double predicted, measured, within; /* within: see predicted_within */
} asked[MOST];
static int n_asked;
static const char *broken[MOST];
static int n_broken;

/* ---- asking ----------------------------------------------------------------------------------------- */

/* Commas stand between thousands, "4,194,304". One elsewhere may be meant as a point, "0,5", and
 * makes the whole no number. */
static bool commas_of_thousands(const char *text)
{
    for (const char *at = strchr(text, ','); at != NULL; at = strchr(at + 1, ',')) {
        const char *from = at;
        while (from > text && isdigit((unsigned char)from[-1]))
            from--;
        unsigned char before = from > text ? (unsigned char)from[-1] : '\0';
        bool first =
            from < at && at - from <= 3 && *from != '0' && before != '.' && !isalnum(before);
        if (strspn(at + 1, "0123456789") != 3 || (before != ',' && !first))
            return false;
    }
    return true;
}

static void drop(char *text, char unwanted)
{
    char *to = text;
    for (; *text != '\0'; text++)
        if (*text != unwanted)
            *to++ = *text;
    *to = '\0';
}

/* One number, and perhaps "/ 16" or "^ 24" behind it; from left to right. */
bool number_of(const char *text, double *number)
{
    char digits[64];
    size_t n = 0;
    for (; *text != '\0' && *text != '\n' && n < sizeof digits - 1; text++)
        if (*text != '_' && *text != '\'' && !isspace((unsigned char)*text))
            digits[n++] = *text;
    digits[n] = '\0';
    if (!commas_of_thousands(digits))
        return false;
    drop(digits, ',');
    char *end;
    double x = c_strtod(digits, &end);
    if (end == digits)
        return false;
    while (*end == '/' || *end == '^' || *end == '*') {
        char sign = *end;
        const char *behind = end + 1;
        double y = c_strtod(behind, &end);
        if (end == behind)
            return false;
        x = sign == '/' ? x / y : sign == '*' ? x * y : pow(x, y);
    }
    bool unit = *end == '\0' || isalpha((unsigned char)*end) || *end == '%';
    if (unit && isfinite(x))
        *number = x;
    return unit && isfinite(x);
}

/* Something that has an end: not the /dev/null or the socket of a machine that nobody sits at. */
static bool has_lines(void)
{
    struct stat input;
    return fstat(STDIN_FILENO, &input) == 0 && (S_ISREG(input.st_mode) || S_ISFIFO(input.st_mode));
}

void predict(int which, const char *question, const char *unit)
{
    char line[256];
    bool terminal = isatty(STDIN_FILENO);
    if (which < 0 || which >= MOST)
        return;
    if (n_asked == 0 && terminal)
        printf(
            "Predict before it is measured: 64, 4e6, 1/16, 2^24; just Enter if you cannot say.\n");
    if (which >= n_asked)
        n_asked = which + 1;
    asked[which].question = question;
    asked[which].unit = unit;
    while (terminal || has_lines()) {
        if (terminal) {
            printf("  %s%s%s%s? ", question, *unit ? " (" : "", unit, *unit ? ")" : "");
            fflush(stdout);
        }
        if (fgets(line, sizeof line, stdin) == NULL || line[strspn(line, " \t\r\n")] == '\0')
            return;
        asked[which].given = number_of(line, &asked[which].predicted);
        if (!asked[which].given)
            printf("  \"%.*s\" is no number; 0.5, 4e6, 4,194,304, 1/16 and 2^24 are.\n",
                   (int)strcspn(line, "\r\n"), line);
        if (asked[which].given || !terminal)
            return;
    }
}

void predicted_within(int which, double difference)
{
    if (which >= 0 && which < n_asked)
        asked[which].within = difference;
}

void measured(int which, double value)
{
    if (which < 0 || which >= n_asked)
        return;
    asked[which].measured = value;
    asked[which].known = true;
}

bool predicted(int which, double *number)
{
    bool given = which >= 0 && which < n_asked && asked[which].given;
    if (given)
        *number = asked[which].predicted;
    return given;
}

void contract(bool kept, const char *rule)
{
    for (int i = 0; i < n_broken; i++)
        if (strcmp(broken[i], rule) == 0)
            return;
    if (!kept && n_broken < MOST)
        broken[n_broken++] = rule;
}

/* ---- the verdict ------------------------------------------------------------------------------------ */

static double factor_between(double a, double b)
{
    if (a == b)
        return 1;
    return a * b > 0 ? fmax(a / b, b / a) : INFINITY;
}

static bool holds(int i)
{
    return fabs(asked[i].predicted - asked[i].measured) <= asked[i].within ||
           factor_between(asked[i].predicted, asked[i].measured) <= in_sight;
}

static const char *judged(int i)
{
    static char text[64];
    double predicted = asked[i].predicted, value = asked[i].measured;
    double factor = factor_between(predicted, value);
    if (factor <= near)
        return "as you said";
    if (holds(i))
        return "near";
    if (!isfinite(factor))
        return "something else";
    c_snprintf(text, sizeof text, "%.3g times too %s", factor,
               fabs(value) > fabs(predicted) ? "small" : "large");
    return text;
}

static void put_number(bool there, double x, char *text, size_t size)
{
    bool whole = fabs(x) >= 1e4 && fabs(x) < 1e10;
    if (there)
        c_snprintf(text, size, whole ? "%.0f" : "%.4g", x);
}

static void row(int i)
{
    char predicted[32] = "-", value[32] = "not measured";
    put_number(asked[i].given, asked[i].predicted, predicted, sizeof predicted);
    put_number(asked[i].known, asked[i].measured, value, sizeof value);
    printf("  %-56s %12s %12s %-6s %s\n", asked[i].question, predicted, value, asked[i].unit,
           asked[i].given && asked[i].known ? judged(i) : "");
}

static void say_how_many(void)
{
    int given = 0, good = 0;
    for (int i = 0; i < n_asked; i++) {
        given += asked[i].given && asked[i].known;
        good += asked[i].given && asked[i].known && holds(i);
    }
    if (given == 0)
        printf("You predicted nothing: type the numbers, or feed them, one a line.\n");
    else
        printf("%d of %d predictions hold within a factor of 2%s.\n", good, given,
               good == given ? "" : "; ask the lesson why the others do not");
}

int conclude(void)
{
    printf("\n  %-56s %12s %12s\n", "", "you", "measured");
    for (int i = 0; i < n_asked; i++)
        row(i);
    printf("\nVerdict: ");
    if (n_broken == 0) {
        printf("your code keeps what these numbers rest on. ");
        say_how_many();
        return 0;
    }
    printf("the reason is your code. Mend it before you judge a prediction:\n");
    for (int i = 0; i < n_broken; i++)
        printf("  broken: %s\n", broken[i]);
    return 1;
}
