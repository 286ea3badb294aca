/* thread_end.h - whoever takes memory from the system for a thread says so (inside tensor/
 * only). */
#ifndef KINDLING_THREAD_END_H
#define KINDLING_THREAD_END_H

void watch_end_of_thread(void); /* have kindling_release_thread called when this thread ends */

#endif
