#ifndef WORKERS_H
#define WORKERS_H

/* Threads that share work which can be done in any order. */

enum { MOST_WORKERS = 256 };

/* The number of workers: one for each processor. */
int workers_count(void);

/* Does the pieces from first to end - 1; worker is the number of the thread, from 0. */
typedef void workers_do(void *context, int worker, long first, long end);

/* Does `count` pieces, a few at a time, and returns when all are done. The caller is one of
 * the workers, and does everything if no thread can be created. */
void workers_share(long count, long at_a_time, workers_do *work, void *context);

#endif
