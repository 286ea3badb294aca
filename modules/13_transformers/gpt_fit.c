/* gpt_fit.c - how deep, how wide, how many heads, if a model has to fit? */
#include "attention_shared.h"
#include "todo.h"

/* ---- 13.10 --------------------------------------------------------------------------------------- */

GptOptions gpt_fit(GptBudget b)
{
    gpt_fit_check(b); /* given: all sizes are at least 1 */

    /* TODO: sizes of a GPT as large as a budget allows.
     *
     * CONTRACT  of all GPTs with learned positions, biases and a tied head that cost no more than
     *           the budget (GptBudget in attention_shared.h says what is counted), the deepest; of
     *           equally deep ones the widest. All heads have head_dim channels, and there are at
     *           least `aspect` channels for each layer: 12 layers, aspect 64, 768 channels.
     *           vocabulary and context are those of the budget, causal and tied are true. {0} if
     *           not even one layer fits.
     * BUDGET    parameters alone: 2 points. The cache, too: 3 more. Operations, too: the last 4.
     * EXAMPLE   vocabulary 10, context 6, head_dim 4, aspect 4, 2400 parameters: 2 layers of 8
     *           channels have 1888, of 12 channels 3984, and 3 layers of 12 channels have 5868
     * HOLDS     gpt_new(gpt_fit(b)) has no more than b.parameters. Twice every limit, and the
     *           model is not less deep.
     * YOU HAVE  what you counted for the questions; nothing else is needed
     * THINK     of two models that are equally deep, which costs less, and of what? So which
     *           of them tells whether a depth fits at all? Which of the three limits grows fastest with
     *           the width, which with the depth, and does a long context change your answer? */
    todo("13.10 gpt_fit");
}
