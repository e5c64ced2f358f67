#include "sparse_run.h"

#include "toolchain.h"

#include <dlfcn.h>
#include <stdio.h>

static bool
load(const struct backend *backend, struct arena *arena, const char *object,
	struct sparse_kernel *kernel, char *message, size_t room)
{
	const char *suffix = backend->target == TARGET_openmp ? "_openmp" : "";
	void *loaded = dlopen(object, RTLD_NOW | RTLD_LOCAL);

	if (!loaded) {
		snprintf(message, room, "cannot load %s: %s", object, dlerror());
		return false;
	}
	*(void **)&kernel->run = dlsym(loaded, arena_printf(arena, "run_%s%s", kernel->name, suffix));
	*(void **)&kernel->upload = dlsym(loaded,
		arena_printf(arena, "upload_%s%s", kernel->name, suffix));
	if (!kernel->run)
		snprintf(message, room, "%s has no thunk", object);
	return kernel->run != NULL;
}

bool
sparse_build(struct backend *backend, struct templates *templates, const struct source *source,
	const struct plan *plan, const struct sparse_variant *variant, struct sparse_kernel *kernel,
	char *message, size_t room)
{
	enum { OWN_FILES = 2 };
	struct arena *arena = templates->arena;
	const char *stem = sparse_stem(arena, variant), *stencil = plan->stencil->name;
	const char *sources[] = { arena_printf(arena, "%s.%s", stem, targets[variant->target].ending), NULL };
	struct build_file *files;
	struct build build = { .sources = sources };
	int extras = 0;

	while (backend->extras && backend->extras[extras].name)
		extras++;
	build.files = files = arena_array(arena, struct build_file, OWN_FILES + extras + 1);
	files[0] = (struct build_file){ sources[0], sparse_emit(templates, source, plan, variant) };
	files[1] = (struct build_file){ arena_printf(arena, "%s.h", stencil),
		sparse_header(templates, source, plan) };
	for (int i = 0; i < extras; i++)
		files[OWN_FILES + i] = backend->extras[i];
	if (templates->diagnostics->errors) {
		snprintf(message, room, "the templates have errors");
		return false;
	}
	kernel->name = arena_printf(arena, "%s_%s", stencil, stem);
	return toolchain_build(backend->toolchain, &build, 1, message, room)
		&& load(backend, arena, build.object, kernel, message, room);
}
