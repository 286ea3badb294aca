/* test_corpus.c - every target reads its corpus, tests/fuzz/corpus/<target>/: what fuzzing found once stays mended. */
#include "fuzz.h"
#include "../system/held.h"

#define X(name) extern const FuzzTarget fuzz_##name;
#include "targets.h"
#undef X
static const FuzzTarget *const targets[] = {
#define X(name) &fuzz_##name,
#include "targets.h"
#undef X
};

static char reading[512];

static void tell_and_stop(void)
{
    print_error("found with %s\n", reading);
    _fail(reading, 0);
}

/* Bytes of a file, with none behind them that could be read by mistake. */
static uint8_t *bytes_of(const char *path, size_t *size)
{
    char *text = kindling_read_file(path, size);
    assert_non_null(text);
    uint8_t *bytes = malloc(*size + (*size == 0));
    memcpy(bytes, text, *size);
    owned_free(text);
    return bytes;
}

static void replay(const FuzzTarget *target, const char *path)
{
    snprintf(reading, sizeof reading, "%s", path);
    size_t size;
    uint8_t *bytes = bytes_of(path, &size);
    fuzz_one(target, bytes, size);
    kindling_release_thread();
    Held before = held(); /* behind the first time: what is made once stays */
    fuzz_one(target, bytes, size);
    kindling_release_thread();
    if (allocations_alive != before.blocks)
        print_error("%s left blocks of memory behind\n", path);
    assert_nothing_more(before);
    free(bytes);
}

static int is_input(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static long replay_all(const FuzzTarget *target)
{
    char folder[256], path[512];
    snprintf(folder, sizeof folder, "tests/fuzz/corpus/%s", target->name);
    struct dirent **names;
    int n = scandir(folder, &names, is_input, alphasort);
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        replay(target, path);
        free(names[i]);
    }
    if (n >= 0)
        free(names);
    return n;
}

static void test_corpora(void **state)
{
    (void)state;
    fuzz_stop = tell_and_stop;
    kindling_release_thread();
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        assert_true(replay_all(targets[i]) > 0); /* (or there is no folder of that name) */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corpora),
    };
    return run_tests_in_scratch("fuzz/corpus", tests);
}
