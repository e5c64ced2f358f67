#ifndef CORE_WAITS_H
#define CORE_WAITS_H

#include <stdbool.h>

enum { MOST_WATCHED_THREADS = 1024 };

/* The time that each thread of a process has been ready to run without getting a core, since it
 * began. It grows only where there are more ready threads than cores: under other load. */
struct core_waits {
	struct thread_wait {
		long thread;
		double seconds;
	} threads[MOST_WATCHED_THREADS];
	int count;
};

/* This process' folder of threads, as Linux shows it. */
extern const char own_threads[];

/* Reads the waits from a folder of threads. Returns false if the system does not tell. */
bool core_waits_read(struct core_waits *waits, const char *folder);

/* The longest wait, in seconds, of any thread between two readings. */
double core_waits_between(const struct core_waits *before, const struct core_waits *after);

#endif
