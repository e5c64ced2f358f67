#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

/* A line on standard error that shows how far a long run is, by the work done. A run goes through
 * stages, such as compiling and measuring, each of which has its own unit of work. */
struct progress {
	const char *program;
	FILE *out;
	double (*clock)(void);
	const char *stage; /* what the program is doing; NULL: nothing yet */
	const char *unit;  /* of the work, if it is to be shown with its rate; else NULL */
	double total, done; /* work of the stage */
	double start, told; /* when the stage began, and when the line was last shown */
	bool on_terminal, shown;
};

/* The line is shown on terminals, and where it is wanted. */
void progress_open(struct progress *progress, const char *program, bool wanted);

/* Begins a stage; `total` is its work. On a terminal the line has its name at once. */
void progress_stage(struct progress *progress, const char *stage, double total);

/* Begins a stage of compiling with so many kernels, none of which is done, or adds one to it. */
void progress_compiling(void *progress, int count, int done);

/* Adds work that is done. Shows the line at most once a second, and at the end of a stage. */
void progress_add(struct progress *progress, double done);

/* Removes the line from the terminal. */
void progress_close(struct progress *progress);

#endif
