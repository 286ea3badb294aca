/* answers.c - the questions of the lesson. */
#include "check.h"

TEST(bytes_of_the_weights, .points = 1, .exercise = "12.q weights_bytes", .file = "answers.txt",
     .hints = HINTS("One weight per pair of a query and a key.", "T * T numbers.",
                    "2048 * 2048 * 4"))
{
    MISTAKE_NUMBER(2048.0 * 2048, "that is how many weights there are; each takes 4 bytes");
    MISTAKE_NUMBER(2048.0 * 4, "that is one row: there is one per query");
    MISTAKE_NUMBER(2048.0 * 2048 * 8, "8 bytes is a double; a float takes 4");
    MISTAKE_NUMBER(16, "in bytes, please: 16 MiB is 16 * 1024 * 1024");
    MISTAKE_NUMBER(2048.0 * 2048 * 2,
                   "2 bytes is half precision (or half the square); all T * T floats are stored");
    double bytes = answer("weights_bytes");
    check_number(bytes, 2048.0 * 2048 * 4, 1e-3,
                 "T * T weights of 4 bytes: it is the square that hurts");
}

TEST(parameters_of_eight_heads, .points = 1, .exercise = "12.q parameters_8_heads",
     .file = "answers.txt",
     .hints = HINTS("Four linear layers: q, k, v and out.", "Each is (512, 512) and a bias of 512.",
                    "4 * (512 * 512 + 512)"))
{
    double C = 512;
    MISTAKE_NUMBER(4 * C * C, "the biases are missing: one per layer, 512 each");
    MISTAKE_NUMBER(3 * (C * C + C), "the output projection is missing");
    MISTAKE_NUMBER(3 * C * C, "the output projection is missing, and so are all biases");
    MISTAKE_NUMBER(8 * 4 * (C * C + C),
                   "the heads share the matrices: each owns 64 columns, not a matrix of its own");
    MISTAKE_NUMBER(4 * (64 * 64 + 64),
                   "that is one head of 64 from 64 channels; each head sees all 512 channels");
    double parameters = answer("parameters_8_heads");
    check_number(parameters, 4 * (C * C + C), 1e-6, "four layers of 512 * 512 + 512");
}

TEST(parameters_of_one_head, .points = 1, .exercise = "12.q parameters_1_head",
     .file = "answers.txt",
     .hints = HINTS("Does the number of heads appear in the shape of any matrix?",
                    "Heads are a way to read the channels.", "The same as with 8 heads."))
{
    double C = 512;
    MISTAKE_NUMBER(4 * C * C, "the biases are missing: one per layer, 512 each");
    MISTAKE_NUMBER((C * C + C) / 2, "an eighth: but heads cut the same matrices into columns");
    MISTAKE_NUMBER(3 * (C * C + C), "the output projection is missing");
    MISTAKE_NUMBER(3 * C * C, "the output projection is missing, and so are all biases");
    MISTAKE_NUMBER(8 * 4 * (C * C + C),
                   "heads cut the same matrices into columns: their number changes nothing");
    double parameters = answer("parameters_1_head");
    check_number(parameters, 4 * (C * C + C), 1e-6,
                 "heads cut the same matrices into columns: nothing changes");
}

TEST(what_the_causal_mask_wastes, .points = 1, .exercise = "12.q causal_waste",
     .file = "answers.txt",
     .hints = HINTS("Count the zeros of the mask.", "Above the diagonal there are T (T - 1) / 2.",
                    "1023 / 2048"))
{
    MISTAKE_NUMBER(1025.0 / 2048,
                   "that is the fraction it keeps: the diagonal belongs to the allowed half");
    MISTAKE_NUMBER(1023.0 / 20.48, "as a fraction, please: 0.5 for 50 %");
    MISTAKE_NUMBER(1023.0 * 512, "that is how many; divide by T * T");
    MISTAKE_NUMBER(0.5, "close, but the diagonal is kept: T (T - 1) / 2 of T * T");
    double waste = answer("causal_waste");
    check_number(waste, 1023.0 / 2048, 1e-4, "T (T - 1) / 2 zeros of T * T");
}

TEST(where_attention_overtakes_the_mlp, .points = 1, .exercise = "12.q crossover_length",
     .file = "answers.txt",
     .hints = HINTS("Set the two costs equal.", "4 T C = 16 C C; divide by 4 C.", "T = 4 C = 3072"))
{
    MISTAKE_NUMBER(768, "16 C C / (4 C) is 4 C, not C");
    MISTAKE_NUMBER(4, "in tokens: T = 4 C, with C = 768");
    MISTAKE_NUMBER(1536,
                   "2 C: did you count only one of attention's products twice, or the MLP's once?");
    MISTAKE_NUMBER(12288, "16 C: attention costs 4 T C, so divide by 4 as well");
    MISTAKE_NUMBER(6144, "8 C: both of attention's products count, 2 T C each");
    double T = answer("crossover_length");
    check_number(T, 4 * 768, 1e-6, "4 T C = 16 C C gives T = 4 C");
}

TEST(memory_with_adam, .points = 1, .exercise = "12.q adam_bytes", .file = "answers.txt",
     .hints = HINTS("How many floats per parameter are kept?", "Weight, gradient, two moments: 4.",
                    "124439808 * 4 * 4"))
{
    double n = 124439808;
    MISTAKE_NUMBER(n,
                   "that is how many parameters there are: how many floats of 4 bytes for each?");
    MISTAKE_NUMBER(4 * n,
                   "the weights alone; training also keeps gradients and Adam's two moments");
    MISTAKE_NUMBER(8 * n, "weights and gradients; Adam keeps two moments more");
    MISTAKE_NUMBER(12 * n, "three numbers per parameter; Adam has two moments: four");
    MISTAKE_NUMBER(4 * 8 * n, "8 bytes is a double; a float takes 4");
    double bytes = answer("adam_bytes");
    check_number(bytes, 16 * n, 1e-3, "4 floats of 4 bytes per parameter: about 2 GB");
}
