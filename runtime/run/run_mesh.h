#ifndef RUN_MESH_H
#define RUN_MESH_H

#include "runtime/cli/arguments.h"
#include "runtime/mesh/mesh.h"

/* Reads or makes the mesh of --mesh, checks it, and saves it where --save-mesh says. Returns an exit status. */
int run_mesh(struct tool *tool, const struct arguments *options);

/* Reads it, renumbered as --order says, and with its geometry if that is asked for. Returns an exit status. */
int run_mesh_read(struct tool *tool, const struct arguments *options, bool geometry, struct mesh *mesh);

/* Reports what was found. Returns the exit status that it calls for. */
int run_mesh_report(const struct tool *tool, const struct arguments *options, struct findings *findings);

#endif
