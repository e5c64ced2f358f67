#ifndef RUN_MESH_H
#define RUN_MESH_H

#include "runtime/cli/arguments.h"

/* Reads or makes the mesh of --mesh, checks it, says what it is and, with --save-mesh, writes it. Returns an
 * exit status; problems are reported. */
int run_mesh(struct tool *tool, const struct arguments *options);

#endif
