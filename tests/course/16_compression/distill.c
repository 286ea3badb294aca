/* distill.c - 16.6: what a student learns from its teacher. */
#include "draws.h"
#include "want.h"

/* ---- 16.6 distillation_soft_loss --------------------------------------------------------------------------- */

TEST(three_quarters, .points = 1, .exercise = "16.6 distillation_soft_loss", .file = "soft_loss.c")
{
    Tensor *student = input("student", SHAPE(1, 2), VALUES(0, 0)),
           *teacher = input("teacher", SHAPE(1, 2), VALUES((real)1.0986122886681098, 0));

    double want = EXPECT(soft_want(student, teacher, 1));
    Tensor *loss = CALL(distillation_soft_loss(student, teacher, 1));
    double value = (double)tensor_item(loss);
    check_number(value, want, CHECK_TOLERANCE, "3/4 ln(3/2) + 1/4 ln(1/2) = 0.1308");
}

TEST(logits_at_a_temperature, .points = 4, .exercise = "16.6 distillation_soft_loss",
     .file = "soft_loss.c")
{
    long B = draw_long("B", 2, 4), V = draw_long("V", 5, 7);
    Tensor *student = draw("student", SHAPE(B, 3, V)), *teacher = draw("teacher", SHAPE(B, 3, V));
    real T = (real)draw_double("temperature", 2, 4);

    double want = EXPECT(soft_want(student, teacher, (double)T));
    Tensor *loss = CALL(distillation_soft_loss(student, teacher, T));
    check_shape(loss, SCALAR, "one number for the whole batch");
    double value = (double)tensor_item(loss);
    check_number(value, want, CHECK_TOLERANCE, "T^2 sum p (log p - log q), the mean over rows");
    double want_same = EXPECT(soft_want(teacher, teacher, (double)T));
    Tensor *same = CALL(distillation_soft_loss(teacher, teacher, T));
    double nothing = (double)tensor_item(same);
    check_number(nothing, want_same, CHECK_TOLERANCE,
                 "who says the same as the teacher has loss 0");
    Tensor *sure = draw("sure", SHAPE(B, 3, V));
    for (long r = 0; r < 3 * B; r++)
        sure->data[r * V] = (real)draw_double("far above", 4000, 5000);
    resealed(sure);
    double want_sure = EXPECT(soft_want(student, sure, (double)T));
    Tensor *of_sure = CALL(distillation_soft_loss(student, sure, T));
    double surely = (double)tensor_item(of_sure);
    check_number(surely, want_sure, CHECK_TOLERANCE,
                 "a teacher may be so sure that no other probability is left");
}

TEST(the_gradient, .points = 4, .exercise = "16.6 distillation_soft_loss", .file = "soft_loss.c")
{
    long B = draw_long("B", 2, 4), V = draw_long("V", 3, 5);
    Tensor *student = leaf(draw("student", SHAPE(B, 2, V))),
           *teacher = draw("teacher", SHAPE(B, 2, V));
    real T = (real)draw_double("temperature", 2, 4);

    Tensor *want = EXPECT(soft_gradient_want(student, teacher, (double)T));
    Tensor *loss = CALL(distillation_soft_loss(student, teacher, T));
    tensor_backward(loss);
    check_tensor(student->grad, want, "T (softmax(student / T) - softmax(teacher / T)) / rows");
}

TEST(the_teacher_is_a_constant, .points = 1, .exercise = "16.6 distillation_soft_loss",
     .file = "soft_loss.c")
{
    long V = draw_long("V", 3, 5);
    Tensor *student = leaf(draw("student", SHAPE(2, V))),
           *teacher = leaf(draw("teacher", SHAPE(2, V)));

    Tensor *want = EXPECT(soft_gradient_want(student, teacher, 2));
    Tensor *loss = CALL(distillation_soft_loss(student, teacher, 2));
    tensor_backward(loss);
    long gradients_of_the_teacher = teacher->grad != NULL;
    check_long(gradients_of_the_teacher, 0, "no gradient flows to the teacher");
    check_tensor(student->grad, want, "and the student has its own");
}
