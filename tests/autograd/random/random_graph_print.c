/* random_graph_print.c - a graph as a C program that shows what is wrong with its gradients. */
#include <ctype.h>
#include "random_graph.h"

static void print_list(FILE *out, const char *macro, const char *if_empty, int n, const long *list)
{
    fputs(n == 0 ? if_empty : macro, out);
    for (int i = 0; i < n; i++)
        fprintf(out, "%s%ld", i ? ", " : "(", list[i]);
    fputs(n == 0 ? "" : ")", out);
}

static void print_numbers(FILE *out, const char *function, const char *macro, const Node *node)
{
    fprintf(out, "%s(", function);
    print_list(out, "SHAPE", "SCALAR", node->ndim, node->shape);
    fprintf(out, ", %s", macro);
    for (long i = 0, n = shape_numel(node->ndim, node->shape); i < n; i++)
        fprintf(out, "%s%.10g", i ? ", " : "(", node->value[i]);
    fprintf(out, "))");
}

/* What stands for one word of the call's text; returns where the text goes on. */
static const char *print_word(FILE *out, const Node *node, const char *word, int length)
{
    const char *after = word + length;
    int i = *after == '(' ? after[1] - '0' : 0; /* X(0), I(2), ... */
    if (length == 1 && *word == 'X')
        fprintf(out, "t%d", node->in[i]);
    else if (length == 1 && *word == 'I')
        fprintf(out, "%ld", node->number[i]);
    else if (length == 1 && *word == 'R')
        fprintf(out, "%.10g", node->scalar[i]);
    else if (strncmp(word, "SIZES", (size_t)length) == 0)
        print_list(out, "SHAPE", "SCALAR", node->n_list, node->list);
    else if (strncmp(word, "AXIS_LIST", (size_t)length) == 0)
        print_list(out, "AXES", "ALL_AXES", node->n_list, node->list);
    else if (strncmp(word, "MASK", (size_t)length) == 0)
        print_numbers(out, "tensor_from", "VALUES", node);
    else if (strncmp(word, "INDICES", (size_t)length) == 0)
        print_numbers(out, "int_tensor_from", "IDS", node);
    else
        fprintf(out, "%.*s", length, word);
    return length == 1 && strchr("XIR", *word) != NULL ? after + 3 : after;
}

static void print_call(FILE *out, const Node *node)
{
    for (const char *p = node_text(node); *p != '\0';) {
        int length = 0;
        while (isalnum((unsigned char)p[length]) || p[length] == '_')
            length++;
        if (length > 0)
            p = print_word(out, node, p, length);
        else
            fputc(*p++, out);
    }
}

static void print_forward(FILE *out, const Graph *g, const Check *check)
{
    bool splits = false;
    for (int k = 0; k < g->n; k++)
        splits = splits || g->node[k].op == OP_split;
    fprintf(out, "static Tensor *forward(bool cut)\n{\n    (void)cut;\n%s",
            splits ? "    Tensor *parts[8];\n" : "");
    for (int k = 0; k < g->n; k++) {
        if (check->inner && k == g->inner)
            fprintf(out, "    inner = scope_open(); /* closed after the walk */\n");
        fprintf(out, "    Tensor *t%d = ", k);
        if (g->node[k].op == LEAF)
            fprintf(out, "leaf[%d]", k);
        else
            print_call(out, &g->node[k]);
        fputs(";\n", out);
        if (check->cut && check->node == k)
            fprintf(out, "    kept = t%d = cut ? tensor_requires_grad(tensor_detach(t%d)) : t%d;\n",
                    k, k, k);
        if (g->node[k].retained)
            fprintf(out, "    if (t%d->requires_grad)\n        tensor_retain_grad(t%d);\n", k, k);
        else if (check->cut && check->node == k)
            fprintf(out, "    tensor_retain_grad(t%d);\n", k);
    }
    fprintf(out, "    return t%d;\n}\n\n", g->n - 1);
}

static const char *const program_head =
    "#include <kindling.h>\n#include <math.h>\n#include <stdio.h>\n\n"
    "static Tensor *leaf[%d]%s;\n%s\n";

static const char *const program_tail =
    "static Tensor *seed_of(const Tensor *root)\n{\n"
    "    const real pattern[] = {1, -0.75, 0.5, 1.25, -1.5};\n"
    "    Tensor *seed = tensor_new_like(root);\n"
    "    for (long i = 0; i < tensor_numel(seed); i++)\n"
    "        seed->data[i] = pattern[i %% 5];\n"
    "    return seed;\n}\n\n"
    "static double loss(void)\n{\n"
    "    Scope *scope = scope_open();\n"
    "    grad_mode(false);\n"
    "    Tensor *root = tensor_contiguous(forward(false)), *seed = seed_of(root);\n"
    "    double sum = 0;\n"
    "    for (long i = 0; i < tensor_numel(root); i++)\n"
    "        sum += (double)root->data[i] * seed->data[i];\n"
    "    scope_close(scope);\n"
    "    return sum;\n}\n\n"
    "static int compare(const char *what, long i, double got, double expected, double tolerance)\n"
    "{\n"
    "    bool right = fabs(got - expected) <= tolerance * (1 + fabs(expected));\n"
    "    printf(\"%%s, element %%ld: %%.8g, expected %%.8g%%s\\n\", what, i, got, expected,\n"
    "           right ? \"\" : \"   <-- wrong\");\n"
    "    return !right;\n}\n\n"
    "static int compare_leaf(int k, double times)\n{\n"
    "    int wrong = 0;\n"
    "    real h = sizeof(real) == 8 ? 1e-4 : 1e-2;\n"
    "    char what[16];\n"
    "    snprintf(what, sizeof what, \"t%%d->grad\", k);\n"
    "    for (long i = 0; i < tensor_numel(leaf[k]); i++) {\n"
    "        real was = leaf[k]->data[i];\n"
    "        leaf[k]->data[i] = was + h;\n"
    "        double up = loss();\n"
    "        leaf[k]->data[i] = was - h;\n"
    "        double down = loss();\n"
    "        leaf[k]->data[i] = was;\n"
    "        wrong += compare(what, i, leaf[k]->grad ? leaf[k]->grad->data[i] : 0,\n"
    "                         times * (up - down) / (2 * h), sizeof(real) == 8 ? 1e-6 : 1e-2);\n"
    "    }\n"
    "    return wrong;\n}\n\n"
    "int main(void)\n{\n";

static void print_leaves(FILE *out, const Graph *g)
{
    for (int k = 0; k < g->n; k++) {
        if (g->node[k].op != LEAF)
            continue;
        fprintf(out, "    leaf[%d] = ", k);
        print_numbers(out, "tensor_from", "VALUES", &g->node[k]);
        fprintf(out, ";\n");
        if (g->node[k].wants_grad)
            fprintf(out, "    tensor_requires_grad(leaf[%d]);\n", k);
    }
}

/* As graph_check does: a second walk doubles, a third after tensor_zero_grad begins anew for leaves. */
static void print_walks(FILE *out, const Graph *g, int walks)
{
    const char *backward = "    tensor_backward_from(root, seed_of(root), true);\n";
    fprintf(out, "    Tensor *root = forward(false);\n%s", backward);
    if (walks > 1)
        fputs(backward, out);
    for (int k = 0; k < g->n && walks > 2; k++)
        if (g->node[k].wants_grad)
            fprintf(out, "    tensor_zero_grad(leaf[%d]);\n", k);
    if (walks > 2)
        fputs(backward, out);
    fputs("    int wrong = 0;\n", out);
}

void graph_print(FILE *out, const Graph *g, const Check *check)
{
    fprintf(out, "/* t%d, %s\n * cc repro.c $(pkg-config --cflags --libs kindling) -lm */\n",
            check->node, check->message);
    fprintf(out, program_head, g->n, check->cut ? ", *kept" : "",
            check->inner ? "static Scope *inner;\n" : "");
    print_forward(out, g, check);
    fprintf(out, program_tail);
    print_leaves(out, g);
    print_walks(out, g, check->walks);
    if (check->inner)
        fputs("    scope_close(inner);\n", out);
    for (int k = 0; k < g->n; k++)
        if (g->node[k].op == LEAF && g->node[k].wants_grad)
            fprintf(out, "    wrong += compare_leaf(%d, %d);\n", k, check->walks == 2 ? 2 : 1);
    if (check->cut)
        fprintf(out,
                "    Tensor *whole = kept;\n"
                "    root = forward(true);\n"
                "    tensor_backward_from(root, seed_of(root), false);\n"
                "    Tensor *got = whole->grad ? tensor_contiguous(whole->grad) : NULL;\n"
                "    for (long i = 0; i < tensor_numel(kept); i++)\n"
                "        wrong += compare(\"the retained gradient\", i, got ? got->data[i] : 0,\n"
                "                         kept->grad ? %d * kept->grad->data[i] : 0, 1e-6);\n",
                check->walks);
    fprintf(out, "    return wrong != 0;\n}\n");
}
