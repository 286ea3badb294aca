/* module.c - 03.5: one flag for a tree of modules. */
#include "want.h"

/* A box for each module. One has the flag, all others the opposite. */
static void fill(Tree *t, int one, bool flag)
{
    for (int i = 0; i < t->n; i++)
        t->module[i] = layer_by_hand("Box", NULL);
    hang(t);
    for (int i = 0; i < t->n; i++)
        t->module[i]->training = i == one ? flag : !flag;
}

/* 0 holds 1, 2 and 8; 2 holds 3, 4 and 7; 4 holds 5 and 6. */
static Tree nine_modules(void)
{
    return (Tree){.n = 9, .parent = {-1, 0, 0, 2, 2, 4, 4, 2, 0}};
}

static Tensor *flags_of(const Tree *t)
{
    Tensor *flags = tensor_zeros(SHAPE(t->n));
    for (int i = 0; i < t->n; i++)
        flags->data[i] = t->module[i]->training;
    return flags;
}

TEST(the_flag_reaches_every_module, .points = 1, .exercise = "03.5 module_train",
     .file = "module.c")
{
    Tree t = nine_modules();
    fill(&t, 7, false);
    Module *m = t.module[0];
    given("m", "module 0 of 9, all in training but 7: 0 holds 1, 2, 8; 2 holds 3, 4, 7; 4 holds 5, "
               "6");

    Tensor *want = EXPECT(flags_want(&t, 0, false));
    CALL(module_train(m, false));
    Tensor *flags = flags_of(&t);
    check_tensor(flags, want, "the flags of modules 0 to 8 are all 0");
    module_free(m);
}

TEST(the_flag_comes_back, .points = 4, .exercise = "03.5 module_train", .file = "module.c")
{
    Tree t = nine_modules();
    fill(&t, 6, true);
    static const int others[] = {0, 1, 8}; /* above and beside it */
    for (int i = 0; i < 3; i++)
        t.module[others[i]]->training = draw_seed() % 2;
    Module *m = t.module[2];
    given("m", "module 2 of 9; below it only 6 is in training: 0 holds 1, 2, 8; 2 holds 3, 4, 7; 4 "
               "holds 5, 6");

    Tensor *want = EXPECT(flags_want(&t, 2, true));
    CALL(module_train(m, true));
    Tensor *flags = flags_of(&t);
    check_tensor(flags, want, "module 2 and what is below it, nothing above or beside it");
    module_free(t.module[0]);
}

TEST(the_flag_of_any_tree, .points = 4, .exercise = "03.5 module_train", .file = "module.c")
{
    Tree t;
    draw_parents(&t);
    bool training = draw_seed() % 2;
    fill(&t, 7, training);
    Module *m = t.module[1];
    given("m", "module 1 of a drawn tree of 16, of which only 7 has that flag");
    given("training", "%s", training ? "true" : "false");

    Tensor *want = EXPECT(flags_want(&t, 1, training));
    CALL(module_train(m, training));
    Tensor *flags = flags_of(&t);
    check_tensor(flags, want, "the module and all below it; the others keep what they had");
    module_free(t.module[0]);
}
