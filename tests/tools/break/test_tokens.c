/* test_tokens.c - the text task of make break-10: a right tokenizer and model leave room to be worse. */
#include "../../../tools/break/tokens.h"
#include "test.h"

#define LESSON "modules/10_tokenization/README.md"

static void test_a_right_tokenizer_shortens_a_text_and_loses_nothing(void **state)
{
    (void)state;
    TokensResult r;
    kindling_set_threads(1);
    assert_true(tokens_train(LESSON, &r));
    assert_true(r.bytes_per_token > 1.8 && r.bytes_per_token < 3);
    assert_true(r.bits_per_byte > 2.5 && r.bits_per_byte < 4.5); /* of what it has read: far less */
    assert_close(r.loss, r.bits_per_byte * r.bytes_per_token * log(2), 1e-9);
    assert_close(r.lines_back, 1, 0);
}

static void test_a_lesson_that_is_not_there(void **state)
{
    (void)state;
    TokensResult r;
    assert_false(tokens_train("no/such/lesson.md", &r));
    assert_non_null(strstr(kindling_error(), "no/such/lesson.md"));
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_a_right_tokenizer_shortens_a_text_and_loses_nothing),
        UNIT_TEST(test_a_lesson_that_is_not_there),
    };
    return run_tests("tools/break/tokens", group);
}
