/* answers.c - what a student worked out, from answers.txt: lines of "key = number" or "key = formula". */
#include "formula.h"
#include "verdict.h"
#include <ctype.h>
#include <math.h>

enum { LINE = 512 };

static _Noreturn void no_answer(const char *key, Outcome outcome, const char *why)
{
    snprintf(verdict->title, sizeof verdict->title, "%s %s", key, why);
    give_up(outcome);
}

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

/* "4_194_304", "4,194,304", "2.5e6", "5/254" and "2^22" are numbers, taken from left to right; "4 MiB" is not. */
static bool read_number(const char *text, double *number)
{
    char digits[64];
    size_t n = 0;
    for (; *text != '\0' && *text != '#' && *text != '\n' && n + 1 < sizeof digits; text++)
        if (*text != '_')
            digits[n++] = *text;
    while (n > 0 && isspace((unsigned char)digits[n - 1]))
        n--;
    digits[n] = '\0';
    if (!commas_of_thousands(digits))
        return false;
    drop(digits, ',');
    char *end;
    *number = strtod(digits, &end);
    bool whole = end != digits;
    while (whole && (end += strspn(end, " \t"), *end == '/' || *end == '*' || *end == '^')) {
        const char sign = *end, *behind = end + 1;
        double y = strtod(behind, &end);
        whole = end != behind;
        *number = sign == '/' ? *number / y : sign == '*' ? *number * y : pow(*number, y);
    }
    return whole && *end == '\0' && isfinite(*number);
}

/* Behind the byte order mark that some editors write. What is UTF-16, with such a mark or because its second byte is 0,
 * is told (as by plain_text.py). */
static FILE *open_answers(const char *key)
{
    char path[512];
    snprintf(path, sizeof path, "%s/answers.txt", student_folder);
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        no_answer(key, NOT_WRITTEN, "cannot be read: there is no answers.txt in the module");
    unsigned char first[3] = "xx";
    size_t n = fread(first, 1, 3, f);
    bool mark = first[0] == 0xff && first[1] == 0xfe;
    if (mark || (first[0] == 0xfe && first[1] == 0xff) ||
        (n == 3 && (first[0] == 0) != (first[1] == 0))) {
        fclose(f);
        no_answer(
            key, FAILED,
            "cannot be read: answers.txt is UTF-16. Save it as UTF-8 (in PowerShell: Out-File "
            "-Encoding utf8)");
    }
    if (n < 3 || memcmp(first, "\xef\xbb\xbf", 3) != 0)
        rewind(f);
    return f;
}

/* What stands behind "key =" in its line. */
static const char *written(const char *key, const char *kind, char line[LINE])
{
    FILE *f = open_answers(key);
    while (fgets(line, LINE, f) != NULL) {
        line[strcspn(line, "\r\n")] = '\0'; /* as Windows ends them, too */
        size_t n = strlen(key);
        char *equals = strchr(line, '=');
        if (strncmp(line, key, n) != 0 || (line[n] != ' ' && line[n] != '=') || equals == NULL)
            continue;
        fclose(f);
        const char *text = equals + 1 + strspn(equals + 1, " \t");
        if (*text == '?' || *text == '\0')
            no_answer(key, NOT_WRITTEN, "is not answered yet");
        return text;
    }
    fclose(f);
    char why[64];
    snprintf(why, sizeof why, "has no line \"key = %s\" in answers.txt", kind);
    no_answer(key, FAILED, why);
}

double answer(const char *key)
{
    char line[LINE];
    double number;
    if (!read_number(written(key, "number", line), &number))
        no_answer(key, FAILED,
                  "is not a number (2048, 0.25, 1.5e6, 4_194_304, 5/254 and 2^22 are)");
    check_called(line);
    return number;
}

double answer_formula(const char *key, int n, const Letter *letters)
{
    char line[LINE], text[LINE], why[160], names[64] = "";
    snprintf(text, sizeof text, "%s", written(key, "formula", line));
    text[strcspn(text, "#")] = '\0';
    double value;
    if (formula_value(text, n, letters, &value)) {
        check_called(line);
        return value;
    }
    for (int i = 0; i < n && strlen(names) + 8 < sizeof names; i++)
        sprintf(names + strlen(names), "%s%c", i == 0 ? "" : i < n - 1 ? ", " : " and ",
                letters[i].name);
    snprintf(why, sizeof why, "is not a formula of %s, such as 3 (%c + 1)^2 / 2", names,
             letters[0].name);
    no_answer(key, FAILED, why);
}
