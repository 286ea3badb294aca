/* sanitizer.c - finds the sentence and the place in what a sanitizer prints. */
#include <stdio.h>
#include <stdlib.h>
#include "sanitizer.h"

/* "==123==ERROR: AddressSanitizer: stack-overflow on address ..." or "file.c:9:12: runtime error: ..." */
Sanitized sanitizer_words(FILE *printed)
{
    Sanitized found = {0};
    char line[512];
    rewind(printed);
    while (found.place[0] == '\0' && fgets(line, sizeof line, printed) != NULL) {
        const char *asan = strstr(line, "ERROR: AddressSanitizer: "), *at = students_place(line);
        const char *ubsan = strstr(line, ": runtime error: ");
        if (asan != NULL) /* without the addresses */
            snprintf(found.text, sizeof found.text, "AddressSanitizer: %.*s",
                     (int)strcspn(asan + 25, " (\n"), asan + 25);
        else if (ubsan != NULL)
            snprintf(found.text, sizeof found.text, "UBSan: %.*s", (int)strcspn(ubsan + 17, "\n"),
                     ubsan + 17);
        if (found.text[0] != '\0' && at != NULL)
            snprintf(found.place, sizeof found.place, "%.*s", (int)strcspn(at, ": \n"), at);
        if (found.place[0] != '\0') /* the line, not the column */
            snprintf(found.place + strlen(found.place), sizeof found.place - strlen(found.place),
                     ":%d", atoi(at + strlen(found.place) + 1));
    }
    return found;
}

bool is_worth_reading(const char *line)
{
    static const char *const words[] = {"READ of", "WRITE of", "located", "freed by",
                                        "allocated by"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(line, words[i]) != NULL)
            return true;
    return strncmp(line, "    #", 5) == 0 && strstr(line, "/check/") == NULL &&
           (students_place(line) != NULL || strstr(line, "tests/") != NULL);
}
