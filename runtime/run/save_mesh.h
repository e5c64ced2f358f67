#ifndef SAVE_MESH_H
#define SAVE_MESH_H

#include "runtime/cli/arguments.h"
#include "runtime/cli/tool.h"

/* Reads or makes the mesh of --mesh, checks it, and saves it where --save-mesh says. */
bool save_mesh(struct tool *tool, const struct arguments *options, struct error *error);

#endif
