#include "runtime/device/kernel_build.h"

#include "generator/base/embedded.h"
#include "generator/emit/emitter.h"
#include "generator/language/grid_kind.h"
#include "generator/emit/interface/header.h"
#include "generator/plan/exact.h"
#include "generator/plan/lookups.h"
#include "generator/split/parts.h"
#include "generator/variants/choose.h"
#include "generator/variants/mesh_variants.h"
#include "generator/variants/steps.h"
#include "runtime/device/driver.h"
#include "runtime/device/recorded.h"
#include "runtime/device/cpu_team.h"

#include "stencil_grid.h"
#include "stencil_mesh.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* Whether its thunk takes a block for each kernel. */
static bool
has_blocks(const struct built *kernel)
{
	return kernel->plan->program && (kernel->variant.family == GRID_plane || kernel->plan->place == PLACE_SHARED);
}

/* What a recorded kernel is called with. */
static struct recorded_shape
recorded_shape(struct arena *arena, const struct built *kernel)
{
	const struct stencil *stencil = kernel->plan->stencil;
	const struct program *program = kernel->plan->program;
	const bool on_mesh = kernel->variant.family == GRID_mesh;
	int kept = 0;

	for (const struct field *f = NULL; variant_has_steps(&kernel->variant) && (f = next_kept(kernel->plan, &kernel->variant, f));)
		kept++;
	return (struct recorded_shape){
		.fields = stencil->field_count + kept, .params = stencil->param_count, .on_mesh = on_mesh,
		.has_workspace = program, .blocks = has_blocks(kernel) ? program->part_count : 1,
		.relations = on_mesh ? program_lookups(arena, mesh_variant_plan(arena, kernel->plan, &kernel->variant)).count : 0,
	};
}

static double
points_of_grid(const void *place)
{
	const struct stencil_grid *grid = place;

	return (double)grid->width*grid->height*(grid->top - grid->bottom);
}

static double
points_of_mesh(const void *place)
{
	const struct stencil_mesh *mesh = &((const struct stencil_mesh_view *)place)->mesh;

	const double elements = (double)mesh->end - mesh->first + mesh->cell_end - mesh->cell_first + mesh->edge_end
		- mesh->edge_first + mesh->vertex_end - mesh->vertex_first;

	return elements*(mesh->top - mesh->bottom);
}

/* How much work a point is, for the number of threads; NULL: launches have all. A load or store costs about four operations, and what
 * functions of libm are called costs much more than the rest. */
static const struct cpu_team *
team_of(struct arena *arena, void *object, const struct built *kernel)
{
	struct cpu_team *team = arena_new(arena, struct cpu_team);
	const struct plan *plan = kernel->plan && kernel->variant.family == GRID_plane ? plan_of_variant(kernel->plan, &kernel->variant)
		: kernel->plan;

	if (!plan || kernel->variant.family == GRID_sparse || !cpu_team_is_free())
		return NULL;
	*(void **)&team->set = dlsym(object, "omp_set_num_threads");
	*(void **)&team->most = dlsym(object, "omp_get_max_threads");
	team->work = (4*(plan->loads + plan->column_loads + plan->stores) + plan->flops)*(is_exact(plan) ? 1.0 : 20.0);
	team->points = kernel->variant.family == GRID_mesh ? points_of_mesh : points_of_grid;
	return team->set && team->most ? team : NULL;
}

static bool
load(const struct backend *backend, struct built *kernel, const struct build *build, struct arena *arena, struct error *error)
{
	const bool recorded = backend->recorded && kernel->plan;
	const char *suffix = kernel->plan ? targets[backend->target].suffix : "";
	void *object, *run, *run_blocks, *run_part, *upload, *workspace, *kept;

	kernel->file = arena_printf(arena, "%s/%s", build->folder, build->files[0].name);
	kernel->key = strrchr(build->folder, '/') + 1;
	if (recorded) {
		const struct recorded_shape shape = recorded_shape(arena, kernel);

		kernel->recorded = recorded_open(build->object, &shape, error);
		return kernel->recorded;
	}
	object = backend->kind == BACKEND_OPENMP ? cpu_team_load(build->object) : dlopen(build->object, RTLD_NOW | RTLD_LOCAL);
	if (!object)
		return error_set(error, EXIT_IO, "cannot load %s: %s", build->object, dlerror());
	run = dlsym(object, arena_printf(arena, "run_%s%s", kernel->name, suffix));
	if (!run)
		return error_set(error, EXIT_IO, "%s", dlerror());
	run_blocks = dlsym(object, arena_printf(arena, "run_blocks_%s%s", kernel->name, suffix));
	run_part = dlsym(object, arena_printf(arena, "run_part_%s%s", kernel->name, suffix));
	upload = dlsym(object, arena_printf(arena, "upload_%s%s", kernel->name, suffix));
	workspace = dlsym(object, arena_printf(arena, "workspace_%s%s", kernel->name, suffix));
	kept = dlsym(object, arena_printf(arena, "kept_%s%s", kernel->name, suffix));
	*(void **)&kernel->run = run;
	*(void **)&kernel->run_blocks = run_blocks;
	*(void **)&kernel->run_part = run_part;
	*(void **)&kernel->upload = upload;
	*(void **)&kernel->workspace = workspace;
	*(void **)&kernel->kept = kept;
	if (backend->kind == BACKEND_OPENMP)
		kernel->team = team_of(arena, object, kernel);
	kernel->asked = dlsym(object, "asked_facts");
	kernel->launched = dlsym(object, "fibers_launches");
	return true;
}

/* A build of one source, headers, the list of which ends with one without a name, and the files of every build. */
static struct build
build_of(const struct backend *backend, struct arena *arena, struct build_file source, const struct build_file *headers)
{
	const char **sources = arena_array(arena, const char *, 2);
	struct build_file *files;
	int count = 0, extras = 0;

	while (headers[count].name)
		count++;
	while (backend->extras && backend->extras[extras].name)
		extras++;
	files = arena_array(arena, struct build_file, count + extras + 3);
	files[0] = source;
	for (int i = 0; i < count; i++)
		files[i + 1] = headers[i];
	for (int i = 0; i < extras; i++)
		files[count + i + 1] = backend->extras[i];
	sources[0] = source.name;
	return (struct build){ .files = files, .sources = sources };
}

/* Whether the GPU itself can launch and upload it. */
static bool
can_be_recorded(const struct built *kernel, struct error *error)
{
	if (kernel->variant.family == GRID_sparse)
		return error_set(error, EXIT_IO,
			"kernels of sparse grids have many launches: on a GPU they need nvcc; NVRTC compiles those of structured grids and meshes");
	return kernel->variant.family != GRID_plane || !storages[kernel->variant.storage].constant
		|| error_set(error, EXIT_IO, "a table in constant memory needs nvcc; NVRTC compiles kernels with other storages");
}

/* Names and emits a kernel. */
static struct build
build_kernel(const struct backend *backend, struct templates *templates, const struct source *source,
	struct built *kernel)
{
	const struct grid_kind *kind = kernel->plan->stencil->kind;
	struct arena *arena = templates->arena;
	const char *stem = variant_stem(arena, kernel->plan, &kernel->variant);
	const struct emitted emitted = kind->kernel(templates, source, kernel->plan, &kernel->variant);
	const struct build_file headers[] = {
		{ header_name(arena, kernel->plan, &kernel->variant), kind->header(templates, source, kernel->plan, &kernel->variant, 1) },
		{ emitted.vectors ? LEVELS_HEADER : NULL, emitted.vectors ? template_text(templates, LEVELS_HEADER) : NULL }, { NULL, NULL },
	};

	kernel->name = arena_printf(arena, "%s_%s", kernel->plan->stencil->name, stem);
	return build_of(backend, arena, (struct build_file){
		arena_printf(arena, "%s.%s", stem, targets[backend->target].ending), emitted.text,
	}, headers);
}

/* Adds the launcher's recorder to a build, which takes the place of its source. */
static struct build
add_recorder(struct arena *arena, struct build build, const struct built *kernel)
{
	struct build_file *file = (struct build_file *)build.files;
	const bool on_mesh = kernel->variant.family == GRID_mesh;
	const char **sources = arena_array(arena, const char *, 2);

	while (file->name)
		file++;
	*file = (struct build_file){ "recorder.cu", arena_printf(arena, "#include \"recorded_launch.cuh\"\n"
		"#include \"%s\"\n%s%s)\n", build.sources[0], has_blocks(kernel) ? on_mesh ? "RECORD_BLOCKS_ON_MESH(run_blocks_" : "RECORD_BLOCKS(run_blocks_"
		: on_mesh ? "RECORD_ON_MESH(run_" : "RECORD(run_", kernel->name) };
	if (kernel->plan->program)
		file->text = arena_printf(arena, "%sRECORD_WORKSPACE%s(workspace_%s)\n", file->text, on_mesh ? "_ON_MESH" : "",
			kernel->name);
	sources[0] = file->name;
	build.sources = sources;
	return build;
}

bool
kernels_build(const struct backend *backend, struct templates *templates, const struct source *source,
	struct built *kernels, int count, struct error *error)
{
	struct arena *arena = templates->arena;
	struct build *builds = arena_array(arena, struct build, count);

	for (int i = 0; i < count; i++) {
		if (backend->recorded && !can_be_recorded(&kernels[i], error))
			return false;
		builds[i] = build_kernel(backend, templates, source, &kernels[i]);
		if (backend->recorded)
			builds[i] = add_recorder(arena, builds[i], &kernels[i]);
	}
	if (templates->diagnostics->errors)
		return error_set(error, EXIT_IO, "the templates have errors");
	if (!toolchain_build(backend->toolchain, builds, count, error))
		return false;
	for (int i = 0; i < count; i++)
		if (!load(backend, &kernels[i], &builds[i], arena, error))
			return false;
	return true;
}

bool
kernels_build_plain(const struct backend *backend, struct plain_kernel *kernels, int count, struct error *error)
{
	struct arena *arena = backend->toolchain->arena;
	struct build *builds = arena_array(arena, struct build, count);
	const struct build_file headers[] = {
		{ "stencil_launch.h", (const char *)embedded_find("templates/stencil_launch.h")->text }, { NULL, NULL },
	};

	for (int i = 0; i < count; i++)
		builds[i] = build_of(backend, arena, (struct build_file){
			arena_printf(arena, "%s.%s", kernels[i].name, targets[backend->target].ending),
			kernels[i].text,
		}, headers);
	if (!toolchain_build(backend->toolchain, builds, count, error))
		return false;
	for (int i = 0; i < count; i++) {
		struct built built = { .name = kernels[i].name };

		if (!load(backend, &built, &builds[i], arena, error))
			return false;
		kernels[i].run = built.run;
	}
	return true;
}

bool
built_workspace(const struct built *kernel, const void *place, size_t *bytes, struct error *error)
{
	int status = 0;

	*bytes = kernel->workspace ? kernel->workspace(place) : 0;
	if (kernel->recorded)
		status = recorded_workspace(kernel->recorded, place, bytes);
	if (status)
		error_set(error, EXIT_IO, "cannot read the size of the workspace from the GPU: %s", driver_device.error(status));
	return !status;
}

void
kernel_close(struct built *kernel)
{
	recorded_close(kernel->recorded);
	kernel->recorded = NULL;
}

struct launch_facts
kernel_facts(const struct built *kernel, const struct call *call)
{
	struct launch_facts facts = { 0 };

	if (kernel->asked) {
		*kernel->asked = &facts;
		if (call_launch(call, NULL))
			facts.launches = 0;
		*kernel->asked = NULL;
	}
	return facts;
}
