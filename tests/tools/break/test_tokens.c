/* test_tokens.c - the text task of make break-10: a right tokenizer and model leave room to be worse. */
#include "../../../tools/break/tokens.h"
#include "test.h"

#define TEXT "notebooks-c/prose.txt"

static void test_a_right_tokenizer_shortens_a_text_and_loses_nothing(void **state)
{
    (void)state;
    TokensResult r;
    kindling_set_threads(1);
    assert_true(tokens_train(TEXT, 19850, &r));
    assert_true(r.bytes_per_token > 1.8 && r.bytes_per_token < 3);
    assert_true(r.bits_per_byte > 2.5 && r.bits_per_byte < 4.5); /* of what it has read: far less */
    assert_close(r.loss, r.bits_per_byte * r.bytes_per_token * log(2), 1e-9);
    assert_close(r.lines_back, 1, 0);
}

static void test_a_text_that_is_not_there_or_short(void **state)
{
    (void)state;
    TokensResult r;
    assert_false(tokens_train("no/such/text.md", 1, &r));
    assert_non_null(strstr(kindling_error(), "no/such/text.md"));
    assert_false(tokens_train(TEXT, 1000000, &r));
    assert_non_null(strstr(kindling_error(), TEXT ": got 127936 bytes, expected at least 1000000"));
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_a_right_tokenizer_shortens_a_text_and_loses_nothing),
        UNIT_TEST(test_a_text_that_is_not_there_or_short),
    };
    return run_tests("tools/break/tokens", group);
}
