#ifndef PART_WAIT_H
#define PART_WAIT_H

#include "runtime/device/device.h"
#include "runtime/exchange/exchange.h"

/* How the host waits for streams of a part whose messages wait for other ranks there, as NCCL's do: such a rank may hang. So the
 * host asks again and again, and gives up when nothing has ended for some seconds. As launches wait themselves where a queue
 * is full, it is some steps ahead at most. */
struct part_wait;

/* Of the device that is selected. *wait is NULL if no message waits for others in streams. Returns a status. */
int part_wait_open(struct part_wait **wait, const struct device_streams *device, struct stencil_engine *engine, double seconds);
void part_wait_close(struct part_wait *wait);

/* So many steps are in the stream by now; waits for steps long ago. Statuses are those of the device, of the engine, or
 * STENCIL_NO_PROGRESS. */
int part_wait_step(struct part_wait *wait, void *stream, int step);

/* Waits for all that is in a stream. */
int part_wait_stream(struct part_wait *wait, void *stream);

/* The step that was waited for when it failed; 0: none. */
int part_wait_stuck(const struct part_wait *wait);

#endif
