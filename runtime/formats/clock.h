#ifndef CLOCK_H
#define CLOCK_H

/* Monotonic time, in seconds. */
double now(void);

#endif
