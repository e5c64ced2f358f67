#include "generator/emit/interface/exchange_files.h"

#include "generator/base/embedded.h"
#include "generator/text/expand.h"

#include <string.h>

static const char *const paths[] = {
	"runtime/exchange/exchange.h", "runtime/exchange/exchange.c", "runtime/exchange/rectangles.c",
	"runtime/exchange/messages.h", "runtime/exchange/messages.c", "runtime/exchange/message_lists.c", "runtime/exchange/engine.h", "runtime/exchange/engine_peer.c",
	"runtime/exchange/lane.h", "runtime/exchange/lane_cpu.c", "runtime/kernels/exchange_mpi.h",
	"runtime/kernels/exchange_mpi.c", "runtime/kernels/exchange_mpi_direct.h", "runtime/kernels/exchange_mpi_direct.c",
	"runtime/kernels/exchange_mpi_wait.h", "runtime/kernels/exchange_mpi_wait.c",
	"runtime/kernels/lane_cuda.h", "runtime/kernels/lane_cuda.cu",
	"templates/stencil_launch.h", "templates/stencil_grid.h",
};
enum { FILES = sizeof paths/sizeof *paths };

/* The text of a kernel that has a file's text in it, and room for `most` of something. */
static const char *
kernel_with(struct templates *templates, const char *name, const char *part, const char *path, int most)
{
	const struct template *template = template_find(templates, name);

	if (!template)
		return NULL;
	return template_expand(templates->arena, template, "file", (const struct macro[]){
		{ part, (const char *)embedded_find(path)->text },
		{ "most", arena_printf(templates->arena, "%d", most) },
	}, 2);
}

const char *
pack_kernel(struct templates *templates)
{
	return kernel_with(templates, "cuda/pack", "boxes", "runtime/exchange/lane.h", MOST_PACKED_FIELDS);
}

const char *
totals_kernel(struct templates *templates)
{
	return kernel_with(templates, "cuda/totals", "grid", "templates/stencil_grid.h", MOST_SUMS_TOGETHER);
}

const struct exchange_file *
exchange_files(struct templates *templates)
{
	struct exchange_file *files = arena_array(templates->arena, struct exchange_file, FILES + 2);
	const char *pack = pack_kernel(templates);

	if (!pack)
		return NULL;
	for (int i = 0; i < FILES; i++)
		files[i] = (struct exchange_file){ strrchr(paths[i], '/') + 1, (const char *)embedded_find(paths[i])->text };
	files[FILES] = (struct exchange_file){ "pack.cu", pack };
	return files;
}
