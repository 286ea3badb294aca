/* test_options.c - command lines. Invariant: a wrong value changes nothing and is said in full. */
#include "test.h"
#include "options.h"
#include "recipe.h"
#include <unistd.h>

static long steps;
static double rate;
static bool loud;
static const char *folder;
static int colour;
static OptionList files;
static const char *bare;

static OptionsResult read_words(int argc, char *const argv[])
{
    const Option table[] = {
        {OPTION_HEADING, NULL, NULL, NULL, "All of them", 0, 0, 0},
        {OPTION_COUNT, "steps", &steps, "N", "how many", 1, 100, 0},
        {OPTION_NUMBER, "rate", &rate, "X", "how fast", 0, 1, 0},
        {OPTION_FLAG, "loud", &loud, NULL, "or not", 0, 0, 0},
        {OPTION_TEXT, "folder", &folder, "DIR", "where", 0, 0, 0},
        {OPTION_CHOICE, "colour", &colour, "red|green|blue", "which", 0, 0, 0},
        {OPTION_LIST, "files", &files, "FILE...", "which", 0, 0, 0},
    };
    const Options options = {"tool", "usage\n", (int)(sizeof table / sizeof *table), table, bare};
    return options_read(&options, argc, argv);
}

/* read_words(WORDS("--steps", "3")): the words behind the program's name. */
#define WORDS(...)                                                                                 \
    (int)(sizeof((char *[]){"tool", __VA_ARGS__}) / sizeof(char *)),                               \
        ((char *[]){"tool", __VA_ARGS__})

static int reset(void **state)
{
    steps = 7;
    rate = 0.25;
    loud = false;
    folder = "here";
    colour = 1;
    files = (OptionList){0, NULL};
    bare = NULL;
    return test_setup(state);
}
#define CASE(f) cmocka_unit_test_setup_teardown(f, reset, test_teardown)

static void test_values_are_set(void **state)
{
    (void)state;
    static char *const argv[] = {"tool",    "--files", "a",      "b",    "c",        "--loud",
                                 "--steps", "100",     "--rate", "1e-2", "--folder", "there"};
    assert_int_equal(read_words(12, argv), OPTIONS_READ);
    assert_int_equal(steps, 100);
    assert_close(rate, 0.01, 0);
    assert_true(loud);
    assert_string_equal(folder, "there");
    assert_int_equal(files.count, 3);
    assert_string_equal(files.item[2], "c");
}

static void test_defaults_stay(void **state)
{
    (void)state;
    static char *const argv[] = {"tool"};
    assert_int_equal(read_words(1, argv), OPTIONS_READ);
    assert_int_equal(steps, 7);
    assert_int_equal(files.count, 0);
    assert_false(loud);
}

static void assert_wrong(OptionsResult result, const char *message)
{
    assert_int_equal(result, OPTIONS_WRONG);
    assert_string_equal(kindling_error(), message);
    assert_int_equal(steps, 7);
    assert_close(rate, 0.25, 0);
}

static void test_wrong_values_are_named(void **state)
{
    (void)state;
    assert_wrong(
        read_words(WORDS("--steps", "four")),
        "tool: --steps: got \"four\", expected a whole number from 1 to 100. hint: --steps 7");
    assert_wrong(
        read_words(WORDS("--steps", "4x")),
        "tool: --steps: got \"4x\", expected a whole number from 1 to 100. hint: --steps 7");
    assert_wrong(
        read_words(WORDS("--steps", "101")),
        "tool: --steps: got \"101\", expected a whole number from 1 to 100. hint: --steps 7");
    assert_wrong(
        read_words(WORDS("--steps", "99999999999999999999")),
        "tool: --steps: got \"99999999999999999999\", expected a whole number from 1 to 100. "
        "hint: --steps 7");
    assert_wrong(read_words(WORDS("--rate", "nan")),
                 "tool: --rate: got \"nan\", expected a number from 0 to 1. hint: --rate 0.25");
    assert_wrong(read_words(WORDS("--rate", "")),
                 "tool: --rate: got \"\", expected a number from 0 to 1. hint: --rate 0.25");
}

static void test_unknown_and_unfinished_options(void **state)
{
    (void)state;
    assert_wrong(read_words(WORDS("--step", "4")),
                 "tool: got \"--step\", expected an option. hint: --steps");
    assert_wrong(read_words(WORDS("--xyz")),
                 "tool: got \"--xyz\", expected an option. hint: --help");
    assert_wrong(read_words(WORDS("--loud", "yes")),
                 "tool: got \"yes\", expected an option. hint: --help");
    bare = "folder";
    assert_wrong(read_words(WORDS("--loud", "yes")),
                 "tool: got \"yes\", expected an option. hint: --folder yes");
    assert_wrong(read_words(WORDS("--step")),
                 "tool: got \"--step\", expected an option. hint: --steps");
    assert_wrong(read_words(WORDS("--steps", "--loud")),
                 "tool: --steps: got nothing behind it, expected N. hint: tool --help");
}

static void test_the_version_is_told(void **state)
{
    (void)state;
    char said[80] = "";
    FILE *page = tmpfile();
    assert_non_null(page);
    fflush(stdout);
    int before = dup(1);
    dup2(fileno(page), 1);
    OptionsResult result = read_words(WORDS("--loud", "--version"));
    fflush(stdout);
    dup2(before, 1);
    close(before);
    rewind(page);
    assert_non_null(fgets(said, sizeof said, page));
    fclose(page);
    assert_int_equal(result, OPTIONS_HELP);
    assert_string_equal(said, "tool, of Kindling " KINDLING_VERSION "\n");
    assert_false(loud);
}

static void test_a_choice_is_one_of_its_words(void **state)
{
    (void)state;
    assert_int_equal(read_words(WORDS("--colour", "red")), OPTIONS_READ);
    assert_int_equal(colour, 0);
    assert_int_equal(read_words(WORDS("--colour", "blue")), OPTIONS_READ);
    assert_int_equal(colour, 2);
    static char *const wrong[] = {"", "gre", "greens", "red|green", "|"};
    for (int i = 0; i < 5; i++) {
        char text[96];
        snprintf(text, sizeof text,
                 "tool: --colour: got \"%s\", expected red|green|blue. hint: --colour blue",
                 wrong[i]);
        assert_wrong(read_words(WORDS("--colour", wrong[i])), text);
        assert_int_equal(colour, 2);
    }
}

/* What option_text writes, option_set reads back, to the last bit. */
static void test_numbers_survive_as_text(void **state)
{
    (void)state;
    static const double values[] = {0.1, 1.0 / 3, 1e-300, 123456789.125, 0, 5e-324};
    const Option o = {OPTION_NUMBER, "rate", &rate, "X", "", 0, 1e300, 0};
    const Options options = {"tool", "", 1, &o, NULL};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char text[48];
        rate = values[i];
        option_text(&o, text, sizeof text);
        rate = -1;
        assert_int_equal(option_set(&options, &o, text), 0);
        assert_true(rate == values[i]);
    }
}

static void test_a_beta_may_be_0(void **state)
{
    (void)state;
    Recipe r = recipe_nanogpt;
    assert_int_equal(recipe_read(&r, WORDS("--beta1", "0", "--beta2", "0")), OPTIONS_READ);
    assert_true(r.beta1 == 0 && r.beta2 == 0);
    assert_int_equal(recipe_read(&r, WORDS("--beta1", "-0.1")), OPTIONS_WRONG);
}

static void test_recipe_is_nanogpts(void **state)
{
    (void)state;
    Recipe r = recipe_nanogpt;
    static char *const argv[] = {"train"};
    assert_int_equal(recipe_read(&r, 1, argv), OPTIONS_READ);
    GptOptions g = recipe_gpt(&r, 65);
    assert_int_equal(g.num_layers, 4);
    assert_int_equal(g.num_heads, 4);
    assert_int_equal(g.embed_dim, 128);
    assert_int_equal(g.context, 64);
    assert_true(g.tied && g.no_bias && g.causal);
    assert_int_equal(r.steps, 2000);
    assert_int_equal(r.batch, 12);
    assert_close(r.beta2, 0.99, 0);
}

static void test_recipe_checks_heads(void **state)
{
    (void)state;
    Recipe r = recipe_nanogpt;
    static char *const argv[] = {"train", "--heads", "5"};
    assert_int_equal(recipe_read(&r, 3, argv), OPTIONS_WRONG);
    assert_string_equal(kindling_error(),
                        "train: --heads: got 5 for 128 channels, expected a divisor "
                        "of them. hint: --channels 130");
    static char *const odd[] = {"train", "--llama", "--channels", "60"};
    r = recipe_nanogpt;
    assert_int_equal(recipe_read(&r, 4, odd), OPTIONS_WRONG);
    assert_non_null(strstr(kindling_error(), "got heads of 15 channels, expected an even number"));
    static char *const grouped[] = {"train", "--kv-heads", "3"};
    r = recipe_nanogpt;
    assert_int_equal(recipe_read(&r, 3, grouped), OPTIONS_WRONG);
    assert_string_equal(kindling_error(),
                        "train: --kv-heads: got 3 for 4 heads, expected a divisor of them");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_values_are_set),          CASE(test_defaults_stay),
        CASE(test_wrong_values_are_named),  CASE(test_unknown_and_unfinished_options),
        CASE(test_the_version_is_told),     CASE(test_a_choice_is_one_of_its_words),
        CASE(test_numbers_survive_as_text), CASE(test_a_beta_may_be_0),
        CASE(test_recipe_is_nanogpts),      CASE(test_recipe_checks_heads),
    };
    return run_tests("tools/lib/options", tests);
}
