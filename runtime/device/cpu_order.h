#ifndef CPU_ORDER_H
#define CPU_ORDER_H

#include <stdbool.h>
#include <stdint.h>

/* The order in which streams of a CPU get turns, by STENCIL_HOST_STREAMS: see cpu_streams.h. */

/* What it says; NULL: all is done at once, and the rest is not to be asked for. */
const char *cpu_order_wanted(void);

/* Whether nobody is to wait for events of that name. */
bool cpu_order_leaves_out(const char *event);

uint32_t cpu_order_random(void);

/* How often a stream gets a turn, beside others. */
uint32_t cpu_order_weight(bool urgent);

#endif
