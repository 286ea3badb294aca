/* lesson_06.c - autograd: the smallest network with its gradients, the order of the walk, a bias. */
#include <stdio.h>
#include "lesson.h"

/* ---- the smallest network, forward and backward --------------------------------------------------- */

/* A tensor of one element: its name, its value, and below it the gradient that arrived. */
static void number(Svg *svg, SvgKind kind, double x, double y, const char *name, const Tensor *t,
                   const char *how)
{
    svg_box(svg, kind, x, y, 92, 44, 0.12);
    svg_text(svg, SVG_INK, SVG_MIDDLE, x + 46, y + 27, "%s = %g", name, (double)t->data[0]);
    svg_text(svg, SVG_RED, SVG_MIDDLE, x + 46, y + 64, "d%s = %s%g", name, how,
             (double)t->grad->data[0]);
}

static void operation(Svg *svg, double x, double y, const char *name)
{
    svg_dot(svg, SVG_FAINT, x, y, 3);
    svg_small(svg, SVG_FAINT, SVG_LEFT, x + 4, y - 12, "%s", name);
}

static int smallest(const char *path)
{
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(1, 1), VALUES(2)));
    Tensor *W = tensor_requires_grad(tensor_from(SHAPE(1, 1), VALUES(3)));
    Tensor *y = tensor_retain_grad(tensor_matmul(x, W));
    Tensor *loss = tensor_retain_grad(tensor_mul(y, y));
    tensor_backward(loss);
    Svg *svg = svg_open(
        path, 700, 250,
        "x = 2 times W = 3 gives y = 6, its square 36; gradients go back: 1, 12, 36 and 24");
    if (svg == NULL)
        return -1;
    number(svg, SVG_BLUE, 20, 40, "x", x, "12 \xc2\xb7 3 = ");
    number(svg, SVG_GREEN, 20, 150, "W", W, "12 \xc2\xb7 2 = ");
    number(svg, SVG_INK, 290, 92, "y", y, "6 + 6 = ");
    number(svg, SVG_AMBER, 560, 92, "loss", loss, "");
    svg_arrow(svg, SVG_INK, 114, 66, 190, 108);
    svg_arrow(svg, SVG_INK, 114, 168, 190, 120);
    operation(svg, 200, 114, "matmul");
    svg_arrow(svg, SVG_INK, 208, 114, 286, 114);
    svg_arc(svg, SVG_INK, 384, 108, 462, 108, 12);
    svg_arc(svg, SVG_INK, 384, 120, 462, 120, -12);
    operation(svg, 472, 114, "mul");
    svg_arrow(svg, SVG_INK, 480, 114, 556, 114);
    svg_arrow(svg, SVG_RED, 540, 152, 410, 152);
    svg_arrow(svg, SVG_RED, 270, 152, 140, 208);
    svg_arrow(svg, SVG_RED, 270, 146, 140, 102);
    svg_small(svg, SVG_INK, SVG_LEFT, 20, 22, "forward: values, left to right");
    svg_small(svg, SVG_RED, SVG_RIGHT, 652, 22, "backward: gradients, right to left");
    return svg_close(svg);
}

/* ---- 06.2, step by step ----------------------------------------------------------------------------- */

/* f(x) is 0, f(0) is 1, f(1) is 2, f(0, 2) is 3. Which of them is c? */
static int which(const Closure *c, Tensor *const node[4])
{
    for (int i = 0; i < 4; i++)
        if (node[i]->closure == c)
            return i;
    return -1;
}

static void circle(Svg *svg, double x, double y, int number)
{
    svg_box(svg, SVG_BLUE, x - 17, y - 17, 34, 34, 0.15);
    svg_text(svg, SVG_INK, SVG_MIDDLE, x, y + 5, "%d", number);
}

static int order(const char *path)
{
    Tensor *x = tensor_requires_grad(tensor_ones(SHAPE(1))), *node[4];
    node[0] = tensor_neg(x);
    node[1] = tensor_neg(node[0]);
    node[2] = tensor_neg(node[1]);
    node[3] = tensor_add(node[0], node[2]);
    char list[32] = "";
    int length = 0;
    for (Closure *c = backward_order(node[3]); c != NULL; c = c->next)
        length += snprintf(list + length, sizeof list - (size_t)length, "%d ", which(c, node));
    Svg *svg =
        svg_open(path, 700, 290,
                 "The walk that orders four closures, step by step; the list ends as 3 2 1 0");
    if (svg == NULL)
        return -1;
    svg_text(svg, SVG_INK, SVG_MIDDLE, 40, 145, "x");
    static const double at[4][2] = {{105, 140}, {175, 210}, {245, 210}, {300, 140}};
    svg_arrow(svg, SVG_INK, 50, 140, 84, 140);
    svg_arrow(svg, SVG_INK, 119, 158, 155, 194);
    svg_arrow(svg, SVG_INK, 194, 210, 224, 210);
    svg_arrow(svg, SVG_INK, 258, 191, 284, 160);
    svg_arrow(svg, SVG_INK, 124, 140, 279, 140);
    for (int i = 0; i < 4; i++)
        circle(svg, at[i][0], at[i][1], i);
    svg_small(svg, SVG_FAINT, SVG_LEFT, 30, 60, "0 is used twice: by 1 and by 3.");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 30, 76, "Its turn comes when both have had theirs.");
    static const char *const steps[][3] = {{"3", "has an input that is not listed: 0", ""},
                                           {"0", "x has no closure: list 0", "0"},
                                           {"3", "its other input: 2", "0"},
                                           {"2", "has an input: 1", "0"},
                                           {"1", "its input 0 is marked: list 1", "1 0"},
                                           {"2", "nothing is left: list 2", "2 1 0"},
                                           {"3", "nothing is left: list 3", "3 2 1 0"}};
    svg_title(svg, 370, 40, "at");
    svg_title(svg, 402, 40, "what happens");
    svg_title(svg, 620, 40, "list");
    for (int i = 0; i < 7; i++) {
        double y = 66 + 26.0 * i;
        svg_text(svg, SVG_BLUE, SVG_LEFT, 374, y, "%s", steps[i][0]);
        svg_text(svg, SVG_INK, SVG_LEFT, 402, y, "%s", steps[i][1]);
        svg_text(svg, SVG_VIOLET, SVG_LEFT, 620, y, "%s", steps[i][2]);
    }
    svg_text(svg, SVG_VIOLET, SVG_LEFT, 402, 264, "the engine's list: %s", list);
    return svg_close(svg);
}

/* ---- 06.4: what broadcasting does backwards --------------------------------------------------------- */

static int bias(const char *path)
{
    Tensor *b = tensor_requires_grad(tensor_from(SHAPE(2), VALUES(10, 20)));
    Tensor *x = tensor_from(SHAPE(3, 2), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *y = tensor_add(x, b);
    Tensor *dy = tensor_from(SHAPE(3, 2), VALUES(1, 2, 3, 4, 5, 6));
    tensor_backward_from(y, dy, false);
    Svg *svg = svg_open(path, 660, 220,
                        "A bias of two numbers is added to three rows; its gradient is the sum of "
                        "the rows: 9 and 12");
    if (svg == NULL)
        return -1;
    SvgMatrix how = {.cell = 40, .format = "%.0f", .high = 60};
    how.kind = SVG_GREEN, how.x = 30, how.y = 60, how.title = "b (2)";
    svg_matrix(svg, tensor_reshape(b, SHAPE(1, 2)), how);
    how.x = 190, how.title = "used in each row";
    svg_matrix(svg, tensor_expand(b, SHAPE(3, 2)), how);
    for (int i = 0; i < 3; i++)
        svg_arrow(svg, SVG_INK, 116, 80, 184, 80 + 40.0 * i);
    how.kind = SVG_RED, how.high = 12, how.x = 380, how.title = "dy (3, 2)";
    svg_matrix(svg, dy, how);
    how.x = 550, how.title = "db: summed";
    svg_matrix(svg, tensor_reshape(b->grad, SHAPE(1, 2)), how);
    for (int i = 0; i < 3; i++)
        svg_arrow(svg, SVG_RED, 464, 80 + 40.0 * i, 544, 80);
    svg_small(svg, SVG_FAINT, SVG_LEFT, 30, 206, "forward: one number, many places");
    svg_small(svg, SVG_FAINT, SVG_LEFT, 380, 206, "backward: many shares, one number");
    return svg_close(svg);
}

const LessonPicture pictures_of_06[] = {{"06_autograd/smallest", smallest},
                                        {"06_autograd/order", order},
                                        {"06_autograd/bias", bias},
                                        {NULL, NULL}};
