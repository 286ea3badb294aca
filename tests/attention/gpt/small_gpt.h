/* small_gpt.h - the model, the weights and the batch that the tests of GPT share.
 *
 * tests/fixtures/attention.py builds the same.
 */
#ifndef SMALL_GPT_H
#define SMALL_GPT_H

#include "../wave.h"

static inline GptOptions small(void)
{
    return (GptOptions){.vocabulary = 7,
                        .context = 6,
                        .embed_dim = 8,
                        .num_heads = 2,
                        .num_layers = 2,
                        .causal = true,
                        .qkv_in_one = true,
                        .seed = 11};
}

/* The parameters that attention.py makes: the phase of each wave comes from its name. */
static inline void wave_parameters(const ParameterList *list)
{
    for (long i = 0; i < list->count; i++) {
        const char *name = list->name[i];
        long sum = 0;
        for (const char *c = name; *c != '\0'; c++)
            sum += *c;
        wave_fill(list->tensor[i], 0.1 * (double)(sum % 100), 0.2);
        if (strstr(name, "norm") != NULL && strstr(name, "weight") != NULL)
            for (long j = 0; j < tensor_numel(list->tensor[i]); j++)
                list->tensor[i]->data[j] += 1;
    }
}

/* The numbers of one model in another, whose q, k and v may be separate where the first's are in one. */
static inline void copy_numbers(Gpt *to, Gpt *from)
{
    ParameterList *source = parameters_of(&from->module), *list = parameters_of(&to->module);
    for (long i = 0; i < list->count; i++) {
        Tensor *same = parameters_find(source, list->name[i]);
        if (same != NULL)
            copy_kernel(list->tensor[i], same);
    }
    for (long i = 0; i < to->options.num_layers; i++)
        mha_copy(to->blocks[i]->attn, from->blocks[i]->attn);
    parameters_free(source);
    parameters_free(list);
}

static inline IntTensor *two_sequences(void)
{
    return int_tensor_from(SHAPE(2, 6), IDS(0, 3, 6, 2, 5, 1, 4, 4, 0, 1, 2, 3));
}

static inline IntTensor *their_targets(void)
{
    return int_tensor_from(SHAPE(2, 6), IDS(3, 6, 2, 5, 1, 4, 4, 0, 1, 2, 3, 5));
}

#endif
