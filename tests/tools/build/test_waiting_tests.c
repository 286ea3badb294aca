/* test_waiting_tests.c - which tests of a file in Python make test-flaky takes: those that wait by themselves or by what they use. */
#include "../course/small_course.h"

static const char file[] = "import time\n"
                           "SCRIPT = 'sleep 5'\n"
                           "\n"
                           "def until():\n"
                           "    return time.monotonic() > 0\n"
                           "\n"
                           "def deeper():\n"
                           "    return until()\n"
                           "\n"
                           "class Server:\n"
                           "    def __init__(self):\n"
                           "        deeper()\n"
                           "\n"
                           "class Plain(unittest.TestCase):\n"
                           "    def test_itself(self):\n"
                           "        time.sleep(1)\n"
                           "    def test_by_a_function(self):\n"
                           "        deeper()\n"
                           "    def test_by_a_method(self):\n"
                           "        self.wait()\n"
                           "    def test_by_a_script(self):\n"
                           "        run(SCRIPT)\n"
                           "    def test_by_a_class(self):\n"
                           "        Server()\n"
                           "    def test_not(self):\n"
                           "        '''It never does sleep(1).'''\n"
                           "        # nor sleep(2)\n"
                           "    def wait(self):\n"
                           "        deeper()\n"
                           "    def helper(self):\n"
                           "        time.sleep(1)\n"
                           "\n"
                           "class Mixin:\n"
                           "    def test_of_a_mixin(self):\n"
                           "        time.sleep(1)\n"
                           "\n"
                           "class Whole(Mixin, Plain):\n"
                           "    @classmethod\n"
                           "    def setUpClass(cls):\n"
                           "        until()\n"
                           "    def test_what_is_set_up_waits(self):\n"
                           "        pass\n";

static void test_who_waits_is_found(void **state)
{
    (void)state;
    assert_int_equal(run("cat > waits.py <<'END'\n%sEND", file), 0);
    assert_works(
        "waits.py Plain",
        "python3 -B tools/build/waiting_tests.py 'sleep\\(|sleep [0-9]|monotonic' waits.py | sort");
    assert_string_equal(said, "waits.py Plain.test_by_a_class\n"
                              "waits.py Plain.test_by_a_function\n"
                              "waits.py Plain.test_by_a_method\n"
                              "waits.py Plain.test_by_a_script\n"
                              "waits.py Plain.test_itself\n"
                              "waits.py Whole.test_by_a_class\n"
                              "waits.py Whole.test_by_a_function\n"
                              "waits.py Whole.test_by_a_method\n"
                              "waits.py Whole.test_by_a_script\n"
                              "waits.py Whole.test_itself\n"
                              "waits.py Whole.test_not\n"
                              "waits.py Whole.test_of_a_mixin\n"
                              "waits.py Whole.test_what_is_set_up_waits\n");
}

int main(int argc, char **argv)
{
    (void)argc;
    const struct CMUnitTest group[] = {UNIT_TEST(test_who_waits_is_found)};
    plant_tree(argv[0]);
    run("command -v python3");
    bool python = said[0] != '\0';
    int failures = python ? run_tests("tools/build/waiting_tests", group) : 0;
    if (!python)
        puts("tools/build/waiting_tests: python3 is missing: skipped");
    fell_tree();
    return failures;
}
