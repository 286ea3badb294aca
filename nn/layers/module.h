/* module.h - a bag of named parameters, buffers and children. */
#ifndef KINDLING_MODULE_H
#define KINDLING_MODULE_H

#include "../../autograd/autograd.h"

#pragma GCC visibility push(default)

/* ---- module.c (03): named parameters and children -------------------------------------------- */

typedef struct Module Module; /* below */
/* A module in another one: its path is the parent's, a dot, and name, index, or both. */
typedef struct {
    const char *name; /* not copied; NULL: the index alone */
    int index;        /* -1, or the number in a list: "blocks.3" */
    Module *module;
} ModuleChild;

/* A tensor that is trained. */
typedef struct {
    const char *name; /* not copied */
    Tensor *tensor;
    bool shared; /* made by another module, which frees it */
} ModuleParameter;
/* One that is not. */
typedef struct {
    const char *name; /* not copied */
    Tensor *tensor;
    bool saved; /* in files, with the parameters */
} ModuleBuffer;

/* What every layer begins with, so that &layer->module is one. Names are not copied. */
struct Module {
    const char *kind;                            /* "Linear" */
    Tensor *(*forward)(Module *self, Tensor *x); /* NULL where it takes more than one tensor */
    void (*destroy)(Module *self); /* frees what is neither parameter nor child; mostly NULL */
    bool training;                 /* dropout acts only while true */
    const Module *owner;           /* the module it is a child of, NULL at the top */
    int n_parameters;
    ModuleParameter *parameter; /* as many as one adds */
    int n_buffers;
    ModuleBuffer *buffer;
    int n_children;
    ModuleChild *children;
};

/* A zeroed block of `size` bytes that starts with a Module; training is on, forward NULL where it
 * takes more than one tensor. A constructor that goes on from here begins with UNDO_ON_FAIL
 * (scope.h), so that a failure leaves nothing half-made. */
void *module_new(size_t size, const char *kind, Tensor *(*forward)(Module *self, Tensor *x));
/* A new owned leaf that requires a gradient, registered under a name; numbers are 0. A name that m
 * has already fails. */
Tensor *module_parameter(Module *m, const char *name, int ndim, const long *shape);
/* Registers a parameter of another module once more (tied weights). Its maker still owns it, and
 * must outlive m. */
void module_share(Module *m, const char *name, Tensor *parameter);
/* The child belongs to m from here on, which frees it; a module that has an owner already is a
 * mistake. As torch's add_module. */
void module_add(Module *m, const char *name, Module *child);
/* The same for a list, such as "blocks", with its index; name NULL: the index alone, index -1: the
 * name alone. So repeated parameters have names, "layer.3.wq":
 *     Module *layer = module_new(sizeof *layer, "Layer", NULL);
 *     module_child(model, "layer", 3, layer);
 *     Tensor *wq = module_parameter(layer, "wq", SHAPE(C, C)); */
void module_child(Module *m, OR_NULL const char *name, int index, Module *child);
/* Ends m, its children, parameters, buffers and their gradients; NULL is fine. Not for what has an
 * owner. */
void module_free(OR_NULL Module *m);
/* Training (dropout drops, batch norm learns its mean) or not, for the module and everything below
 * it. */
void module_train(Module *m, bool training);
/* m->forward(m, x); one that takes more than one tensor fails. */
Tensor *module_forward(Module *m, Tensor *x);

/* ---- parameters.c (03): every parameter below a module, by name ------------------------------ */

/* What an optimizer makes a step with, by its path: "blocks.0.attn.q.weight". Of tied weights that
 * is the path under which they are met first. */
typedef struct {
    long count, capacity;
    Tensor **tensor;
    char **name;
    long buffers, after_buffers; /* in module_state: [buffers, after_buffers) are no parameters */
} ParameterList;
/* Owned: free it by parameters_free. All of m and of what is below it, as it is now; or an empty
 * one. */
ParameterList *parameters_of(Module *m);
ParameterList *parameters_new(void); /* an empty list, to train a few parameters only */
/* The name is copied, the tensor is not; a name that is taken fails, and a tensor that is
 * listed. */
void parameters_add(ParameterList *list, const char *name, Tensor *t);
void parameters_free(OR_NULL ParameterList *list); /* the list, not the tensors; NULL is fine */
long parameters_numel(const ParameterList *list);  /* how many numbers, all together */
Tensor *parameters_find(const ParameterList *list, const char *name); /* NULL if absent */
void parameters_zero_grad(const ParameterList *list);                 /* tensor_zero_grad of each */
void module_summary(FILE *stream, Module *m); /* a table: name, shape, count; and the total */

/* ---- buffers.c (03): tensors of a module that are not trained -------------------------------- */

/* Does a buffer go into files? */
typedef enum {
    BUFFER_SAVED,    /* goes into files with the weights: what training has changed */
    BUFFER_NOT_SAVED /* the constructor can make it again */
} BufferKind;
/* A new owned tensor of zeros that gets no gradient: a running mean, a fixed table. No optimizer
 * sees it, parameters_of does not list it, and module_free ends it. As torch's register_buffer. */
Tensor *module_buffer(Module *m, const char *name, BufferKind kind, int ndim, const long *shape);
/* All that files keep of a module: its parameters, then its saved buffers. torch's state_dict.
 * Owned: free it by parameters_free. */
ParameterList *module_state(Module *m);

#pragma GCC visibility pop
#endif
