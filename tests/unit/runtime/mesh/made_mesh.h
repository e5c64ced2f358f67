#ifndef MADE_MESH_H
#define MADE_MESH_H

#include "runtime/mesh/generate.h"

#include <check.h>

/* A good mesh, for tests of a file. */
static struct arena arena;
static struct error error;
static struct mesh mesh;

static void
make(const char *what)
{
	ck_assert_msg(mesh_generate(&mesh, &arena, what, &error), "%s: %s", what, error.text);
	ck_assert_str_eq(text_of(&mesh.findings->faults), "");
}

#endif
