#ifndef FIXED_H
#define FIXED_H

#include "generator/base/error.h"
#include "generator/cli/command_line.h"
#include "generator/language/ast.h"

/* Params that an option makes constants, --fix NAME=VALUE. */
struct fixed {
	const char *name, *value; /* as given */
	bool known;               /* some stencil has it */
};

struct fixes {
	struct fixed *items;
	int count;
	const char **names;       /* of all params that there are */
	int name_count, name_room;
};

/* Reads NAME=VALUE of each option. */
bool fixes_read(struct arena *arena, const struct texts *given, struct fixes *fixes, struct error *error);

/* Whether each is a param of one of the stencils that were checked. */
bool fixes_known(const struct fixes *fixes, struct error *error);

/* Checks stencils as they are written, then with these params fixed: branches that are never taken are gone, as are
 * temporaries, fields and params that nothing else reads. Values keep the types that they have without it.
 * The same result as check_stencils(). */
bool check_fixed(struct arena *arena, const struct source *source, struct stencil *stencils, enum type precision,
	struct fixes *fixes);

#endif
