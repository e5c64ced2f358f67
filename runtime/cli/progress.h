#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>

/* A line on standard error that says how far a long run is. */
struct progress {
	const char *program;
	int total, done, reused;
	double start, told; /* when */
	bool on_terminal, shown;
};

void progress_open(struct progress *progress, const char *program, int total, int reused, bool wanted);

/* So many more are done. Tells at most once a second. */
void progress_add(struct progress *progress, int done);

/* Takes the line away. */
void progress_close(struct progress *progress);

#endif
