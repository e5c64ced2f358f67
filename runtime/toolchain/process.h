#ifndef PROCESS_H
#define PROCESS_H

#include "generator/base/arena.h"

/* Programs that a tool runs: compilers, ncu. */

/* Finds a program: a path, or a name in PATH. NULL if there is none. */
const char *find_program(struct arena *arena, const char *name);

/* Runs a program and returns up to 4096 bytes of what it prints; "" if it cannot run. */
const char *program_output(struct arena *arena, const char *const *command);

/* Runs a program in a folder, its input empty and its outputs in a file. Returns its wait
 * status, or -1 with errno if it cannot be started. Waits for that program alone; it does not matter
 * who else waits for children. Safe to call from several threads. */
int program_wait(const char *const *command, const char *folder, const char *output);

/* The same, here. Returns the exit status, -1 if there is none. */
int program_run(const char *const *command, const char *output);

#endif
