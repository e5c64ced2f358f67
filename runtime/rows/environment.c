#include "runtime/rows/environment.h"

#include "runtime/toolchain/toolchain.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ENTRIES = 16 };

struct builder {
	struct arena *arena;
	struct environment_entry *entries;
	int count;
};

static void
add(struct builder *b, const char *name, const char *value)
{
	b->entries[b->count++] = (struct environment_entry){ name, value };
}

/* CUDA's numbers are 13000 for 13.0. */
static void
add_version(struct builder *b, const char *name, int version)
{
	if (version)
		add(b, name, arena_printf(b->arena, "%d.%d", version/1000, version % 1000/10));
}

static void
add_number(struct builder *b, const char *name, double number)
{
	if (number > 0)
		add(b, name, arena_printf(b->arena, "%.0f", number));
}

/* nvcc's version is in its last lines, that of others in the first. */
static const char *
compiler_version(struct arena *arena, const char *said)
{
	const char *release = strstr(said, "release ");
	const char *line = release ? release : said;

	return arena_strndup(arena, line, strcspn(line, "\n"));
}

static const char *
options_text(struct arena *arena, const char *const *command)
{
	struct text text = { .arena = arena };

	for (int i = 0; command[i]; i++) {
		const char *name = i ? NULL : strrchr(command[0], '/');

		/* Paths do not affect the times. */
		if (i && strchr(command[i], '/'))
			continue;
		text_add(&text, i ? " " : "");
		text_add(&text, name ? name + 1 : command[i]);
	}
	return text_of(&text);
}

const struct environment_entry *
environment_describe(struct arena *arena, const struct backend *backend)
{
	const struct device_info *info = &backend->info;
	struct builder b = { arena, arena_array(arena, struct environment_entry, MOST_ENTRIES), 0 };
	const char *threads = getenv("OMP_NUM_THREADS");

	add(&b, "program", "stencilbench " VERSION);
	add(&b, "backend", backend_names[backend->kind]);
	add(&b, "device", info->name);
	add_number(&b, "processors", info->processors);
	add_number(&b, "clock_MHz", 1e-6*info->clock);
	add_number(&b, "cache_bytes", (double)info->cache);
	add_number(&b, "fetch_bytes", backend->fetch);
	add_version(&b, "driver", info->driver);
	add_version(&b, "runtime", info->runtime);
	add(&b, "compiler", compiler_version(arena, backend->toolchain->version));
	add(&b, "command", options_text(arena, backend->toolchain->command));
	if (backend->kind == BACKEND_OPENMP)
		add(&b, "threads", threads ? threads : "all");
	return b.entries;
}

const char *
environment_value(const struct environment_entry *environment, const char *name)
{
	for (; environment->name; environment++)
		if (!strcmp(environment->name, name))
			return environment->value;
	return "";
}
