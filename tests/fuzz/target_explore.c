/* target_explore.c - a graph that somebody else's program wrote, as a page: nothing in it ends the page's script. */
#include "fuzz.h"
#include "explore.h"

static long scripts(const char *page)
{
    long n = 0;
    while ((page = strstr(page, "</script")) != NULL)
        n++, page++;
    return n;
}

static long of_an_empty_graph(void)
{
    static const char empty[] = "{\"nodes\":[],\"backward\":[]}";
    static long n;
    if (n == 0) {
        const char *page = fuzz_path("empty.html");
        const char *graph = fuzz_file("empty.json", (const uint8_t *)empty, sizeof empty - 1);
        fuzz_check(graph_explore_file(page, graph, NULL) == 0, "%s", kindling_error());
        char *text = kindling_read_file(page, NULL);
        n = scripts(text);
        owned_free(text);
    }
    return n;
}

FUZZ_TARGET(explore)
{
    long expected = of_an_empty_graph();
    const char *page = fuzz_path("graph.html");
    fuzz_ask();
    int status = graph_explore_file(page, fuzz_file("graph.json", bytes, size), NULL);
    fuzz_told(status == 0);
    if (status != 0)
        return;
    char *text = kindling_read_file(page, NULL);
    fuzz_check(scripts(text) == expected, "a script of its own");
    owned_free(text);
}
