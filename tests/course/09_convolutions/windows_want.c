/* windows_want.c - how many windows stand in a line, counted one by one. */
#include "want.h"

long windows_want(long in, long kernel, long stride, long padding, long dilation)
{
    Window w = {
        .kernel = {kernel}, .stride = {stride}, .padding = {padding}, .dilation = {dilation}};
    return plain_out(in, &w, 0);
}
