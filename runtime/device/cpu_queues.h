#ifndef CPU_QUEUES_H
#define CPU_QUEUES_H

#include "runtime/host/host_stream.h"

#include <stdbool.h>

/* Work that waits in streams of a CPU, and what gets its turn. Only streams and events of these files are used with them. */

struct cpu_capture;

struct event {
	const char *name;
	int device;
	long recorded, happened;     /* times */
	double seconds;              /* when it last happened */
	struct cpu_capture *capture; /* that it was last recorded in, if it was, */
	int node;                    /* and where */
	struct event *next;          /* of those that streams waited for each other by */
};

/* What came to a stream: work, or a record of an event, or a wait for one. */
struct entry {
	struct entry *next;
	int (*run)(void *work);
	void (*release)(void *work); /* NULL: it stays */
	void *work;
	struct event *event;
	long time; /* of the event's records */
	bool waits;
};

struct stream {
	struct host_stream host;
	struct stream *next; /* of all streams */
	struct entry *first, **end;
	int device;
	bool urgent;
	bool joined; /* what is captured */
};

/* Adds an entry, which is copied. False: out of memory. */
bool cpu_queue_add(struct stream *stream, const struct entry *entry);

/* Does what is in a stream, and in others meanwhile. Returns what the first entry that failed returned, or CPU_QUEUE_STUCK. */
enum { CPU_QUEUE_STUCK = -1003 };
int cpu_queue_finish(struct stream *stream);

/* Does one entry of any stream. Returns what it returned, or CPU_QUEUE_STUCK. */
int cpu_queues_turn(void);

/* From now on it gets turns. */
void cpu_queue_open(struct stream *stream);

/* Does what it has, also what cannot go on, and frees it. */
void cpu_queue_close(struct stream *stream);

/* All of them, by `next`. */
struct stream *cpu_queues(void);

#endif
