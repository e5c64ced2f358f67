#include "generator/emit/interface/fortran_names.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 63 };

/* What the template calls its own names, and what it takes from other modules. */
static const char *const reserved[] = {
	"block", "blocks", "c_double", "c_float", "c_int", "c_int8_t", "c_null_ptr", "c_ptr", "c_size_t", "grid", "launch",
	"mesh", "present", "probes", "queue", "status", "stencil", "stencil_block", "stencil_columns", "stencil_fill",
	"stencil_grid", "stencil_levels", "stencil_mesh", "stencil_mesh_elements", "stencil_points", "stencil_relation",
	"stencil_short_array", "stencil_upload", "stencil_wrong_size", "stream", "workspace",
};

void
fortran_scope_begin(struct fortran_scope *scope, struct arena *arena, int room)
{
	*scope = (struct fortran_scope){ arena, arena_array(arena, const char *, room), 0 };
}

static bool
is_taken(const struct fortran_scope *scope, const char *name)
{
	for (size_t i = 0; i < sizeof reserved/sizeof *reserved; i++)
		if (!strcasecmp(reserved[i], name))
			return true;
	for (int i = 0; i < scope->count; i++)
		if (!strcasecmp(scope->names[i], name))
			return true;
	return false;
}

const char *
fortran_prefix(struct arena *arena, const char *name, size_t room)
{
	const char *letter = name[0] == '_' ? "u" : "";
	const size_t most = room + strlen(letter) < LONGEST ? LONGEST - room - strlen(letter) : 1;

	return arena_printf(arena, "%s%.*s", letter, (int)most, name);
}

const char *
fortran_name(struct fortran_scope *scope, const char *before, const char *name, const char *after)
{
	const char *own = NULL, *number = "";

	for (int i = 2; !own || is_taken(scope, own); i++) {
		own = arena_printf(scope->arena, "%s%s%s", before, fortran_prefix(scope->arena, name,
			strlen(before) + strlen(after) + strlen(number)), after);
		own = arena_printf(scope->arena, "%.*s%s", (int)(LONGEST - strlen(number)), own, number);
		number = arena_printf(scope->arena, "_%d", i);
	}
	return scope->names[scope->count++] = own;
}
