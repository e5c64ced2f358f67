#ifndef PLAN_CALL_H
#define PLAN_CALL_H

#include <stdbool.h>

/* Works for a caller: in the C locale, whatever the caller's is, for numbers are read and written. Returns
 * false if memory ran out. */
bool plan_call(void (*work)(void *context), void *context);

#endif
