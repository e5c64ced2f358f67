#include "runtime/device/kernel_build.h"

#include "generator/base/embedded.h"
#include "generator/emit/emitter.h"
#include "generator/variants/choose.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static bool
fail(char *message, size_t room, const char *text)
{
	snprintf(message, room, "%s", text);
	return false;
}

static bool
load(const struct backend *backend, struct built *kernel, const struct build *build, struct arena *arena,
	char *message, size_t room)
{
	const char *suffix = kernel->plan ? targets[backend->target].suffix : "";
	void *object = dlopen(build->object, RTLD_NOW | RTLD_LOCAL), *run, *upload;

	if (!object) {
		snprintf(message, room, "cannot load %s: %s", build->object, dlerror());
		return false;
	}
	run = dlsym(object, arena_printf(arena, "run_%s%s", kernel->name, suffix));
	if (!run)
		return fail(message, room, dlerror());
	upload = dlsym(object, arena_printf(arena, "upload_%s%s", kernel->name, suffix));
	*(void **)&kernel->run = run;
	*(void **)&kernel->upload = upload;
	kernel->asked = dlsym(object, "asked_facts");
	kernel->launched = dlsym(object, "fibers_launches");
	kernel->file = arena_printf(arena, "%s/%s", build->folder, build->sources[0]);
	kernel->key = strrchr(build->folder, '/') + 1;
	return true;
}

/* A build of one source, its header and the files of every build. */
static struct build
build_of(const struct backend *backend, struct arena *arena, struct build_file source,
	struct build_file header)
{
	const char **sources = arena_array(arena, const char *, 2);
	struct build_file *files;
	int count = 0;

	while (backend->extras && backend->extras[count].name)
		count++;
	files = arena_array(arena, struct build_file, count + 3);
	files[0] = source;
	files[1] = header;
	for (int i = 0; i < count; i++)
		files[i + 2] = backend->extras[i];
	sources[0] = source.name;
	return (struct build){ .files = files, .sources = sources };
}

/* Names and emits a kernel. */
static struct build
build_kernel(const struct backend *backend, struct templates *templates, const struct source *source,
	struct built *kernel)
{
	const struct emitter *emitter = emitters[kernel->variant.family];
	struct arena *arena = templates->arena;
	const char *stem = variant_stem(arena, kernel->plan, &kernel->variant);
	const char *text = emitter->kernel(templates, source, kernel->plan, &kernel->variant).text;

	kernel->name = arena_printf(arena, "%s_%s", kernel->plan->stencil->name, stem);
	return build_of(backend, arena, (struct build_file){
		arena_printf(arena, "%s.%s", stem, targets[backend->target].ending), text,
	}, (struct build_file){
		emitter->header_name(arena, kernel->plan, &kernel->variant),
		emitter->header(templates, source, kernel->plan, &kernel->variant, 1),
	});
}

bool
kernels_build(const struct backend *backend, struct templates *templates, const struct source *source,
	struct built *kernels, int count, char *message, size_t room)
{
	struct arena *arena = templates->arena;
	struct build *builds = arena_array(arena, struct build, count);

	for (int i = 0; i < count; i++)
		builds[i] = build_kernel(backend, templates, source, &kernels[i]);
	if (templates->diagnostics->errors)
		return fail(message, room, "the templates have errors");
	if (!toolchain_build(backend->toolchain, builds, count, message, room))
		return false;
	for (int i = 0; i < count; i++)
		if (!load(backend, &kernels[i], &builds[i], arena, message, room))
			return false;
	return true;
}

bool
kernels_build_plain(const struct backend *backend, struct plain_kernel *kernels, int count, char *message,
	size_t room)
{
	struct arena *arena = backend->toolchain->arena;
	struct build *builds = arena_array(arena, struct build, count);
	const struct build_file header = {
		"stencil_launch.h", (const char *)embedded_find("templates/stencil_launch.h")->text,
	};

	for (int i = 0; i < count; i++)
		builds[i] = build_of(backend, arena, (struct build_file){
			arena_printf(arena, "%s.%s", kernels[i].name, targets[backend->target].ending),
			kernels[i].text,
		}, header);
	if (!toolchain_build(backend->toolchain, builds, count, message, room))
		return false;
	for (int i = 0; i < count; i++) {
		struct built built = { .name = kernels[i].name };

		if (!load(backend, &built, &builds[i], arena, message, room))
			return false;
		kernels[i].run = built.run;
	}
	return true;
}

struct launch_facts
kernel_facts(const struct built *kernel, const struct call *call)
{
	struct launch_facts facts = { 0 };

	if (kernel->asked) {
		*kernel->asked = &facts;
		if (call->run(call->grid, call->fields, call->params, call->block, NULL))
			facts.launches = 0;
		*kernel->asked = NULL;
	}
	return facts;
}
