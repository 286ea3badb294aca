/* sweep.c - a scope whose blocks end by turns.
 *
 * The walk back gives each backward function its turn in such a scope. What the function makes is
 * young, and ends with the next sweep; what becomes a gradient is kept, and stays until it is given
 * back. The memory is lent by the scope around, so that a step has one peak and not two.
 * Invariant: the list of the young holds what was made since the last sweep, and nothing else.
 */
#include "chunk.h"

Scope *scope_open_swept(void)
{
    Scope *around = scope_current(), *scope = scope_open();
    scope->lender = around->lender != NULL ? around->lender : around;
    return scope;
}

bool scope_is_young(const void *block)
{
    return young_of(block)->young && !young_of(block)->kept;
}

void scope_keep(void *block)
{
    young_of(block)->kept = true;
}

void scope_sweep(Scope *scope)
{
    while (scope->young != NULL) {
        Young *head = scope->young;
        scope->young = head->next;
        head->young = false;
        if (!head->kept)
            scope_recycle(scope, (char *)head + ALIGNMENT, head->bytes);
    }
}
