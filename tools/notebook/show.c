/* show.c - a value as a cell's last line shows it. */
#include "show.h"

void show_tensor(const Tensor *t)
{
    if (t == NULL) {
        printf("NULL, no tensor\n");
        return;
    }
    tensor_print(t);
    printf("Tensor %s", tensor_shape_text(t));
    if (t->name != NULL)
        printf(" \"%s\"", t->name);
    if (t->requires_grad)
        printf(", %s", t->grad != NULL ? "has a gradient" : "wants a gradient");
    printf("\n");
}

void show_ints(const IntTensor *t)
{
    if (t == NULL) {
        printf("NULL, no tensor\n");
        return;
    }
    for (long i = 0; i < int_tensor_numel(t); i++)
        printf("%s%d", i > 0 ? " " : "", t->data[i]);
    printf("\nIntTensor %s\n", shape_text(t->ndim, t->shape));
}

void show_text(const char *text)
{
    printf(text != NULL ? "\"%s\"\n" : "NULL, no text\n", text);
}

void show_real(double x)
{
    printf("%.9g\n", x);
}

void show_whole(long long n)
{
    printf("%lld\n", n);
}

void show_truth(bool b)
{
    printf("%s\n", b ? "true" : "false");
}

#pragma GCC diagnostic ignored "-Wstrict-prototypes"
void show_other()
{
    printf("A value of this type is not shown by itself. hint: printf with one of its members\n");
}
