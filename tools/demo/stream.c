/* stream.c - the demo for a program that looks on: lines of JSON on stdout (demo --stream).
 *
 * Invariant: a line is one object, and whoever reads has it as soon as it is written.
 */
#include "stream.h"

static void end_line(void)
{
    puts("}");
    fflush(stdout);
}

void stream_start(const Gpt *gpt, const HeldOut *held_out, long steps, uint64_t seed)
{
    ParameterList *list = parameters_of(&((Gpt *)gpt)->module);
    printf(
        "{\"steps\":%ld,\"seed\":%ld,\"parameters\":%ld,\"layers\":%d,\"heads\":%d,\"words\":%ld",
        steps, (long)seed, parameters_numel(list), (int)gpt->options.num_layers,
        (int)gpt->options.num_heads, held_out->n_words);
    end_line();
    parameters_free(list);
}

void stream_loss(long step, double loss)
{
    printf("{\"step\":%ld,\"loss\":%.6g", step, loss);
    end_line();
}

/* One head: a row for every letter of the word. */
static void write_head(const Gaze *g, long layer, long head)
{
    for (int i = 0; i < g->word->length; i++) {
        for (int j = 0; j < WORD_LONGEST; j++)
            printf("%s%.3f",
                   j > 0   ? ","
                   : i > 0 ? "],["
                           : "[[",
                   (double)tensor_get(g->weights[layer], AT(0, head, i, j)));
    }
    printf("]]");
}

static void write_guess(const Guess *g, int draws, const Word *drawn)
{
    printf(",\"temperature\":%g,\"sure\":[", g->temperature);
    for (int i = 0; i < g->length; i++)
        for (int k = 0; k < WORD_SYMBOLS; k++)
            printf("%s%.4g", k > 0 ? "," : i > 0 ? "],[" : "[", g->share[i][k]);
    printf("]],\"drawn\":[");
    for (int i = 0; i < draws; i++)
        printf("%s\"%s\"", i > 0 ? "," : "", word_text(&drawn[i]));
    printf("]");
}

void stream_look(long step, const Gaze *g, const Word *answer, double right, const Guess *guess,
                 int draws, const Word *drawn)
{
    printf("{\"step\":%ld,\"word\":\"%s\",\"answer\":\"%s\",\"right\":%.4f,\"attention\":", step,
           word_text(g->word), word_text(answer), right);
    for (long layer = 0; layer < g->n_layers; layer++) {
        for (long head = 0; head < g->n_heads; head++) {
            printf(head > 0 ? "," : layer > 0 ? "],[" : "[[");
            write_head(g, layer, head);
        }
    }
    printf("]]");
    write_guess(guess, draws, drawn);
    end_line();
}
